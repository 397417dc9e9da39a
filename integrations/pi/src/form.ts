// The form as a component of pi's screen: frames from asq in, keys out.
//
// - A render answers from the last frame at once; another width asks asq for a new one and clamps the old one meanwhile.
// - No line is ever wider than pi asked for, and nothing here throws: either would end pi.
// - pi's own cursor stands at the caret, for input methods. A blank line keeps the form apart from pi's footer.
// - When asq does not show the form, or answer a key, for two seconds, a line says so, and Esc and Ctrl+C lead out.

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
  /** A line of pi's own, in its colours. */
  paint: (text: string) => string;
}

export interface Frame {
  width: number;
  height: number;
  lines: string[];
}

/** After how many milliseconds without an answer a way out is offered. */
const STUCK_MS = 2000;
const STUCK = "asq is not answering · Esc goes on without it";

/** Esc and Ctrl+C, in terminals' two spellings. */
const OUT = ["\u001b", "\u001b[27u", "\u0003", "\u001b[99;5u"];

export class Form implements Component, Focusable {
  focused = false;
  readonly #around: Around;
  readonly #keys = new Joiner();
  #frame: Frame | undefined;
  #asked: { width: number; height: number } | undefined;
  #cache: { frame: Frame; width: number; rows: number; focused: boolean; stuck: boolean; lines: string[] } | undefined;
  #redrawing = false;
  /** Runs while something was sent that nothing has come back for. */
  #unanswered: ReturnType<typeof setTimeout> | undefined;
  #stuck = false;

  constructor(around: Around) {
    this.#around = around;
    this.#wait();
  }

  /** A frame from asq. */
  show(frame: Frame): void {
    this.#frame = frame;
    this.answered();
    this.#redraw();
  }

  #redraw(): void {
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

  /** asq said something. */
  answered(): void {
    clearTimeout(this.#unanswered);
    this.#unanswered = undefined;
    if (!this.#stuck) return;
    this.#stuck = false;
    this.#redraw();
  }

  /** It is gone from the screen. */
  dispose(): void {
    this.answered();
  }

  #wait(): void {
    this.#unanswered ??= setTimeout(() => {
      this.#stuck = true;
      this.#redraw();
    }, STUCK_MS);
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
    const stuck = this.#stuck;
    const hint = stuck ? this.#fit(this.#around.paint(STUCK), width) : "";
    if (frame === undefined) return stuck ? [hint] : [];
    const { focused } = this;
    const cache = this.#cache;
    if (cache?.frame === frame && cache.width === width && cache.rows === rows && cache.focused === focused && cache.stuck === stuck) {
      return cache.lines;
    }
    const lines = frame.lines.slice(0, rows).map((line) => this.#fit(line, width));
    // Apart from what pi keeps below; `rows` leaves room for it.
    if (lines.length > 0 || stuck) lines.push(hint);
    this.#cache = { frame, width, rows, focused, stuck, lines };
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
      if (this.#stuck && OUT.includes(text)) {
        this.#around.stuck();
        return;
      }
      this.#wait();
      this.#around.send({ type: "input", data: text });
    } catch {
      // A key is lost; pi is not.
    }
  }
}
