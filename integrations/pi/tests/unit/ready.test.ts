// The asq that starts while the model still writes its call: a call takes it, or it ends, and there is never one too many.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { eventually } from "../eventually.ts";
import { fake, removeFakes } from "./fake.ts";
import { ask, screen } from "./screen.ts";
import { Host } from "./tools.ts";

const folder = mkdtempSync(join(tmpdir(), "asq-ready-"));
after(() => {
  removeFakes();
  rmSync(folder, { recursive: true, force: true });
});

/** A program that writes its process id into a file and answers each call. */
function noting(name: string, more = ""): { program: string; pids: () => number[] } {
  const file = join(folder, name);
  const program = fake(`
    const fs = require("node:fs");
    const first = !fs.existsSync(${JSON.stringify(file)});
    fs.appendFileSync(${JSON.stringify(file)}, process.pid + "\\n");
    ${more}
    say({ type: "hello", v: 1, version: "0" });
    heard = () => say({ type: "done", id: "1", outcome: "answered", content: "C", details: null, is_error: false, notes: [] });`);
  const pids = (): number[] => (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : []);
  return { program, pids };
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const piece = (name: string, type = "toolcall_start"): unknown => ({
  message: { content: [{ type: "text" }, { type: "toolCall", name, arguments: {} }] },
  assistantMessageEvent: { type, contentIndex: 1 },
});

it("a call that begins starts it, and the call takes it", async () => {
  const host = new Host();
  const { program, pids } = noting("taken");
  process.env["ASQ_BIN"] = program;
  const on = screen("tui", true);
  host.emit("message_update", piece("question"), on.ctx);
  host.emit("message_update", piece("question", "toolcall_delta"), on.ctx);
  await eventually("a process", () => pids().length > 0);
  assert.deepEqual(await ask(program, on, undefined, host), { content: "C", details: undefined });
  assert.equal(pids().length, 1);
  // The next call starts its own asq.
  assert.deepEqual(await ask(program, screen("tui", true), undefined, host), { content: "C", details: undefined });
  assert.equal(pids().length, 2);
});

it("other tools, text, and a pi without a screen start none", async () => {
  const host = new Host();
  const { program, pids } = noting("none");
  process.env["ASQ_BIN"] = program;
  host.emit("message_update", piece("bash"), screen("tui", true).ctx);
  host.emit("message_update", piece("question", "text_delta"), screen("tui", true).ctx);
  host.emit("message_update", {}, screen("tui", true).ctx);
  host.emit("message_update", piece("question"), screen("rpc", true).ctx);
  host.emit("message_update", piece("question"), screen("print", false).ctx);
  assert.deepEqual(await ask(program, screen("tui", true), undefined, host), { content: "C", details: undefined });
  assert.equal(pids().length, 1);
});

it("one that no call takes ends with the run, and with the session", async () => {
  const host = new Host();
  const { program, pids } = noting("dropped");
  process.env["ASQ_BIN"] = program;
  for (const [n, end] of ["agent_end", "session_shutdown"].entries()) {
    host.emit("message_update", piece("question"), screen("tui", true).ctx);
    await eventually("the next process", () => pids().length > n);
    host.emit(end);
    await eventually("its end", () => !alive(pids()[n] ?? 0));
  }
});

it("one that ended by itself, or is another program, is not taken", async () => {
  const host = new Host();
  const { program, pids } = noting("ended", "if (first) process.exit(70);");
  process.env["ASQ_BIN"] = program;
  host.emit("message_update", piece("question"), screen("tui", true).ctx);
  await eventually("its end", () => pids().length > 0 && !alive(pids()[0] ?? 0));
  // The report of its end comes a moment later.
  await eventually("an asq that is ready", () => {
    host.emit("message_update", piece("question"), screen("tui", true).ctx);
    return pids().length > 1;
  });
  const other = noting("other");
  assert.deepEqual(await ask(other.program, screen("tui", true), undefined, host), { content: "C", details: undefined });
  assert.deepEqual([pids().length, other.pids().length], [2, 1]);
  host.shutDown();
});
