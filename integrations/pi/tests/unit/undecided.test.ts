// An aborted call's question: the person takes it back, a session that ends leaves it open, whatever pi says first.

import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Undecided } from "../../src/undecided.ts";
import { eventually } from "../eventually.ts";
import { fake, removeFakes } from "./fake.ts";
import { ask, screen } from "./screen.ts";
import { Host } from "./tools.ts";

after(removeFakes);

/** What becomes of one question after these events, a number being milliseconds that pass. */
function become(tick: (ms: number) => void, events: (string | number)[]): string[] {
  const undecided = new Undecided();
  const handlers = new Map<string, () => void>();
  undecided.watch({ on: (name: string, handler: () => void) => void handlers.set(name, handler) } as unknown as ExtensionAPI);
  const became: string[] = [];
  undecided.add({ takeBack: () => void became.push("taken back"), stay: () => void became.push("open") });
  for (const event of events) {
    if (typeof event === "number") tick(event);
    else if (event === "session_shutdown") undecided.stay();
    else handlers.get(event)?.();
  }
  undecided.stay();
  return became;
}

it("a run that settles and goes no further was stopped by the person; a session that ends was not", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const all = ([
    ["agent_end", "agent_settled", 300],
    ["agent_end", 1500],
    ["agent_end", "agent_settled", "agent_start"],
    [5000],
    ["agent_end", "agent_settled", "session_shutdown"],
    ["agent_end", 1499, "session_shutdown"],
    ["agent_settled", 299, "session_shutdown"],
    ["session_shutdown", "agent_settled", 300],
    [],
  ] as const).map((events) => become((ms) => { context.mock.timers.tick(ms); }, [...events]));
  assert.deepEqual(all, [["taken back"], ["taken back"], ["taken back"], ["taken back"], ["open"], ["open"], ["open"], ["open"], ["open"]]);
});

const folder = mkdtempSync(join(tmpdir(), "asq-pi-unit-"));
after(() => rmSync(folder, { recursive: true }));

/** An asq that leaves an aborted question open; what it heard is in the file. */
function leaves(file: string): string {
  return fake(`say({ type: "hello", v: 1, version: "0" }); heard = (line) => {
    require("node:fs").appendFileSync(${JSON.stringify(file)}, line.type + (line.unsure ? " unsure" : "") + "\\n");
    if (line.type === "open") say({ type: "frame", id: "1", width: 80, height: 20, lines: ["?"], caret: null });
    if (line.unsure) say({ type: "done", id: "1", outcome: "withdrawn", content: "W", details: null, is_error: false, notes: [], open: true });
  };`);
}

for (const [what, ends, heard, entries] of [
  ["the session ends", (host: Host) => { host.shutDown(); }, "open\nabort unsure\n", [["asq-open", { call: "1" }]]],
  ["another run begins", (host: Host) => { host.emit("agent_start"); }, "open\nabort unsure\nabort\n", []],
] as const) {
  it(`an abort, and then ${what}`, async () => {
    const file = join(folder, what);
    appendFileSync(file, "");
    const host = new Host();
    const on = screen("tui", true);
    const abort = new AbortController();
    const ended = ask(leaves(file), on, abort.signal, host);
    const form = await on.component;
    await eventually("a frame", () => form.render(80).length > 0);
    abort.abort();
    assert.deepEqual(await ended, { content: "W", details: undefined });
    ends(host);
    await eventually("what asq heard", () => existsSync(file) && readFileSync(file, "utf8") === heard);
    assert.deepEqual(host.entries, entries);
  });
}
