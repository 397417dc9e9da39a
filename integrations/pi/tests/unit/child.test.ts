// One `asq embed` as a process: missing, old, ended, speaking garbage, gone while it is written to.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { binary, Child, type Gone, type Line } from "../../src/child.ts";
import { eventually } from "../eventually.ts";
import { fake, removeFakes } from "./fake.ts";

after(removeFakes);

const HELLO = 'say({ type: "hello", v: 1, version: "0" });';

interface Run {
  child: Child;
  lines: Line[];
  gone: Promise<Gone>;
}

function run(program: string): Run {
  const lines: Line[] = [];
  let child: Child | undefined;
  const gone = new Promise<Gone>((resolve) => {
    child = new Child(program, process.cwd(), (line) => void lines.push(line), resolve);
  });
  return { child: child as unknown as Child, lines, gone };
}

it("is found by ASQ_BIN, then where the installing asq stands, then on PATH", () => {
  assert.equal(binary({ ASQ_BIN: "/a/asq" }, process.execPath), "/a/asq");
  assert.equal(binary({ ASQ_BIN: "" }, process.execPath), process.execPath);
  assert.equal(binary({}, "/nowhere/asq"), "asq");
  assert.equal(binary({}, ""), "asq");
});

it("a program that is not there is missing", async () => {
  const { gone } = run("/nowhere/asq");
  assert.deepEqual(await gone, { why: "missing", tried: "/nowhere/asq" });
});

it("an asq that knows no embed is old", async () => {
  const { gone } = run(fake('console.error("asq: unrecognized subcommand"); process.exitCode = 2; process.stdin.destroy();'));
  assert.deepEqual(await gone, { why: "old", said: "asq: unrecognized subcommand" });
});

it("so is one that speaks another version, and one that does not greet", async () => {
  for (const [line, said] of [
    ['say({ type: "hello", v: 2 });', "2"],
    ['say({ type: "frame" });', "undefined"],
  ] as const) {
    const { gone, lines } = run(fake(line));
    assert.deepEqual(await gone, { why: "old", said: `it speaks version ${said} of the embed lines, and 1 is wanted` });
    assert.deepEqual(lines, []);
  }
});

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it("one that does not say hello within five seconds is given up, and killed", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "asq-silent-"));
  after(() => { rmSync(folder, { recursive: true }); });
  const file = join(folder, "pid");
  const program = fake(`require("node:fs").writeFileSync(${JSON.stringify(file)}, String(process.pid)); process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);`);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { gone } = run(program);
  let told = false;
  void gone.then(() => (told = true));
  await eventually("its pid", () => existsSync(file) && readFileSync(file, "utf8") !== "");
  context.mock.timers.tick(4999);
  await Promise.resolve();
  assert.equal(told, false);
  context.mock.timers.tick(1);
  assert.deepEqual(await gone, { why: "silent", ms: 5000 });
  const pid = Number(readFileSync(file, "utf8"));
  await eventually("its end", () => !alive(pid));
});

it("one that ends is gone, though a process that it left behind still has its pipes", async () => {
  const left = 'require("node:child_process").spawn("sleep", ["1000"], { stdio: "inherit" }).unref();';
  const { gone } = run(fake(`${HELLO} ${left} console.error("asq: a fault"); setTimeout(() => process.exit(70), 50);`));
  assert.deepEqual(await gone, { why: "ended", code: 70, signal: null, said: "asq: a fault" });
});

it("lines go out at once, in order, and come in whole, without what is none", async () => {
  const program = fake(`
    const all = [];
    heard = (line) => {
      all.push(JSON.stringify({ type: "echo", of: line }));
      if (all.length < 2) return;
      ${HELLO}
      say("no JSON"); say("7"); say("null"); say({ no: "type" }); say("");
      process.stdout.write(all[0].slice(0, 9));
      setImmediate(() => process.stdout.write(all[0].slice(9) + "\\n" + all[1] + "\\n", () => process.exit(3)));
    };
  `);
  const { child, lines, gone } = run(program);
  child.send({ n: 1 });
  child.send({ n: 2, text: "日本 👩‍🚀" });
  assert.deepEqual(await gone, { why: "ended", code: 3, signal: null, said: "" });
  assert.deepEqual(lines, [
    { type: "echo", of: { n: 1 } },
    { type: "echo", of: { n: 2, text: "日本 👩‍🚀" } },
  ]);
});

it("its end is told once, with what it said last; what is sent after it is lost in silence", async () => {
  const { child, gone } = run(fake(`${HELLO} process.stdin.destroy(); console.error("asq: a fault ".repeat(900)); process.exitCode = 70;`));
  // Fill a pipe that nobody reads, long before the exit is known.
  for (let n = 0; n < 200; n += 1) child.send({ type: "input", data: "x".repeat(5000) });
  const told = await gone;
  assert.ok(told.why === "ended" && told.code === 70, JSON.stringify(told));
  assert.ok(told.said.startsWith("asq: a fault asq: a fault") && told.said.length <= 2000);
  child.send({ type: "input" });
  child.close();
});

it("one that was closed tells nothing more, and is gone even if it does not listen", async () => {
  const program = fake(`${HELLO} heard = () => { say({ type: "pid", pid: process.pid }); }; process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);`);
  const { child, lines, gone } = run(program);
  child.send({ type: "x" });
  await eventually("its pid", () => lines.length > 0);
  let told = false;
  void gone.then(() => (told = true));
  child.close();
  const pid = Number(lines[0]?.["pid"]);
  await eventually("its end", () => !alive(pid));
  assert.equal(told, false);
});
