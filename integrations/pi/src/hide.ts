// Hides the tools from the model if nobody can answer: a setting, off by default.
//
// - Only a pi without a person checks the setting; one with a screen starts no asq for it.
// - If the check fails, the tools stay visible.

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { at } from "./clean.ts";
import { run } from "./run.ts";
import { surface } from "./surface.ts";

const SETTING = "pi.hide_tool_without_person";

/** Hides the tools if the person set it so. */
export async function hideWithoutPerson(pi: ExtensionAPI, tools: readonly string[], ctx: ExtensionContext): Promise<void> {
  if (surface(ctx) !== "none") return;
  try {
    const settings = await run(["settings", "--json"], ctx.cwd);
    if (!settings.ok || at(JSON.parse(settings.out), SETTING) !== true) return;
    pi.setActiveTools(pi.getActiveTools().filter((name) => !tools.includes(name)));
  } catch {
    // The model still sees the tools, and learns on a call that nobody saw its question.
  }
}
