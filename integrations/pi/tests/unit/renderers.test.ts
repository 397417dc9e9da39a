// Calls and results in pi's transcript: complete, cancelled, half-streamed, errors, and anything else that a model may send.
//
// UPDATE_EXPECT=1 rewrites renderers.txt; the diff is the review.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { drawn, Host, theme } from "./tools.ts";

const FILE = join(import.meta.dirname, "renderers.txt");

const text = (...lines: string[]): unknown => [{ type: "text", text: lines.join("\n") }];
const host = new Host();
const told: string[] = [];

function call(tool: string, what: string, args: unknown, expanded = false): void {
  told.push(`${tool}, call, ${what}:`, drawn(host.tool(tool).renderCall(args, theme, { expanded })), "");
}

interface More {
  isError?: boolean;
  isPartial?: boolean;
  expanded?: boolean;
}

function result(tool: string, what: string, content: unknown, details: unknown, more: More = {}): void {
  const options = { isPartial: more.isPartial ?? false, expanded: more.expanded ?? false };
  const component = host.tool(tool).renderResult({ content, details }, options, theme, { isError: more.isError ?? false });
  told.push(`${tool}, result, ${what}:`, drawn(component), "");
}

it("every renderer shows a call and a result as it should", () => {
  const db = { id: "db", label: "Database", prompt: "Which?", options: [{ value: "pg", label: "PostgreSQL" }] };
  call("question", "complete", { questions: [db, { id: "b", prompt: "Where?", options: [] }] });
  call("question", "hostile", { questions: [{ ...db, label: "\u001b[31mred\u202e\nline" }] });
  call("question", "half-streamed", { questions: [{ id: "d" }, null, "x"] });
  call("question", "nothing yet", {});
  const option = { id: "db", value: "pg", label: "PostgreSQL", wasCustom: false, index: 1 };
  const own = { id: "b", value: "the\nmoon", label: "the\nmoon", wasCustom: true };
  const questions = [db, { id: "b", label: "Q2", prompt: "Where?", options: [] }];
  const long = { ...db, prompt: "Which database?\nThe team runs \u001b[31mone.", options: [{ label: "PostgreSQL", description: "runs\nalready" }, "SQLite", null] };
  call("question", "expanded", { questions: [long, { id: "b", prompt: "Where?" }, null] }, true);
  call("question", "expanded, half-streamed", { questions: [{ pro: "W" }] }, true);
  result("question", "one option", text("User selected: 1. PostgreSQL (value: pg)"), { questions: [db], answers: [option], cancelled: false });
  result("question", "several", text("…"), { questions, answers: [option, own], cancelled: false });
  result("question", "several, expanded", text("User answered 2 of 2:", "1. Database: PostgreSQL", "2. Where: the", "   moon"), { questions, answers: [option, own], cancelled: false }, { expanded: true });
  result("question", "still running, expanded", [], undefined, { isPartial: true, expanded: true });
  result("question", "cancelled", text("User cancelled the selection"), { questions: [db], answers: [], cancelled: true });
  result("question", "nobody saw it", text("Error: UI not available: the user never saw the question."), { questions: [db], answers: [], cancelled: true });
  result("question", "error", text("Error: this call does not fit", "- all of it"), {}, { isError: true });
  result("question", "still running", [], undefined, { isPartial: true });
  result("question", "garbage", "none", { answers: [null, 7], cancelled: false });

  const env = { header: "Env", question: "Which?", type: "select_one" };
  call("AskUserQuestion", "complete", { questions: [env, { ...env, header: "Wipe DB" }] });
  call("AskUserQuestion", "half-streamed", { questions: [{ head: "E" }] });
  result("AskUserQuestion", "answered", text("Env: staging", "Toppings: olives, (Other) capers", "Text: (Other) mine", "note (Env): why", "", '{"answers":{}}'), { lifecycle: "answered", ids: ["q1"], answers: {} });
  result("AskUserQuestion", "cancelled", text("User cancelled the questionnaire"), { lifecycle: "cancelled", ids: ["q1"], answers: {} });
  result("AskUserQuestion", "rejected", text("Question 0: header must be there.", "Question 1: more"), { lifecycle: "rejected", ids: [] });
  result("AskUserQuestion", "error", text("The user never saw the question: asq was not found."), {}, { isError: true });
  result("AskUserQuestion", "garbage", 7, "x");

  call("ask_question", "complete", { question: "Which layout?\nThere is Card.", options: [] });
  call("ask_question", "expanded", { question: "Which layout?\nThere is Card.", options: ["Cards", { label: "List", description: "rows" }] }, true);
  call("ask_question", "half-streamed", { quest: 1 });
  const asked = { question: "Which layout?", options: ["Cards", "List"] };
  result("ask_question", "option", text("User selected: 2. List"), { ...asked, answer: "List" });
  result("ask_question", "own words", text("User wrote: kanban"), { ...asked, answer: "kanban", wasCustom: true });
  result("ask_question", "discussion", text("User wants to discuss this topic in conversation. …"), { ...asked, answer: null, discuss: true });
  result("ask_question", "cancelled", text("User cancelled the selection."), { ...asked, answer: null });
  result("ask_question", "nobody saw it", text("UI not available — running in non-interactive mode. The user never saw the question."), { ...asked, answer: null });
  result("ask_question", "error", text("Error: ill"), {}, { isError: true });
  result("ask_multi_select", "several", text("User selected: A, B"), { ...asked, selected: ["A", "B"] });
  result("ask_multi_select", "cancelled", text("User cancelled the selection."), { ...asked, selected: [] });
  result("ask_multi_select", "error", text("Error: ill"), {}, { isError: true });
  call("ask_multi_select", "complete", { question: "Which areas?" });
  call("resume_structured", "complete", { summary: "They want cards." });
  call("resume_structured", "half-streamed", {});
  result("resume_structured", "complete", text("Conversation summary captured: They want cards. Resuming structured questions."), undefined);
  result("resume_structured", "error", text("Error: ill"), {}, { isError: true });

  const colour = { question: "Which colour?", header: "Colour", options: [{ label: "Red" }, { label: "Blue" }], multiSelect: false };
  call("ask_user_question", "complete", { questions: [colour] });
  call("ask_user_question", "half-streamed", { questions: [{ question: "Wh" }] });
  const details = { questions: [colour, { ...colour, question: "More?", header: "More", multiSelect: true }], answers: { "Which colour?": "Red", "More?": "Red, Blue" } };
  result("ask_user_question", "answered", text("User has answered your questions: …"), details);
  result("ask_user_question", "one open, with notes", text("User has answered your questions: …"), {
    ...details,
    answers: { "Which colour?": "Red" },
    annotations: { "Which colour?": { notes: "warm\nones" }, "More?": { notes: "later" } },
  });
  result("ask_user_question", "own words", text("…"), { ...details, answers: { "Which colour?": "Green" } });
  result("ask_user_question", "nothing answered", text("The user submitted the form without answering any question."), { ...details, answers: {} });
  result("ask_user_question", "cancelled", text("User cancelled"), {}, { isError: true });
  result("ask_user_question", "error", text("User interface not available: the user never saw the questions."), {}, { isError: true });
  result("ask_user_question", "garbage", [null], { questions: "x", answers: [] });

  const now = `${told.join("\n")}\n`;
  if (process.env["UPDATE_EXPECT"] === "1") writeFileSync(FILE, now);
  assert.equal(now, readFileSync(FILE, "utf8"));
});

it("no renderer throws on half of its arguments, wherever they are cut", () => {
  const whole = JSON.stringify({
    question: "Which?",
    summary: "All of it",
    questions: [{ id: "a", label: "A", header: "H", question: "Q?", prompt: "P?", options: [{ value: "v", label: "L" }] }],
  });
  for (let at = 0; at <= whole.length; at += 1) {
    for (const args of [halves(whole.slice(0, at)), whole.slice(0, at), at]) {
      for (const tool of host.tools.values()) {
        for (const expanded of [false, true]) assert.equal(typeof drawn(tool.renderCall(args, theme, { expanded })), "string");
      }
    }
  }
});

/** The prefix of a JSON text, parsed as a host's own parser would. */
function halves(text: string): unknown {
  for (const end of ["", '"', '"}', '"}]}', '"}]}]}', "}", "]}", "}]}", "}]}]}", "]}]}"]) {
    try {
      return JSON.parse(text + end);
    } catch {
      // This prefix has no valid end.
    }
  }
  return {};
}
