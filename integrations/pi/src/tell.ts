// Tells the person, while there is no form, that a question waits or was answered elsewhere.
//
// - pi's own screen shows it above the editor or in the transcript; over RPC the host gets it; otherwise it goes to
//   standard error.
// - Ctrl+] brings back a form that was put aside; no other key is taken from pi.
// - Foreign text is one line without control characters.

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { clean } from "./clean.ts";
import { ink } from "./colours.ts";
import { surface } from "./surface.ts";

/** The name of asq's line above the editor. */
const KEY = "asq";

/** Shows a message once. */
export function tell(ctx: ExtensionContext, text: unknown, level: "info" | "warning" = "info"): void {
  const line = clean(text, 400);
  if (line === "") return;
  // pi's own colour for such a line is hard to read.
  if (level === "info" && surface(ctx) === "form") ctx.ui.notify(ink(ctx.ui.theme, "muted", line), level);
  else if (ctx.hasUI) ctx.ui.notify(line, level);
  else process.stderr.write(`${line}\n`);
}

/** Ctrl+], which puts a form aside and brings it back, in both spellings of terminals. */
const BACK = ["\u001d", "\u001b[93;5u"];

/** Shows that a question waits, for as long as it does. */
export class Waiting {
  readonly #ctx: ExtensionContext;
  #shown = false;
  #unlisten: (() => void) | undefined;

  constructor(ctx: ExtensionContext) {
    this.#ctx = ctx;
  }

  /** `back` brings the form back, if there is one; `does` names that for the person. */
  begin(text: unknown, back?: () => void, does = "shows it again"): void {
    if (this.#shown) return;
    if (!this.#ctx.hasUI) {
      tell(this.#ctx, text);
      return;
    }
    const ui = this.#ctx.ui;
    // Old versions don't pass keys on.
    const listen = (ui as { onTerminalInput?: typeof ui.onTerminalInput }).onTerminalInput?.bind(ui);
    const comes = back !== undefined && listen !== undefined;
    if (comes) {
      this.#unlisten = listen((data) => {
        if (!BACK.includes(data)) return undefined;
        this.end();
        back();
        return { consume: true };
      });
    }
    this.#shown = true;
    const line = clean(text, 300);
    const words = (text: string): string => ink(ui.theme, "muted", text);
    const keys = `Ctrl+]${words(` ${does} · `)}Esc${words(" stops the agent")}`;
    const first = ink(ui.theme, "accent", line);
    ui.setWidget(KEY, comes ? [first, keys] : [first]);
  }

  end(): void {
    this.#unlisten?.();
    this.#unlisten = undefined;
    if (this.#shown) this.#ctx.ui.setWidget(KEY, undefined);
    this.#shown = false;
  }
}
