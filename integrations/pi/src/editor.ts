// Opens the person's own editor on a text.
//
// - Tries $VISUAL, then $EDITOR, then vi, through the shell as other programs do: the command is the person's own.
// - Only the person can read the text's file, which is removed in any case.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The edited text, or the error. */
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
