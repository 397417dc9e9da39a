// One `asq embed`: starts it, exchanges lines with it, and notices its exit.
//
// - Looks for asq in ASQ_BIN, then where the installing asq was, then next to this package, then on PATH.
// - Passes on whole lines; ignores anything that isn't a line of the protocol.
// - Reports the exit once, whatever its cause, with asq's standard error.
// - Gives up on an asq that doesn't say hello within five seconds.
// - Never keeps the host alive, and neither does a process that asq left behind with its pipes. Kills asq when nobody
//   needs it any more.

import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Watch } from "./watch.ts";

/** A line from asq; docs/embed.md has them all. */
export interface Line {
  type: string;
  [key: string]: unknown;
}

/** Why asq has gone. */
export type Gone =
  | { why: "missing"; tried: string }
  | { why: "old"; said: string }
  | { why: "silent"; ms: number }
  | { why: "ended"; code: number | null; signal: string | null; said: string };

/** The path of the asq that wrote this extension; `asq install pi` fills it in. */
export const INSTALLED = "";

/** The asq to start. */
export function binary(environment: NodeJS.ProcessEnv = process.env, installed: string = INSTALLED): string {
  const named = environment["ASQ_BIN"];
  if (named) return named;
  return [installed, ...packaged()].find((file) => file !== "" && existsSync(file)) ?? "asq";
}

/** npm puts this machine's program next to the package, or below it. */
function packaged(): string[] {
  const program = `asq-pi-${process.platform}-${process.arch}/asq`;
  return ["../../", "../node_modules/"].map((up) => fileURLToPath(new URL(up + program, import.meta.url)));
}

/** The version of the protocol. */
export const VERSION = 1;

/** How long asq may take to say hello. */
export const HELLO_MS = 5000;
/** How long its pipes may stay open after its exit, and asq itself after the end of its input. */
const PIPES_MS = 200;
const END_MS = 1000;

const MOST_STDERR = 2000;

export class Child {
  readonly #process: ChildProcess;
  readonly #line: (line: Line) => void;
  readonly #gone: (gone: Gone) => void;
  #rest = "";
  #stderr = "";
  #greeted = false;
  #over = false;
  readonly #watch = new Watch(() => {
    this.#end({ why: "silent", ms: HELLO_MS });
    this.#kill();
  });

  constructor(program: string, cwd: string, line: (line: Line) => void, gone: (gone: Gone) => void) {
    this.#line = line;
    this.#gone = gone;
    this.#process = spawn(program, ["embed"], { cwd, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
    this.#process.on("error", () => this.#end({ why: "missing", tried: program }));
    this.#process.on("close", (code, signal) => { this.#ended(code, signal); });
    // If asq's own child has inherited the pipes, they never close.
    this.#process.on("exit", (code, signal) => {
      setTimeout(() => {
        // After everything that can be read now.
        setImmediate(() => {
          this.#ended(code, signal);
          this.#letGo();
        });
      }, PIPES_MS).unref();
    });
    this.#watch.owed(HELLO_MS);
    this.#process.stdout?.setEncoding("utf8").on("data", (text: string) => this.#read(text));
    this.#process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(0, MOST_STDERR);
    });
    // `close` reports a broken pipe.
    this.#process.stdin?.on("error", () => undefined);
  }

  /** Sends a line, even before the hello, which saves a turn of pi's loop: `open` has its own version. */
  send(line: Record<string, unknown>): void {
    if (!this.#over) this.#process.stdin?.write(`${JSON.stringify(line)}\n`);
  }

  /** Ends asq, which keeps the typed text itself. */
  close(): void {
    this.#over = true;
    this.#watch.paid();
    try {
      this.#process.stdin?.end();
      // asq exits when its input ends; if it hangs, kill it a moment later.
      const timer = setTimeout(() => { this.#kill(); }, END_MS);
      timer.unref();
      this.#process.once("exit", () => { clearTimeout(timer); });
      this.#process.unref();
      for (const stream of this.#process.stdio) (stream as { unref?: () => void } | null)?.unref?.();
    } catch {
      this.#kill();
    }
  }

  #kill(): void {
    this.#process.kill("SIGKILL");
    this.#letGo();
  }

  /** Stop waiting for anything from asq. */
  #letGo(): void {
    for (const stream of this.#process.stdio) stream?.destroy();
  }

  #ended(code: number | null, signal: string | null): void {
    // An asq without `embed` prints an error and exits before its first line.
    const early = !this.#greeted && code === 2;
    const said = this.#stderr.trim();
    this.#end(early ? { why: "old", said } : { why: "ended", code, signal, said });
  }

  #end(gone: Gone): void {
    this.#watch.paid();
    if (this.#over) return;
    this.#over = true;
    this.#gone(gone);
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const text of lines) {
      if (this.#over) return;
      const line = parse(text);
      if (line === undefined) continue;
      if (this.#greeted) this.#line(line);
      else this.#hello(line);
    }
  }

  #hello(line: Line): void {
    if (line.type !== "hello" || line["v"] !== VERSION) {
      const said = `it speaks version ${String(line["v"])} of the embed lines, and ${String(VERSION)} is wanted`;
      this.#end({ why: "old", said });
      this.#kill();
      return;
    }
    this.#watch.paid();
    this.#greeted = true;
  }
}

function parse(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && "type" in value && typeof value.type === "string") {
      return value as Line;
    }
  } catch {
    // It isn't a line of the protocol.
  }
  return undefined;
}
