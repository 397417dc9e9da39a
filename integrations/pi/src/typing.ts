// Whether the person is typing in pi's editor, so that a form stays out of the way.
//
// - Notes when a key last changed the text in the editor; takes no key from pi.
// - An empty editor, and text that has stood there for two seconds, are nobody typing.

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { surface } from "./surface.ts";

const FRESH_MS = 2000;

let text = "";
/** A key has come since the last look at the text. */
let keyed = false;
let changed = -Infinity;

/** Watches the editor of a session. */
export function watchTyping(ctx: ExtensionContext): void {
  if (surface(ctx) !== "form") return;
  try {
    text = ctx.ui.getEditorText();
    ctx.ui.onTerminalInput(() => {
      keyed = true;
      // The editor gets the key after this.
      setImmediate(look, ctx);
      return undefined;
    });
  } catch {
    // This pi can't tell.
  }
}

/** Whether somebody types there now. */
export function types(ctx: ExtensionContext): boolean {
  look(ctx);
  return text.trim() !== "" && performance.now() - changed < FRESH_MS;
}

function look(ctx: ExtensionContext): void {
  try {
    const now = ctx.ui.getEditorText();
    if (keyed && now !== text) changed = performance.now();
    text = now;
  } catch {
    // The session has ended.
  }
  keyed = false;
}
