// Where nobody can answer, the tools may be kept from the model: a setting, off by default.
//
// - Only a pi without a person to ask looks for the setting; one with a screen starts no asq for it.
// - What goes wrong with it hides nothing.

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { at } from "./clean.ts";
import { run } from "./run.ts";
import { surface } from "./surface.ts";

const SETTING = "pi.hide_tool_without_person";

/** Takes the tools from the model if the person set it so. */
export async function hideWithoutPerson(pi: ExtensionAPI, tools: readonly string[], ctx: ExtensionContext): Promise<void> {
  if (surface(ctx) !== "none") return;
  try {
    const settings = await run(["settings", "--json"], ctx.cwd);
    if (!settings.ok || at(JSON.parse(settings.out), SETTING) !== true) return;
    pi.setActiveTools(pi.getActiveTools().filter((name) => !tools.includes(name)));
  } catch {
    // The model is offered them, and told that nobody saw its question.
  }
}
