// Translates pi's colours into asq's tones, as prefix and suffix.
//
// - A pair is what pi's theme puts around a text; a missing colour adds nothing.

import type { Theme } from "@earendil-works/pi-coding-agent";
import { CURSOR_MARKER } from "@earendil-works/pi-tui";

/** Stands for the text. */
const TEXT = "x";

type Pair = [string, string];

/** The prefix and suffix that a painting function adds. */
export function pair(paint: (text: string) => string): Pair | undefined {
  try {
    const [prefix, suffix, more] = paint(TEXT).split(TEXT);
    return prefix === undefined || suffix === undefined || more !== undefined ? undefined : [prefix, suffix];
  } catch {
    return undefined;
  }
}

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
    // pi puts its cursor at the marker, for input methods. pi hides that cursor, so we draw the cell, too.
    caret: [`${CURSOR_MARKER}\u001b[7m`, "\u001b[27m"],
  };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, Pair] => entry[1] !== undefined));
}
