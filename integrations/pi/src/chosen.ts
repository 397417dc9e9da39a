// The tools that the package offers: AskUserQuestion, unless the person chose others.
//
// - The choice is in asq.json in pi's own folder: {"tools": ["question"]}. Unknown names are ignored.
// - The command /asq-tools changes it; the change takes effect with the next /reload or start.

import type { ExtensionAPI, ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { at, clean, list } from "./clean.ts";

const DEFAULT = "AskUserQuestion";

function file(): string {
  return join(process.env["PI_CODING_AGENT_DIR"] ?? join(homedir(), ".pi/agent"), "asq.json");
}

/** The tools to offer, among the existing ones. */
export function chosen(all: readonly string[]): string[] {
  try {
    const wanted = list(at(JSON.parse(readFileSync(file(), "utf8")), "tools"));
    const known = all.filter((name) => wanted.includes(name));
    if (known.length > 0) return known;
  } catch {
    // The person has made no choice.
  }
  return [DEFAULT];
}

/** Registers the command with pi. */
export function chooseMenu(pi: ExtensionAPI, all: readonly string[]): void {
  pi.registerCommand("asq-tools", {
    description: "Which of asq's question tools the agent gets",
    handler: async (_args: string, ctx: ExtensionCommandContext) => {
      try {
        await menu(ctx, all);
      } catch (error) {
        ctx.ui.notify(`asq: ${clean(String(error), 200)}`, "error");
      }
    },
  });
}

async function menu(ctx: ExtensionCommandContext, all: readonly string[]): Promise<void> {
  if (!ctx.hasUI) return;
  const now = chosen(all);
  const rows = new Map(all.map((name) => [now.includes(name) && now.length === 1 ? `${name} (now)` : name, name]));
  const picked = await ctx.ui.select("Which question tool does the agent get? One is enough: each adds to every request.", [...rows.keys()]);
  const name = picked === undefined ? undefined : rows.get(picked);
  if (name === undefined) return;
  const path = file();
  mkdirSync(dirname(path), { recursive: true });
  const beside = `${path}.${String(process.pid)}`;
  writeFileSync(beside, `${JSON.stringify({ tools: [name] })}\n`);
  renameSync(beside, path);
  ctx.ui.notify(`asq: ${name} from the next /reload on`, "info");
}
