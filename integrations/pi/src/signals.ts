// What asq has pi raise for a question: the bell, the title, a sign of life. The title is taken back.

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Line } from "./child.ts";
import { Heartbeat } from "./heartbeat.ts";

export class Signals {
  readonly #ctx: ExtensionContext;
  readonly #beat: () => void;
  #heartbeat: Heartbeat | undefined;
  #titled = false;

  constructor(ctx: ExtensionContext, beat: () => void) {
    this.#ctx = ctx;
    this.#beat = beat;
  }

  /** A line `signal`. */
  raise(line: Line): void {
    switch (line["signal"]) {
      case "bell":
        if (process.stdout.isTTY) process.stdout.write("\u0007");
        return;
      case "title":
        this.#title(line["title"]);
        return;
      case "heartbeat":
        this.#heartbeat = new Heartbeat(Number(line["every_ms"]), this.#beat);
        return;
      default:
        return;
    }
  }

  /** The question is over. */
  end(): void {
    this.#heartbeat?.stop();
    if (this.#titled) this.#title(null);
  }

  #title(title: unknown): void {
    const titled = typeof title === "string";
    if (!titled && !this.#titled) return;
    this.#titled = titled;
    const ui = this.#ctx.ui as { setTitle?: (title: string) => void };
    ui.setTitle?.(titled ? title : "");
  }
}
