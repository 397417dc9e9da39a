// How `ask_user_question` looks in pi's transcript.

import type { Look } from "../tool.ts";
import { at, clean, list } from "../clean.ts";
import { answer, callOf, cancelled, said } from "../render.ts";

export const askUserQuestion: Look = {
  label: "Ask user question",
  call: callOf("ask_user_question", (q) => at(q, "header")),
  result: ({ content, details, isError, isPartial }, theme) => {
    if (isPartial) return "";
    if (isError) {
      return at(list(content)[0], "text") === "User cancelled" ? cancelled(theme) : said(content, theme, true);
    }
    const answers = at(details, "answers");
    const questions = list(at(details, "questions"));
    const lines = questions.flatMap((q) => {
      const text = at(q, "question");
      const given = typeof text === "string" ? at(answers, text) : undefined;
      if (typeof given !== "string") return [];
      const labels = list(at(q, "options")).map((option) => at(option, "label"));
      const own = at(q, "multiSelect") !== true && !labels.includes(given);
      return [answer(theme, clean(at(q, "header"), 20), given, own)];
    });
    return lines.length === 0 ? said(content, theme, false) : lines.join("\n");
  },
};
