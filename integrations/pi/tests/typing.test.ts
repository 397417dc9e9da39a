// Somebody types in pi while a form opens: it answers nothing, and the sentence is in pi's editor.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { NEWEST, OLD, Pi, standalone } from "./pi.ts";
import type { Called } from "./turns.ts";

const open: Pi[] = [];
after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
});

const labels = [{ label: "Drop it" }, { label: "Keep it" }];
const described = labels.map((option) => ({ ...option, description: "" }));
/** Each tool with a call, and the answer that `2` gives. */
const TOOLS: [extension: string, call: Called, answer: string][] = [
  [
    "question",
    { name: "question", arguments: { questions: [{ id: "t", prompt: "Drop the table?", options: labels.map((option) => ({ ...option, value: "x" + option.label })) }] } },
    "User selected: 2. Keep it (value: xKeep it)",
  ],
  [
    "AskUserQuestion",
    { name: "AskUserQuestion", arguments: { questions: [{ header: "Table", question: "Drop the table?", type: "select_one", options: labels }] } },
    'Table: Keep it\n\n{"answers":{"0":{"mode":"option","value":"Keep it"}}}',
  ],
  ["spec", { name: "ask_question", arguments: { question: "Drop the table?", options: labels } }, "User selected: 2. Keep it"],
  [
    "ask_user_question",
    { name: "ask_user_question", arguments: { questions: [{ question: "Drop the table?", header: "Table", options: described }] } },
    `User has answered your questions: "Drop the table?"="Keep it". You can now continue with the user's answers in mind.`,
  ],
];
const VERSIONS = [["1.6.0", NEWEST], ["0.87.1", undefined], ["0.74.2", OLD]] as const;
const PACES_MS = [90, 150, 250, 400];
const SENTENCE = "no, keep it, 2 of them";

/** Types a text at a pace; `at` is called before each key with its number. */
async function typeAt(pi: Pi, text: string, pace: number, at: (key: number) => void): Promise<void> {
  let due = performance.now();
  for (const [n, key] of Array.from(text).entries()) {
    at(n);
    if (key === "\n") pi.keys("Enter");
    else pi.type(key);
    due += pace;
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
  }
}

for (const [v, [version, modules]] of VERSIONS.entries()) {
  for (const [t, [extension, call, answer]] of TOOLS.entries()) {
    const pace = PACES_MS[(v + t) % PACES_MS.length] ?? 0;
    it(`${version}: a sentence at ${String(pace)} ms a key answers nothing of ${extension}, with the Enter that ends it`, async () => {
      const steps = [{ calls: [call] }, { text: "Understood." }];
      const pi = await Pi.prepare({ steps, extensions: [standalone(extension)], ...(modules === undefined ? {} : { modules }) });
      open.push(pi);
      pi.model.hold();
      await pi.open();
      await pi.ask();
      // The call comes between two keys.
      await typeAt(pi, `${SENTENCE}\n`, pace, (key) => {
        if (key === 4) pi.model.release();
      });
      const aside = await pi.until("the question aside, and the sentence", (screen) => /Ctrl\+\] (answers it|shows it again)/.test(screen) && screen.includes(`Steering: ${SENTENCE}`));
      assert.ok(!aside.includes("Drop it"), aside);
      assert.equal(pi.model.requests.length, 1);
      pi.keys("C-]");
      await pi.shows("2. Keep it");
      await pi.press("2", "the answer", () => pi.model.requests.length >= 2);
      assert.deepEqual(pi.model.results(), [answer]);
    });
  }
}

it("text that was in the editor for long keeps no form aside, and what is typed on finds its way there", async () => {
  const [, call] = TOOLS[1] ?? assert.fail();
  const pi = await Pi.prepare({ steps: [{ calls: [call] }, { text: "Understood." }], extensions: [standalone("AskUserQuestion")], modules: NEWEST });
  open.push(pi);
  pi.model.hold();
  await pi.open();
  await pi.ask();
  pi.type("please ");
  await pi.shows("please");
  const typed = performance.now();
  await pi.until("two seconds without a key", () => performance.now() > typed + 2500);
  pi.model.release();
  await pi.shows("2. Keep it");
  // At a pace that no machine is too slow for: all in one piece.
  pi.type("wait");
  const aside = await pi.shows("Ctrl+] shows it again");
  assert.match(aside, /please wait/);
  pi.type(" a bit");
  await pi.shows("please wait a bit");
  assert.equal(pi.model.requests.length, 1);
});

it("an editor that is empty again keeps no form aside", async () => {
  const [, call] = TOOLS[0] ?? assert.fail();
  const pi = await Pi.prepare({ steps: [{ calls: [call] }, { text: "Understood." }], extensions: [standalone("question")] });
  open.push(pi);
  pi.model.hold();
  await pi.open();
  await pi.ask();
  pi.type("ab");
  await pi.shows("ab");
  pi.keys("BSpace", "BSpace");
  await pi.until("an empty editor", (screen) => !/^ab$/m.test(screen));
  pi.model.release();
  const shown = await pi.shows("2. Keep it");
  assert.ok(!shown.includes("Ctrl+] answers it"), shown);
});
