// asq as a package of pi: one file, one tool unless the person chose more.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import askUserQuestionSpec from "../src/generated/ask_user_question.ts";
import questionSpec from "../src/generated/question.ts";
import questionnaireSpec from "../src/generated/questionnaire.ts";
import specSpec from "../src/generated/spec.ts";
import { chosen, chooseMenu } from "../src/chosen.ts";
import { AskUserQuestion } from "../src/looks/AskUserQuestion.ts";
import { askUserQuestion } from "../src/looks/ask_user_question.ts";
import { question } from "../src/looks/question.ts";
import { askMultiSelect, askQuestion, resumeStructured } from "../src/looks/spec.ts";
import { settingsMenu } from "../src/settings.ts";
import { offer, type Tool } from "../src/tool.ts";

const CONTRACTS: Record<string, Tool[]> = {
  AskUserQuestion: [{ spec: questionnaireSpec.AskUserQuestion, look: AskUserQuestion }],
  question: [{ spec: questionSpec.question, look: question }],
  ask_user_question: [{ spec: askUserQuestionSpec.ask_user_question, look: askUserQuestion }],
  ask_question: [
    { spec: specSpec.ask_question, look: askQuestion },
    { spec: specSpec.ask_multi_select, look: askMultiSelect },
    { spec: specSpec.resume_structured, look: resumeStructured },
  ],
};

export default function extension(pi: ExtensionAPI): void {
  const wanted = chosen(Object.keys(CONTRACTS));
  const fresh = offer(pi, wanted.flatMap((name) => CONTRACTS[name] ?? []));
  if (!fresh) return;
  chooseMenu(pi, Object.keys(CONTRACTS));
  if (wanted.includes("AskUserQuestion")) settingsMenu(pi);
}
