// Every text of asq's can be read in pi's own themes, and the meanings of the tones can be told apart.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import type { Theme } from "@earendil-works/pi-coding-agent";
import { boxed, contrast, ink, rgb, type Rgb } from "../../src/colours.ts";
import { tones } from "../../src/tones.ts";
import { HERE } from "../pi.ts";
import { theme as tagged } from "./tools.ts";

const FOLDER = join(HERE, "node_modules/@earendil-works/pi-coding-agent/dist/modes/interactive/theme");
const { loadThemeFromPath } = (await import(join(FOLDER, "theme.js"))) as {
  loadThemeFromPath: (path: string, mode: "truecolor" | "256color") => Theme;
};

/** Backgrounds of xterm, GNOME, Ubuntu, Solarized, VS Code and Dracula; of Solarized, GitHub and Terminal.app. */
const BEHIND = {
  dark: ["000000", "171421", "300a24", "002b36", "1e1e1e", "282a36"],
  light: ["fdf6e3", "f6f8fa", "ffffff"],
};
const BOXES = ["toolPendingBg", "toolSuccessBg", "toolErrorBg"] as const;
const TEXTS = ["muted", "accent", "success", "warning", "error"] as const;

function hex(text: string): Rgb {
  const [r = 0, g = 0, b = 0] = text.match(/../g)?.map((two) => parseInt(two, 16)) ?? [];
  return [r, g, b];
}

/** The colours of what is painted. */
function seen(text: string, kind: "38" | "48"): Rgb {
  const [found] = [...text.matchAll(/\u001b\[[0-9;]*m/g)].map(([one]) => rgb(one, kind)).filter((one) => one !== undefined);
  assert.ok(found, JSON.stringify(text));
  return found;
}

function reads(what: string, text: Rgb, behind: Rgb): void {
  const is = contrast(text, behind);
  assert.ok(is >= 4.5, `${what}: ${is.toFixed(2)}, ${text.join()} on ${behind.join()}`);
}

it("the contrast is WCAG's", () => {
  assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21);
  assert.equal(contrast([0x77, 0x77, 0x77], [255, 255, 255]).toFixed(2), "4.48");
});

it("each name of a tone is one of asq's", () => {
  const row = readFileSync(join(HERE, "../../docs/embed.md"), "utf8").split("\n").find((line) => line.startsWith("| `tones` | what"));
  const names = [...(row?.split("Names:")[1]?.split("An absent")[0] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const theme = loadThemeFromPath(join(FOLDER, "dark.json"), "truecolor");
  // Ordinary text has the terminal's own colour.
  assert.deepEqual(["plain", ...Object.keys(tones(theme))].sort(), names.sort());
});

for (const [name, backgrounds] of Object.entries(BEHIND)) {
  for (const mode of ["truecolor", "256color"] as const) {
    const theme = loadThemeFromPath(join(FOLDER, `${name}.json`), mode);
    const all = tones(theme);
    const colour = (tone: string): Rgb => seen(all[tone]?.[0] ?? "", "38");

    it(`${name}, ${mode}: every tone can be read on every common background`, () => {
      const colours = Object.keys(all).filter((tone) => !["trusted", "bold", "italic", "selected", "caret"].includes(tone));
      assert.equal(colours.length, 10);
      for (const tone of colours) for (const behind of backgrounds) reads(`${tone} on ${behind}`, colour(tone), hex(behind));
      // The button in focus has the background of the active tab.
      reads("the button in focus", colour("accent"), seen(theme.bg("selectedBg", ""), "48"));
      reads("the active tab", colour("selected"), seen(all["selected"]?.[0] ?? "", "48"));
    });

    it(`${name}, ${mode}: every text of calls and results can be read in pi's boxes, and every other one beside them`, () => {
      for (const text of TEXTS) {
        for (const box of BOXES) reads(`${text} on ${box}`, seen(boxed(theme, text, "x"), "38"), seen(theme.bg(box, ""), "48"));
        for (const behind of backgrounds) reads(`${text} on ${behind}`, seen(ink(theme, text, "x"), "38"), hex(behind));
      }
    });

    it(`${name}, ${mode}: text, focus, picks, warnings and dangers differ, and less important text is quieter`, () => {
      const distinct = ["dim", "accent", "good", "warn", "danger"].map((tone) => colour(tone).join());
      assert.equal(new Set(distinct).size, distinct.length, distinct.join(" "));
      const [red, green, blue] = colour("danger");
      assert.ok(red > green * 1.4 && red > blue * 1.4, `${String(red)},${String(green)},${String(blue)} is red`);
      for (const behind of backgrounds) {
        const bright = contrast(seen(theme.fg("text", ""), "38"), hex(behind));
        assert.ok(bright > contrast(colour("dim"), hex(behind)) * 1.3, behind);
      }
    });
  }
}

it("the cells before asq's own rows are white on a blue of their own", () => {
  const ground = rgb("\u001b[48;5;25m", "48");
  const white = rgb("\u001b[38;5;231m", "38");
  assert.ok(ground && white);
  reads("white", white, ground);
  const theme = loadThemeFromPath(join(FOLDER, "dark.json"), "256color");
  assert.deepEqual(tones(theme)["trusted"], ["\u001b[38;5;231;48;5;25m", "\u001b[39;49m"]);
});

it("a colour that can be read is the theme's own, and what is no colour stays as it is", () => {
  const theme = loadThemeFromPath(join(FOLDER, "dark.json"), "truecolor");
  assert.equal(ink(theme, "mdHeading", "map"), theme.fg("mdHeading", "map"));
  assert.equal(ink(tagged, "muted", "map"), "<muted>map</>");
  const of = (fg: string, bg: string): Theme => ({ fg: (_: string, text: string) => `${fg}${text}\u001b[39m`, bg: (_: string, text: string) => `${bg}${text}\u001b[49m` }) as unknown as Theme;
  const dim = "\u001b[38;2;40;40;40m";
  // The terminal's own colours, and a theme without a background.
  for (const [fg, bg] of [["\u001b[39m", "\u001b[48;5;16m"], ["\u001b[38;5;8m", "\u001b[48;5;16m"], [dim, "\u001b[49m"], [dim, ""]] as const) {
    assert.equal(ink(of(fg, bg), "muted", "map"), `${fg}map\u001b[39m`);
    assert.equal(boxed(of(fg, bg), "muted", "map"), `${fg}map\u001b[39m`);
  }
  const broken = { fg: (_: string, text: string) => text, bg: () => assert.fail() } as unknown as Theme;
  assert.equal(ink(broken, "muted", "map"), "map");
});
