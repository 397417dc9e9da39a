// Over RPC a request is walked through with pi's own dialogs.

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
