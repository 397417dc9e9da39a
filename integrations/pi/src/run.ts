// Runs an asq that prints something and exits.

import { spawn } from "node:child_process";
import { binary } from "./child.ts";

export interface Ran {
  ok: boolean;
  /** Its output, and the error if there was one. */
  out: string;
}

/** How long it may take. */
const MOST_MS = 5000;
const MOST_CHARACTERS = 1_000_000;

/** Runs asq with these arguments for at most five seconds; never rejects. */
export function run(args: string[], cwd: string): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(binary(), args, { cwd, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
    let out = "";
    let wrong = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out = (out + text).slice(0, MOST_CHARACTERS)));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (wrong = (wrong + text).slice(0, MOST_CHARACTERS)));
    const end = (ok: boolean, why: string): void => {
      clearTimeout(timer);
      // A process that it left behind may hold its pipes open for ever.
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ ok, out: ok ? out : wrong.trim() || why });
    };
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      end(false, "asq did not answer within 5 seconds");
    }, MOST_MS);
    child.on("error", (error) => { end(false, error.message); });
    child.on("close", (code, signal) => { end(code === 0, `asq ended with ${String(code ?? signal)}`); });
  });
}
