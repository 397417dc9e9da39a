// Over RPC, pi's own dialogs walk through a request.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { Pi, standalone } from "./pi.ts";
import { converse, type Dialog } from "./rpc.ts";

const open: Pi[] = [];
after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
});

const questions = [
  {
    id: "db",
    label: "Database",
    prompt: "Which database?",
    options: [
      { value: "sqlite", label: "SQLite", description: "One file" },
      { value: "pg", label: "PostgreSQL" },
    ],
  },
  { id: "region", label: "Region", prompt: "Where?", options: [{ value: "eu", label: "Europe" }] },
];

async function prepare(): Promise<Pi> {
  const steps = [{ calls: [{ name: "question", arguments: { questions } }] }, { text: "Understood." }];
  const pi = await Pi.prepare({ steps, extensions: [standalone("question")] });
  open.push(pi);
  return pi;
}

const brief = ({ method, title, options, prefill }: Dialog): unknown => ({ method, title, options, prefill });

it("a host that closes every dialog from some moment on cancels, with what was answered", async () => {
  const pi = await prepare();
  const dialogs = await converse(pi, 2, (_, n) => (n === 1 ? { value: "2. PostgreSQL" } : { cancelled: true }));
  assert.deepEqual(dialogs.map(({ title }) => title), [
    "[1/2] Database: Which database?",
    "[2/2] Region: Where?",
    "Cancel and drop 1 answer?",
  ]);
  assert.deepEqual(pi.model.results(), ["User cancelled the questions"]);
});

it("several questions: an option, own words after a change of mind, the list, then sent", async () => {
  const pi = await prepare();
  const replies = [
    { value: "2. PostgreSQL" },
    { value: "2. Something else…" },
    { cancelled: true } as const,
    { value: "2. Something else…" },
    { value: "the moon 🌙\nand back" },
    { value: "Send" },
  ];
  const dialogs = await converse(pi, 2, (_, n) => replies[n - 1] ?? { cancelled: true });
  assert.deepEqual(dialogs.map(brief), [
    {
      method: "select",
      title: "[1/2] Database: Which database?",
      options: ["1. SQLite — One file", "2. PostgreSQL", "3. Something else…"],
      prefill: undefined,
    },
    {
      method: "select",
      title: "[2/2] Region: Where?",
      options: ["1. Europe", "2. Something else…", "Back to the question before"],
      prefill: undefined,
    },
    { method: "editor", title: "[2/2] Region: Where?\nYour own answer:", options: undefined, prefill: "" },
    {
      method: "select",
      title: "[2/2] Region: Where?",
      options: ["1. Europe", "2. Something else…", "Back to the question before"],
      prefill: undefined,
    },
    { method: "editor", title: "[2/2] Region: Where?\nYour own answer:", options: undefined, prefill: "" },
    {
      method: "select",
      title: "Review your answers",
      options: ["Send", "1. Database: PostgreSQL", "2. Region: the moon 🌙↵and back", "Cancel"],
      prefill: undefined,
    },
  ]);
  assert.deepEqual(pi.model.results(), [
    "Database: user selected: 2. PostgreSQL (value: pg)\nRegion: user wrote: the moon 🌙\n    and back",
  ]);
});

it("leaving the first dialog cancels, and the model is told that the user did", async () => {
  const pi = await prepare();
  await converse(pi, 2, () => ({ cancelled: true }));
  assert.deepEqual(pi.model.results(), ["User cancelled the questions"]);
});

it("an abort while a dialog is open ends the call as withdrawn, not as cancelled", async () => {
  const pi = await prepare();
  await converse(pi, 1, () => ({ abort: true }));
  const [result] = pi.results();
  assert.deepEqual(result?.content, [
    { type: "text", text: "The question was withdrawn before the user answered." },
  ]);
});

/** Calls any tool and answers its dialogs in order; returns the dialogs' titles, the model's text, and the details. */
async function walked(name: string, args: unknown, replies: string[]): Promise<{ dialogs: unknown[]; read: string[]; details: unknown }> {
  const extensions = ["question", "AskUserQuestion", "spec", "ask_user_question"].map(standalone);
  const pi = await Pi.prepare({ steps: [{ calls: [{ name, arguments: args }] }, { text: "Understood." }], extensions });
  open.push(pi);
  const dialogs = await converse(pi, 2, (_, n) => {
    const value = replies[n - 1];
    return value === undefined ? { cancelled: true } : { value };
  });
  return {
    dialogs: dialogs.map(({ method, title, options, placeholder }) => [method, title, options ?? placeholder]),
    read: pi.model.results(),
    details: pi.results()[0]?.details,
  };
}

it("AskUserQuestion: a number that does not fit is asked again, a destructive one wants its name typed", async () => {
  const questions = [
    { header: "Replicas", question: "How many?", type: "number", min: 1, max: 100 },
    { header: "Wipe DB", question: "Drop the prod database?", type: "confirm_enum", is_dangerous: true },
  ];
  const answers = { 0: 7, 1: { mode: "option", value: "affirm" } };
  const danger = "DESTRUCTIVE: the agent marked this question as dangerous\n[2/2] Wipe DB: Drop the prod database?";
  assert.deepEqual(await walked("AskUserQuestion", { questions }, ["500", "7", "1. Affirm", "prod", "Send"]), {
    dialogs: [
      ["input", "[1/2] Replicas: How many?", "a number from 1 to 100"],
      ["input", "500 is too large: the most is 100.\n[1/2] Replicas: How many?\nTyped before: 500", "a number from 1 to 100"],
      ["select", danger, ["1. Affirm", "2. Decline", "3. Other", "Add a note", "Back to the question before"]],
      ["input", `${danger}\nType the resource name to confirm:`, ""],
      ["select", "Review your answers", ["Send", "1. Replicas: 7", "2. Wipe DB: Affirm", "Cancel"]],
    ],
    read: [`Replicas: 7\nWipe DB: Affirm (affirm) [typed: "prod"]\n\n${JSON.stringify({ answers })}`],
    details: { lifecycle: "answered", ids: ["q1", "q2"], answers, confirmed: { 1: "prod" }, debounceMs: 300 },
  });
});

it("ask_question and ask_multi_select: the rows of the document, several picked before Done", async () => {
  const layout = { question: "Which layout?", options: [{ label: "Cards" }, { label: "List" }] };
  assert.deepEqual(await walked("ask_question", layout, ["4. Let's discuss this"]), {
    dialogs: [["select", "Which layout?", ["1. Cards", "2. List", "3. Something else (I'll explain)", "4. Let's discuss this"]]],
    read: [
      "User wants to discuss this topic in conversation. Switch to conversational mode — ask follow-ups in plain text, no tools. When you've understood enough, resume structured interaction with ask_question.",
    ],
    details: { question: "Which layout?", options: ["Cards", "List"], answer: null, discuss: true },
  });
  const areas = { question: "Which areas?", options: [{ label: "A" }, { label: "B" }] };
  const title = "Which areas?\nPick several, then Done.";
  assert.deepEqual(await walked("ask_multi_select", areas, ["[ ] 2. B", "Done (1 picked)"]), {
    dialogs: [
      ["select", title, ["[ ] 1. A", "[ ] 2. B", "Done (0 picked)"]],
      ["select", title, ["[ ] 1. A", "[x] 2. B", "Done (1 picked)"]],
    ],
    read: ["User selected: B"],
    details: { question: "Which areas?", options: ["A", "B"], selected: ["B"] },
  });
});

it("ask_user_question: previews stand in the dialog's title; leaving it cancels", async () => {
  const questions = [
    {
      question: "Which side?",
      header: "Side",
      options: [
        { label: "Left", description: "L", preview: "# left" },
        { label: "Right", description: "R" },
      ],
    },
  ];
  const dialogs = [["select", "Which side?\n--- preview of 1. Left\n  # left", ["1. Left — L", "2. Right — R", "Add a note"]]];
  const answered = await walked("ask_user_question", { questions }, ["2. Right — R"]);
  assert.deepEqual([answered.dialogs, answered.read], [
    dialogs,
    [`User has answered your questions: "Which side?"="Right". You can now continue with the user's answers in mind.`],
  ]);
  const left = await walked("ask_user_question", { questions }, []);
  assert.deepEqual(left, { dialogs, read: ["User cancelled"], details: {} });
});
