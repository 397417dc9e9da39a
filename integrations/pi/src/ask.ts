// One tool call through one `asq embed`, from the call to the text that the model reads.
//
// - Shows a form in pi's own screen, walks through pi's dialogs over RPC, or runs without a surface.
// - Settles exactly once: with the answer, an abort, asq's exit, or the end of the session.
// - asq decides everything that it can: texts, details, and which results are errors.
// - A form that is put aside gives pi's screen back, and can come back.
// - Tells the person if a question is answered elsewhere, or waits without a form.
// - Reports a missing, outdated, silent or dead asq in one sentence, which says whether the person saw the question.

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { TUI } from "@earendil-works/pi-tui";
import { about } from "./about.ts";
import { binary, VERSION, type Child, type Gone, type Line } from "./child.ts";
import { clean } from "./clean.ts";
import { ink } from "./colours.ts";
import { editInEditor } from "./editor.ts";
import { Form, HOST_KEYS, type Frame } from "./form.ts";
import { Heartbeat } from "./heartbeat.ts";
import { hostKeys } from "./hostkeys.ts";
import { inTurn } from "./queue.ts";
import { take } from "./ready.ts";
import { showStep } from "./steps.ts";
import { surface, type Surface } from "./surface.ts";
import { tell, Waiting } from "./tell.ts";
import { tones } from "./tones.ts";
import { PING_MS, Watch } from "./watch.ts";

/** The ending of a call. */
export interface Ending {
  content: string;
  details: unknown;
  isError: boolean;
  outcome: string;
}

/** A call to ask. */
export interface Call {
  dialect: string;
  tool: string;
  id: string;
  arguments: unknown;
  /** A sign of life while the form is open. */
  beat: () => void;
  /** Only look the call up in the store; don't ask anybody. */
  onlyLook?: boolean;
}

/** Rows around the form that pi needs: its footer, its status, a blank line. */
const CHROME_ROWS = 4;
/** On a terminal with at least this many rows, one of them is for a rule. */
const ROOMY_ROWS = 20;
/** How long an aborted asq may take to report its ending. */
const LAST_WORDS_MS = 1000;

/** Asks, and resolves with the ending. */
export function ask(call: Call, ctx: ExtensionContext, signal: AbortSignal | undefined): Promise<Ending> {
  return inTurn(async () => {
    if (signal?.aborted === true) return unseen("the agent stopped before it was asked");
    const asking = new Asking(call, ctx, signal);
    open.add(asking);
    try {
      return await asking.run();
    } catch (error) {
      return failed(`pi could not show it (${clean(String(error), 200)})`, asking.seen);
    } finally {
      open.delete(asking);
      asking.close();
    }
  });
}

const open = new Set<Asking>();

/** Ends every asq when the session ends. Requests in the inbox stay there: nobody withdrew them. */
export function shutDown(): void {
  for (const asking of open) asking.leave();
}

class Asking {
  /** Whether the person has had the question on the screen. */
  seen = false;
  /** Whether asq has accepted the call. */
  #begun = false;
  readonly #call: Call;
  readonly #ctx: ExtensionContext;
  readonly #signal: AbortSignal | undefined;
  readonly #surface: Surface;
  #child: Child | undefined;
  #form: Form | undefined;
  #settle: ((ending: Ending) => void) | undefined;
  #heartbeat: Heartbeat | undefined;
  #titled = false;
  /** Gives pi's screen back while the request still waits. */
  #leave: (() => void) | undefined;
  #back: (() => void) | undefined;
  readonly #waiting: Waiting;
  #suspended: { stop: () => void; start: () => void } | undefined;
  readonly #steps = new AbortController();
  readonly #watch = new Watch(() => {
    this.#end(failed("asq did not answer any more", this.seen));
  });
  #pings: ReturnType<typeof setInterval> | undefined;
  readonly #onAbort = (): void => {
    this.abort();
  };

  constructor(call: Call, ctx: ExtensionContext, signal: AbortSignal | undefined) {
    this.#call = call;
    this.#ctx = ctx;
    this.#signal = signal;
    this.#surface = call.onlyLook === true ? "none" : surface(ctx);
    this.#waiting = new Waiting(ctx);
  }

  async run(): Promise<Ending> {
    const ended = new Promise<Ending>((resolve) => {
      this.#settle = resolve;
    });
    this.#signal?.addEventListener("abort", this.#onAbort, { once: true });
    if (this.#surface === "form") return this.#inForm(ended);
    this.#start(80, 24, undefined);
    return ended;
  }

  async #inForm(ended: Promise<Ending>): Promise<Ending> {
    for (;;) {
      const shown = await this.#shown(ended);
      // Without a screen of its own, pi returns at once, and the form was never visible.
      if (shown === undefined) return unseen("pi has no screen to show it on");
      if (shown !== "aside") return shown;
      const back = new Promise<"back">((resolve) => {
        this.#back = () => {
          resolve("back");
        };
      });
      const next = await Promise.race([ended, back]);
      if (next !== "back") return next;
    }
  }

  /** Shows the form once, until the end or until the person puts it aside. */
  async #shown(ended: Promise<Ending>): Promise<Ending | "aside" | undefined> {
    const shown = await this.#ctx.ui.custom<Ending | "aside">((tui, theme, keys, done) => {
      const roomy = (): boolean => tui.terminal.rows >= ROOMY_ROWS;
      const rows = (): number => Math.max(1, tui.terminal.rows - CHROME_ROWS - (roomy() ? 1 : 0));
      let painted = JSON.stringify(tones(theme));
      const form = new Form({
        rows,
        redraw: () => {
          // Otherwise pi waits up to 16 ms after its last drawing, such as that of the key itself. Old versions always wait.
          if ("renderNow" in tui) tui.renderNow();
          else (tui as TUI).requestRender();
        },
        send: (line) => {
          this.#child?.send({ id: this.#call.id, ...line });
        },
        stuck: () => {
          this.#end(failed("asq did not answer any more", this.seen));
        },
        roomy,
        paint: (text, as) => (as === "rule" ? theme.fg("borderMuted", text) : ink(theme, as === "hint" ? "warning" : "muted", text)),
        stop: () => {
          // The agent's own signal withdraws the question; without one, this does.
          this.#ctx.abort();
          if (this.#signal?.aborted !== true) this.abort();
        },
        repaint: () => {
          const now = tones(this.#ctx.ui.theme);
          if (JSON.stringify(now) === painted) return;
          painted = JSON.stringify(now);
          this.#child?.send({ type: "tones", id: this.#call.id, tones: now });
        },
      });
      this.#form = form;
      this.#suspended = {
        stop: () => {
          tui.stop();
        },
        start: () => {
          tui.start();
          tui.requestRender(true);
        },
      };
      void ended.then(done);
      this.#leave = () => {
        done("aside");
      };
      if (this.#child === undefined) {
        this.#start(tui.terminal.columns, rows(), { tones: tones(theme), keys: hostKeys(keys), host_keys: HOST_KEYS });
      } else {
        clearInterval(this.#pings);
        this.#pings = undefined;
        this.#child.send({ type: "tones", id: this.#call.id, tones: tones(theme) });
        this.#child.send({ type: "show", id: this.#call.id, width: tui.terminal.columns, height: rows() });
      }
      return form;
    });
    return shown as Ending | "aside" | undefined;
  }

  #start(width: number, height: number, host: { tones: unknown; keys: unknown; host_keys: unknown } | undefined): void {
    const child = take(
      binary(),
      this.#ctx.cwd,
      (line) => {
        this.#heard(line);
      },
      (gone) => {
        this.#end(broken(gone, this.seen));
      },
    );
    this.#child = child;
    child.send({
      type: "open",
      v: VERSION,
      id: this.#call.id,
      call: { name: this.#call.tool, arguments: this.#call.arguments },
      dialect: this.#call.dialect,
      surface: this.#surface,
      width,
      height,
      cwd: this.#ctx.cwd,
      agent: "pi",
      session: session(this.#ctx),
      call_id: this.#call.id,
      own: true,
      waits: this.#call.onlyLook !== true,
      about: this.#call.onlyLook === true ? undefined : about(this.#ctx),
      ...host,
    });
    this.#watch.owed();
  }

  #heard(line: Line): void {
    try {
      this.#watch.paid();
      this.#form?.answered();
      if (line.type === "frame" || line.type === "step" || line.type === "waiting") this.#begun = true;
      switch (line.type) {
        case "frame":
          this.seen = true;
          this.#form?.show(line as unknown as Frame);
          return;
        case "step":
          this.seen = true;
          void this.#step(line);
          return;
        case "signal":
          this.#raise(line);
          return;
        case "waiting":
          this.#aside(line["text"]);
          return;
        case "done":
          tell(this.#ctx, line["told"]);
          this.#end({
            content: String(line["content"]),
            details: line["details"] ?? undefined,
            isError: line["is_error"] === true,
            outcome: String(line["outcome"]),
          });
          return;
        case "error":
          // Nothing else has happened, so an open form continues. A form that never opened can't.
          if (!this.#begun) this.#end(failed(`asq refused: ${clean(line["message"], 300)}`, false));
          return;
        default:
          return;
      }
    } catch (error) {
      this.#end(failed(`pi could not show it (${clean(String(error), 200)})`, this.seen));
    }
  }

  /** No form for now: the request waits elsewhere. */
  #aside(text: unknown): void {
    const leave = this.#leave;
    // Without pings, nobody would notice that asq has died.
    this.#pings ??= setInterval(() => {
      this.#child?.send({ type: "ping", id: this.#call.id });
      this.#watch.owed();
    }, PING_MS);
    this.#form = undefined;
    this.#suspended = undefined;
    this.#leave = undefined;
    this.#waiting.begin(text, leave && (() => this.#back?.()));
    leave?.();
  }

  async #step(line: Line): Promise<void> {
    try {
      const value = await showStep(this.#ctx, line, this.#steps.signal);
      if (this.#steps.signal.aborted) return;
      const said = value === undefined ? {} : { value };
      this.#child?.send({ type: "answer", id: this.#call.id, step: line["step"], ...said });
      this.#watch.owed();
    } catch (error) {
      this.#end(failed(`pi could not show it (${clean(String(error), 200)})`, true));
    }
  }

  #raise(line: Line): void {
    switch (line["signal"]) {
      case "bell":
        if (process.stdout.isTTY) process.stdout.write("\u0007");
        return;
      case "title":
        this.#title(line["title"]);
        return;
      case "heartbeat":
        this.#heartbeat = new Heartbeat(Number(line["every_ms"]), this.#call.beat);
        return;
      case "edit":
        this.#edit(typeof line["text"] === "string" ? line["text"] : "");
        return;
      default:
        return;
    }
  }

  #title(title: unknown): void {
    const ui = this.#ctx.ui as { setTitle?: (title: string) => void };
    if (typeof title === "string") {
      this.#titled = true;
      ui.setTitle?.(title);
    } else {
      this.#untitle();
    }
  }

  #untitle(): void {
    if (!this.#titled) return;
    this.#titled = false;
    const ui = this.#ctx.ui as { setTitle?: (title: string) => void };
    ui.setTitle?.("");
  }

  #edit(text: string): void {
    const screen = this.#suspended;
    if (screen === undefined) return;
    let left: { text: string } | { error: string };
    screen.stop();
    try {
      left = editInEditor(text);
    } finally {
      screen.start();
    }
    this.#child?.send({ type: "edited", id: this.#call.id, ...left });
  }

  /** The asker withdraws; asq gets a moment to report it in the contract's words. */
  abort(): void {
    this.#steps.abort();
    this.#child?.send({ type: "abort", id: this.#call.id });
    const timer = setTimeout(() => {
      this.#end(
        failed("the agent took it back", this.seen),
      );
    }, LAST_WORDS_MS);
    timer.unref();
  }

  /** pi exits. asq sees the end of its input, and keeps the text typed so far. */
  leave(): void {
    this.#child?.close();
    this.#end(failed("pi closed the session", this.seen));
  }

  #end(ending: Ending): void {
    this.#quiet();
    this.#settle?.(ending);
    this.#settle = undefined;
    this.#steps.abort();
  }

  #quiet(): void {
    this.#watch.paid();
    clearInterval(this.#pings);
    this.#pings = undefined;
  }

  close(): void {
    this.#quiet();
    this.#form?.dispose();
    this.#signal?.removeEventListener("abort", this.#onAbort);
    this.#heartbeat?.stop();
    this.#untitle();
    this.#steps.abort();
    this.#waiting.end();
    this.#child?.close();
  }
}

/** pi's session. The same session and call id mean the same call. */
function session(ctx: ExtensionContext): string | undefined {
  try {
    return ctx.sessionManager.getSessionId();
  } catch {
    return undefined;
  }
}

const ADVICE = "Ask in plain text or go on without assuming an answer.";

/** The ending if nobody saw the question. */
function unseen(why: string): Ending {
  return {
    content: `The user never saw the question: ${why}. ${ADVICE}`,
    details: undefined,
    isError: true,
    outcome: "unavailable",
  };
}

function failed(why: string, seen: boolean): Ending {
  if (!seen) return unseen(why);
  return {
    content: `The user saw the question and did not answer it: ${why}. No choice was made. ${ADVICE}`,
    details: undefined,
    isError: true,
    outcome: "unavailable",
  };
}

const GET = "Install asq (its README says how), put it on the PATH that pi starts with, or name it with ASQ_BIN; then ask again";

function broken(gone: Gone, seen: boolean): Ending {
  switch (gone.why) {
    case "missing":
      return unseen(`the program asq was not found (tried ${clean(gone.tried, 200)}). ${GET}`);
    case "old":
      return unseen(`the program asq is too old or another one (${clean(gone.said, 200)}). ${GET}`);
    case "silent":
      return failed(`asq did not answer within ${String(gone.ms / 1000)} seconds`, seen);
    case "ended": {
      const how = gone.signal ?? `code ${String(gone.code)}`;
      const said = gone.said === "" ? "" : `: ${clean(gone.said, 200)}`;
      return failed(`asq ended unexpectedly (${how}${said})`, seen);
    }
  }
}
