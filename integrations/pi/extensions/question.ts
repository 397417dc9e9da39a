// The tool `question`.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import spec from "../src/generated/question.ts";
import { question } from "../src/looks/question.ts";
import { begin, register } from "../src/tool.ts";

export default function extension(pi: ExtensionAPI): void {
  if (!begin(pi, spec)) return;
  register(pi, spec.question, question);
}
