// The tools of `spec` in real pi: a flow for each heading of the document, its two mock-ups on the screen.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { Pi, standalone, type Result } from "./pi.ts";
import { Turns, type Called } from "./turns.ts";

const open: Pi[] = [];
after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
});

async function start(calls: Called[]): Promise<Turns> {
  const turns = await Turns.start([standalone("spec")], calls);
  open.push(turns.pi);
  return turns;
}

const LAYOUT: Called = {
  name: "ask_question",
  arguments: {
    question: "How do you want to handle the layout?\nYou have a Card component at src/components/Card.tsx",
    options: [
      { label: "Reuse Card (consistent with existing pages)" },
      { label: "Reuse ListView (fits if data-heavy)" },
      { label: "New timeline component" },
    ],
  },
};
const LABELS = ["Reuse Card (consistent with existing pages)", "Reuse ListView (fits if data-heavy)", "New timeline component"];
const QUESTION = "How do you want to handle the layout?\nYou have a Card component at src/components/Card.tsx";

const AREAS: Called = {
  name: "ask_multi_select",
  arguments: {
    question: "Which areas do you want to discuss?",
    options: [
      { label: "Session handling (no session middleware exists yet)" },
      { label: "Error responses (current pattern: generic 500)" },
      { label: "Multi-device policy" },
      { label: "Recovery flow" },
    ],
  },
};

const kept = ({ read, details, isError }: Result & { read: string | undefined }): unknown => ({ read, details, isError });

it("ask_question: its interface, and each of its return values", async () => {
  const turns = await start([LAYOUT, LAYOUT, LAYOUT, LAYOUT]);
  const { pi } = turns;
  await turns.next("> 1. Reuse Card");
  pi.keys("Down");
  const rule = "─".repeat(100);
  await pi.draws(`
${rule}
 How do you want to handle the layout?
 You have a Card component at src/components/Card.tsx

  1. Reuse Card (consistent with existing pages)
> 2. Reuse ListView (fits if data-heavy)
  3. New timeline component

  4. Something else (I'll explain)
  5. Let's discuss this

 Up/Down navigate - Enter to select - Esc to cancel
${rule}
`);
  assert.deepEqual(kept(await turns.end("Enter")), {
    read: "User selected: 2. Reuse ListView (fits if data-heavy)",
    details: { question: QUESTION, options: LABELS, answer: LABELS[1], wasCustom: false },
    isError: false,
  });

  await turns.next("> 1. Reuse Card");
  pi.keys("Down", "Down", "Down");
  await pi.until("the row for own words", (screen) => screen.includes("> 4. Something else"));
  await pi.press("Enter", "the editor", (screen) => screen.includes("Enter to submit - Esc to go back"));
  pi.type("I want a kanban bord");
  await pi.shows("kanban bord");
  pi.keys("Escape");
  await pi.shows("Up/Down navigate - Enter to select - Esc to cancel");
  await pi.press("Enter", "the editor", (screen) => screen.includes("Enter to submit - Esc to go back"));
  pi.keys("BSpace", "BSpace", "BSpace");
  pi.type("oard layout");
  await pi.shows("> 4. Something else (I'll explain) I want a kanban board layout");
  assert.deepEqual(kept(await turns.end("Enter")), {
    read: "User wrote: I want a kanban board layout",
    details: { question: QUESTION, options: LABELS, answer: "I want a kanban board layout", wasCustom: true },
    isError: false,
  });

  await turns.next("> 1. Reuse Card");
  pi.keys("Down", "Down", "Down", "Down");
  await pi.shows("> 5. Let's discuss this");
  assert.deepEqual(kept(await turns.end("Enter")), {
    read: "User wants to discuss this topic in conversation. Switch to conversational mode — ask follow-ups in plain text, no tools. When you've understood enough, resume structured interaction with ask_question.",
    details: { question: QUESTION, options: LABELS, answer: null, discuss: true },
    isError: false,
  });
  await pi.shows("→ Let's discuss this");

  await turns.next("> 1. Reuse Card");
  pi.keys("Escape");
  assert.deepEqual(kept(await turns.end()), {
    read: "User cancelled the selection.",
    details: { question: QUESTION, options: LABELS, answer: null },
    isError: false,
  });
});

it("ask_multi_select: its interface, at least one item, and its return values", async () => {
  const turns = await start([AREAS, AREAS]);
  const { pi } = turns;
  await turns.next("Done (0 selected)");
  pi.keys("Down", "Down", "Down", "Down");
  await pi.shows("> Done (0 selected)");
  await pi.press("Enter", "the refusal", (screen) => /at least one/i.test(screen));
  pi.keys("Up", "Up", "Up", "Up");
  await pi.shows("> [ ] Session handling");
  await pi.press("Space", "a tick", (screen) => screen.includes("> [x] Session handling"));
  pi.keys("Down", "Down", "Enter");
  await pi.shows("Done (2 selected)");
  pi.keys("Up", "Up");
  const rule = "─".repeat(100);
  await pi.draws(`
${rule}
 Which areas do you want to discuss?

> [x] Session handling (no session middleware exists yet)
  [ ] Error responses (current pattern: generic 500)
  [x] Multi-device policy
  [ ] Recovery flow

  Done (2 selected)

 Up/Down navigate - Enter/Space to toggle - Esc to cancel
${rule}
`);
  pi.keys("Down", "Down", "Down", "Down");
  await pi.shows("> Done (2 selected)");
  const labels = (AREAS.arguments as { options: { label: string }[] }).options.map(({ label }) => label);
  assert.deepEqual(kept(await turns.end("Enter")), {
    read: "User selected: Session handling (no session middleware exists yet), Multi-device policy",
    details: { question: "Which areas do you want to discuss?", options: labels, selected: [labels[0], labels[2]] },
    isError: false,
  });
  await turns.next("Done (0 selected)");
  pi.keys("Escape");
  assert.deepEqual(kept(await turns.end()), {
    read: "User cancelled the selection.",
    details: { question: "Which areas do you want to discuss?", options: labels, selected: [] },
    isError: false,
  });
});

it("resume_structured answers by itself; its rules and those of one question at a time are in the prompt", async () => {
  const turns = await start([{ name: "resume_structured", arguments: { summary: "They want cards." } }]);
  await turns.next("Resuming structured questions.");
  assert.equal((await turns.end()).read, "Conversation summary captured: They want cards. Resuming structured questions.");
  const tools = turns.pi.model.requests[0]?.tools?.map(({ function: { name } }) => name) ?? [];
  for (const name of ["ask_question", "ask_multi_select", "resume_structured"]) assert.ok(tools.includes(name), name);
  const told = turns.pi.model.system() + JSON.stringify(turns.pi.model.requests[0]?.tools);
  for (const rule of ["one question per turn", "existing code", "gray area", "resume_structured", "don't include them"]) {
    assert.ok(told.includes(rule), rule);
  }
});

it("without a screen an informational message comes back", async () => {
  const steps = [{ calls: [LAYOUT, AREAS] }, { text: "Understood." }];
  const pi = await Pi.prepare({ steps, extensions: [standalone("spec")] });
  open.push(pi);
  const child = pi.run(["-p", "go"]);
  child.stdin?.end();
  assert.equal(await new Promise((resolve) => child.on("close", resolve)), 0);
  const message = "UI not available — running in non-interactive mode. The user never saw the question.";
  assert.deepEqual(pi.model.results(), [message, message]);
  assert.deepEqual(pi.results().map(({ isError }) => isError), [false, false]);
});
