// How `question` looks in pi's transcript.

import type { Look } from "../tool.ts";
import { at, clean, list } from "../clean.ts";
import { answer, callOf, cancelled, said } from "../render.ts";

export const question: Look = {
  label: "Question",
  call: callOf("question", (q, i) => at(q, "label") ?? `Q${String(i + 1)}`),
  result: ({ content, details, isError, isPartial }, theme) => {
    if (isPartial) return "";
    const answers = list(at(details, "answers"));
    if (isError || at(details, "cancelled") !== false) {
      const text = at(list(content)[0], "text");
      const known = typeof text === "string" && text.startsWith("User cancelled");
      return known ? cancelled(theme) : said(content, theme, isError);
    }
    if (answers.length === 0) return said(content, theme, false);
    const questions = list(at(details, "questions"));
    const lines = answers.map((one) => {
      const asked = questions.find((q) => at(q, "id") === at(one, "id"));
      const own = at(one, "wasCustom") === true;
      const index = at(one, "index");
      const number = typeof index === "number" ? `${String(index)}. ` : "";
      const label = questions.length > 1 ? clean(at(asked, "label"), 40) : "";
      return answer(theme, label, number + clean(at(one, "label"), 200), own);
    });
    return lines.join("\n");
  },
};
