// With an open inbox, a question in pi waits there, too: the first answer counts, wherever it comes from.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, it } from "node:test";
import { ASQ, NEWEST, OLD, Pi, standalone, type Options } from "./pi.ts";
import { converse } from "./rpc.ts";

const open: Pi[] = [];
after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
});

const questions = [
  {
    id: "db",
    prompt: "Which database?",
    options: [
      { value: "sqlite", label: "SQLite" },
      { value: "pg", label: "PostgreSQL" },
    ],
  },
];
const ANSWERED = "User selected: 2. PostgreSQL (value: pg)";

/** asq in its own process, as on another terminal. */
function asq(pi: Pi, ...words: string[]): string {
  return execFileSync(ASQ, words, { cwd: pi.folder, env: pi.environment(), encoding: "utf8" });
}

interface Listed {
  id: string;
  agent: string;
  asker_waits: boolean;
}

function listed(pi: Pi): Listed[] {
  return asq(pi, "list", "--json").split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Listed);
}

/** The one open request, once it is there. */
async function waiting(pi: Pi): Promise<string> {
  await pi.until("a request in the inbox", () => listed(pi).length === 1);
  return listed(pi)[0]?.id ?? "";
}

async function prepare(width = 100, height = 30, more: Partial<Options> = {}): Promise<Pi> {
  const steps = [{ calls: [{ name: "question", arguments: { questions } }] }, { text: "Understood." }];
  const pi = await Pi.prepare({ steps, extensions: [standalone("question")], width, height, ...more });
  open.push(pi);
  return pi;
}

/** pi, and an inbox on another terminal. */
async function withInbox(width = 100, height = 30, more: Partial<Options> = {}): Promise<Pi> {
  const pi = await prepare(width, height, more);
  await pi.open();
  pi.tmux("new-window", "-d", "-n", "inbox", ASQ, "inbox");
  await pi.until("an inbox in use", () => asq(pi, "doctor").includes("in use"));
  return pi;
}

async function asked(pi: Pi): Promise<string> {
  await pi.ask();
  await pi.shows("3. Something else…");
  return waiting(pi);
}

it("answered elsewhere: the form goes, the person is told by whom, the model gets the answer", async () => {
  const pi = await withInbox();
  const id = await asked(pi);
  assert.deepEqual(listed(pi).map(({ agent, asker_waits }) => [agent, asker_waits]), [["pi", true]]);
  asq(pi, "answer", id, "--pick", "PostgreSQL");
  assert.deepEqual(await pi.told(2), [ANSWERED]);
  const screen = await pi.until("who it was", (screen) => /asq: answered by .+ with a command/.test(screen));
  assert.ok(!screen.includes("3. Something else…"), screen);
  assert.deepEqual((await pi.resultsOf(1))[0]?.isError, false);
});

it("answered in pi: the inbox has it, with who and how", async () => {
  const pi = await withInbox();
  const id = await asked(pi);
  await pi.press("2", "the answer", () => pi.model.requests.length >= 2);
  assert.deepEqual(pi.model.results(), [ANSWERED]);
  assert.deepEqual(listed(pi), []);
  assert.match(asq(pi, "show", id), /answered .*\nhow .*in the agent's own screen/);
});

for (const [which, more] of [["1.6.0", { modules: NEWEST }], ["0.87.1", {}], ["0.74.2", { modules: OLD }]] as const) {
  it(`${which}: with the question goes what the agent said with the call, the first words of the session, and the branch`, async () => {
    const calls = [{ name: "question", arguments: { questions } }];
    const steps = [{ text: "First I look." }, { text: "Two would do.", calls }, { text: "Understood." }];
    const pi = await withInbox(100, 30, { steps, ...more });
    mkdirSync(join(pi.folder, ".git"));
    writeFileSync(join(pi.folder, ".git/HEAD"), "ref: refs/heads/side\n");
    await pi.ask("Move the tests");
    await pi.shows("First I look.");
    await pi.ask("go on");
    await pi.shows("3. Something else…");
    const { about } = JSON.parse(asq(pi, "show", await waiting(pi), "--json")) as { about: unknown };
    assert.deepEqual(about, { says: "Two would do.", task: "Move the tests", branch: "side" });
  });
}

it("answered elsewhere while somebody types: what was typed is kept, and comes back when the same is asked", async () => {
  const pi = await withInbox();
  const id = await asked(pi);
  pi.keys("Down", "Down", "Enter");
  pi.type("neither of them");
  await pi.shows("neither of them");
  asq(pi, "answer", id, "--pick", "PostgreSQL");
  assert.deepEqual(await pi.told(2), [ANSWERED]);
  await pi.shows("what was typed here is kept as a draft");
});

it("Ctrl+] puts the form aside and brings it back; the tool waits on", async () => {
  const pi = await withInbox(80, 24);
  const id = await asked(pi);
  pi.keys("Down", "Down", "Enter");
  pi.type("half a thought");
  await pi.shows("half a thought");
  pi.keys("C-]");
  const aside = await pi.shows("Ctrl+] shows it again");
  assert.ok(!aside.includes("half a thought") && aside.includes(`asq answer ${id.slice(0, 6)}`), aside);
  // pi's own editor is visible in the meantime.
  pi.type("a word to pi");
  await pi.shows("a word to pi");
  pi.keys("C-]");
  const back = await pi.shows("half a thought");
  assert.ok(!back.includes("shows it again"), back);
  pi.keys("C-]");
  await pi.shows("a word to pi");
  assert.equal(pi.model.requests.length, 1);
  asq(pi, "answer", id, "--pick", "PostgreSQL");
  assert.deepEqual(await pi.told(2), [ANSWERED]);
  await pi.until("no word of waiting", (screen) => !screen.includes("waiting for an answer"));
});

it("put aside, Esc stops the agent, and nobody is asked any more", async () => {
  const pi = await withInbox();
  await asked(pi);
  pi.keys("C-]");
  await pi.shows("Ctrl+] shows it again");
  pi.keys("Escape");
  const [result] = await pi.resultsOf(1);
  assert.deepEqual(result?.content, [{ type: "text", text: "The question was withdrawn before the user answered." }]);
  await pi.until("nothing open", () => listed(pi).length === 0);
});

it("a pi that is killed leaves its question open", async () => {
  const pi = await withInbox();
  const id = await asked(pi);
  const asker = /^process +(\d+)$/m.exec(asq(pi, "show", id))?.[1];
  process.kill(Number(asker), "SIGKILL");
  await pi.until("the asker gone", () => listed(pi)[0]?.asker_waits === false);
  assert.deepEqual(listed(pi).map((one) => one.id), [id]);
});

it("a pi whose terminal goes away leaves its question open, too", async () => {
  const pi = await withInbox();
  const id = await asked(pi);
  pi.tmux("kill-pane", "-t", ":0");
  await pi.until("the asker gone", () => listed(pi)[0]?.asker_waits === false);
  assert.deepEqual(listed(pi).map((one) => one.id), [id]);
});

it("over RPC the dialog that is up is aborted, and the model gets the answer", async () => {
  const pi = await withInbox();
  const dialogs = await converse(pi, 2, () => {
    asq(pi, "answer", listed(pi)[0]?.id ?? "", "--pick", "PostgreSQL");
    return { nothing: true };
  });
  assert.deepEqual(dialogs.map(({ method, title }) => [method, title]), [["select", "Which database?"]]);
  assert.deepEqual(pi.model.results(), [ANSWERED]);
});

for (const mode of [["-p", "go"], ["--mode", "json", "-p", "go"]]) {
  it(`without a screen it waits for an answer from elsewhere (${mode.join(" ")})`, async () => {
    const pi = await withInbox();
    const child = pi.run(mode);
    child.stdin?.end();
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
    const ended = new Promise((resolve) => child.on("close", resolve));
    const id = await waiting(pi);
    await pi.until("where it can be answered", () => said.includes(`asq answer ${id.slice(0, 6)}`));
    asq(pi, "answer", id, "--pick", "PostgreSQL");
    assert.equal(await ended, 0);
    assert.deepEqual(pi.model.results(), [ANSWERED]);
    assert.match(said, /asq: answered by .+ with a command/);
  });
}

it("without an inbox nothing is made", async () => {
  const pi = await prepare();
  await pi.open();
  await pi.ask();
  await pi.shows("3. Something else…");
  pi.keys("Down");
  await pi.shows("❯ 2. PostgreSQL");
  await pi.press("Enter", "the answer", () => pi.model.requests.length >= 2);
  assert.deepEqual(pi.model.results(), [ANSWERED]);
  assert.ok(!existsSync(join(pi.folder, ".local/share/asq")));
});
