// The text of ../select.json, which the bench passes as the first argument.
import { readFileSync } from "node:fs";

const [asked] = JSON.parse(readFileSync(process.argv[2], "utf8")).arguments.questions;
export const question = asked.prompt;
export const options = asked.options.map(({ label }) => label);
