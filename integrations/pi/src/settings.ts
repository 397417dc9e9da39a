// /settings-ask-user-question: the settings of the contract, one by one, written by `asq settings set`.
//
// - The list shows each field with its value and where it came from.
// - A choice is kept in the project's file (.pi/ask-user-question.json), where the contract's menu keeps it.
// - What asq refuses is said as asq says it.

import { execFile } from "node:child_process";
import type { ExtensionAPI, ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import { binary } from "./child.ts";
import { at, clean, list } from "./clean.ts";

const COMMAND = "settings-ask-user-question";

interface Ran {
  ok: boolean;
  out: string;
}

function run(args: string[], cwd: string): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(binary(), args, { cwd, timeout: 10_000, encoding: "utf8" }, (error, stdout, stderr) => {
      resolve({ ok: error === null, out: error === null ? stdout : stderr.trim() || error.message });
    });
  });
}

/** Puts the command into pi. */
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
    const fields = list(at(JSON.parse(listed.out), "fields")).filter((field) => at(field, "contract") === true);
    const rows = fields.map(
      (field) => `${clean(at(field, "name"), 40)} = ${shown(at(field, "value"))}  (${clean(at(field, "origin"), 60)})`,
    );
    const chosen = await ctx.ui.select("Settings of AskUserQuestion, kept in .pi/ask-user-question.json", rows);
    const field = chosen === undefined ? undefined : fields[rows.indexOf(chosen)];
    if (field === undefined) return;
    const value = await newValue(ctx, field);
    if (value === undefined) continue;
    const set = await run(["settings", "set", clean(at(field, "name"), 40), value, "--project"], ctx.cwd);
    if (!set.ok) ctx.ui.notify(`asq: ${clean(set.out, 300)}`, "error");
  }
}

async function newValue(ctx: ExtensionCommandContext, field: unknown): Promise<string | undefined> {
  const name = clean(at(field, "name"), 40);
  if (typeof at(field, "value") === "boolean") return ctx.ui.select(name, ["true", "false"]);
  return ctx.ui.input(name, shown(at(field, "value")));
}

function shown(value: unknown): string {
  return typeof value === "string" ? clean(value, 60) : JSON.stringify(value);
}
