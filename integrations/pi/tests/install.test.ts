// Real pi finds what `asq install pi` writes, in each of its places; a running pi finds it, too.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, it } from "node:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ASQ, HERE, Pi, piCommand, type Options } from "./pi.ts";

const open: Pi[] = [];
after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
});

const questions = [{ id: "db", prompt: "Which database?", options: [{ value: "pg", label: "PostgreSQL" }] }];
const CALL = { calls: [{ name: "question", arguments: { questions } }] };
const TOOLS = ["question", "AskUserQuestion", "ask_question", "ask_multi_select", "resume_structured", "ask_user_question"];

/** ASQ_BIN isn't set and PATH has no asq: the extension knows the asq that wrote it. */
async function prepare(more: Partial<Options> = {}): Promise<Pi> {
  const pi = await Pi.prepare({ steps: [CALL, { text: "Understood." }], environment: { ASQ_BIN: "" }, ...more });
  open.push(pi);
  return pi;
}

/** All four files; a person installs one of them. */
const EACH = ["question", "AskUserQuestion", "spec", "ask_user_question"].flatMap((name) => ["--dialect", name]);

function asq(pi: Pi, ...words: string[]): string {
  return execFileSync(ASQ, words, { cwd: pi.cwd, env: pi.environment(), encoding: "utf8" });
}

function offered(pi: Pi, request = 0): string[] {
  const names = pi.model.requests[request]?.tools?.map((tool) => tool.function.name) ?? [];
  return TOOLS.filter((name) => names.includes(name));
}

async function asks(pi: Pi): Promise<void> {
  await pi.ask();
  await pi.shows("2. Something else…");
  await pi.press("Enter", "the answer", () => pi.model.requests.length >= 2);
  assert.deepEqual(pi.model.results(), ["User selected: 1. PostgreSQL (value: pg)"]);
}

it("--global: pi finds all four, and none any more after the uninstall", async () => {
  const pi = await prepare();
  asq(pi, "install", "pi", "--global", ...EACH);
  await pi.open();
  await asks(pi);
  assert.deepEqual(offered(pi), TOOLS);
  asq(pi, "uninstall", "pi", "--global");
  const child = pi.run(["-p", "go"]);
  child.stdin?.end();
  await new Promise((resolve) => child.on("close", resolve));
  assert.deepEqual(offered(pi, 2), []);
});

it("--project: found once the project is trusted, and not before", async () => {
  const pi = await prepare({ settings: { defaultProjectTrust: "ask" }, arguments: ["-a"] });
  const said = asq(pi, "install", "pi", "--project", "--dialect", "question");
  assert.match(said, /once the project is trusted/);
  await pi.open();
  await asks(pi);
  assert.deepEqual(offered(pi), ["question"]);
  const child = pi.run(["-p", "go"]);
  child.stdin?.end();
  await new Promise((resolve) => child.on("close", resolve));
  assert.deepEqual(offered(pi, 2), []);
});

it("installed twice, for the person and in a project: pi starts all the same and has each tool once, after a reload, too", async () => {
  const pi = await prepare({ steps: [CALL, { text: "Understood." }, { text: "Nothing to ask." }] });
  asq(pi, "install", "pi", "--global", ...EACH);
  asq(pi, "install", "pi", "--project", ...EACH);
  await pi.open();
  await asks(pi);
  assert.deepEqual(offered(pi), TOOLS);
  pi.type("/reload");
  await pi.shows("/reload");
  await pi.press("Enter", "the reload", (screen) => /Reloaded/i.test(screen));
  await pi.ask("after");
  await pi.shows("Nothing to ask.");
  assert.deepEqual(offered(pi, 2), TOOLS);
});

it("--path: found where that folder is the home, or is linked into it", async () => {
  const pi = await prepare({ agent: "dotfiles/.pi/agent" });
  asq(pi, "install", "pi", "--path", join(pi.folder, "dotfiles"), "--dialect", "question");
  await pi.open();
  await asks(pi);
  assert.deepEqual(offered(pi), ["question"]);
});

it("as a package: pi's own install takes what was chosen, by the package's manifest", async () => {
  const pi = await prepare({ environment: {} });
  writeFileSync(join(pi.agent, "asq.json"), JSON.stringify({ tools: ["ask_user_question", "question"] }));
  const [program, ...words] = piCommand();
  execFileSync(program, [...words, "install", HERE], { cwd: pi.cwd, env: pi.environment() });
  await pi.open();
  await asks(pi);
  assert.deepEqual(offered(pi), ["question", "ask_user_question"]);
});

it("/reload: a pi that runs already takes a new install up", async () => {
  const pi = await prepare({ steps: [{ text: "Nothing to ask." }, CALL, { text: "Understood." }] });
  await pi.open();
  await pi.ask("before");
  await pi.shows("Nothing to ask.");
  assert.deepEqual(offered(pi), []);
  asq(pi, "install", "pi", "--dialect", "question");
  pi.type("/reload");
  await pi.shows("/reload");
  await pi.press("Enter", "the reload", (screen) => /Reloaded/i.test(screen));
  await pi.ask("after");
  await pi.shows("2. Something else…");
  await pi.press("Enter", "the answer", () => pi.model.requests.length >= 3);
  assert.deepEqual(pi.model.results(), ["User selected: 1. PostgreSQL (value: pg)"]);
  assert.deepEqual(offered(pi, 1), ["question"]);
});

it("where nobody can answer the tools are hidden from the model if a setting says so", async () => {
  const pi = await prepare({ steps: [{ text: "Done." }, { text: "Done." }] });
  asq(pi, "install", "pi", ...EACH);
  const print = async (): Promise<void> => {
    const child = pi.run(["-p", "go"]);
    child.stdin?.end();
    await new Promise((resolve) => child.on("close", resolve));
  };
  await print();
  assert.deepEqual(offered(pi), TOOLS);
  mkdirSync(join(pi.folder, ".config/asq"), { recursive: true });
  writeFileSync(join(pi.folder, ".config/asq/config.toml"), "[pi]\nhide_tool_without_person = true\n");
  await print();
  assert.deepEqual(offered(pi, 1), []);
});
