// Draws calls and results in pi's transcript: compactly, and safely for any input.
//
// - Arguments may be half-streamed: any part may be missing or of another type.
// - Cleans all text from a model before it reaches the screen; nothing here throws.
// - Marks answers in the person's own words; a cancel, a discussion and an error look different.

import { Text, type Component } from "@earendil-works/pi-tui";
import type { Theme } from "@earendil-works/pi-coding-agent";
import { at, clean, list } from "./clean.ts";
import { boxed } from "./colours.ts";

/** Draws a value as styled text. */
export type Draw<T> = (value: T, theme: Theme) => string;

/** Text as a component. */
export function component(text: string): Component {
  return new Text(text, 0, 0);
}

/** Returns the drawing, or a harmless text if it fails. */
export function safely(draw: () => string, otherwise: string): string {
  try {
    return draw();
  } catch {
    return otherwise;
  }
}

/** `question  2 questions (Q1, Region)` */
export function callOf(tool: string, label: (question: unknown, index: number) => unknown): Draw<unknown> {
  return (args, theme) => {
    const questions = list(at(args, "questions"));
    const labels = questions.map((q, i) => clean(label(q, i), 20)).filter((text) => text !== "");
    const n = questions.length;
    const count = n === 0 ? "" : `${String(n)} question${n === 1 ? "" : "s"}`;
    const names = labels.length === 0 ? "" : ` (${labels.join(", ")})`;
    return `${theme.fg("toolTitle", theme.bold(tool))} ${boxed(theme, "muted", clean(count + names, 120))}`.trimEnd();
  };
}

/** `ask_question  Which layout?` */
export function titled(tool: string, key: string): Draw<unknown> {
  return (args, theme) =>
    `${theme.fg("toolTitle", theme.bold(tool))} ${boxed(theme, "muted", clean(at(args, key), 100))}`.trimEnd();
}

/** `✓ Label: answer`, with a mark for own words. */
export function answer(theme: Theme, label: string, text: string, own = false): string {
  const mark = boxed(theme, "success", "✓ ");
  const lead = label === "" ? "" : boxed(theme, "muted", `${clean(label, 40)}: `);
  return mark + lead + boxed(theme, "accent", clean(text, 200)) + (own ? boxed(theme, "muted", " (own words)") : "");
}

/** A note, below the answers. */
export function note(theme: Theme, label: string, text: string): string {
  const lead = label === "" ? "  note: " : `  note (${clean(label, 40)}): `;
  return boxed(theme, "muted", lead + clean(text, 200));
}

/** A question without an answer. */
export function open(theme: Theme, label: string): string {
  return boxed(theme, "muted", `– ${clean(label, 40)}: not answered`);
}

export function cancelled(theme: Theme): string {
  return boxed(theme, "warning", "Cancelled");
}

/** The first line of the model's text, for endings without an answer. */
export function said(content: unknown, theme: Theme, isError: boolean): string {
  const text = list(content).map((part) => at(part, "text")).find((part) => typeof part === "string");
  const first = typeof text === "string" ? (text.split("\n")[0] ?? "") : "";
  return boxed(theme, isError ? "error" : "muted", clean(first, 200));
}
