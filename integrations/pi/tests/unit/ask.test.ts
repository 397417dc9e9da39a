// One call through a fake asq, in a fake pi: it settles once, whatever happens, and says whether the person saw it.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { eventually } from "../eventually.ts";
import { fake, removeFakes } from "./fake.ts";
import { ask, screen } from "./screen.ts";
import { Host } from "./tools.ts";

after(removeFakes);

const HELLO = 'say({ type: "hello", v: 1, version: "0" });';
const frame = 'say({ type: "frame", id: "1", width: 80, height: 20, lines: ["?"], caret: null });';
const done = (more: string): string => `say({ type: "done", id: "1", outcome: "answered", content: "C", details: { a: 1 }, is_error: false, notes: [], ${more} });`;

const UNSEEN = "Ask in plain text or go on without assuming an answer.";

it("an answer is returned as asq wrote it, and what a contract throws is thrown", async () => {
  const on = screen("tui", true);
  assert.deepEqual(await ask(fake(`${HELLO} heard = () => { ${frame} ${done("")} };`), on), { content: "C", details: { a: 1 } });
  assert.equal(on.closed, 1);
  assert.deepEqual(await ask(fake(`${HELLO} heard = () => { ${done('content: "User cancelled", is_error: true')} };`), screen("tui", true)), {
    thrown: "User cancelled",
  });
});

it("what pi can show decides what asq is asked for", async () => {
  const echo = fake(`${HELLO} heard = (line) => { ${done("content: JSON.stringify([line.surface, line.dialect, line.call.name, line.width, line.height])")} };`);
  const seen: unknown[] = [];
  for (const [mode, hasUI] of [["tui", true], ["rpc", true], ["json", false], ["print", false], [undefined, true], [undefined, false]] as const) {
    seen.push(await ask(echo, screen(mode, hasUI)));
  }
  const told = (surface: string, height: number): unknown => ({
    content: JSON.stringify([surface, "question", "question", 80, height]),
    details: { a: 1 },
  });
  assert.deepEqual(seen, [told("form", 19), told("steps", 24), told("none", 24), told("none", 24), told("form", 19), told("none", 24)]);
});

it("what the agent said last and its task go with the question; a session that can't be read says nothing", async () => {
  const echo = fake(`${HELLO} heard = (line) => { ${done("content: JSON.stringify(line.about ?? null)")} };`);
  const message = (role: string, content: unknown): unknown => ({ type: "message", message: { role, content } });
  const text = (text: string): unknown => ({ type: "text", text });
  const told = async (getBranch: () => unknown): Promise<unknown> => {
    const on = screen("tui", true);
    Object.assign(on.ctx, { sessionManager: { getBranch, getSessionId: () => "s" } });
    const { content } = (await ask(echo, on)) as { content: string };
    return JSON.parse(content);
  };
  const call = { type: "toolCall", id: "1", name: "question" };
  const talk = [
    { type: "model_change" },
    message("user", [{ type: "image" }]),
    message("user", [text("Move the \u001b[31mtests"), { type: "image" }, text("then stop")]),
    message("assistant", [{ type: "thinking", thinking: "hm" }, text("First I look.")]),
    message("user", "go on"),
    message("toolResult", [text("no words of its own")]),
  ];
  assert.deepEqual(await told(() => [...talk, message("assistant", [text("Which one?\n"), call])]), {
    says: "Which one?",
    task: "Move the \u001b[31mtests\nthen stop",
  });
  // Words from before the call, if it comes without any.
  assert.deepEqual(await told(() => [...talk, message("assistant", [text("  "), call])]), {
    says: "First I look.",
    task: "Move the \u001b[31mtests\nthen stop",
  });
  assert.deepEqual(await told(() => [message("user", `half\ud83d${"😀".repeat(150_000)}`)]), {
    task: `half\ufffd${"😀".repeat(99_997)}\ufffd`,
  });
  assert.equal(await told(() => [{ type: "model_change" }, message("assistant", [call]), message("user", 7), null]), null);
  assert.equal(await told(() => { throw new Error("gone"); }), null);
});

it("title, steps and heartbeat reach pi; the title is taken back", async () => {
  const host = new Host();
  const on = screen("tui", true);
  const program = fake(`${HELLO} heard = () => { say({ type: "signal", id: "1", signal: "title", title: "asq — DB" }); ${frame} ${done("")} };`);
  await ask(program, on, undefined, host);
  assert.deepEqual(on.titles, ["asq — DB", ""]);
  const steps = fake(`${HELLO} heard = (line) => { if (line.type === "open") say({ type: "step", id: "1", step: 1, ask: "select", title: "T", options: ["1. A"] }); else { ${done("content: line.value")} } };`);
  assert.deepEqual(await ask(steps, screen("rpc", true)), { content: "1. A", details: { a: 1 } });
});

it("an abort before, an abort while it is open, and an asq that does not heed it", async () => {
  const before = new AbortController();
  before.abort();
  assert.deepEqual(await ask(fake(HELLO), screen("tui", true), before.signal), {
    thrown: `The user never saw the question: the agent stopped before it was asked. ${UNSEEN}`,
  });
  const heeds = fake(`${HELLO} heard = (line) => { if (line.type === "open") { ${frame} } else { ${done('content: "withdrawn"')} } };`);
  for (const [program, ending] of [
    [heeds, { content: "withdrawn", details: { a: 1 } }],
    [fake(`${HELLO} heard = (line) => { if (line.type === "open") { ${frame} } };`), {
      thrown: `The user saw the question and did not answer it: the agent took it back. No choice was made. ${UNSEEN}`,
    }],
  ] as const) {
    const abort = new AbortController();
    const on = screen("tui", true);
    const ended = ask(program, on, abort.signal);
    const form = await on.component;
    await eventually("a frame", () => form.render(80).length > 0);
    abort.abort();
    assert.deepEqual(await ended, ending);
  }
});

it("a session that closes ends asq's input, takes nothing back, and waits no longer", async () => {
  const host = new Host();
  const on = screen("tui", true);
  const folder = mkdtempSync(join(tmpdir(), "asq-pi-unit-"));
  after(() => rmSync(folder, { recursive: true }));
  const heard = join(folder, "heard");
  const program = fake(
    `${HELLO} heard = (line) => { require("node:fs").appendFileSync(${JSON.stringify(heard)}, line.type + "\\n"); if (line.type === "open") { ${frame} } };`,
  );
  const ended = ask(program, on, undefined, host);
  const form = await on.component;
  await eventually("a frame", () => form.render(80).length > 0);
  host.shutDown();
  assert.deepEqual(await ended, {
    thrown: `The user saw the question and did not answer it: pi closed the session. No choice was made. ${UNSEEN}`,
  });
  assert.equal(readFileSync(heard, "utf8"), "open\n");
});

it("an asq that is missing, old, refuses, or dies is told in one sentence", async () => {
  const get = "Install asq (its README says how), put it on the PATH that pi starts with, or name it with ASQ_BIN; then ask again";
  const told: unknown[] = [];
  for (const program of [
    "/nowhere/asq",
    fake('say({ type: "hello", v: 9 });'),
    fake(`${HELLO} heard = () => say({ type: "error", id: "1", message: "version 1 is not spoken here" });`),
    fake(`${HELLO} heard = () => { console.error("asq: a fault"); process.exit(70); };`),
    fake(`${HELLO} heard = () => { ${frame} setTimeout(() => process.exit(70), 50); };`),
  ]) {
    told.push(await ask(program, screen("tui", true)));
  }
  assert.deepEqual(told, [
    { thrown: `The user never saw the question: the program asq was not found (tried /nowhere/asq). ${get}. ${UNSEEN}` },
    { thrown: `The user never saw the question: the program asq is too old or another one (it speaks version 9 of the embed lines, and 1 is wanted). ${get}. ${UNSEEN}` },
    { thrown: `The user never saw the question: asq refused: version 1 is not spoken here. ${UNSEEN}` },
    { thrown: `The user never saw the question: asq ended unexpectedly (code 70: asq: a fault). ${UNSEEN}` },
    { thrown: `The user saw the question and did not answer it: asq ended unexpectedly (code 70). No choice was made. ${UNSEEN}` },
  ]);
});

it("an asq that says nothing, or nothing more, is given up after a stated time, wherever it is asked", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const folder = mkdtempSync(join(tmpdir(), "asq-pi-unit-"));
  after(() => rmSync(folder, { recursive: true }));
  const step = 'say({ type: "step", id: "1", step: 1, ask: "select", title: "T", options: ["1. A"] });';
  const waiting = 'say({ type: "waiting", id: "1", text: "W" });';
  const cases: [mode: string, body: (heard: string) => string, ms: number[]][] = [
    ["tui", (heard) => heard, [5000]],
    ["print", (heard) => heard, [5000]],
    ["print", (heard) => `${HELLO} heard = (line) => { if (line.type === "open") { ${heard} } };`, [20_000]],
    ["tui", (heard) => `${HELLO} heard = (line) => { if (line.type === "open") { ${heard} } };`, [20_000]],
    ["rpc", (heard) => `${HELLO} heard = (line) => { if (line.type === "open") { ${step} } else { ${heard} } };`, [20_000]],
    // An asq that waits for an answer from elsewhere gets pings.
    ["print", (heard) => `${HELLO} heard = (line) => { if (line.type === "open") { ${waiting} ${heard} } };`, [30_000, 20_000]],
  ];
  const told: unknown[] = [];
  for (const [n, [mode, body, ms]] of cases.entries()) {
    const file = join(folder, String(n));
    const program = fake(body(`require("node:fs").writeFileSync(${JSON.stringify(file)}, "x");`));
    const ended = ask(program, screen(mode, mode !== "print"));
    while (!existsSync(file)) await new Promise((resolve) => setImmediate(resolve));
    // Everything that asq printed before arrives first.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    for (const some of ms) context.mock.timers.tick(some);
    told.push(await ended);
  }
  const unseen = (why: string): unknown => ({ thrown: `The user never saw the question: ${why}. ${UNSEEN}` });
  const seen = (why: string): unknown => ({ thrown: `The user saw the question and did not answer it: ${why}. No choice was made. ${UNSEEN}` });
  assert.deepEqual(told, [
    unseen("asq did not answer within 5 seconds"),
    unseen("asq did not answer within 5 seconds"),
    unseen("asq did not answer any more"),
    unseen("asq did not answer any more"),
    seen("asq did not answer any more"),
    unseen("asq did not answer any more"),
  ]);
});

it("one that waits and answers each ping is waited for", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const folder = mkdtempSync(join(tmpdir(), "asq-pi-unit-"));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "pings");
  const program = fake(`${HELLO} let n = 0; heard = (line) => {
    if (line.type === "open") say({ type: "waiting", id: "1", text: "W" });
    if (line.type === "ping") { n += 1; say({ type: "pong", id: line.id }); }
    require("node:fs").writeFileSync(${JSON.stringify(file)}, String(n));
    if (n === 4) { ${done("")} }
  };`);
  const ended = ask(program, screen("print", false));
  for (let n = 0; n < 4; n += 1) {
    while (!existsSync(file) || readFileSync(file, "utf8") !== String(n)) await new Promise((resolve) => setImmediate(resolve));
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    context.mock.timers.tick(30_000);
  }
  assert.deepEqual(await ended, { content: "C", details: { a: 1 } });
});

it("a pi that throws where the form should be shown, at once or later, goes on; so does the next call", async () => {
  const program = fake(`${HELLO} heard = () => { ${frame} };`);
  const told: unknown[] = [];
  const host = new Host();
  const breaking = [
    (): Promise<never> => {
      throw new Error("no\u001b screen");
    },
    (): Promise<never> => Promise.reject(new Error("too late")),
  ];
  for (const breaks of breaking) told.push(await ask(program, screen("tui", true, breaks), undefined, host));
  assert.deepEqual(told, [
    { thrown: `The user never saw the question: pi could not show it (Error: no· screen). ${UNSEEN}` },
    { thrown: `The user never saw the question: pi could not show it (Error: too late). ${UNSEEN}` },
  ]);
  assert.deepEqual(await ask(fake(`${HELLO} heard = () => { ${frame} ${done("")} };`), screen("tui", true), undefined, host), { content: "C", details: { a: 1 } });
});

it("two calls at once are asked one after the other", async () => {
  const host = new Host();
  const [one, two] = [screen("tui", true), screen("tui", true)];
  const program = fake(`${HELLO} heard = (line) => { if (line.type === "open") { ${frame} } else { ${done("content: line.data")} } };`);
  const first = ask(program, one, undefined, host);
  const second = ask(program, two, undefined, host);
  let shown = false;
  void two.component.then(() => (shown = true));
  const form = await one.component;
  await eventually("a frame", () => form.render(80).length > 0);
  form.handleInput?.("a");
  assert.equal(shown, false);
  assert.deepEqual(await first, { content: "a", details: { a: 1 } });
  const next = await two.component;
  await eventually("a frame", () => next.render(80).length > 0);
  next.handleInput?.("b");
  assert.deepEqual(await second, { content: "b", details: { a: 1 } });
});

it("a list that came as a string is parsed before asq judges the call, and nothing else is touched", () => {
  const { prepareArguments } = new Host().tool("question");
  assert.deepEqual(prepareArguments({ questions: '[{"id":"a"}]', options: "[1", x: "[1]" }), { questions: [{ id: "a" }], options: "[1", x: "[1]" });
  for (const odd of [undefined, null, 7, "x", { questions: '{"a":1}' }]) assert.deepEqual(prepareArguments(odd), odd);
});
