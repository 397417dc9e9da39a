// Where a question can be shown in this pi.
//
// - A screen of its own gets the form, an RPC host step after step, everything else nothing.

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

export type Surface = "form" | "steps" | "none";

/** What pi can show now; old versions know no mode. */
export function surface(ctx: ExtensionContext): Surface {
  const mode = (ctx as { mode?: string }).mode ?? (ctx.hasUI ? "tui" : "print");
  if (mode === "tui") return "form";
  return mode === "rpc" && ctx.hasUI ? "steps" : "none";
}
