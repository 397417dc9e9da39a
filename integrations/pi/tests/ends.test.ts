// A pi that ends, or goes on with another session, leaves its question open; a person who stops the agent takes it back.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, it } from "node:test";
import { ASQ, NEWEST, OLD, Pi, standalone, type Options } from "./pi.ts";
import type { Called } from "./turns.ts";

const open: Pi[] = [];
after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
});

const options = [{ label: "SQLite" }, { label: "PostgreSQL" }];
const ONE = { name: "AskUserQuestion", arguments: { questions: [{ header: "DB", question: "Which database?", type: "select_one", options }] } };
const THROWS = { name: "ask_user_question", arguments: { questions: [{ header: "DB", question: "Which database?", options: options.map((one) => ({ ...one, description: "" })) }] } };
const ANSWER = 'DB: PostgreSQL\n\n{"answers":{"0":{"mode":"option","value":"PostgreSQL"}}}';
const LATE = `The result of your interrupted AskUserQuestion call, which stayed open:\n\n${ANSWER}`;
/** A pi that loses its terminal may not come to record a result. */
const NONE = LATE.replace("which stayed open", "which had none so far");
const ROW = "2. PostgreSQL";

function asq(pi: Pi, ...words: string[]): string {
  return execFileSync(ASQ, words, { cwd: pi.folder, env: pi.environment(), encoding: "utf8" });
}

interface Listed {
  id: string;
  asker_waits: boolean;
}

function listed(pi: Pi): Listed[] {
  return asq(pi, "list", "--json").split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Listed);
}

/** A pi with its question on the screen and in an inbox. */
async function asked(more: Partial<Options> = {}, call: Called = ONE): Promise<Pi> {
  const steps = [{ calls: [call] }, { text: "Understood." }, { text: "Again." }];
  const extensions = [standalone("AskUserQuestion"), standalone("ask_user_question")];
  const pi = await Pi.prepare({ steps, extensions, modules: NEWEST, ...more });
  open.push(pi);
  await pi.open();
  pi.tmux("new-window", "-d", "-n", "inbox", ASQ, "inbox");
  await pi.until("an inbox in use", () => asq(pi, "doctor").includes("in use"));
  await pi.ask();
  await pi.shows(ROW);
  await pi.until("a request in the inbox", () => listed(pi).length === 1);
  return pi;
}

/** The messages of the person and of extensions that the model read last. */
function read(pi: Pi): string[] {
  const all = pi.model.requests.at(-1)?.messages ?? [];
  return all.filter(({ role }) => role === "user").map(({ content }) => (typeof content === "string" ? content : (content as { text: string }[]).map(({ text }) => text).join("")));
}

function signal(pi: Pi, name: NodeJS.Signals): void {
  process.kill(Number(pi.tmux("display-message", "-p", "-t", ":0", "#{pane_pid}").trim()), name);
}

/** Types a command into pi while the question is aside. */
async function command(pi: Pi, text: string): Promise<void> {
  pi.keys("C-]");
  await pi.shows("Ctrl+] shows it again");
  pi.type(text);
  await pi.shows(text);
  pi.keys("Enter");
}

const TERMINAL = "the end of its terminal";
const ENDS: [how: string, end: (pi: Pi) => Promise<void> | void][] = [
  ["/quit", (pi) => command(pi, "/quit")],
  [
    "Ctrl+C twice",
    async (pi) => {
      pi.keys("C-]");
      await pi.shows("Ctrl+] shows it again");
      pi.keys("C-c", "C-c");
    },
  ],
  ["SIGTERM", (pi) => signal(pi, "SIGTERM")],
  ["SIGHUP", (pi) => signal(pi, "SIGHUP")],
  [TERMINAL, (pi) => void pi.tmux("kill-pane", "-t", ":0")],
];

for (const [how, end] of ENDS) {
  it(`${how}: the question stays open, and its answer reaches the agent when the session continues`, async () => {
    const pi = await asked();
    await end(pi);
    await pi.until("that nobody waits", () => listed(pi)[0]?.asker_waits === false);
    assert.equal(listed(pi).length, 1);
    asq(pi, "answer", listed(pi)[0]?.id ?? "", "--pick", "PostgreSQL");
    await pi.hangUp();
    await pi.open(["-c"]);
    await pi.shows("DB: PostgreSQL");
    await pi.ask("well");
    await pi.shows("Understood.");
    assert.deepEqual(read(pi).map((text) => (text === NONE && how === TERMINAL ? LATE : text)), ["go", LATE, "well"]);
  });
}

it("left open, it is asked again when the session continues, also after a second end", async () => {
  const pi = await asked();
  signal(pi, "SIGTERM");
  for (let n = 0; n < 2; n += 1) {
    await pi.until("that nobody waits", () => listed(pi)[0]?.asker_waits === false);
    await pi.hangUp();
    await pi.open(["-c"]);
    await pi.shows(ROW);
    if (n === 0) signal(pi, "SIGHUP");
  }
  await pi.press("2", "the agent", () => pi.model.requests.length >= 2);
  await pi.shows("Understood.");
  assert.deepEqual([read(pi), listed(pi)], [["go", LATE], []]);
});

it("a call that fails when its question is taken back is asked again, too", async () => {
  const pi = await asked({}, THROWS);
  signal(pi, "SIGTERM");
  await pi.until("that nobody waits", () => listed(pi)[0]?.asker_waits === false);
  await pi.hangUp();
  await pi.open(["-c"]);
  await pi.shows(ROW);
  await pi.press("2", "the agent", () => pi.model.requests.length >= 2);
  assert.equal(listed(pi).length, 0);
});

for (const [version, modules] of [["1.6.0", NEWEST], ["0.87.1", undefined], ["0.74.2", OLD]] as const) {
  const more = modules === undefined ? {} : { modules };
  it(`${version}: a new session leaves it open`, async () => {
    const pi = await asked(more);
    await command(pi, "/new");
    await pi.until("that nobody waits", () => listed(pi)[0]?.asker_waits === false);
    assert.equal(listed(pi).length, 1);
  });

  for (const [how, keys] of [["Esc while it is aside", ["C-]", "Escape"]], ["Ctrl+\\", ["C-\\"]]] as const) {
    it(`${version}: ${how} takes it back for good`, async () => {
      const pi = await asked(more);
      for (const key of keys) {
        pi.keys(key);
        if (key === "C-]") await pi.shows("Ctrl+] shows it again");
      }
      await pi.until("nothing open", () => listed(pi).length === 0);
      assert.match(asq(pi, "history"), /withdrawn/);
      await pi.hangUp();
      await pi.open(["-c"]);
      await pi.ask("well");
      await pi.shows("Understood.");
      assert.deepEqual(read(pi), ["go", "well"]);
    });
  }
}
