// Translates pi's colours into asq's tones, as prefix and suffix.
//
// - A pair is what pi's theme puts around a text, in a shade that can be read; a missing colour adds nothing.
// - The cells before asq's own rows are white on blue, as everywhere else: no theme has a part in them.

import type { Theme } from "@earendil-works/pi-coding-agent";
import { CURSOR_MARKER } from "@earendil-works/pi-tui";
import { ink } from "./colours.ts";

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
    dim: pair((t) => ink(theme, "muted", t)),
    // The button in focus has the background of the active tab.
    accent: pair((t) => ink(theme, "accent", t, "selectedBg")),
    good: pair((t) => ink(theme, "success", t)),
    warn: pair((t) => ink(theme, "warning", t)),
    danger: pair((t) => theme.bold(ink(theme, "error", t))),
    heading: pair((t) => ink(theme, "mdHeading", t)),
    code: pair((t) => ink(theme, "mdCode", t)),
    keyword: pair((t) => ink(theme, "syntaxKeyword", t)),
    literal: pair((t) => ink(theme, "syntaxString", t)),
    name: pair((t) => ink(theme, "syntaxFunction", t)),
    trusted: ["\u001b[38;5;231;48;5;25m", "\u001b[39;49m"],
    bold: pair((t) => theme.bold(t)),
    italic: pair((t) => theme.italic(t)),
    selected: pair((t) => theme.bg("selectedBg", ink(theme, "text", t, "selectedBg"))),
    // pi puts its cursor at the marker, for input methods. pi hides that cursor, so we draw the cell, too.
    caret: [`${CURSOR_MARKER}\u001b[7m`, "\u001b[27m"],
  };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, Pair] => entry[1] !== undefined));
}
