// Leaves names alone that other extensions hold, and tells the person in one line.

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { at, clean } from "./clean.ts";
import { tell } from "./tell.ts";
import type { Tool } from "./tool.ts";

/** The tools with free names. */
export function leaveToOthers(pi: ExtensionAPI, tools: readonly Tool[], ctx: ExtensionContext): Tool[] {
  const there = new Map(pi.getAllTools().map((tool) => [tool.name, holder(tool)]));
  const held = tools.filter((tool) => there.has(tool.spec.name));
  if (held.length > 0) {
    const names = held.map(({ spec }) => `${spec.name} (${there.get(spec.name) ?? ""})`).join(", ");
    const [belong, them] = held.length === 1 ? ["belongs", "it"] : ["belong", "them"];
    tell(ctx, `asq: ${names} ${belong} to another extension, so asq does not offer ${them}`, "warning");
  }
  return tools.filter((tool) => !there.has(tool.spec.name));
}

/** The package or file of a tool. */
function holder(tool: unknown): string {
  const info = at(tool, "sourceInfo");
  const source = at(info, "source");
  const packaged = typeof source === "string" && /^(npm|git):/.test(source);
  return clean(packaged ? source : (at(info, "path") ?? source), 120);
}
