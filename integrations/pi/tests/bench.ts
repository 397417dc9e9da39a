// The cost of asq inside pi: `cargo xtask bench pi` runs this with the number of runs and keeps the output.
//
// - Interleaves the runs: pi alone, with pi's own example, with asq's tool, with all four files of asq.
// - Runs pi in its own terminal (script(1)), and takes times when its bytes come out.
// - Prints one line per row: what, goal, measured, met; tabs separate the fields.

import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { Child } from "../src/child.ts";
import { Form, type Frame } from "../src/form.ts";
import { ASQ, HERE, Pi, standalone } from "./pi.ts";
import type { Step } from "./model.ts";

const RUNS = Number(process.argv[2] ?? 50);
const PATIENCE_MS = 60_000;
/** Keys in each run. */
const KEYS = 8;
const EXAMPLE = join(HERE, "node_modules/@earendil-works/pi-coding-agent/examples/extensions/question.ts");

const options = ["SQLite", "PostgreSQL", "Plain files"];
const QUESTION = "Which database?";
const ours = {
  name: "question",
  arguments: { questions: [{ id: "db", prompt: QUESTION, options: options.map((label) => ({ value: label, label })) }] },
};
const theirs = { name: "question", arguments: { question: QUESTION, options: options.map((label) => ({ label })) } };
// Both calls have the same length, since pi reads a call piece by piece.
theirs.arguments.question += " ".repeat(JSON.stringify(ours.arguments).length - JSON.stringify(theirs.arguments).length);
const nothing: Step = { text: "Nothing to ask." };

interface Contestant {
  name: string;
  extensions: string[];
  step: Step;
  /** Until the prompt. */
  starts: number[];
  /** From the end of the call to the form. */
  frames: number[];
  /** From a key to its effect on the screen. */
  keys: number[];
}

function contestant(name: string, extensions: string[], step: Step): Contestant {
  return { name, extensions, step, starts: [], frames: [], keys: [] };
}

const ALONE = contestant("pi alone", [], nothing);
const THEIRS = contestant("pi's example question.ts", [EXAMPLE], { calls: [theirs] });
const OURS = contestant("asq's question.ts", [standalone("question")], { calls: [ours] });
const ALL = contestant("all four of asq", ["question", "AskUserQuestion", "spec", "ask_user_question"].map(standalone), { calls: [ours] });

/** pi's terminal: its output, and when each part came. */
class Terminal {
  all = "";
  readonly #process: ChildProcess;
  #heard: () => void = () => undefined;

  constructor(pi: Pi) {
    this.#process = spawn("script", ["-qfec", `stty cols 100 rows 30; exec ${pi.command()}`, "/dev/null"], {
      cwd: pi.cwd,
      env: { ...pi.environment(), TERM: "xterm-256color" },
      stdio: ["pipe", "pipe", "ignore"],
    });
    this.#process.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.all += text;
      this.#heard();
    });
  }

  type(keys: string): void {
    this.#process.stdin?.write(keys);
  }

  /** When the condition held, by `performance.now()`. */
  when(what: string, holds: () => boolean, patience = PATIENCE_MS): Promise<number> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`waited for ${what} in vain:\n${this.all}`)), patience);
      this.#heard = (): void => {
        if (!holds()) return;
        this.#heard = () => undefined;
        clearTimeout(timer);
        resolve(performance.now());
      };
      this.#heard();
    });
  }

  /** Waits until no more output comes. */
  async quiet(): Promise<void> {
    for (let length = -1; length !== this.all.length; ) {
      length = this.all.length;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }

  stop(): void {
    this.#process.kill("SIGKILL");
  }
}

/** Until the prompt; from the model's call to the form; from keys to their effect on the screen. */
async function run(one: Contestant): Promise<void> {
  const pi = await Pi.prepare({ steps: [one.step, nothing], extensions: one.extensions });
  const began = performance.now();
  const terminal = new Terminal(pi);
  try {
    one.starts.push((await terminal.when("the prompt", () => terminal.all.includes("mock"))) - began);
    if (one.step === nothing) return;
    await terminal.quiet();
    terminal.type("go\r");
    const shown = await terminal.when("the form", () => /Esc (to )?cancel/.test(terminal.all));
    one.frames.push(shown - (pi.model.answered[0] ?? NaN));
    for (let n = 0; n < KEYS; n += 1) {
      const mark = n % 2 === 0 ? "2. " : "1. ";
      // One key at a time, as from a hand.
      await new Promise((resolve) => setTimeout(resolve, 30));
      const from = terminal.all.length;
      const pressed = performance.now();
      terminal.type(n % 2 === 0 ? "\u001b[B" : "\u001b[A");
      one.keys.push((await terminal.when("the key", () => terminal.all.slice(from).includes(mark))) - pressed);
    }
  } finally {
    terminal.stop();
    await pi.stop();
  }
}

/** From a key to its frame in the shim, with four questions of 200-line previews. */
async function keys(count: number): Promise<number[]> {
  const preview = Array.from({ length: 200 }, (_, n) => `- line **${String(n)}** of \`the preview\`, with some words`).join("\n");
  const questions = Array.from({ length: 4 }, (_, n) => ({
    question: `Which one of ${String(n)}?`,
    header: `Head ${String(n)}`,
    options: ["A", "B", "C"].map((label) => ({ label, description: "Some words about it", preview: `# ${label}\n\n${preview}` })),
  }));
  const times: number[] = [];
  let shown: () => void = () => undefined;
  const child = new Child(ASQ, process.cwd(), (line) => {
    if (line.type === "frame") form.show(line as unknown as Frame);
  }, () => undefined);
  const form = new Form({
    rows: () => 26,
    redraw: () => {
      form.render(100);
      shown();
    },
    send: (line) => {
      child.send({ id: "1", ...line });
    },
    stuck: () => undefined,
    roomy: () => false,
    paint: (text) => text,
    stop: () => undefined,
    repaint: () => undefined,
  });
  const frame = (work: () => void): Promise<void> =>
    new Promise((resolve) => {
      shown = resolve;
      work();
    });
  const tones = { dim: ["\u001b[2m", "\u001b[22m"], accent: ["\u001b[36m", "\u001b[39m"] };
  const call = { name: "ask_user_question", arguments: { questions } };
  const open = { type: "open", v: 1, id: "1", surface: "form", width: 100, height: 26, guard_ms: 0, tones, call };
  await frame(() => child.send(open));
  const all = ["\u001b[B", "\u001b[B", "\u001b[A", "\u001b[6~", "\u001b[C", "\u001b[B", "\u001b[D", "\u001b[5~"];
  for (let n = 0; n < count; n += 1) {
    const began = performance.now();
    await frame(() => form.handleInput(all[n % all.length] ?? ""));
    times.push(performance.now() - began);
  }
  child.close();
  return times;
}

const sorted = (times: number[]): number[] => [...times].sort((a, b) => a - b);
const minimum = (times: number[]): number => sorted(times)[0] ?? NaN;
const quantile = (times: number[], part: number): number => sorted(times)[Math.floor((times.length - 1) * part)] ?? NaN;
const ms = (time: number): string => `${time.toFixed(2)} ms`;

function row(what: string, goal: string, measured: string, met: boolean | undefined): void {
  process.stdout.write(`${[what, goal, measured, met === undefined ? "" : met ? "met" : "missed"].join("\t")}\n`);
}

for (let n = 0; n < RUNS; n += 1) {
  for (const one of [ALONE, THEIRS, OURS, ALL]) await run(one);
}
const times = await keys(2000);

const later = minimum(OURS.frames) - minimum(THEIRS.frames);
row("the model's call → first frame, above pi's own example", "≤ 20 ms", ms(later), later <= 20);
for (const one of [THEIRS, OURS]) {
  row(`the same, ${one.name}: minimum; median`, "", `${ms(minimum(one.frames))}; ${ms(quantile(one.frames, 0.5))}`, undefined);
}
// pi's first extension also pays for loading the extension system.
for (const one of [THEIRS, OURS, ALL]) {
  const more = minimum(one.starts) - minimum(ALONE.starts);
  const mine = one === THEIRS;
  row(`what ${one.name} adds to pi's start`, mine ? "" : "≤ 20 ms", ms(more), mine ? undefined : more <= 20);
}
for (const one of [ALONE, THEIRS, OURS, ALL]) {
  row(`pi's start to its prompt, ${one.name}: minimum; median`, "", `${ms(minimum(one.starts))}; ${ms(quantile(one.starts, 0.5))}`, undefined);
}
const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
row("key → frame in the shim, four questions with 200-line previews (2000 keys): p50; p99", "≤ 1 ms", `${ms(p50)}; ${ms(p99)}`, p50 <= 1);
for (const one of [THEIRS, OURS]) {
  row(`key → its change on the terminal, pi's own drawing included, ${one.name}: minimum; median`, "", `${ms(minimum(one.keys))}; ${ms(quantile(one.keys, 0.5))}`, undefined);
}
