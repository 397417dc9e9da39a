// The form as a component of pi's screen: frames come from asq, keys go to asq.
//
// - Renders at once from the last frame. For another width it asks asq for a new frame and clamps the old one until then.
// - If there is room, a rule in pi's colours separates the transcript from the form and names pi's own keys.
// - Keeps text that was typed before the first frame: it was meant for pi, and the form is put aside.
// - Handles pi's own keys: one stops the agent; the one that pastes an image explains why it can't.
// - No line is wider than pi asked for, and nothing here throws: either would end pi.
// - Puts pi's own cursor at the caret, for input methods. A blank line separates the form from pi's footer.
// - If asq doesn't show the form or react to a key for two seconds, a line says so, and Esc and Ctrl+C lead out.

import { CURSOR_MARKER, truncateToWidth, visibleWidth, type Component, type Focusable } from "@earendil-works/pi-tui";
import { Joiner } from "./keys.ts";

/** What the form needs from its surroundings. */
export interface Around {
  /** The most rows that it may take. */
  rows: () => number;
  /** Draws again, at once if pi can. */
  redraw: () => void;
  /** Sends a line to asq. */
  send: (line: Record<string, unknown>) => void;
  /** The person has given up on an asq that doesn't react. */
  stuck: () => void;
  /** Whether there is room for the rule. */
  roomy: () => boolean;
  /** Paints a line of pi's own in its colours. */
  paint: (text: string, as: "hint" | "rule" | "words") => string;
  /** Stops the agent. */
  stop: () => void;
  /** pi's colours may have changed. */
  repaint: () => void;
}

export interface Frame {
  width: number;
  height: number;
  lines: string[];
}

/** Offers a way out after this long without a reply. */
const STUCK_MS = 2000;
const STUCK = "asq is not answering · Esc goes on without it";

/** pi's keys while the form is open, in both spellings of terminals. */
const STOP = ["\u001c", "\u001b[92;5u"];
const ASIDE = "\u001d";
const PASTE = ["\u0016", "\u001b[118;5u"];
/** For asq's help page. */
export const HOST_KEYS = [["Ctrl+\\", "stop the agent"]];
/** As below the form: bright keys, dim words. */
const RULE = [["Ctrl+]", " puts it aside · "], ["Ctrl+\\", " stops the agent"]] as const;
const RULE_WIDTH = visibleWidth(RULE.flat().join(""));
const NO_IMAGE = "An answer takes no image · paste text by your terminal's own key, such as Ctrl+Shift+V";

/** Esc and Ctrl+C, in both spellings of terminals. */
const OUT = ["\u001b", "\u001b[27u", "\u0003", "\u001b[99;5u"];

export class Form implements Component, Focusable {
  focused = false;
  readonly #around: Around;
  readonly #keys = new Joiner();
  #frame: Frame | undefined;
  #asked: { width: number; height: number } | undefined;
  #cache: { frame: Frame; width: number; rows: number; focused: boolean; hint: string; ruled: boolean; lines: string[] } | undefined;
  #redrawing = false;
  /** Runs while asq owes a reply. */
  #unanswered: ReturnType<typeof setTimeout> | undefined;
  #stuck = false;
  #said = "";
  /** Text from before the first frame: it was meant for pi. */
  #early = "";

  constructor(around: Around) {
    this.#around = around;
    this.#wait();
  }

  /** A frame from asq. */
  show(frame: Frame): void {
    // The person is typing for pi, so the form stays out of the way.
    if (this.#frame === undefined && this.#early !== "") this.#around.send({ type: "input", data: ASIDE });
    this.#frame = frame;
    this.answered();
    this.#redraw();
  }

  #redraw(): void {
    if (this.#redrawing) return;
    this.#redrawing = true;
    // Wait for everything in this chunk: only the last of several frames is drawn.
    queueMicrotask(() => {
      this.#redrawing = false;
      try {
        this.#around.redraw();
      } catch {
        // pi will draw again by itself.
      }
    });
  }

  /** asq has sent something. */
  answered(): void {
    clearTimeout(this.#unanswered);
    this.#unanswered = undefined;
    if (!this.#stuck) return;
    this.#stuck = false;
    this.#redraw();
  }

  /** The text that reached the form before anybody saw it. */
  early(): string {
    return this.#early;
  }

  /** The form has left the screen. */
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
      // It keeps its old colours.
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
      // The line that opens the form contains the first size.
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
    // Leaves a gap to pi's footer; `rows` reserves room for it.
    if (lines.length > 0 || hint !== "") lines.push(said);
    // If the contract draws its own rule, another one isn't needed. asq's own rows only begin like one.
    if (ruled && lines.length > 0 && !/^(?:\u001b\[[0-9;]*m|[─━])+$/.test(lines[0] ?? "")) lines.unshift(this.#rule(width));
    this.#cache = { frame, width, rows, focused, hint, ruled, lines };
    return lines;
  }

  #rule(width: number): string {
    const { paint } = this.#around;
    const rest = width - RULE_WIDTH - 5;
    if (rest < 3) return paint("─".repeat(width), "rule");
    const label = RULE.map(([key, words]) => key + paint(words, "words")).join("");
    return `${paint("─".repeat(rest), "rule")} ${label} ${paint("───", "rule")}`;
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
      // Digits alone aren't a text: somebody expects the form.
      const isText = /^[^\p{Cc}]+$/u.test(text) && (this.#early !== "" || !/^\d+$/.test(text));
      if (this.#frame === undefined && isText) {
        this.#early += text;
        return;
      }
      this.#wait();
      this.#around.send({ type: "input", data: text });
    } catch {
      // Losing a key is better than losing pi.
    }
  }
}
