// The form as a component: cached, clamped, resized, never throwing; and halves of characters from pi.

import assert from "node:assert/strict";
import { it } from "node:test";
import { CURSOR_MARKER, visibleWidth } from "@earendil-works/pi-tui";
import { Form, type Around } from "../../src/form.ts";
import { Joiner } from "../../src/keys.ts";

interface Made {
  form: Form;
  sent: Record<string, unknown>[];
  around: Around & { redraws: number; stucks: number; stops: number; repaints: number; wide: boolean; high: number };
}

function make(): Made {
  const sent: Record<string, unknown>[] = [];
  const around = {
    redraws: 0,
    stucks: 0,
    stops: 0,
    repaints: 0,
    wide: false,
    high: 10,
    rows: () => around.high,
    redraw: () => void (around.redraws += 1),
    send: (line: Record<string, unknown>) => void sent.push(line),
    stuck: () => void (around.stucks += 1),
    roomy: () => around.wide,
    paint: (text: string) => `<${text}>`,
    stop: () => void (around.stops += 1),
    repaint: () => void (around.repaints += 1),
  };
  return { form: new Form(around), sent, around };
}

it("idle renders come from the cache and ask nobody; of frames that come together the last is drawn", async () => {
  const { form, sent, around } = make();
  assert.deepEqual(form.render(40), []);
  form.show({ width: 40, height: 10, lines: ["none"] });
  form.show({ width: 40, height: 10, lines: ["one", "two"] });
  await Promise.resolve();
  const first = form.render(40);
  assert.deepEqual(first, ["one", "two", ""]);
  for (let n = 0; n < 100; n += 1) assert.equal(form.render(40), first);
  assert.deepEqual([sent, around.redraws], [[], 1]);
  form.invalidate();
  assert.deepEqual(form.render(40), first);
  form.show({ width: 40, height: 10, lines: ["three"] });
  await Promise.resolve();
  assert.deepEqual([form.render(40), around.redraws], [["three", ""], 2]);
});

it("another size is asked for once; until it comes the old frame is clamped", () => {
  const { form, sent, around } = make();
  const wide = { width: 20, height: 10, lines: ["日本語テキスト", "\u001b[1mabcdefghij\u001b[22m", "c", "d", "e"] };
  form.render(20);
  form.show(wide);
  form.render(20);
  around.high = 3;
  for (const width of [7, 7, 1, 0]) {
    const lines = form.render(width);
    assert.ok(lines.length <= 4);
    for (const line of lines) assert.ok(visibleWidth(line) <= width, JSON.stringify(line));
  }
  assert.deepEqual(sent, [
    { type: "resize", width: 7, height: 3 },
    { type: "resize", width: 1, height: 3 },
  ]);
  // The frame for seven columns comes late, when the width has changed; it fits anyway.
  form.show({ width: 7, height: 3, lines: ["日本語"] });
  assert.ok(form.render(1).every((line) => visibleWidth(line) <= 1));
  assert.equal(sent.length, 2);
});

it("the mark of the caret is there only while keys come here", () => {
  const { form } = make();
  form.render(9);
  form.show({ width: 9, height: 10, lines: [`a${CURSOR_MARKER}b`] });
  assert.deepEqual(form.render(9), ["ab", ""]);
  form.focused = true;
  assert.deepEqual(form.render(9), [`a${CURSOR_MARKER}b`, ""]);
});

it("a frame or surroundings that are not as they should be end nothing", async () => {
  const { form, around } = make();
  form.show({ width: 9, height: 10, lines: undefined as unknown as string[] });
  assert.deepEqual(form.render(9), []);
  around.rows = () => {
    throw new Error("no terminal");
  };
  assert.deepEqual(form.render(9), []);
  around.send = () => {
    throw new Error("no child");
  };
  form.handleInput("x");
  around.redraw = () => {
    throw new Error("no screen");
  };
  form.show({ width: 9, height: 10, lines: [] });
  await Promise.resolve();
});

const HINT = "<asq is not answering · Esc goes on without it>";

it("keys go out whole", () => {
  const { form, sent } = make();
  form.show({ width: 9, height: 10, lines: [] });
  form.handleInput("\ud83d");
  assert.deepEqual(sent, []);
  form.handleInput("\ude00");
  form.handleInput("\u001b[A");
  assert.deepEqual(sent, [
    { type: "input", data: "😀" },
    { type: "input", data: "\u001b[A" },
  ]);
});

it("text from before the first frame is for pi: it is kept, and the form goes aside", () => {
  const { form, sent } = make();
  for (const key of ["3", "n", "o", "\u001b[A", "\r", ",", "3"]) form.handleInput(key);
  form.show({ width: 9, height: 10, lines: [] });
  form.show({ width: 9, height: 10, lines: [] });
  form.handleInput("x");
  assert.equal(form.early(), "no,3");
  assert.deepEqual(sent.map(({ data }) => data), ["3", "\u001b[A", "\r", "\u001d", "x"]);
});

it("an asq that shows nothing, or answers no key, for two seconds: a line says so, and Esc and Ctrl+C lead out", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { form, sent, around } = make();
  const tick = async (ms: number): Promise<string[]> => {
    context.mock.timers.tick(ms);
    await Promise.resolve();
    return form.render(60);
  };
  assert.deepEqual(await tick(1999), []);
  form.handleInput("\u001b");
  assert.equal(around.stucks, 0);
  assert.deepEqual([await tick(1), around.redraws], [[HINT], 1]);
  form.handleInput("\u0003");
  assert.equal(around.stucks, 1);
  form.show({ width: 60, height: 10, lines: ["one"] });
  await Promise.resolve();
  assert.deepEqual(form.render(60), ["one", ""]);
  // A person who doesn't type has all the time in the world.
  assert.deepEqual(await tick(100_000), ["one", ""]);
  form.handleInput("x");
  await tick(1500);
  form.handleInput("y");
  assert.deepEqual(await tick(500), ["one", HINT]);
  assert.ok(form.render(9).every((line) => visibleWidth(line) <= 9));
  const before = sent.length;
  for (const key of ["\u001b", "\u001b[27u", "\u0003", "\u001b[99;5u"]) form.handleInput(key);
  assert.deepEqual([around.stucks, sent.length], [5, before]);
  form.answered();
  form.handleInput("\u001b");
  assert.deepEqual([around.stucks, form.render(60)], [5, ["one", ""]]);
  form.dispose();
});

it("a rule with pi's keys stands above it where there is room, and no second one", async () => {
  const { form, around } = make();
  around.paint = (text) => text;
  around.wide = true;
  form.show({ width: 60, height: 10, lines: ["one"] });
  await Promise.resolve();
  const rule = (width: number): string => form.render(width)[0] ?? "";
  assert.equal(rule(60), "────────── Ctrl+] puts it aside · Ctrl+\\ stops the agent ───");
  assert.equal(rule(20), "────────────────────");
  assert.equal(visibleWidth(rule(60)), 60);
  form.show({ width: 60, height: 10, lines: ["\u001b[2m────\u001b[22m", "one"] });
  assert.deepEqual(form.render(60), ["\u001b[2m────\u001b[22m", "one", ""]);
  // asq's own rows begin with two such cells.
  const own = "\u001b[7m──\u001b[27m asked by agent pi";
  form.show({ width: 60, height: 10, lines: [own, "one"] });
  assert.deepEqual(form.render(60).slice(1), [own, "one", ""]);
});

it("a key stops the agent, and the key for images says why it takes none, until the next key", async () => {
  const { form, sent, around } = make();
  form.show({ width: 99, height: 10, lines: ["one"] });
  await Promise.resolve();
  for (const key of ["\u001c", "\u001b[92;5u"]) form.handleInput(key);
  assert.deepEqual([around.stops, sent], [2, []]);
  form.handleInput("\u0016");
  const said = "<An answer takes no image · paste text by your terminal's own key, such as Ctrl+Shift+V>";
  assert.deepEqual([form.render(99), sent], [["one", said], []]);
  form.handleInput("x");
  assert.deepEqual([form.render(99), sent], [["one", ""], [{ type: "input", data: "x" }]]);
  form.invalidate();
  assert.equal(around.repaints, 1);
  form.dispose();
});

it("halves of characters are joined, and one that stays alone becomes a mark", () => {
  const joined = (...parts: string[]): string[] => {
    const joiner = new Joiner();
    return parts.map((part) => joiner.join(part));
  };
  assert.deepEqual(joined("\ud83d", "\ude00", "x"), ["", "😀", "x"]);
  assert.deepEqual(joined("a\ud83d", "\ude00b"), ["a", "😀b"]);
  assert.deepEqual(joined("\ud83d", "x"), ["", "\ufffdx"]);
  assert.deepEqual(joined("\ude00", "\ud83d", "\ud83d", "\ude00"), ["\ufffd", "", "\ufffd", "😀"]);
  assert.deepEqual(joined(..."👨‍👩‍👧".split("")), ["", "👨", "\u200d", "", "👩", "\u200d", "", "👧"]);
});
