// One tool call through one `asq embed`, from the call to the text that the model reads.
//
// - Shows a form in pi's own screen, walks through pi's dialogs over RPC, or runs without a surface.
// - Settles exactly once: with the answer, an abort, asq's exit, or the end of the session.
// - asq decides everything that it can: texts, details, and which results are errors.
// - A form that is put aside gives pi's screen back, and can come back. It opens aside under the fingers of a typing person.
// - Text that was typed for pi and reached the form ends up in pi's editor.
// - An abort takes the question back, unless pi's session ends with it.
// - Tells the person if a question is answered elsewhere, or waits without a form.
// - Reports a missing, outdated, silent or dead asq in one sentence, which says whether the person saw the question.

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { TUI } from "@earendil-works/pi-tui";
import { about } from "./about.ts";
import { binary, VERSION, type Child, type Gone, type Line } from "./child.ts";
import { clean } from "./clean.ts";
import { ink } from "./colours.ts";
import { editInEditor } from "./editor.ts";
import { broken, failed, unseen, type Ending } from "./endings.ts";
import { Form, HOST_KEYS, type Frame } from "./form.ts";
import { hostKeys, keysOfPi } from "./hostkeys.ts";
import { inTurn } from "./queue.ts";
import { take } from "./ready.ts";
import { Signals } from "./signals.ts";
import { showStep } from "./steps.ts";
import { surface, type Surface } from "./surface.ts";
import { tell, Waiting } from "./tell.ts";
import { tones } from "./tones.ts";
import { types } from "./typing.ts";
import { Undecided } from "./undecided.ts";
import { PING_MS, Watch } from "./watch.ts";

/** A call to ask. */
export interface Call {
  dialect: string;
  tool: string;
  id: string;
  arguments: unknown;
  /** A sign of life while the form is open. */
  beat: () => void;
  /** The question stays open without its call: it has to be looked for when the session continues. */
  stays?: () => void;
  /** Only look the call up in the store; don't ask anybody. */
  onlyLook?: boolean;
}

/** Rows around the form that pi needs: its footer, its status, a blank line. */
const CHROME_ROWS = 4;
/** On a terminal with at least this many rows, one of them is for a rule. */
const ROOMY_ROWS = 20;
/** How long an aborted asq may take to report its ending. */
const LAST_WORDS_MS = 1000;
/** How long pi may take to close the session once its terminal is gone. */
const HANG_UP_MS = 1000;
const HANG_UPS = ["SIGHUP", "SIGTERM", "SIGINT"];

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
  undecided.stay();
  for (const asking of open) asking.leave();
}

/** The questions of aborted calls: taken back, unless the session ends. */
export const undecided = new Undecided();

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
  readonly #signals: Signals;
  /** The person has stopped the agent by the form's own key. */
  #stopped = false;
  /** pi has aborted the call, perhaps because it ends. */
  #aborted = false;
  /** The question waits on after the call has ended. */
  #left = false;
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
    if (this.#stopped) this.abort();
    else this.#mayEnd();
  };

  constructor(call: Call, ctx: ExtensionContext, signal: AbortSignal | undefined) {
    this.#call = call;
    this.#ctx = ctx;
    this.#signal = signal;
    this.#surface = call.onlyLook === true ? "none" : surface(ctx);
    this.#waiting = new Waiting(ctx);
    this.#signals = new Signals(ctx, call.beat);
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
    let aside = types(this.#ctx);
    for (;;) {
      const back = new Promise<"back">((resolve) => {
        this.#back = () => {
          resolve("back");
        };
      });
      if (aside) {
        this.#startAside();
      } else {
        const shown = await this.#shown(ended);
        // Without a screen of its own, pi returns at once, and the form was never visible.
        if (shown === undefined) return unseen("pi has no screen to show it on");
        if (shown !== "aside") return shown;
      }
      aside = false;
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
          this.#stopped = true;
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
        this.#start(tui.terminal.columns, rows(), { tones: tones(theme), keys: hostKeys(keys), host_keys: HOST_KEYS, editor: "idle" });
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

  /** Asks without a form, which comes when the person calls for it. pi's editor keeps the keys, and its caret. */
  #startAside(): void {
    const { columns = 80, rows = 24 } = process.stdout;
    const host = { tones: tones(this.#ctx.ui.theme), keys: hostKeys(keysOfPi()), host_keys: HOST_KEYS, editor: "typing" };
    this.#start(columns, Math.max(1, rows - CHROME_ROWS), host);
  }

  #start(width: number, height: number, host: Record<"tones" | "keys" | "host_keys" | "editor", unknown> | undefined): void {
    const child = take(
      binary(),
      this.#ctx.cwd,
      (line) => {
        this.#heard(line);
      },
      (gone) => {
        this.#gone(gone);
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
          this.#aside(line["text"], line["typed"]);
          return;
        case "done":
          this.#left = line["open"] === true;
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

  /** No form for now: the request waits elsewhere. `typed` was meant for pi. */
  #aside(text: unknown, typed: unknown): void {
    const forPi = (this.#form?.early() ?? "") + (typeof typed === "string" ? typed : "");
    const leave = this.#leave;
    // Without pings, nobody would notice that asq has died.
    this.#pings ??= setInterval(() => {
      this.#child?.send({ type: "ping", id: this.#call.id });
      this.#watch.owed();
    }, PING_MS);
    this.#form = undefined;
    this.#suspended = undefined;
    this.#leave = undefined;
    const back = this.#surface === "form" ? this.#back : undefined;
    this.#waiting.begin(text, back, this.seen ? "shows it again" : "answers it");
    leave?.();
    if (forPi !== "") this.#ctx.ui.pasteToEditor(forPi);
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
    if (line["signal"] === "edit") this.#edit(typeof line["text"] === "string" ? line["text"] : "");
    else this.#signals.raise(line);
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

  /**
   * pi has aborted the call: because the person stops the agent, or because the session ends. New versions wait for the
   * call's ending before they say which. asq words the ending, and the question stays open until they have.
   */
  #mayEnd(): void {
    this.#aborted = true;
    this.#steps.abort();
    this.#child?.send({ type: "abort", id: this.#call.id, unsure: true });
    const timer = setTimeout(() => {
      if (this.#settle === undefined) return;
      this.#left = true;
      this.#end(failed("the agent took it back", this.seen));
    }, LAST_WORDS_MS);
    timer.unref();
  }

  /** asq has gone. A terminal that closes ends it before pi, and then the session ends, too: leave pi the time to say so. */
  #gone(gone: Gone): void {
    const hungUp = this.#begun && gone.why === "ended" && (gone.code === 0 || HANG_UPS.includes(gone.signal ?? ""));
    if (!hungUp) {
      this.#end(broken(gone, this.seen));
      return;
    }
    const end = (): void => {
      this.#left = this.#aborted;
      this.#end(this.#aborted ? failed("pi closed the session", this.seen) : broken(gone, this.seen));
    };
    if (this.#aborted) end();
    else setTimeout(end, HANG_UP_MS).unref();
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
    const early = this.#form?.early() ?? "";
    this.#form?.dispose();
    if (early !== "") this.#ctx.ui.pasteToEditor(early);
    this.#signal?.removeEventListener("abort", this.#onAbort);
    this.#signals.end();
    this.#steps.abort();
    this.#waiting.end();
    const child = this.#child;
    if (!this.#left) {
      child?.close();
      return;
    }
    undecided.add({
      takeBack: () => {
        child?.send({ type: "abort", id: this.#call.id });
        child?.close();
      },
      stay: () => {
        child?.close();
        this.#call.stays?.();
      },
    });
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
