// The tool `ask_user_question`.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import spec from "../src/generated/ask_user_question.ts";
import { askUserQuestion } from "../src/looks/ask_user_question.ts";
import { offer } from "../src/tool.ts";

export default function extension(pi: ExtensionAPI): void {
  offer(pi, [{ spec: spec.ask_user_question, look: askUserQuestion }]);
}
