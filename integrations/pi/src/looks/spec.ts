// How `ask_question`, `ask_multi_select` and `resume_structured` look in pi's transcript.

import type { Look } from "../tool.ts";
import { at, clean, list } from "../clean.ts";
import { boxed } from "../colours.ts";
import { answer, cancelled, said, titled } from "../render.ts";

export const askQuestion: Look = {
  label: "Ask question",
  call: titled("ask_question", "question"),
  result: ({ content, details, isError, isPartial }, theme) => {
    if (isPartial) return "";
    if (at(details, "discuss") === true) return boxed(theme, "accent", "→ Let's discuss this");
    const given = at(details, "answer");
    if (typeof given === "string" && !isError) return answer(theme, "", given, at(details, "wasCustom") === true);
    const text = at(list(content)[0], "text");
    const left = typeof text === "string" && text.startsWith("User cancelled");
    return left ? cancelled(theme) : said(content, theme, isError);
  },
};

export const askMultiSelect: Look = {
  label: "Ask multi select",
  call: titled("ask_multi_select", "question"),
  result: ({ content, details, isError, isPartial }, theme) => {
    if (isPartial) return "";
    const picked = list(at(details, "selected")).map((label) => clean(label, 80));
    if (picked.length > 0 && !isError) return answer(theme, "", picked.join(", "));
    const text = at(list(content)[0], "text");
    const left = typeof text === "string" && text.startsWith("User cancelled");
    return left ? cancelled(theme) : said(content, theme, isError);
  },
};

export const resumeStructured: Look = {
  label: "Resume structured",
  call: titled("resume_structured", "summary"),
  result: ({ content, isError, isPartial }, theme) => (isPartial ? "" : said(content, theme, isError)),
};
