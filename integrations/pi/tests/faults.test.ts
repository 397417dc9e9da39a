// Faults in real pi, for all tools: no screen, an abort from elsewhere, other spellings of keys, two files at once.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { Pi, standalone, type Options } from "./pi.ts";

const ALL = ["question", "AskUserQuestion", "spec", "ask_user_question"].map(standalone);

const open: Pi[] = [];
after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
});

async function prepare(options: Options): Promise<Pi> {
  const pi = await Pi.prepare(options);
  open.push(pi);
  return pi;
}

const options = [{ label: "Left" }, { label: "Right" }];
const QUESTION = {
  name: "question",
  arguments: { questions: [{ id: "side", prompt: "Which side?", options: options.map(({ label }) => ({ value: label, label })) }] },
};
const CALLS = [
  QUESTION,
  { name: "AskUserQuestion", arguments: { questions: [{ header: "Side", question: "Which side?", type: "select_one", options }] } },
  { name: "ask_question", arguments: { question: "Which side?", options } },
  { name: "ask_multi_select", arguments: { question: "Which sides?", options } },
  { name: "resume_structured", arguments: { summary: "Sides." } },
  { name: "ask_user_question", arguments: { questions: [{ question: "Which side?", header: "Side", options }] } },
];
const PLAIN = "Ask in plain text or go on without assuming an answer.";

for (const mode of [["-p", "go"], ["--mode", "json", "-p", "go"]]) {
  it(`every tool says in its own words that nobody saw it (${mode.join(" ")})`, async () => {
    const pi = await prepare({ steps: [{ calls: CALLS }, { text: "Understood." }], extensions: ALL });
    const child = pi.run(mode);
    child.stdin?.end();
    assert.equal(await new Promise((resolve) => child.on("close", resolve)), 0);
    assert.deepEqual(pi.results().map(({ toolName, content, isError }) => [toolName, content[0]?.text, isError]), [
      ["question", `Error: UI not available: the user never saw the question. ${PLAIN}`, false],
      ["AskUserQuestion", `Error: AskUserQuestion could not be shown: the user never saw the questions. ${PLAIN}`, false],
      ["ask_question", "UI not available — running in non-interactive mode. The user never saw the question.", false],
      ["ask_multi_select", "UI not available — running in non-interactive mode. The user never saw the question.", false],
      ["resume_structured", "Conversation summary captured: Sides. Resuming structured questions.", false],
      ["ask_user_question", `User interface not available: the user never saw the questions. ${PLAIN}`, true],
    ]);
    assert.deepEqual(pi.model.results(), pi.results().map(({ content }) => content[0]?.text));
  });
}

it("the run is aborted by another extension while the form is open: withdrawn, not cancelled; the editor is back", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "asq-pi-aborts-"));
  context.after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, "aborts.ts");
  writeFileSync(
    file,
    `import { existsSync } from "node:fs";
export default (pi) => pi.on("tool_execution_start", (_event, ctx) => {
  const timer = setInterval(() => {
    if (!existsSync(${JSON.stringify(join(folder, "now"))})) return;
    clearInterval(timer);
    ctx.abort();
  }, 20);
});`,
  );
  const pi = await prepare({ steps: [{ calls: [QUESTION] }, { text: "Understood." }], extensions: [standalone("question"), file] });
  await pi.open();
  await pi.ask();
  await pi.shows("3. Something else…");
  writeFileSync(join(folder, "now"), "");
  const [result] = await pi.resultsOf(1);
  assert.deepEqual(result?.content, [{ type: "text", text: "The question was withdrawn before the user answered." }]);
  await pi.until("no form", (screen) => !screen.includes("3. Something else…"));
  pi.type("still here");
  await pi.shows("still here");
});

it("a pi that throws where the form should be shown tells the model that nobody saw it, and goes on", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "asq-pi-throws-"));
  context.after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, "throws.ts");
  writeFileSync(
    file,
    `export default (pi) => pi.on("tool_execution_start", (_event, ctx) => {
  ctx.ui.custom = () => { throw new Error("no room"); };
});`,
  );
  const pi = await prepare({ steps: [{ calls: [QUESTION] }, { text: "Understood." }], extensions: [standalone("question"), file] });
  await pi.open();
  await pi.ask();
  assert.deepEqual(await pi.told(2), [`The user never saw the question: pi could not show it (Error: no room). ${PLAIN}`]);
  assert.equal((await pi.resultsOf(1))[0]?.isError, true);
  await pi.shows("Understood.");
  pi.type("still here");
  await pi.shows("still here");
});

it("keys of application mode and of CSI-u are the same keys", async () => {
  const pi = await prepare({ steps: [{ calls: [QUESTION] }, { text: "Understood." }], extensions: ALL });
  await pi.open();
  await pi.ask();
  await pi.shows("3. Something else…");
  const raw = (text: string): void => {
    pi.keys("-H", ...Array.from(Buffer.from(text), (byte) => byte.toString(16)));
  };
  raw("\u001bOB");
  await pi.shows("❯ 2. Right");
  raw("\u001b[B");
  await pi.shows("❯ 3. Something else…");
  raw("\u001bOA");
  await pi.shows("❯ 2. Right");
  raw("\u001b[1;1B");
  await pi.shows("❯ 3. Something else…");
  raw("\u001b[13u");
  await pi.until("the editor", (screen) => screen.includes("Esc back"));
  for (const text of ["\u001b[104u", "\u001b[105u", "\u001b[228u", "\u001b[127u"]) raw(text);
  // The caret follows them: pi shows no cursor of its own.
  await pi.until("two letters and the caret", () => pi.styled().includes("hi\u001b[7m"));
  await pi.press("Enter", "the answer", () => pi.model.requests.length >= 2);
  assert.deepEqual(pi.model.results(), ["User wrote: hi"]);
});

it("two calls of one turn by two files are asked one after the other", async () => {
  const calls = [QUESTION, { name: "ask_user_question", arguments: { questions: [{ question: "And then?", header: "Then", options }] } }];
  const pi = await prepare({ steps: [{ calls }, { text: "Understood." }], extensions: ALL });
  await pi.open();
  await pi.ask();
  assert.ok(!(await pi.shows("3. Something else…")).includes("And then?"));
  await pi.press("1", "the second", (screen) => screen.includes("And then?"));
  await pi.press("2", "the end", () => pi.model.requests.length >= 2);
  assert.deepEqual(pi.model.results(), [
    "User selected: 1. Left",
    'User has answered your questions: "And then?"="Right". You can now continue with the user\'s answers in mind.',
  ]);
});
