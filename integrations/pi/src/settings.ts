// /settings-ask-user-question: shows the contract's settings one by one; `asq settings set` writes them.
//
// - Lists each field with its value and source.
// - Saves a choice in the project's file (.pi/ask-user-question.json), as the contract's menu does.
// - Shows asq's own message if it refuses a value.

import type { ExtensionAPI, ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import { at, clean } from "./clean.ts";
import { run } from "./run.ts";

const COMMAND = "settings-ask-user-question";

/** The contract's fields, in its order. */
const FIELDS = [
  "browserEnabled",
  "browserAutoOpen",
  "browserMinQuestions",
  "copyUrlToClipboard",
  "bellOnQuestion",
  "notificationOnQuestion",
  "notificationDelaySeconds",
  "ttsOnQuestion",
  "onQuestionCommand",
  "heartbeatWhileActive",
  "heartbeatIntervalMinutes",
  "debounceMs",
  "dangerCheckEnabled",
] as const;

/** Registers the command with pi. */
export function settingsMenu(pi: ExtensionAPI): void {
  pi.registerCommand(COMMAND, {
    description: "Settings of AskUserQuestion",
    handler: async (_args: string, ctx: ExtensionCommandContext) => {
      try {
        await menu(ctx);
      } catch (error) {
        ctx.ui.notify(`asq: ${clean(String(error), 200)}`, "error");
      }
    },
  });
}

async function menu(ctx: ExtensionCommandContext): Promise<void> {
  if (!ctx.hasUI) return;
  for (;;) {
    const listed = await run(["settings", "--origins", "--json"], ctx.cwd);
    if (!listed.ok) {
      ctx.ui.notify(`asq: ${clean(listed.out, 300)}`, "error");
      return;
    }
    const settings = at(JSON.parse(listed.out), "settings");
    const rows = new Map(FIELDS.map((name) => [row(name, at(settings, name)), name]));
    const chosen = await ctx.ui.select("Settings of AskUserQuestion, kept in .pi/ask-user-question.json", [...rows.keys()]);
    const name = chosen === undefined ? undefined : rows.get(chosen);
    if (name === undefined) return;
    const value = await newValue(ctx, name, at(at(settings, name), "value"));
    if (value === undefined) continue;
    const set = await run(["settings", "set", "--project", "--", name, value], ctx.cwd);
    if (!set.ok) ctx.ui.notify(`asq: ${clean(set.out, 300)}`, "error");
  }
}

/** `bellOnQuestion = true  (project)`; also for a field that asq doesn't know any more. */
function row(name: string, field: unknown): string {
  const note = at(field, "note");
  const about = [at(field, "layer"), note].filter((text) => typeof text === "string" && text !== "");
  return `${name} = ${shown(at(field, "value"))}  (${clean(about.join("; "), 60)})`;
}

async function newValue(ctx: ExtensionCommandContext, name: string, value: unknown): Promise<string | undefined> {
  if (typeof value === "boolean") return ctx.ui.select(name, ["true", "false"]);
  return ctx.ui.input(name, shown(value));
}

function shown(value: unknown): string {
  return typeof value === "string" ? clean(value, 60) : JSON.stringify(value ?? null);
}
