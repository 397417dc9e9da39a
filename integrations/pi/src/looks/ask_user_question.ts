// How `ask_user_question` looks in pi's transcript.

import type { Look } from "../tool.ts";
import { at, clean, list } from "../clean.ts";
import { answer, callOf, cancelled, note, open, said } from "../render.ts";

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
      if (typeof text !== "string") return [];
      const given = at(answers, text);
      const header = clean(at(q, "header"), 20);
      const remark = at(at(at(details, "annotations"), text), "notes");
      const notes = typeof remark === "string" ? [note(theme, header, remark)] : [];
      if (typeof given !== "string") return [open(theme, header), ...notes];
      const labels = list(at(q, "options")).map((option) => at(option, "label"));
      const own = at(q, "multiSelect") !== true && !labels.includes(given);
      return [answer(theme, header, given, own), ...notes];
    });
    const none = Object.keys(answers ?? {}).length === 0;
    return none ? [said(content, theme, false), ...lines].join("\n") : lines.join("\n");
  },
};
