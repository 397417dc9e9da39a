// The tool of `ask_user_question` in real pi: a flow for each heading of the document, its mock-ups on the screen.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { Pi, standalone, type Result } from "./pi.ts";
import { Turns, type Called } from "./turns.ts";

const open: Pi[] = [];
after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
});

async function start(...calls: unknown[][]): Promise<Turns> {
  const all = calls.map((questions): Called => ({ name: "ask_user_question", arguments: { questions } }));
  const turns = await Turns.start([standalone("ask_user_question")], all);
  open.push(turns.pi);
  return turns;
}

const options = [
  { label: "Option A", description: "Description for option A" },
  { label: "Option B", description: "Description for option B" },
];
const A = { question: "Question text?", header: "HeaderA", options, multiSelect: true };
const B = { question: "Which side?", header: "HeaderB", options: [{ label: "Left", description: "" }, { label: "Right", description: "" }] };
const ONE = { question: "Question text?", header: "Header", options };
const DESIGN = {
  question: "Which design?",
  header: "Design",
  options: [
    { label: "Cards", description: "Boxes", preview: "# Cards\n\nin a grid" },
    { label: "List", description: "Rows", preview: "# List\n\nin a column" },
  ],
};

const kept = ({ read, details, isError }: Result & { read: string | undefined }): unknown => ({ read, details, isError });
const has = (said: string): string => `User has answered your questions: ${said}. You can now continue with the user's answers in mind.`;

it("single question: its page, an option by Space, own words by the keyboard, Esc in two steps", async () => {
  const turns = await start([ONE], [ONE], [ONE]);
  const { pi } = turns;
  await turns.next("3. Type something");
  await pi.draws(`
 ☐ Header

│ Question text?

> 1. Option A
   │ Description for option A
  2. Option B
   │ Description for option B

  3. Type something

Enter/Space to select · ↑/↓ to navigate · Esc to cancel
`);
  assert.deepEqual(kept(await turns.end("Space")), {
    read: has('"Question text?"="Option A"'),
    details: {
      questions: [{ ...ONE, multiSelect: false }],
      answers: { "Question text?": "Option A" },
    },
    isError: false,
  });

  await turns.next("3. Type something");
  pi.keys("Up");
  await pi.shows("> 3. Type something");
  // A blank isn't an answer; digits and blanks are text once typing has started; quotes can't end the answer.
  pi.keys("Enter", "Space");
  pi.type('own 1 "text" 日本');
  await pi.shows('> 3. own 1 "text" 日本');
  assert.deepEqual((await turns.end("Enter")).read, has('"Question text?"="own 1 \\"text\\" 日本"'));
  await pi.shows('own 1 "text" 日本 (own words)');

  await turns.next("3. Type something");
  await pi.press("3", "row 3", (screen) => screen.includes("> 3. Type something"));
  pi.type("dropped");
  await pi.shows("> 3. dropped");
  pi.keys("Escape");
  await pi.shows("> 3. Type something");
  pi.keys("Escape");
  assert.deepEqual(kept(await turns.end()), { read: "User cancelled", details: {}, isError: true });
  await pi.shows("Cancelled");
});

it("a multi-select alone: toggles, own words, Submit; nothing picked is not submitted", async () => {
  const turns = await start([{ ...A, header: "HeaderA" }]);
  const { pi } = turns;
  await turns.next("[ ] Type something");
  await pi.draws(`
 ☐ HeaderA  ☐ Submit

│ Question text?

> 1. [ ] Option A
       │ Description for option A
  2. [ ] Option B
       │ Description for option B

  3. [ ] Type something
         Submit

Enter/Space to select · Tab/Arrow keys to navigate · Esc to cancel
`);
  pi.keys("Tab");
  await pi.until("Submit in focus", (screen) => /^> +Submit$/m.test(screen));
  pi.keys("Enter");
  pi.keys("BTab");
  await pi.shows("> 1. [ ] Option A");
  assert.equal(pi.model.requests.length, 1);
  await pi.press("2", "a tick", (screen) => screen.includes("> 2. [x] Option B"));
  pi.keys("Down");
  pi.type("mine");
  await pi.shows("> 3. [x] mine");
  pi.keys("Up", "Up");
  await pi.shows("> 1. [ ] Option A");
  pi.keys("Space");
  await pi.shows("> 1. [x] Option A");
  pi.keys("Tab");
  await pi.until("Submit in focus", (screen) => /^> +Submit$/m.test(screen));
  const { read, details } = await turns.end("Enter");
  assert.equal(read, has('"Question text?"="Option B, mine, Option A"'));
  assert.deepEqual((details as { answers: unknown }).answers, { "Question text?": "Option B, mine, Option A" });
});

it("previews: the box follows the focus, notes go along with the answer", async () => {
  const turns = await start([DESIGN]);
  const { pi } = turns;
  const screen = await turns.next("Notes: press n to add notes");
  assert.match(screen, /> 1\. Cards +┌─+┐\n +│ Boxes +│ # Cards/);
  assert.ok(!screen.includes("Type something"));
  pi.keys("n");
  await pi.shows("Notes: Add notes on this design...");
  pi.type("n 1 note");
  await pi.shows("Notes: n 1 note");
  pi.keys("Down");
  await pi.until("the other preview", (now) => now.includes('> 2. List') && now.includes("│ # List") && now.includes("Notes: n 1 note"));
  assert.deepEqual(kept(await turns.end("Enter")), {
    read: has('"Which design?"="List" selected preview:\n# List\n\nin a column\nuser notes: n 1 note'),
    details: {
      questions: [{ ...DESIGN, multiSelect: false }],
      answers: { "Which design?": "List" },
      annotations: { "Which design?": { preview: "# List\n\nin a column", notes: "n 1 note" } },
    },
    isError: false,
  });
});

it("multiple questions: tabs, the way forward without an answer, the review that warns", async () => {
  const turns = await start([A, B], [A, B]);
  const { pi } = turns;
  await turns.next("[ ] Type something");
  await pi.draws(`
 ☐ HeaderA  ☐ HeaderB  ☐ Submit

│ Question text?
`);
  pi.keys("Right", "Right");
  const warned = await pi.shows("You have not answered all questions");
  assert.match(warned, /Review your answers/);
  assert.match(warned, /HeaderA: \(not answered\)\n +HeaderB: \(not answered\)/);
  pi.keys("Left");
  await pi.shows("> 1. Left");
  await pi.press("2", "the review", (screen) => screen.includes("Submit answers"));
  await pi.draws(`
 ☐ HeaderA  ☒ HeaderB  ☐ Submit
`);
  pi.keys("BTab");
  await pi.shows("Which side?");
  pi.keys("BTab");
  await pi.shows("> 1. [ ] Option A");
  await pi.press("Space", "a tick", (screen) => screen.includes("> 1. [x] Option A"));
  pi.keys("Tab");
  await pi.shows("2. Right ✓");
  pi.keys("Tab");
  await pi.draws(`
 ☒ HeaderA  ☒ HeaderB  ☒ Submit

Review your answers

  HeaderA: Option A
  HeaderB: Right

> Submit answers
  Cancel

Enter/Space to select · ↑/↓ to navigate · ← to go back · Esc to cancel
`);
  assert.equal((await turns.end("Enter")).read, has('"Question text?"="Option A", "Which side?"="Right"'));

  await turns.next("[ ] Type something");
  pi.keys("Right", "Right");
  await pi.shows("> Submit answers");
  assert.equal((await turns.end("Enter")).read, "The user submitted the form without answering any question.");
});

it("the tool contract: what does not fit is refused as a whole, and the rules are in the prompt", async () => {
  const turns = await start([{ ...ONE, header: "far too long a header", options: [options[0]], multiple: true }]);
  await turns.next("does not fit its contract");
  const { read, isError } = await turns.end();
  assert.equal(isError, true);
  for (const field of ["questions[0].header", "questions[0].options", "multiSelect"]) assert.ok(read?.includes(field), read);
  const tool = turns.pi.model.requests[0]?.tools?.find((t) => t.function.name === "ask_user_question");
  assert.ok(tool);
  for (const keyword of ["minItems", "maxItems", "maxLength"]) assert.ok(!JSON.stringify(tool.function.parameters).includes(keyword));
});

it("without a screen it throws, and says that nobody saw it", async () => {
  const steps = [{ calls: [{ name: "ask_user_question", arguments: { questions: [ONE] } }] }, { text: "Understood." }];
  const pi = await Pi.prepare({ steps, extensions: [standalone("ask_user_question")] });
  open.push(pi);
  const child = pi.run(["-p", "go"]);
  child.stdin?.end();
  assert.equal(await new Promise((resolve) => child.on("close", resolve)), 0);
  assert.deepEqual(pi.model.results(), [
    "User interface not available: the user never saw the questions. Ask in plain text or go on without assuming an answer.",
  ]);
  assert.deepEqual(pi.results().map(({ isError }) => isError), [true]);
});
