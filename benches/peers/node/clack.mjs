// clack's plain select.
import { select } from "@clack/prompts";
import { options, question } from "./question.mjs";

console.log(await select({ message: question, options: options.map((label) => ({ value: label, label })) }));
