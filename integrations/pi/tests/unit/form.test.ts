// The form as a component: cached, clamped, resized, never throwing; and the halves of characters that pi hands on.

import assert from "node:assert/strict";
import { it } from "node:test";
import { CURSOR_MARKER, visibleWidth } from "@earendil-works/pi-tui";
import { Form, type Around } from "../../src/form.ts";
import { Joiner } from "../../src/keys.ts";

interface Made {
  form: Form;
  sent: Record<string, unknown>[];
  around: Around & { redraws: number; at: number; stucks: number; high: number };
}

function make(): Made {
  const sent: Record<string, unknown>[] = [];
  const around = {
    redraws: 0,
    at: 0,
    stucks: 0,
    high: 10,
    rows: () => around.high,
    redraw: () => void (around.redraws += 1),
    send: (line: Record<string, unknown>) => void sent.push(line),
    stuck: () => void (around.stucks += 1),
    now: () => around.at,
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
  // The frame for seven columns comes late: it is one for another width now, and fits all the same.
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

it("keys go out whole, and an asq that does not answer can be left after two seconds", () => {
  const { form, sent, around } = make();
  form.handleInput("\ud83d");
  assert.deepEqual(sent, []);
  form.handleInput("\ude00");
  form.handleInput("\u001b[A");
  assert.deepEqual(sent, [
    { type: "input", data: "😀" },
    { type: "input", data: "\u001b[A" },
  ]);
  around.at = 2000;
  form.handleInput("\u001b");
  assert.equal(around.stucks, 0);
  around.at = 2001;
  form.handleInput("x");
  form.handleInput("\u0003");
  assert.equal(around.stucks, 1);
  form.answered();
  form.handleInput("\u001b");
  assert.equal(around.stucks, 1);
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
