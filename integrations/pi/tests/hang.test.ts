// An asq that hangs in real pi, at any point: pi continues, the model learns it, the person sees why. A terminal that
// closes loses no typed text.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, it } from "node:test";
import { ASQ, Pi, standalone, type Options } from "./pi.ts";
import { converse } from "./rpc.ts";

const open: Pi[] = [];
after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
});

const QUESTION = {
  name: "question",
  arguments: { questions: [{ id: "side", prompt: "Which side?", options: [{ value: "l", label: "Left" }, { value: "r", label: "Right" }] }] },
};
const ALL = ["question", "AskUserQuestion", "spec", "ask_user_question"].map(standalone);
const PLAIN = "Ask in plain text or go on without assuming an answer.";
const SILENT = `The user never saw the question: asq did not answer within 5 seconds. ${PLAIN}`;

/** Programs in place of asq. */
const HANGS = {
  "embed hangs": `[ "$1" = embed ] && exec sleep 1000\nexec ${ASQ} "$@"`,
  "everything hangs, in a process of its own that keeps the pipes": "sleep 1000",
};

async function prepare(script: string, more: Partial<Options> = {}): Promise<Pi> {
  const pi = await Pi.prepare({ steps: [{ calls: [QUESTION] }, { text: "Understood." }], extensions: ALL, ...more });
  open.push(pi);
  if (script !== "") {
    const file = join(pi.folder, "asq");
    writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const environment = pi.environment.bind(pi);
    pi.environment = () => ({ ...environment(), ASQ_BIN: file });
  }
  return pi;
}

for (const [what, script] of Object.entries(HANGS)) {
  it(`in print mode the model is told and pi ends: ${what}`, async () => {
    const pi = await prepare(script);
    const child = pi.run(["-p", "go"]);
    child.stdin?.end();
    assert.equal(await new Promise((resolve) => child.on("close", resolve)), 0);
    assert.deepEqual(pi.model.results(), [SILENT]);
  });

  it(`over RPC the model is told: ${what}`, async () => {
    const pi = await prepare(script);
    assert.deepEqual(await converse(pi, 2, () => ({ nothing: true })), []);
    assert.deepEqual(pi.model.results(), [SILENT]);
  });
}

it("on its screen a line says so, Esc leads out, and without Esc the model is told by itself", async () => {
  const pi = await prepare(HANGS["embed hangs"], { steps: [{ calls: [QUESTION] }, { calls: [QUESTION] }, { text: "Understood." }] });
  await pi.open();
  await pi.ask();
  await pi.shows("asq is not answering · Esc goes on without it");
  pi.keys("Escape");
  assert.deepEqual(await pi.told(2), [`The user never saw the question: asq did not answer any more. ${PLAIN}`]);
  assert.deepEqual((await pi.told(3))[1], SILENT);
  await pi.shows("Understood.");
  pi.type("still here");
  await pi.shows("still here");
});

it("an asq that is stopped while its form is open: a line says so, and Esc leads out", async () => {
  const pi = await prepare("");
  await pi.open();
  await pi.ask();
  await pi.shows("3. Something else…");
  execFileSync("sh", ["-c", `exec 2>/dev/null; for p in /proc/[0-9]*; do case "$(tr '\\0' ' ' < $p/cmdline 2>/dev/null)" in *asq\\ embed*) tr '\\0' '\\n' < $p/environ 2>/dev/null | grep -qx "HOME=${pi.folder}" && kill -STOP "\${p#/proc/}";; esac; done; true`]);
  pi.keys("Down");
  await pi.shows("asq is not answering · Esc goes on without it");
  await pi.shows("3. Something else…");
  pi.keys("Escape");
  assert.deepEqual(await pi.told(2), [
    `The user saw the question and did not answer it: asq did not answer any more. No choice was made. ${PLAIN}`,
  ]);
  await pi.shows("Understood.");
});

it("a terminal that closes loses nothing that was typed", async () => {
  const pi = await prepare("");
  await pi.open();
  await pi.ask();
  await pi.press("3", "the text", (screen) => screen.includes("Esc back"));
  pi.type("typed before the end");
  await pi.shows("typed before the end");
  pi.tmux("kill-session");
  const drafts = join(pi.folder, ".local/state/asq/drafts");
  // A name with a dot is a file that is still being written: it gets its own name once it is whole.
  const whole = (): string[] => (existsSync(drafts) ? readdirSync(drafts) : []).filter((file) => !file.startsWith("."));
  const kept = (): string[] => whole().map((file) => readFileSync(join(drafts, file), "utf8"));
  const end = Date.now() + 20_000;
  while (Date.now() < end && !kept().some((text) => text.includes("typed before the end"))) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.ok(kept().some((text) => text.includes("typed before the end")), kept().join("\n"));
});
