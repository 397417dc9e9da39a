// The tool of `questionnaire` in real pi: a flow for each heading of the document.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, it } from "node:test";
import { Pi, standalone, type Options } from "./pi.ts";
import { Turns, type Called } from "./turns.ts";

const open: Pi[] = [];
after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
});

async function start(calls: unknown[][], more: Partial<Options> = {}): Promise<Turns> {
  const all = calls.map((questions): Called => ({ name: "AskUserQuestion", arguments: { questions } }));
  const turns = await Turns.start([standalone("AskUserQuestion")], all, more);
  open.push(turns.pi);
  return turns;
}

const ENV = {
  header: "Env",
  question: "Which environment?",
  type: "select_one",
  options: [
    { label: "staging", description: "Validate safely" },
    { label: "production", description: "Ship it" },
    { label: "canary", description: "1% of traffic" },
  ],
};
const TOPPINGS = {
  header: "Toppings",
  question: "Pick your toppings",
  type: "select_many",
  options: [{ label: "mushrooms" }, { label: "pepperoni" }, { label: "olives" }, { label: "pineapple" }],
};
const CONFIRM = { header: "Confirm", question: "Go on?", type: "confirm_enum" };
const REPLICAS = { header: "Replicas", question: "How many replicas?", type: "number", min: 1, max: 100, default: 3 };
const FEEDBACK = { header: "Feedback", question: "Any other notes?", type: "free_text", placeholder: "context, blockers, surprises…" };
const WIPE = { header: "Wipe DB", question: "Drop the prod database?", type: "confirm_enum", is_dangerous: true };

const answered = (read: string, answers: unknown, more: object = {}): unknown => ({
  read: `${read}\n\n${JSON.stringify({ answers })}`,
  details: { lifecycle: "answered", ids: ["q1"], answers, ...more, debounceMs: 300 },
  isError: false,
});

async function end(turns: Turns, key?: string): Promise<unknown> {
  const { read, details, isError } = await turns.end(key);
  return { read, details, isError };
}

it("select_one, and its Other, which stays an own answer", async () => {
  const turns = await start([[ENV], [ENV]]);
  const { pi } = turns;
  await turns.next("4. Other");
  await pi.draws(`
 ☐ Env

│ Which environment?

> 1. staging
   │ Validate safely
  2. production
   │ Ship it
  3. canary
   │ 1% of traffic

  4. Other
`);
  assert.deepEqual(await end(turns, "Enter"), answered("Env: staging", { 0: { mode: "option", value: "staging" } }));
  await pi.shows("✓ Env: staging");
  await turns.next("4. Other");
  await pi.press("4", "row 4", (screen) => screen.includes("> 4. Other Type your answer"));
  pi.type("rollback");
  await pi.shows("rollback");
  assert.deepEqual(await end(turns, "Enter"), answered("Env: (Other) rollback", { 0: { mode: "other", text: "rollback" } }));
  await pi.shows("✓ Env: rollback (own words)");
});

it("select_many: Space toggles, Enter on [Select] commits, nothing picked is no answer", async () => {
  const turns = await start([[TOPPINGS]]);
  const { pi } = turns;
  await turns.next("[Select]");
  pi.keys("Up");
  await pi.shows("> [Select]".replace("> ", ">        "));
  pi.keys("Down");
  await pi.shows("> 1. [ ] mushrooms");
  pi.keys("Down", "Down");
  await pi.shows("> 3. [ ] olives");
  await pi.press("Space", "a tick", (screen) => screen.includes("> 3. [x] olives"));
  pi.keys("Up", "Up");
  await pi.shows("> 1. [ ] mushrooms");
  pi.keys("Space");
  await pi.shows("> 1. [x] mushrooms");
  pi.keys("Up");
  await pi.shows(">        [Select]");
  const picked = [
    { mode: "option", value: "mushrooms" },
    { mode: "option", value: "olives" },
  ];
  assert.deepEqual(await end(turns, "Enter"), answered("Toppings: mushrooms, olives", { 0: picked }));
});

it("confirm_enum, number and free_text", async () => {
  const turns = await start([[CONFIRM], [REPLICAS], [FEEDBACK]]);
  const { pi } = turns;
  await turns.next("1. Affirm");
  pi.keys("Down");
  await pi.shows("> 2. Decline");
  assert.deepEqual(
    await end(turns, "Enter"),
    answered("Confirm: Decline (decline)", { 0: { mode: "option", value: "decline" } }),
  );

  await turns.next("How many replicas?");
  await pi.shows("> 3");
  pi.keys("BSpace");
  pi.type("101");
  await pi.shows("> 101");
  await pi.press("Enter", "the range", (screen) => screen.replace("101", "").includes('100'));
  assert.equal(pi.model.requests.length, 3);
  pi.keys("BSpace", "BSpace");
  pi.keys("Up");
  await pi.shows("> 2");
  assert.deepEqual(await end(turns, "Enter"), answered("Replicas: 2", { 0: 2 }));

  await turns.next("context, blockers, surprises…");
  pi.type("The build was slow");
  pi.keys("C-j");
  pi.type("on the first try.");
  await pi.shows("on the first try.");
  assert.deepEqual(
    await end(turns, "Enter"),
    answered("Feedback: The build was slow\n    on the first try.", { 0: "The build was slow\non the first try." }),
  );
});

it("previews unfold with e; notes go along with the answer", async () => {
  const options = [
    { label: "OAuth2", description: "Delegated auth", preview: { type: "code", content: "let a = 1;" } },
    { label: "Basic" },
  ];
  const turns = await start([[{ header: "Auth", question: "Which auth strategy?", type: "select_one", options }]]);
  const { pi } = turns;
  await turns.next("[code] (press e to expand)");
  pi.keys("e");
  await pi.draws(`
> 1. OAuth2
   │ Delegated auth
     ┌─ code ─
     │ let a = 1;
     └────
  2. Basic
`);
  pi.keys("Tab");
  await pi.shows("Note on Auth");
  pi.type("Checked with SRE first.");
  pi.keys("Enter");
  await pi.shows("saved");
  pi.keys("Tab");
  await pi.shows("note: Checked with SRE first.");
  const { read, details } = await turns.end("Enter");
  const answers = { 0: { mode: "option", value: "OAuth2" } };
  const notes = { 0: "Checked with SRE first." };
  assert.equal(read, `Auth: OAuth2\nnote (Auth): Checked with SRE first.\n\n${JSON.stringify({ answers, notes })}`);
  assert.deepEqual(details, { lifecycle: "answered", ids: ["q1"], answers, notes, debounceMs: 300 });
});

it("a dangerous one wants its name typed, among several, without a Submit tab; Ctrl+X declines, Esc cancels all", async () => {
  const turns = await start([[WIPE, ENV], [WIPE], [WIPE]]);
  const { pi } = turns;
  await turns.next("Type the resource name to confirm:");
  await pi.draws(`
 ☐ Wipe DB  ☐ Env
⚠️  DESTRUCTIVE — Wipe DB

│ Drop the prod database?
`);
  pi.keys("Enter", "Up", "Down");
  pi.type("prod");
  await pi.shows("prod");
  await pi.press("Enter", "the next question", (screen) => screen.includes("> 1. staging"));
  await pi.draws(`
 ☒ Wipe DB  ☐ Env  ☐ Submit
`);
  await pi.press("2", "the submit page", (screen) => !screen.includes("1. staging"));
  const { read, details } = await turns.end("Enter");
  const answers = { 0: { mode: "option", value: "affirm" }, 1: { mode: "option", value: "production" } };
  assert.match(read ?? "", /^Wipe DB: Affirm \(affirm\) \[typed: "prod"\]\nEnv: production\n\n/);
  assert.deepEqual(details, { lifecycle: "answered", ids: ["q1", "q2"], answers, confirmed: { 0: "prod" }, debounceMs: 300 });

  await turns.next("Type the resource name to confirm:");
  assert.deepEqual(
    await end(turns, "C-x"),
    answered("Wipe DB: Decline (decline)", { 0: { mode: "option", value: "decline" } }),
  );

  await turns.next("Type the resource name to confirm:");
  pi.type("pro");
  await pi.shows("pro");
  await pi.press("Escape", "the end of the form", (screen) => !screen.includes("Type the resource name to confirm:"));
  assert.deepEqual(await end(turns), {
    read: "User cancelled the questionnaire",
    details: { lifecycle: "cancelled", ids: ["q1"], answers: {}, debounceMs: 300 },
    isError: false,
  });
  await pi.shows("Cancelled");
});

it("settings are read anew for each call, signals are pi's to send, and the menu writes the project's file", async () => {
  const turns = await start([[ENV], [{ ...WIPE, header: "Wipe" }]]);
  const { pi } = turns;
  const title = (): string => pi.tmux("display", "-p", "#{pane_title}").trim();
  await turns.next("4. Other");
  await pi.until("the title", () => title() === "🔔 AskUserQuestion — Env");
  await pi.shows("elapsed");
  pi.keys("Escape");
  await turns.end();
  await pi.until("another title", () => !title().includes("AskUserQuestion"));

  const file = join(pi.cwd, ".pi/ask-user-question.json");
  mkdirSync(join(pi.cwd, ".pi"), { recursive: true });
  writeFileSync(file, '{"mine": 1, "bellOnQuestion": true}');
  pi.type("/settings-ask-user-question");
  await pi.shows("/settings-ask-user-question");
  pi.keys("Enter");
  await pi.shows("browserEnabled = true");
  for (let n = 0; n < 11; n += 1) pi.keys("Down");
  await pi.until("the field in focus", (screen) => screen.includes('→ debounceMs = 300'));
  pi.keys("Enter");
  await pi.until("the input", (screen) => !screen.includes("browserEnabled") && screen.includes("debounceMs"));
  pi.type("50");
  pi.keys("Enter");
  await pi.shows("debounceMs = 50");
  pi.keys("Escape");
  await pi.until("the prompt", (screen) => !screen.includes("debounceMs = 50"));
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), { mine: 1, bellOnQuestion: true, debounceMs: 50 });

  await turns.next("Type the resource name to confirm:");
  await pi.press("Escape", "the end of the form", (screen) => !screen.includes("Type the resource name to confirm:"));
  const { details } = await turns.end();
  assert.deepEqual(details, { lifecycle: "cancelled", ids: ["q1"], answers: {}, debounceMs: 50 });
});

it("a call of version 1 is told what everything is called now, all at once", async () => {
  const turns = await start([
    [
      { header: "A", question: "A?", type: "multi_select", options: [{ label: "x" }, { label: "y" }] },
      { header: "B", question: "B?", type: "free_text", required: true },
      { header: "C", question: "C?", type: "select_one", options: [{ label: "x", markdown: "# x" }, { label: "y" }] },
    ],
  ]);
  await turns.next("renamed to");
  const { read, details, isError } = await turns.end();
  assert.deepEqual(read?.split("\n").filter((line) => line.startsWith("Question")), [
    "Question 0: type 'multi_select' renamed to 'select_many'.",
    "Question 1: 'required' field removed; questions are always required.",
    `Question 2 option 0: 'markdown' field removed; use 'preview: {type:"markdown", content: ...}'.`,
  ]);
  assert.deepEqual([details, isError], [{ lifecycle: "rejected", ids: [], answers: {}, debounceMs: 300 }, false]);
});

it("without a screen it says that nobody saw it", async () => {
  const steps = [{ calls: [{ name: "AskUserQuestion", arguments: { questions: [ENV] } }] }, { text: "Understood." }];
  const pi = await Pi.prepare({ steps, extensions: [standalone("AskUserQuestion")] });
  open.push(pi);
  const child = pi.run(["-p", "go"]);
  child.stdin?.end();
  assert.equal(await new Promise((resolve) => child.on("close", resolve)), 0);
  assert.deepEqual(pi.model.results(), [
    "Error: AskUserQuestion could not be shown: the user never saw the questions. Ask in plain text or go on without assuming an answer.",
  ]);
});
