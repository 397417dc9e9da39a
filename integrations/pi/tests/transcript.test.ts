// pi's transcript: one line each while it is compact; the full questions and answers when it is expanded, also after
// the session continues.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { Pi, standalone } from "./pi.ts";

const open: Pi[] = [];
after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
});

const questions = [
  { id: "db", label: "Database", prompt: "Which database?", options: [{ value: "sqlite", label: "SQLite", description: "One file" }, { value: "pg", label: "PostgreSQL" }] },
];

it("collapsed it has a line each, expanded the question, its options and what the agent read", async () => {
  const steps = [{ calls: [{ name: "question", arguments: { questions } }] }, { text: "Understood." }];
  const pi = await Pi.start({ steps, extensions: [standalone("question")] });
  open.push(pi);
  await pi.ask();
  await pi.shows("3. Something else…");
  await pi.press("2", "the end", (screen) => screen.includes("Understood."));
  const compact = await pi.shows("✓ 2. PostgreSQL");
  assert.ok(!compact.includes("Which database?"), compact);
  const whole = ["Which database?", "• SQLite — One file", "• PostgreSQL", "✓ 2. PostgreSQL", "The agent read:", "User selected: 2. PostgreSQL (value: pg)"];
  const all = (screen: string): boolean => whole.every((text) => screen.includes(text));
  pi.keys("C-o");
  await pi.until("all of it", all);
  pi.tmux("respawn-pane", "-k", `${pi.command()} -c`);
  await pi.shows("✓ 2. PostgreSQL");
  pi.keys("C-o");
  await pi.until("all of it again", all);
});
