// The form as a component of pi's screen: frames from asq in, keys out.
//
// - A render answers from the last frame at once; another width asks asq for a new one and clamps the old one meanwhile.
// - No line is ever wider than pi asked for, and nothing here throws: either would end pi.
// - pi's own cursor stands at the caret, for input methods. A blank line keeps the form apart from pi's footer.
// - When asq does not answer a key for two seconds, Esc and Ctrl+C still lead out.

import { CURSOR_MARKER, truncateToWidth, visibleWidth, type Component, type Focusable } from "@earendil-works/pi-tui";
import { Joiner } from "./keys.ts";

/** What the form needs of its surroundings. */
export interface Around {
  /** The rows that it may take. */
  rows: () => number;
  /** Draw again, at once where pi can. */
  redraw: () => void;
  /** A line to asq. */
  send: (line: Record<string, unknown>) => void;
  /** The person gave up on an asq that does not answer. */
  stuck: () => void;
  /** Milliseconds. */
  now: () => number;
}

export interface Frame {
  width: number;
  height: number;
  lines: string[];
}

/** After how many milliseconds without an answer a way out is offered. */
const STUCK = 2000;

export class Form implements Component, Focusable {
  focused = false;
  readonly #around: Around;
  readonly #keys = new Joiner();
  #frame: Frame | undefined;
  #asked: { width: number; height: number } | undefined;
  #cache: { frame: Frame; width: number; rows: number; focused: boolean; lines: string[] } | undefined;
  #redrawing = false;
  /** When a key was sent that nothing has come back for. */
  #unanswered: number | undefined;

  constructor(around: Around) {
    this.#around = around;
  }

  /** A frame from asq. */
  show(frame: Frame): void {
    this.#frame = frame;
    this.#unanswered = undefined;
    if (this.#redrawing) return;
    this.#redrawing = true;
    // After all that came in one piece: only the last of several frames is drawn.
    queueMicrotask(() => {
      this.#redrawing = false;
      try {
        this.#around.redraw();
      } catch {
        // pi draws again by itself.
      }
    });
  }

  /** asq said something else. */
  answered(): void {
    this.#unanswered = undefined;
  }

  invalidate(): void {
    this.#cache = undefined;
  }

  render(width: number): string[] {
    try {
      return this.#render(width);
    } catch {
      return [];
    }
  }

  #render(width: number): string[] {
    const rows = Math.max(1, this.#around.rows());
    const frame = this.#frame;
    if (width < 1) return [];
    if (this.#asked?.width !== width || this.#asked.height !== rows) {
      // The first size is part of the line that opens the form.
      if (this.#asked !== undefined || (frame !== undefined && (frame.width !== width || frame.height !== rows))) {
        this.#around.send({ type: "resize", width, height: rows });
      }
      this.#asked = { width, height: rows };
    }
    if (frame === undefined) return [];
    const cache = this.#cache;
    if (cache?.frame === frame && cache.width === width && cache.rows === rows && cache.focused === this.focused) {
      return cache.lines;
    }
    const lines = frame.lines.slice(0, rows).map((line) => this.#fit(line, width));
    // Apart from what pi keeps below; `rows` leaves room for it.
    if (lines.length > 0) lines.push("");
    this.#cache = { frame, width, rows, focused: this.focused, lines };
    return lines;
  }

  #fit(line: string, width: number): string {
    const bare = this.focused ? line : line.replaceAll(CURSOR_MARKER, "");
    return visibleWidth(bare) <= width ? bare : truncateToWidth(bare, width, "");
  }

  handleInput(data: string): void {
    try {
      const text = this.#keys.join(data);
      if (text === "") return;
      const since = this.#unanswered;
      const now = this.#around.now();
      if (since !== undefined && now - since > STUCK && (text === "\u001b" || text === "\u0003")) {
        this.#around.stuck();
        return;
      }
      this.#unanswered ??= now;
      this.#around.send({ type: "input", data: text });
    } catch {
      // A key is lost; pi is not.
    }
  }
}
