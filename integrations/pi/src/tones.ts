// pi's colours for asq's tones, as prefix and suffix.
//
// - A pair is what pi's theme puts around a text; a colour that a theme lacks adds nothing.

import type { Theme } from "@earendil-works/pi-coding-agent";
import { CURSOR_MARKER } from "@earendil-works/pi-tui";

/** A letter that stands for the text. */
const TEXT = "x";

type Pair = [string, string];

/** The pair that a painting function puts around a text. */
export function pair(paint: (text: string) => string): Pair | undefined {
  try {
    const [prefix, suffix, more] = paint(TEXT).split(TEXT);
    return prefix === undefined || suffix === undefined || more !== undefined ? undefined : [prefix, suffix];
  } catch {
    return undefined;
  }
}

/** The tones of a theme. */
export function tones(theme: Theme): Record<string, Pair> {
  const all: Record<string, Pair | undefined> = {
    dim: pair((t) => theme.fg("muted", t)),
    accent: pair((t) => theme.fg("accent", t)),
    good: pair((t) => theme.fg("success", t)),
    warn: pair((t) => theme.fg("warning", t)),
    danger: pair((t) => theme.fg("error", t)),
    heading: pair((t) => theme.fg("mdHeading", t)),
    code: pair((t) => theme.fg("mdCode", t)),
    keyword: pair((t) => theme.fg("syntaxKeyword", t)),
    literal: pair((t) => theme.fg("syntaxString", t)),
    name: pair((t) => theme.fg("syntaxFunction", t)),
    trusted: pair((t) => theme.inverse(t)),
    bold: pair((t) => theme.bold(t)),
    italic: pair((t) => theme.italic(t)),
    selected: pair((t) => theme.bg("selectedBg", t)),
    // The marker is where pi puts its cursor, for input methods; pi hides that cursor, so the cell is drawn, too.
    caret: [`${CURSOR_MARKER}\u001b[7m`, "\u001b[27m"],
  };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, Pair] => entry[1] !== undefined));
}
