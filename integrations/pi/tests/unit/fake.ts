// A fake asq that does what a test says.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made: string[] = [];

/** A program with this JavaScript body; `say(line)` writes a line, `heard(line)` gets each incoming one. */
export function fake(body: string): string {
  const folder = mkdtempSync(join(tmpdir(), "asq-fake-"));
  made.push(folder);
  const file = join(folder, "asq");
  const text = `#!${process.execPath}
const say = (line) => process.stdout.write((typeof line === "string" ? line : JSON.stringify(line)) + "\\n");
let heard = () => {};
require("node:readline").createInterface({ input: process.stdin }).on("line", (text) => heard(JSON.parse(text)));
${body}
`;
  writeFileSync(file, text, { mode: 0o755 });
  return file;
}

export function removeFakes(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}
