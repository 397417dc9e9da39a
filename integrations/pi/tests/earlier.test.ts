// pi is killed while its question is in the inbox: the answer reaches the agent when the session continues.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { after, it } from "node:test";
import { ASQ, NEWEST, OLD, Pi, standalone, type Options } from "./pi.ts";

const open: Pi[] = [];
after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
});

const questions = [{ id: "db", prompt: "Which database?", options: [{ value: "sqlite", label: "SQLite" }, { value: "pg", label: "PostgreSQL" }] }];
const RESULT = "The result of your interrupted question call, which had none so far:\n\nUser selected: 2. PostgreSQL (value: pg)";

function asq(pi: Pi, ...words: string[]): string {
  return execFileSync(ASQ, words, { cwd: pi.folder, env: pi.environment(), encoding: "utf8" });
}

/** A pi that was killed with its question in the inbox; also returns the question's id. */
async function killed(more: Partial<Options> = {}): Promise<{ pi: Pi; id: string }> {
  const steps = [{ calls: [{ name: "question", arguments: { questions } }] }, { text: "Understood." }, { text: "Again." }];
  const pi = await Pi.prepare({ steps, extensions: [standalone("question")], ...more });
  open.push(pi);
  await pi.open();
  pi.tmux("new-window", "-d", "-n", "inbox", ASQ, "inbox");
  await pi.until("an inbox in use", () => asq(pi, "doctor").includes("in use"));
  await pi.ask();
  await pi.shows("3. Something else…");
  await pi.until("a request in the inbox", () => asq(pi, "list", "--count") === "1\n");
  const pid = pi.tmux("display-message", "-p", "#{pane_pid}").trim();
  process.kill(Number(pid), "SIGKILL");
  // The pane shows it only if no other output covers it.
  await pi.until("its end", () => !existsSync(`/proc/${pid}/fd/0`));
  const listed = (): { id: string; asker_waits: boolean } => JSON.parse(asq(pi, "list", "--json")) as { id: string; asker_waits: boolean };
  await pi.until("that nobody waits", () => !listed().asker_waits);
  return { pi, id: listed().id };
}

/** The last text that the model read, without system text. */
function read(pi: Pi): string[] {
  const all = pi.model.requests.at(-1)?.messages ?? [];
  return all.filter(({ role }) => role === "user").map(({ content }) => (typeof content === "string" ? content : (content as { text: string }[]).map(({ text }) => text).join("")));
}

for (const [which, more] of [["1.6.0", { modules: NEWEST }], ["0.87.1", {}], ["0.74.2", { modules: OLD }]] as const) {
  it(`${which}: answered while pi was gone: it is on the screen, the agent reads it next, and once`, async () => {
    const { pi, id } = await killed(more);
    asq(pi, "answer", id, "--pick", "PostgreSQL");
    pi.tmux("respawn-pane", "-k", `${pi.command()} -c`);
    await pi.shows("User selected: 2. PostgreSQL");
    await pi.ask("well");
    await pi.shows("Understood.");
    assert.deepEqual(read(pi), ["go", RESULT, "well"]);
    assert.match(asq(pi, "show", id), /delivered +\d/);
    pi.tmux("respawn-pane", "-k", `${pi.command()} -c`);
    await pi.shows("mock");
    await pi.ask("and");
    await pi.shows("Again.");
    assert.deepEqual(read(pi), ["go", RESULT, "well", "and"]);
  });
}

it("in print mode: the agent reads it with the prompt", async () => {
  const { pi, id } = await killed();
  asq(pi, "answer", id, "--pick", "PostgreSQL");
  const child = pi.run(["-c", "-p", "well"]);
  child.stdin?.end();
  assert.equal(await new Promise((resolve) => child.on("close", resolve)), 0);
  assert.deepEqual(read(pi), ["go", RESULT, "well"]);
});

it("still open: its form is there again, and the answer lets the agent go on", async () => {
  const { pi } = await killed();
  pi.tmux("respawn-pane", "-k", `${pi.command()} -c`);
  await pi.shows("3. Something else…");
  await pi.press("2", "the agent", () => pi.model.requests.length >= 2);
  await pi.shows("Understood.");
  assert.deepEqual(read(pi), ["go", RESULT]);
  assert.equal(asq(pi, "list", "--count"), "0\n");
});
