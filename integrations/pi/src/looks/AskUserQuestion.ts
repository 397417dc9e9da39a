// How `AskUserQuestion` looks in pi's transcript.

import type { Look } from "../tool.ts";
import { at, clean, list } from "../clean.ts";
import { callOf, answer, cancelled, note, said } from "../render.ts";

/** `Env: staging` out of the first lines of what the model reads. */
function lines(content: unknown): string[] {
  const text = at(list(content)[0], "text");
  return typeof text === "string" ? (text.split("\n\n")[0] ?? "").split("\n") : [];
}

export const AskUserQuestion: Look = {
  label: "AskUserQuestion",
  call: callOf("AskUserQuestion", (q) => at(q, "header")),
  result: ({ content, details, isError, isPartial }, theme) => {
    if (isPartial) return "";
    const lifecycle = at(details, "lifecycle");
    if (lifecycle === "cancelled") return cancelled(theme);
    if (isError || lifecycle !== "answered") return said(content, theme, isError || lifecycle === "rejected");
    const told = lines(content).filter((line) => line !== "" && !line.startsWith("    "));
    return told
      .map((line) => {
        const [header, ...rest] = line.split(": ");
        const value = rest.join(": ");
        const noted = /^note \((.*)\)$/.exec(header ?? "");
        if (noted !== null) return note(theme, noted[1] ?? "", value);
        const own = value.startsWith("(Other) ");
        return answer(theme, clean(header, 40), own ? value.slice("(Other) ".length) : value, own);
      })
      .join("\n");
  },
};
