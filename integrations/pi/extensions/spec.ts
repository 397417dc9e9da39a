// The tools `ask_question`, `ask_multi_select` and `resume_structured`.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import spec from "../src/generated/spec.ts";
import { askMultiSelect, askQuestion, resumeStructured } from "../src/looks/spec.ts";
import { offer } from "../src/tool.ts";

export default function extension(pi: ExtensionAPI): void {
  offer(pi, [
    { spec: spec.ask_question, look: askQuestion },
    { spec: spec.ask_multi_select, look: askMultiSelect },
    { spec: spec.resume_structured, look: resumeStructured },
  ]);
}
