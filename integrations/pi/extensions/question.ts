// The tool `question`.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import spec from "../src/generated/question.ts";
import { question } from "../src/looks/question.ts";
import { offer } from "../src/tool.ts";

export default function extension(pi: ExtensionAPI): void {
  offer(pi, [{ spec: spec.question, look: question }]);
}
