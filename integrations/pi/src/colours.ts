// Makes pi's colours readable: some in pi's own themes are too close to what is behind them.
//
// - The contrast of a text is at least 4.5, by WCAG's formula, on what is behind it.
// - A colour with less of it gets lighter on a dark ground and darker on a light one, and keeps its hue; every other
//   colour stays what the theme says.
// - What can't be understood stays as it is: the terminal's own colours, or those of another pi.

import type { Theme, ThemeColor } from "@earendil-works/pi-coding-agent";

export type Rgb = readonly [number, number, number];

export type Ground = Parameters<Theme["bg"]>[0];

const ENOUGH = 4.5;

/** The lightest common background of dark terminals, and the darkest of light ones. */
const DARK: Rgb = [0x28, 0x2a, 0x36];
const LIGHT: Rgb = [0xfd, 0xf6, 0xe3];
/** As far from black as from white, by contrast. */
const MIDDLE = 0.18;

const STEPS = 100;

/** The shades so far, by what they were made from: each drawing asks for the same ones. */
const known = new Map<string, string>();
const MOST_KNOWN = 1000;

/** Paints a text on the terminal's own background, such as that of the form, and, if asked, on another one, too. */
export function ink(theme: Theme, colour: ThemeColor, text: string, ...more: Ground[]): string {
  return painted(theme, colour, text, more, true);
}

/** Paints a text for the transcript, in pi's boxes around calls and results. */
export function boxed(theme: Theme, colour: ThemeColor, text: string): string {
  return painted(theme, colour, text, ["toolPendingBg", "toolSuccessBg", "toolErrorBg"], false);
}

function painted(theme: Theme, colour: ThemeColor, text: string, behind: Ground[], terminal: boolean): string {
  const theirs = theme.fg(colour, text);
  try {
    const prefix = opening(theirs);
    const grounds = behind.map((ground) => opening(theme.bg(ground, "")));
    const selected = terminal ? opening(theme.bg("selectedBg", "")) : "";
    const key = [prefix, ...grounds, selected].join();
    let shade = known.get(key);
    if (shade === undefined) {
      const all = grounds.map((ground) => rgb(ground, "48")).filter((ground) => ground !== undefined);
      // pi doesn't say what the terminal's background is, but its theme was made for one.
      const like = rgb(selected, "48");
      if (like !== undefined) all.unshift(isDark(like) ? DARK : LIGHT);
      shade = readable(prefix, all);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(key, shade);
    }
    return shade + theirs.slice(prefix.length);
  } catch {
    return theirs;
  }
}

/** What the theme puts before a text. */
const opening = (text: string): string => text.slice(0, text.indexOf("m") + 1);

/** The sequence of a shade that can be read on all grounds, or the same one if it can be, or can't be understood. */
function readable(prefix: string, grounds: Rgb[]): string {
  const colour = rgb(prefix, "38");
  const [first] = grounds;
  const reads = (one: Rgb): boolean => grounds.every((ground) => contrast(one, ground) >= ENOUGH);
  if (colour === undefined || first === undefined || reads(colour)) return prefix;
  const shades = isDark(first) ? lighter(colour) : darker(colour);
  const shade = shades.find(reads) ?? shades.at(-1) ?? colour;
  if (prefix.includes("38;2;")) return `\u001b[38;2;${shade.join(";")}m`;
  const number = nearest(shade, reads);
  return number === undefined ? prefix : `\u001b[38;5;${String(number)}m`;
}

/** The number of the nearest colour for a terminal with 256 of them: not paler, of the same hue, and grey only for a grey. */
function nearest(shade: Rgb, reads: (one: Rgb) => boolean): number | undefined {
  const far = (one: Rgb): number => distance(one, shade) + (isGrey(shade) ? 0 : distance(pure(one), pure(shade)));
  const fits = (one: Rgb): boolean => isGrey(one) === isGrey(shade) && strength(one) >= strength(shade) - 0.05 && reads(one);
  return PALETTE.filter(([, one]) => fits(one)).sort(([, a], [, b]) => far(a) - far(b))[0]?.[0];
}

/** Up to the strongest of its hue, and from there to white. */
function lighter(colour: Rgb): Rgb[] {
  const peak = 255 / Math.max(1, ...colour);
  const strongest = each(colour, (n) => n * peak);
  return [...mixed(colour, strongest), ...mixed(strongest, [255, 255, 255])];
}

/** Up to the strongest of its hue, and from there to black. A grey stays grey. */
function darker(colour: Rgb): Rgb[] {
  const most = Math.max(...colour);
  const strongest = isGrey(colour) ? colour : each(pure(colour), (n) => (most * n) / 255);
  return [...mixed(colour, strongest), ...mixed(strongest, [0, 0, 0])];
}

/** The hue of a colour that is not grey. */
function pure(colour: Rgb): Rgb {
  const [least, most] = [Math.min(...colour), Math.max(...colour)];
  return each(colour, (n) => (255 * (n - least)) / (most - least));
}

const isGrey = (colour: Rgb): boolean => strength(colour) < 0.2;

/** 0 for a grey, 1 for the strongest of its hue. */
function strength(colour: Rgb): number {
  const most = Math.max(...colour);
  return (most - Math.min(...colour)) / Math.max(1, most);
}

function mixed(from: Rgb, to: Rgb): Rgb[] {
  return Array.from({ length: STEPS }, (_, n) => {
    const part = (n + 1) / STEPS;
    return each(from, (one, at) => one + ((to[at] ?? one) - one) * part);
  });
}

function each(colour: Rgb, change: (one: number, at: number) => number): Rgb {
  const [r, g, b] = colour;
  return [Math.round(change(r, 0)), Math.round(change(g, 1)), Math.round(change(b, 2))];
}

const distance = (a: Rgb, b: Rgb): number => a.reduce((sum, one, at) => sum + (one - (b[at] ?? 0)) ** 2, 0);

/** The colour of a sequence that sets one: text has 38, what is behind it 48. */
export function rgb(sequence: string, kind: "38" | "48"): Rgb | undefined {
  const numbers = /^\u001b\[([0-9;]+)m$/.exec(sequence)?.[1]?.split(";") ?? [];
  const [what, how, ...rest] = numbers;
  if (what !== kind) return undefined;
  const [r = NaN, g = NaN, b = NaN] = rest.map(Number);
  if (how === "5") return PALETTE.find(([number]) => number === r)?.[1];
  return how === "2" && rest.length === 3 ? [r, g, b] : undefined;
}

/** The colours with a number that no terminal changes. */
const PALETTE: [number, Rgb][] = Array.from({ length: 240 }, (_, n) => {
  const cube = (part: number): number => (part === 0 ? 0 : 55 + 40 * part);
  const grey = 8 + 10 * (n - 216);
  return [n + 16, n < 216 ? [cube(Math.floor(n / 36)), cube(Math.floor(n / 6) % 6), cube(n % 6)] : [grey, grey, grey]];
});

export function contrast(a: Rgb, b: Rgb): number {
  const [one, other] = [luminance(a) + 0.05, luminance(b) + 0.05];
  return Math.max(one, other) / Math.min(one, other);
}

const isDark = (colour: Rgb): boolean => luminance(colour) < MIDDLE;

function luminance([r, g, b]: Rgb): number {
  const part = (n: number): number => (n / 255 <= 0.03928 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
}
