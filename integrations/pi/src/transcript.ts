// The expanded transcript: the full question and answer, below the one line of a call and of a result.
//
// - Shows questions with their options and descriptions, however much of the arguments has arrived.
// - Shows the text that the agent read, line by line.
// - Limits the length, and cleans all text from a model before it reaches the screen.

import type { Theme } from "@earendil-works/pi-coding-agent";
import { at, clean, list } from "./clean.ts";
import { boxed } from "./colours.ts";

const MOST_LINES = 200;
const MOST_LETTERS = 1000;

/** The questions of a call, below its one line. */
export function asked(args: unknown, theme: Theme): string[] {
  const questions = list(at(args, "questions"));
  const all = questions.length > 0 ? questions : [args];
  const several = all.length > 1;
  const lines = all.flatMap((question, n) => {
    const [first, ...more] = texts(at(question, "prompt") ?? at(question, "question") ?? at(question, "summary"));
    const number = several ? `${String(n + 1)}. ` : "";
    const head = first === undefined ? [] : [`  ${number}${first}`, ...more.map((line) => `  ${several ? "   " : ""}${line}`)];
    const about = texts(at(question, "description")).map((line) => boxed(theme, "muted", `  ${line}`));
    return [...head, ...about, ...list(at(question, "options")).flatMap((option) => offered(option, theme))];
  });
  return bounded(lines);
}

function offered(option: unknown, theme: Theme): string[] {
  const label = clean(typeof option === "string" ? option : at(option, "label"), MOST_LETTERS);
  if (label === "") return [];
  const about = clean(at(option, "description"), MOST_LETTERS);
  return [`    • ${label}${about === "" ? "" : boxed(theme, "muted", ` — ${about}`)}`];
}

/** The text that the agent read, below the answers. */
export function read(content: unknown, theme: Theme): string[] {
  const lines = list(content).flatMap((part) => texts(at(part, "text")));
  if (lines.length === 0) return [];
  return bounded([boxed(theme, "muted", "  The agent read:"), ...lines.map((line) => boxed(theme, "muted", `  ${line}`))]);
}

function texts(text: unknown): string[] {
  if (typeof text !== "string") return [];
  return text.slice(0, MOST_LETTERS * MOST_LINES).split(/\r\n|\r|\n/).slice(0, MOST_LINES + 1).map((line) => clean(line, MOST_LETTERS));
}

function bounded(lines: string[]): string[] {
  return lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), "  …"] : lines;
}
