// The person's own editor on a text.
//
// - $VISUAL, then $EDITOR, then vi; through the shell, as every program does it: the command is the person's own.
// - The text lies in a file that only the person can read, and is removed whatever happens.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the editor left, or why there is nothing. */
export function editInEditor(text: string): { text: string } | { error: string } {
  const command = process.env["VISUAL"] ?? process.env["EDITOR"] ?? "vi";
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), "asq-pi-"));
    const file = join(folder, "answer.md");
    writeFileSync(file, text, { mode: 0o600 });
    const ran = spawnSync("sh", ["-c", `${command} "$1"`, "sh", file], { stdio: "inherit" });
    if (ran.error !== undefined) return { error: `the editor could not be started: ${ran.error.message}` };
    if (ran.status !== 0) return { error: `the editor ended with ${String(ran.status ?? ran.signal)}` };
    return { text: readFileSync(file, "utf8") };
  } catch (error) {
    return { error: `the editor could not be used: ${String(error)}` };
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}
