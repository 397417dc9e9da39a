// Which surface this pi can offer a question.
//
// - pi's own screen gets the form, an RPC host one step after the other, everything else nothing.

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

export type Surface = "form" | "steps" | "none";

/** What pi can show now; old versions have no mode. */
export function surface(ctx: ExtensionContext): Surface {
  const mode = (ctx as { mode?: string }).mode ?? (ctx.hasUI ? "tui" : "print");
  if (mode === "tui") return "form";
  return mode === "rpc" && ctx.hasUI ? "steps" : "none";
}
