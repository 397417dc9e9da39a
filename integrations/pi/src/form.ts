// The form as a component of pi's screen: frames from asq in, keys out.
//
// - A render answers from the last frame at once; another width asks asq for a new one and clamps the old one meanwhile.
// - A rule in pi's colours stands between the transcript and the form, with the keys that are pi's here, where there is room.
// - pi's own keys: one stops the agent; the one that pastes an image says why it can't.
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
  /** Whether there is room for the rule. */
  roomy: () => boolean;
  /** A line of pi's own, in its colours. */
  paint: (text: string, as: "hint" | "rule") => string;
  /** The person stops the agent. */
  stop: () => void;
  /** pi's colours may have changed. */
  repaint: () => void;
}

export interface Frame {
  width: number;
  height: number;
  lines: string[];
}

/** After how many milliseconds without an answer a way out is offered. */
const STUCK_MS = 2000;
const STUCK = "asq is not answering · Esc goes on without it";

/** pi's keys while the form is there, in terminals' two spellings. */
const STOP = ["\u001c", "\u001b[92;5u"];
const PASTE = ["\u0016", "\u001b[118;5u"];
/** For asq's help page. */
export const HOST_KEYS = [["Ctrl+\\", "stop the agent"]];
const RULE = "Ctrl+] puts it aside · Ctrl+\\ stops the agent";
const NO_IMAGE = "An answer takes no image · paste text by your terminal's own key, such as Ctrl+Shift+V";

/** Esc and Ctrl+C, in terminals' two spellings. */
const OUT = ["\u001b", "\u001b[27u", "\u0003", "\u001b[99;5u"];

export class Form implements Component, Focusable {
  focused = false;
  readonly #around: Around;
  readonly #keys = new Joiner();
  #frame: Frame | undefined;
  #asked: { width: number; height: number } | undefined;
  #cache: { frame: Frame; width: number; rows: number; focused: boolean; hint: string; ruled: boolean; lines: string[] } | undefined;
  #redrawing = false;
  /** Runs while something was sent that nothing has come back for. */
  #unanswered: ReturnType<typeof setTimeout> | undefined;
  #stuck = false;
  #said = "";

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
    try {
      this.#around.repaint();
    } catch {
      // It keeps the colours that it has.
    }
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
    const hint = this.#stuck ? STUCK : this.#said;
    const said = hint === "" ? "" : this.#fit(this.#around.paint(hint, "hint"), width);
    if (frame === undefined) return hint === "" ? [] : [said];
    const { focused } = this;
    const ruled = this.#around.roomy();
    const cache = this.#cache;
    if (cache?.frame === frame && cache.width === width && cache.rows === rows && cache.focused === focused && cache.hint === hint && cache.ruled === ruled) {
      return cache.lines;
    }
    const lines = frame.lines.slice(0, rows).map((line) => this.#fit(line, width));
    // Apart from what pi keeps below; `rows` leaves room for it.
    if (lines.length > 0 || hint !== "") lines.push(said);
    // A contract that draws one of its own needs no other.
    if (ruled && lines.length > 0 && !/^(\u001b\[[0-9;]*m)*[─━]/.test(lines[0] ?? "")) lines.unshift(this.#rule(width));
    this.#cache = { frame, width, rows, focused, hint, ruled, lines };
    return lines;
  }

  #rule(width: number): string {
    const label = ` ${RULE} `;
    const rest = width - label.length - 3;
    return this.#around.paint(rest < 3 ? "─".repeat(width) : `${"─".repeat(rest)}${label}───`, "rule");
  }

  #fit(line: string, width: number): string {
    const bare = this.focused ? line : line.replaceAll(CURSOR_MARKER, "");
    return visibleWidth(bare) <= width ? bare : truncateToWidth(bare, width, "");
  }

  handleInput(data: string): void {
    try {
      const text = this.#keys.join(data);
      if (text === "") return;
      this.#said = "";
      if (STOP.includes(text)) {
        this.#around.stop();
        return;
      }
      if (PASTE.includes(text)) {
        this.#said = NO_IMAGE;
        this.#redraw();
        return;
      }
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
