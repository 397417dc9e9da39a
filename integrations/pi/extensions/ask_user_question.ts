// The tool `ask_user_question`.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import spec from "../src/generated/ask_user_question.ts";
import { askUserQuestion } from "../src/looks/ask_user_question.ts";
import { begin, register } from "../src/tool.ts";

export default function extension(pi: ExtensionAPI): void {
  if (!begin(pi, spec)) return;
  register(pi, spec.ask_user_question, askUserQuestion);
}
