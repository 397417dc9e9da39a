// The tool `AskUserQuestion` and the command /settings-ask-user-question.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import spec from "../src/generated/questionnaire.ts";
import { AskUserQuestion } from "../src/looks/AskUserQuestion.ts";
import { settingsMenu } from "../src/settings.ts";
import { offer } from "../src/tool.ts";

export default function extension(pi: ExtensionAPI): void {
  if (offer(pi, [{ spec: spec.AskUserQuestion, look: AskUserQuestion }])) settingsMenu(pi);
}
