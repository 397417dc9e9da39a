// One asq that says something and ends.

import { execFile } from "node:child_process";
import { binary } from "./child.ts";

export interface Ran {
  ok: boolean;
  /** What it printed; what went wrong, if it did. */
  out: string;
}

/** Runs asq with these arguments, for ten seconds at most; it never fails otherwise. */
export function run(args: string[], cwd: string): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(binary(), args, { cwd, timeout: 10_000, encoding: "utf8" }, (error, stdout, stderr) => {
      resolve({ ok: error === null, out: error === null ? stdout : stderr.trim() || error.message });
    });
  });
}
