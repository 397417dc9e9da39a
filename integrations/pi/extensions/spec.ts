// The tools `ask_question`, `ask_multi_select` and `resume_structured`.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import spec from "../src/generated/spec.ts";
import { askMultiSelect, askQuestion, resumeStructured } from "../src/looks/spec.ts";
import { begin, register } from "../src/tool.ts";

export default function extension(pi: ExtensionAPI): void {
  if (!begin(pi, spec)) return;
  register(pi, spec.ask_question, askQuestion);
  register(pi, spec.ask_multi_select, askMultiSelect);
  register(pi, spec.resume_structured, resumeStructured);
}
