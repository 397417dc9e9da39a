// Measures frames of `asq embed` with pi itself: none is too wide or too high, at any size and after any keys.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { it } from "node:test";
import { visibleWidth } from "@earendil-works/pi-tui";
import { ASQ } from "./pi.ts";

/** The same numbers for the same seed. */
function dice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// No joiners or selectors: fonts have no emoji for what they would make here, and the shim's clamp handles those.
const PIECES = [
  "word", "日本語", "한국어", "👨‍👩‍👧‍👦", "🇩🇪🇫🇷", "⚠️", "☒", "é", "e\u0301\u0302\u0303", "\t", "\u1100\u1161", "עברית", "العربية",
  "🏳️‍🌈", "1️⃣", "क्षि", "ไทย", "\u001b[31mred", "\u0007", "\u202e", "𝒳", "ﷺ", "a\nb", "—", "…", "👍🏽", "\u00ad", "🫥",
];

const KEYS = [
  "\r", " ", "\t", "\u001b[Z", "\u001b[A", "\u001b[B", "\u001b[C", "\u001b[D", "\u001b[5~", "\u001b[6~", "1", "2", "3", "n", "?", "/",
  "\u001b", "\u007f", "\n", "\u001b[200~pasted\rlines\t日本\u001b[201~", "👩‍🚀", "é", "x", "\u0017", "\u001a", "e", "r",
];

it("no line is wider than asked for, no frame higher", { timeout: 120_000 }, async (context) => {
  const home = mkdtempSync(join(tmpdir(), "asq-width-"));
  const child = spawn(ASQ, ["embed"], { env: { HOME: home, PATH: "/usr/bin:/bin" }, stdio: ["pipe", "pipe", "inherit"] });
  // Even after a failure: a running process would keep the tests from ending.
  context.after(() => {
    child.kill();
    rmSync(home, { recursive: true, force: true });
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const say = (line: unknown): void => void child.stdin.write(`${JSON.stringify(line)}\n`);
  await lines.next();
  let frames = 0;
  for (let seed = 1; seed <= 120; seed += 1) {
    const roll = dice(seed);
    const words = (most: number): string =>
      Array.from({ length: 1 + roll(most) }, () => PIECES[roll(PIECES.length)] ?? "").join(roll(2) === 0 ? "" : " ");
    const preview = (): object => (roll(2) === 0 ? { preview: `# ${words(9)}\n\n| a | b |\n|---|---|\n| ${words(5)} | ${words(3)} |\n` } : {});
    const questions = Array.from({ length: 1 + roll(3) }, (_, i) => ({
      question: `${words(20)} ${String(i)}?`,
      header: Array.from(words(3)).slice(0, 11).join("") + String(i),
      multiSelect: roll(2) === 0,
      options: Array.from({ length: 2 + roll(3) }, (_, n) => ({ label: `${words(8)}${String(n)}`, description: words(12), ...preview() })),
    }));
    let size = { width: 1 + roll(90), height: 1 + roll(30) };
    const tones = { accent: ["\u001b[38;5;109m", "\u001b[39m"], dim: ["\u001b[2m", "\u001b[22m"], caret: ["\u001b_pi:c\u0007\u001b[7m", "\u001b[27m"] };
    say({ type: "open", v: 1, id: String(seed), call: { name: "ask_user_question", arguments: { questions } }, surface: "form", ...size, tones, guard_ms: 0 });
    for (let n = 0; n < 25; n += 1) {
      if (roll(5) === 0) {
        size = { width: 1 + roll(90), height: 1 + roll(30) };
        say({ type: "resize", id: String(seed), ...size });
      } else {
        say({ type: "input", id: String(seed), data: KEYS[roll(KEYS.length)] });
      }
    }
    say({ type: "abort", id: String(seed) });
    for (;;) {
      const { value } = (await lines.next()) as { value: string };
      const line = JSON.parse(value) as { type: string; id: string; lines: string[]; width: number; height: number };
      if (line.type === "done") {
        // An invalid call would test nothing.
        assert.ok(!value.includes('"outcome":"misuse"'), value);
        break;
      }
      if (line.type !== "frame") continue;
      frames += 1;
      assert.ok(line.lines.length <= line.height, `seed ${String(seed)}: ${String(line.lines.length)} lines, ${String(line.height)} asked`);
      for (const text of line.lines) {
        const width = visibleWidth(text);
        assert.ok(width <= line.width, `seed ${String(seed)}: ${String(width)} columns, ${String(line.width)} asked: ${JSON.stringify(text)}`);
      }
    }
  }
  assert.ok(frames > 1500, String(frames));
});
