// asq for pi. Made by build.mjs out of integrations/pi; `asq install pi` writes it, `asq uninstall pi` removes it.
/* eslint-disable */
// @ts-nocheck
// src/render.ts
import { Text } from "@earendil-works/pi-tui";

// src/clean.ts
var HARMFUL = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
function clean(value, most = 80) {
  if (typeof value !== "string") return "";
  const joined = value.slice(0, most * 4).replace(/[\r\n\t]+/g, " ").replace(HARMFUL, "·");
  const letters = Array.from(joined);
  return letters.length > most || value.length > most * 4 ? `${letters.slice(0, most - 1).join("")}…` : joined;
}
function at(value, key) {
  if (typeof value !== "object" || value === null) return void 0;
  return value[key];
}
function list(value) {
  return Array.isArray(value) ? value : [];
}

// src/colours.ts
var ENOUGH = 4.5;
var DARK = [40, 42, 54];
var LIGHT = [253, 246, 227];
var MIDDLE = 0.18;
var STEPS = 100;
var known = /* @__PURE__ */ new Map();
var MOST_KNOWN = 1e3;
function ink(theme, colour, text3, ...more) {
  return painted(theme, colour, text3, more, true);
}
function boxed(theme, colour, text3) {
  return painted(theme, colour, text3, ["toolPendingBg", "toolSuccessBg", "toolErrorBg"], false);
}
function painted(theme, colour, text3, behind, terminal) {
  const theirs = theme.fg(colour, text3);
  try {
    const prefix = opening(theirs);
    const grounds = behind.map((ground) => opening(theme.bg(ground, "")));
    const selected = terminal ? opening(theme.bg("selectedBg", "")) : "";
    const key = [prefix, ...grounds, selected].join();
    let shade = known.get(key);
    if (shade === void 0) {
      const all = grounds.map((ground) => rgb(ground, "48")).filter((ground) => ground !== void 0);
      const like = rgb(selected, "48");
      if (like !== void 0) all.unshift(isDark(like) ? DARK : LIGHT);
      shade = readable(prefix, all);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(key, shade);
    }
    return shade + theirs.slice(prefix.length);
  } catch {
    return theirs;
  }
}
var opening = (text3) => text3.slice(0, text3.indexOf("m") + 1);
function readable(prefix, grounds) {
  const colour = rgb(prefix, "38");
  const [first2] = grounds;
  const reads = (one) => grounds.every((ground) => contrast(one, ground) >= ENOUGH);
  if (colour === void 0 || first2 === void 0 || reads(colour)) return prefix;
  const shades = isDark(first2) ? lighter(colour) : darker(colour);
  const shade = shades.find(reads) ?? shades.at(-1) ?? colour;
  if (prefix.includes("38;2;")) return `\x1B[38;2;${shade.join(";")}m`;
  const number = nearest(shade, reads);
  return number === void 0 ? prefix : `\x1B[38;5;${String(number)}m`;
}
function nearest(shade, reads) {
  const far = (one) => distance(one, shade) + (isGrey(shade) ? 0 : distance(pure(one), pure(shade)));
  const fits = (one) => isGrey(one) === isGrey(shade) && strength(one) >= strength(shade) - 0.05 && reads(one);
  return PALETTE.filter(([, one]) => fits(one)).sort(([, a], [, b]) => far(a) - far(b))[0]?.[0];
}
function lighter(colour) {
  const peak = 255 / Math.max(1, ...colour);
  const strongest = each(colour, (n) => n * peak);
  return [...mixed(colour, strongest), ...mixed(strongest, [255, 255, 255])];
}
function darker(colour) {
  const most = Math.max(...colour);
  const strongest = isGrey(colour) ? colour : each(pure(colour), (n) => most * n / 255);
  return [...mixed(colour, strongest), ...mixed(strongest, [0, 0, 0])];
}
function pure(colour) {
  const [least, most] = [Math.min(...colour), Math.max(...colour)];
  return each(colour, (n) => 255 * (n - least) / (most - least));
}
var isGrey = (colour) => strength(colour) < 0.2;
function strength(colour) {
  const most = Math.max(...colour);
  return (most - Math.min(...colour)) / Math.max(1, most);
}
function mixed(from, to) {
  return Array.from({ length: STEPS }, (_, n) => {
    const part = (n + 1) / STEPS;
    return each(from, (one, at2) => one + ((to[at2] ?? one) - one) * part);
  });
}
function each(colour, change) {
  const [r, g, b] = colour;
  return [Math.round(change(r, 0)), Math.round(change(g, 1)), Math.round(change(b, 2))];
}
var distance = (a, b) => a.reduce((sum, one, at2) => sum + (one - (b[at2] ?? 0)) ** 2, 0);
function rgb(sequence, kind) {
  const numbers = /^\u001b\[([0-9;]+)m$/.exec(sequence)?.[1]?.split(";") ?? [];
  const [what, how, ...rest] = numbers;
  if (what !== kind) return void 0;
  const [r = NaN, g = NaN, b = NaN] = rest.map(Number);
  if (how === "5") return PALETTE.find(([number]) => number === r)?.[1];
  return how === "2" && rest.length === 3 ? [r, g, b] : void 0;
}
var PALETTE = Array.from({ length: 240 }, (_, n) => {
  const cube = (part) => part === 0 ? 0 : 55 + 40 * part;
  const grey = 8 + 10 * (n - 216);
  return [n + 16, n < 216 ? [cube(Math.floor(n / 36)), cube(Math.floor(n / 6) % 6), cube(n % 6)] : [grey, grey, grey]];
});
function contrast(a, b) {
  const [one, other] = [luminance(a) + 0.05, luminance(b) + 0.05];
  return Math.max(one, other) / Math.min(one, other);
}
var isDark = (colour) => luminance(colour) < MIDDLE;
function luminance([r, g, b]) {
  const part = (n) => n / 255 <= 0.03928 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
}

// src/render.ts
function component(text3) {
  return new Text(text3, 0, 0);
}
function safely(draw, otherwise) {
  try {
    return draw();
  } catch {
    return otherwise;
  }
}
function callOf(tool, label) {
  return (args, theme) => {
    const questions = list(at(args, "questions"));
    const labels = questions.map((q, i) => clean(label(q, i), 20)).filter((text3) => text3 !== "");
    const n = questions.length;
    const count = n === 0 ? "" : `${String(n)} question${n === 1 ? "" : "s"}`;
    const names = labels.length === 0 ? "" : ` (${labels.join(", ")})`;
    return `${theme.fg("toolTitle", theme.bold(tool))} ${boxed(theme, "muted", clean(count + names, 120))}`.trimEnd();
  };
}
function titled(tool, key) {
  return (args, theme) => `${theme.fg("toolTitle", theme.bold(tool))} ${boxed(theme, "muted", clean(at(args, key), 100))}`.trimEnd();
}
function answer(theme, label, text3, own = false) {
  const mark = boxed(theme, "success", "✓ ");
  const lead = label === "" ? "" : boxed(theme, "muted", `${clean(label, 40)}: `);
  return mark + lead + boxed(theme, "accent", clean(text3, 200)) + (own ? boxed(theme, "muted", " (own words)") : "");
}
function note(theme, label, text3) {
  const lead = label === "" ? "  note: " : `  note (${clean(label, 40)}): `;
  return boxed(theme, "muted", lead + clean(text3, 200));
}
function open(theme, label) {
  return boxed(theme, "muted", `– ${clean(label, 40)}: not answered`);
}
function cancelled(theme) {
  return boxed(theme, "warning", "Cancelled");
}
function said(content, theme, isError) {
  const text3 = list(content).map((part) => at(part, "text")).find((part) => typeof part === "string");
  const first2 = typeof text3 === "string" ? text3.split("\n")[0] ?? "" : "";
  return boxed(theme, isError ? "error" : "muted", clean(first2, 200));
}

// src/about.ts
var MOST = 2e5;
function about(ctx) {
  try {
    const entries = ctx.sessionManager.getBranch();
    const says = first(entries.toReversed(), "assistant");
    const task = first(entries, "user");
    if (says === void 0 && task === void 0) return void 0;
    return { ...says === void 0 ? {} : { says }, ...task === void 0 ? {} : { task } };
  } catch {
    return void 0;
  }
}
function first(entries, role) {
  for (const entry of entries) {
    const message = at(entry, "message");
    if (at(message, "role") !== role) continue;
    const said2 = text(at(message, "content"));
    if (said2 !== "") return said2;
  }
  return void 0;
}
function text(content) {
  const parts = list(content).filter((part) => at(part, "type") === "text").map((part) => at(part, "text"));
  const texts2 = (typeof content === "string" ? [content] : parts).filter((part) => typeof part === "string");
  return texts2.join("\n").slice(0, MOST).replace(new RegExp("\\p{Surrogate}", "gu"), "�").trim();
}

// src/child.ts
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// src/watch.ts
var ANSWER_MS = 2e4;
var PING_MS = 3e4;
var SLEPT_MS = 2e3;
var Watch = class {
  #late;
  #timer;
  constructor(late) {
    this.#late = late;
  }
  /** From now on asq owes a line; this doesn't extend an earlier deadline. */
  owed(ms = ANSWER_MS) {
    if (this.#timer !== void 0) return;
    const due = performance.now() + ms;
    this.#timer = setTimeout(() => {
      this.#timer = void 0;
      if (performance.now() > due + SLEPT_MS) this.owed(ms);
      else this.#late();
    }, ms);
  }
  /** A line has arrived, or isn't needed any more. */
  paid() {
    clearTimeout(this.#timer);
    this.#timer = void 0;
  }
};

// src/child.ts
var INSTALLED = "";
function binary(environment = process.env, installed = INSTALLED) {
  const named = environment["ASQ_BIN"];
  if (named) return named;
  return [installed, ...packaged()].find((file) => file !== "" && existsSync(file)) ?? "asq";
}
function packaged() {
  const program = `asq-pi-${process.platform}-${process.arch}/asq`;
  return ["../../", "../node_modules/"].map((up) => fileURLToPath(new URL(up + program, import.meta.url)));
}
var VERSION = 1;
var HELLO_MS = 5e3;
var PIPES_MS = 200;
var END_MS = 1e3;
var MOST_STDERR = 2e3;
var Child = class {
  #process;
  #line;
  #gone;
  #rest = "";
  #stderr = "";
  #greeted = false;
  #over = false;
  #watch = new Watch(() => {
    this.#end({ why: "silent", ms: HELLO_MS });
    this.#kill();
  });
  constructor(program, cwd, line, gone) {
    this.#line = line;
    this.#gone = gone;
    this.#process = spawn(program, ["embed"], { cwd, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
    this.#process.on("error", () => this.#end({ why: "missing", tried: program }));
    this.#process.on("close", (code, signal) => {
      this.#ended(code, signal);
    });
    this.#process.on("exit", (code, signal) => {
      setTimeout(() => {
        setImmediate(() => {
          this.#ended(code, signal);
          this.#letGo();
        });
      }, PIPES_MS).unref();
    });
    this.#watch.owed(HELLO_MS);
    this.#process.stdout?.setEncoding("utf8").on("data", (text3) => this.#read(text3));
    this.#process.stderr?.setEncoding("utf8").on("data", (text3) => {
      this.#stderr = (this.#stderr + text3).slice(0, MOST_STDERR);
    });
    this.#process.stdin?.on("error", () => void 0);
  }
  /** Sends a line, even before the hello, which saves a turn of pi's loop: `open` has its own version. */
  send(line) {
    if (!this.#over) this.#process.stdin?.write(`${JSON.stringify(line)}
`);
  }
  /** Ends asq, which keeps the typed text itself. */
  close() {
    this.#over = true;
    this.#watch.paid();
    try {
      this.#process.stdin?.end();
      const timer = setTimeout(() => {
        this.#kill();
      }, END_MS);
      timer.unref();
      this.#process.once("exit", () => {
        clearTimeout(timer);
      });
      this.#process.unref();
      for (const stream of this.#process.stdio) stream?.unref?.();
    } catch {
      this.#kill();
    }
  }
  #kill() {
    this.#process.kill("SIGKILL");
    this.#letGo();
  }
  /** Stop waiting for anything from asq. */
  #letGo() {
    for (const stream of this.#process.stdio) stream?.destroy();
  }
  #ended(code, signal) {
    const early = !this.#greeted && code === 2;
    const said2 = this.#stderr.trim();
    this.#end(early ? { why: "old", said: said2 } : { why: "ended", code, signal, said: said2 });
  }
  #end(gone) {
    this.#watch.paid();
    if (this.#over) return;
    this.#over = true;
    this.#gone(gone);
  }
  #read(text3) {
    const lines = (this.#rest + text3).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const text4 of lines) {
      if (this.#over) return;
      const line = parse(text4);
      if (line === void 0) continue;
      if (this.#greeted) this.#line(line);
      else this.#hello(line);
    }
  }
  #hello(line) {
    if (line.type !== "hello" || line["v"] !== VERSION) {
      const said2 = `it speaks version ${String(line["v"])} of the embed lines, and ${String(VERSION)} is wanted`;
      this.#end({ why: "old", said: said2 });
      this.#kill();
      return;
    }
    this.#watch.paid();
    this.#greeted = true;
  }
};
function parse(text3) {
  try {
    const value = JSON.parse(text3);
    if (typeof value === "object" && value !== null && "type" in value && typeof value.type === "string") {
      return value;
    }
  } catch {
  }
  return void 0;
}

// src/editor.ts
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
function editInEditor(text3) {
  const command = process.env["VISUAL"] ?? process.env["EDITOR"] ?? "vi";
  let folder;
  try {
    folder = mkdtempSync(join(tmpdir(), "asq-pi-"));
    const file = join(folder, "answer.md");
    writeFileSync(file, text3, { mode: 384 });
    const ran = spawnSync("sh", ["-c", `${command} "$1"`, "sh", file], { stdio: "inherit" });
    if (ran.error !== void 0) return { error: `the editor could not be started: ${ran.error.message}` };
    if (ran.status !== 0) return { error: `the editor ended with ${String(ran.status ?? ran.signal)}` };
    return { text: readFileSync(file, "utf8") };
  } catch (error) {
    return { error: `the editor could not be used: ${String(error)}` };
  } finally {
    if (folder !== void 0) rmSync(folder, { recursive: true, force: true });
  }
}

// src/endings.ts
var ADVICE = "Ask in plain text or go on without assuming an answer.";
function unseen(why) {
  return {
    content: `The user never saw the question: ${why}. ${ADVICE}`,
    details: void 0,
    isError: true,
    outcome: "unavailable"
  };
}
function failed(why, seen) {
  if (!seen) return unseen(why);
  return {
    content: `The user saw the question and did not answer it: ${why}. No choice was made. ${ADVICE}`,
    details: void 0,
    isError: true,
    outcome: "unavailable"
  };
}
var GET = "Install asq (its README says how), put it on the PATH that pi starts with, or name it with ASQ_BIN; then ask again";
function broken(gone, seen) {
  switch (gone.why) {
    case "missing":
      return unseen(`the program asq was not found (tried ${clean(gone.tried, 200)}). ${GET}`);
    case "old":
      return unseen(`the program asq is too old or another one (${clean(gone.said, 200)}). ${GET}`);
    case "silent":
      return failed(`asq did not answer within ${String(gone.ms / 1e3)} seconds`, seen);
    case "ended": {
      const how = gone.signal ?? `code ${String(gone.code)}`;
      const said2 = gone.said === "" ? "" : `: ${clean(gone.said, 200)}`;
      return failed(`asq ended unexpectedly (${how}${said2})`, seen);
    }
  }
}

// src/form.ts
import { CURSOR_MARKER, truncateToWidth, visibleWidth } from "@earendil-works/pi-tui";

// src/keys.ts
var Joiner = class {
  #high = "";
  /** The text that is complete now; empty if it waits for the second half. */
  join(data) {
    const text3 = this.#high + data;
    this.#high = "";
    const last = text3.charCodeAt(text3.length - 1);
    if (last >= 55296 && last <= 56319) {
      this.#high = text3.slice(-1);
      return wellFormed(text3.slice(0, -1));
    }
    return wellFormed(text3);
  }
};
function wellFormed(text3) {
  return text3.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "�");
}

// src/form.ts
var STUCK_MS = 2e3;
var STUCK = "asq is not answering · Esc goes on without it";
var STOP = ["", "\x1B[92;5u"];
var ASIDE = "";
var PASTE = ["", "\x1B[118;5u"];
var HOST_KEYS = [["Ctrl+\\", "stop the agent"]];
var RULE = [["Ctrl+]", " puts it aside · "], ["Ctrl+\\", " stops the agent"]];
var RULE_WIDTH = visibleWidth(RULE.flat().join(""));
var NO_IMAGE = "An answer takes no image · paste text by your terminal's own key, such as Ctrl+Shift+V";
var OUT = ["\x1B", "\x1B[27u", "", "\x1B[99;5u"];
var Form = class {
  focused = false;
  #around;
  #keys = new Joiner();
  #frame;
  #asked;
  #cache;
  #redrawing = false;
  /** Runs while asq owes a reply. */
  #unanswered;
  #stuck = false;
  #said = "";
  /** Text from before the first frame: it was meant for pi. */
  #early = "";
  constructor(around) {
    this.#around = around;
    this.#wait();
  }
  /** A frame from asq. */
  show(frame) {
    if (this.#frame === void 0 && this.#early !== "") this.#around.send({ type: "input", data: ASIDE });
    this.#frame = frame;
    this.answered();
    this.#redraw();
  }
  #redraw() {
    if (this.#redrawing) return;
    this.#redrawing = true;
    queueMicrotask(() => {
      this.#redrawing = false;
      try {
        this.#around.redraw();
      } catch {
      }
    });
  }
  /** asq has sent something. */
  answered() {
    clearTimeout(this.#unanswered);
    this.#unanswered = void 0;
    if (!this.#stuck) return;
    this.#stuck = false;
    this.#redraw();
  }
  /** The text that reached the form before anybody saw it. */
  early() {
    return this.#early;
  }
  /** The form has left the screen. */
  dispose() {
    this.answered();
  }
  #wait() {
    this.#unanswered ??= setTimeout(() => {
      this.#stuck = true;
      this.#redraw();
    }, STUCK_MS);
  }
  invalidate() {
    this.#cache = void 0;
    try {
      this.#around.repaint();
    } catch {
    }
  }
  render(width) {
    try {
      return this.#render(width);
    } catch {
      return [];
    }
  }
  #render(width) {
    const rows = Math.max(1, this.#around.rows());
    const frame = this.#frame;
    if (width < 1) return [];
    if (this.#asked?.width !== width || this.#asked.height !== rows) {
      if (this.#asked !== void 0 || frame !== void 0 && (frame.width !== width || frame.height !== rows)) {
        this.#around.send({ type: "resize", width, height: rows });
      }
      this.#asked = { width, height: rows };
    }
    const hint = this.#stuck ? STUCK : this.#said;
    const said2 = hint === "" ? "" : this.#fit(this.#around.paint(hint, "hint"), width);
    if (frame === void 0) return hint === "" ? [] : [said2];
    const { focused } = this;
    const ruled = this.#around.roomy();
    const cache = this.#cache;
    if (cache?.frame === frame && cache.width === width && cache.rows === rows && cache.focused === focused && cache.hint === hint && cache.ruled === ruled) {
      return cache.lines;
    }
    const lines = frame.lines.slice(0, rows).map((line) => this.#fit(line, width));
    if (lines.length > 0 || hint !== "") lines.push(said2);
    if (ruled && lines.length > 0 && !/^(?:\u001b\[[0-9;]*m|[─━])+$/.test(lines[0] ?? "")) lines.unshift(this.#rule(width));
    this.#cache = { frame, width, rows, focused, hint, ruled, lines };
    return lines;
  }
  #rule(width) {
    const { paint } = this.#around;
    const rest = width - RULE_WIDTH - 5;
    if (rest < 3) return paint("─".repeat(width), "rule");
    const label = RULE.map(([key, words]) => key + paint(words, "words")).join("");
    return `${paint("─".repeat(rest), "rule")} ${label} ${paint("───", "rule")}`;
  }
  #fit(line, width) {
    const bare = this.focused ? line : line.replaceAll(CURSOR_MARKER, "");
    return visibleWidth(bare) <= width ? bare : truncateToWidth(bare, width, "");
  }
  handleInput(data) {
    try {
      const text3 = this.#keys.join(data);
      if (text3 === "") return;
      this.#said = "";
      if (STOP.includes(text3)) {
        this.#around.stop();
        return;
      }
      if (PASTE.includes(text3)) {
        this.#said = NO_IMAGE;
        this.#redraw();
        return;
      }
      if (this.#stuck && OUT.includes(text3)) {
        this.#around.stuck();
        return;
      }
      const isText = /^[^\p{Cc}]+$/u.test(text3) && (this.#early !== "" || !/^\d+$/.test(text3));
      if (this.#frame === void 0 && isText) {
        this.#early += text3;
        return;
      }
      this.#wait();
      this.#around.send({ type: "input", data: text3 });
    } catch {
    }
  }
};

// src/hostkeys.ts
import { getKeybindings } from "@earendil-works/pi-tui";
var ACTIONS = [
  ["tui.select.up", "up", ["up"]],
  ["tui.select.down", "down", ["down"]],
  ["tui.select.confirm", "choose", ["enter", "return"]],
  ["tui.select.cancel", "leave", ["escape", "esc", "ctrl+c"]],
  ["tui.input.newLine", "newline", ["shift+enter", "ctrl+j"]],
  ["app.editor.external", "editor", ["ctrl+g"]]
];
function keysOfPi() {
  try {
    return getKeybindings();
  } catch {
    return void 0;
  }
}
function hostKeys(keys) {
  const bound = {};
  for (const [pi, asq, defaults] of ACTIONS) {
    try {
      const set = keys.getKeys?.(pi);
      const own = (Array.isArray(set) ? set : [set]).filter(
        (key) => typeof key === "string" && !defaults.includes(key)
      );
      if (own.length > 0) bound[asq] = own;
    } catch {
    }
  }
  return bound;
}

// src/queue.ts
var KEY = Symbol.for("asq.pi.queue");
async function inTurn(work) {
  const shared = globalThis;
  const before = shared[KEY] ?? Promise.resolve();
  const mine = before.then(work, work);
  shared[KEY] = mine.catch(() => void 0);
  return mine;
}

// src/ready.ts
import { visibleWidth as visibleWidth2 } from "@earendil-works/pi-tui";

// src/surface.ts
function surface(ctx) {
  const mode = ctx.mode ?? (ctx.hasUI ? "tui" : "print");
  if (mode === "tui") return "form";
  return mode === "rpc" && ctx.hasUI ? "steps" : "none";
}

// src/ready.ts
var ready;
function startEarly(pi, tools) {
  pi.on("message_update", (event, ctx) => {
    if (ready === void 0 && begins(event, tools) && surface(ctx) === "form") start(binary(), ctx.cwd);
  });
  pi.on("turn_start", (_event, ctx) => {
    if (!measured && surface(ctx) === "form") setImmediate(measure);
  });
  pi.on("agent_end", drop);
  pi.on("session_shutdown", drop);
}
function take(program, cwd, line, gone) {
  const early = ready;
  if (early?.program !== program || early.cwd !== cwd) return new Child(program, cwd, line, gone);
  ready = void 0;
  early.line = line;
  early.gone = gone;
  return early.child;
}
var measured = false;
function measure() {
  if (measured) return;
  measured = true;
  for (const text3 of ["❯ 1", "❯ 2"]) visibleWidth2(text3);
}
function start(program, cwd) {
  try {
    const child = new Child(program, cwd, (line) => {
      made.line(line);
    }, (gone) => {
      made.gone(gone);
    });
    const made = { child, program, cwd, line: () => void 0, gone: () => {
      ready = void 0;
    } };
    ready = made;
  } catch {
  }
}
function drop() {
  ready?.child.close();
  ready = void 0;
}
function begins(event, tools) {
  const piece = at(event, "assistantMessageEvent");
  const type = at(piece, "type");
  if (type !== "toolcall_start" && type !== "toolcall_delta") return false;
  const call = at(at(at(event, "message"), "content"), at(piece, "contentIndex"));
  return tools.has(String(at(call, "name")));
}

// src/heartbeat.ts
var Heartbeat = class {
  #timer;
  constructor(everyMs, beat) {
    if (!Number.isFinite(everyMs) || everyMs < 1e3) return;
    this.#timer = setInterval(() => {
      try {
        beat();
      } catch {
      }
    }, everyMs);
    this.#timer.unref();
  }
  stop() {
    clearInterval(this.#timer);
  }
};

// src/signals.ts
var Signals = class {
  #ctx;
  #beat;
  #heartbeat;
  #titled = false;
  constructor(ctx, beat) {
    this.#ctx = ctx;
    this.#beat = beat;
  }
  /** A line `signal`. */
  raise(line) {
    switch (line["signal"]) {
      case "bell":
        if (process.stdout.isTTY) process.stdout.write("\x07");
        return;
      case "title":
        this.#title(line["title"]);
        return;
      case "heartbeat":
        this.#heartbeat = new Heartbeat(Number(line["every_ms"]), this.#beat);
        return;
      default:
        return;
    }
  }
  /** The question is over. */
  end() {
    this.#heartbeat?.stop();
    if (this.#titled) this.#title(null);
  }
  #title(title) {
    const titled2 = typeof title === "string";
    if (!titled2 && !this.#titled) return;
    this.#titled = titled2;
    const ui = this.#ctx.ui;
    ui.setTitle?.(titled2 ? title : "");
  }
};

// src/steps.ts
async function showStep(ctx, line, signal) {
  const title = String(line["title"]);
  switch (line["ask"]) {
    case "select":
      return ctx.ui.select(title, list(line["options"]).map(String), { signal });
    case "input":
      return ctx.ui.input(title, String(line["placeholder"]), { signal });
    case "editor":
      return Promise.race([ctx.ui.editor(title, String(line["prefill"])), aborted(signal)]);
    default:
      return void 0;
  }
}
function aborted(signal) {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      resolve(void 0);
    });
  });
}

// src/tell.ts
var KEY2 = "asq";
function tell(ctx, text3, level = "info") {
  const line = clean(text3, 400);
  if (line === "") return;
  if (level === "info" && surface(ctx) === "form") ctx.ui.notify(ink(ctx.ui.theme, "muted", line), level);
  else if (ctx.hasUI) ctx.ui.notify(line, level);
  else process.stderr.write(`${line}
`);
}
var BACK = ["", "\x1B[93;5u"];
var Waiting = class {
  #ctx;
  #shown = false;
  #unlisten;
  constructor(ctx) {
    this.#ctx = ctx;
  }
  /** `back` brings the form back, if there is one; `does` names that for the person. */
  begin(text3, back, does = "shows it again") {
    if (this.#shown) return;
    if (!this.#ctx.hasUI) {
      tell(this.#ctx, text3);
      return;
    }
    const ui = this.#ctx.ui;
    const listen = ui.onTerminalInput?.bind(ui);
    const comes = back !== void 0 && listen !== void 0;
    if (comes) {
      this.#unlisten = listen((data) => {
        if (!BACK.includes(data)) return void 0;
        this.end();
        back();
        return { consume: true };
      });
    }
    this.#shown = true;
    const line = clean(text3, 300);
    const words = (text4) => ink(ui.theme, "muted", text4);
    const keys = `Ctrl+]${words(` ${does} · `)}Esc${words(" stops the agent")}`;
    const first2 = ink(ui.theme, "accent", line);
    ui.setWidget(KEY2, comes ? [first2, keys] : [first2]);
  }
  end() {
    this.#unlisten?.();
    this.#unlisten = void 0;
    if (this.#shown) this.#ctx.ui.setWidget(KEY2, void 0);
    this.#shown = false;
  }
};

// src/tones.ts
import { CURSOR_MARKER as CURSOR_MARKER2 } from "@earendil-works/pi-tui";
var TEXT = "x";
function pair(paint) {
  try {
    const [prefix, suffix, more] = paint(TEXT).split(TEXT);
    return prefix === void 0 || suffix === void 0 || more !== void 0 ? void 0 : [prefix, suffix];
  } catch {
    return void 0;
  }
}
function tones(theme) {
  const all = {
    dim: pair((t) => ink(theme, "muted", t)),
    // The button in focus has the background of the active tab.
    accent: pair((t) => ink(theme, "accent", t, "selectedBg")),
    good: pair((t) => ink(theme, "success", t)),
    warn: pair((t) => ink(theme, "warning", t)),
    danger: pair((t) => theme.bold(ink(theme, "error", t))),
    heading: pair((t) => ink(theme, "mdHeading", t)),
    code: pair((t) => ink(theme, "mdCode", t)),
    keyword: pair((t) => ink(theme, "syntaxKeyword", t)),
    literal: pair((t) => ink(theme, "syntaxString", t)),
    name: pair((t) => ink(theme, "syntaxFunction", t)),
    trusted: ["\x1B[38;5;231;48;5;25m", "\x1B[39;49m"],
    bold: pair((t) => theme.bold(t)),
    italic: pair((t) => theme.italic(t)),
    selected: pair((t) => theme.bg("selectedBg", ink(theme, "text", t, "selectedBg"))),
    // pi puts its cursor at the marker, for input methods. pi hides that cursor, so we draw the cell, too.
    caret: [`${CURSOR_MARKER2}\x1B[7m`, "\x1B[27m"]
  };
  return Object.fromEntries(Object.entries(all).filter((entry) => entry[1] !== void 0));
}

// src/typing.ts
var FRESH_MS = 2e3;
var text2 = "";
var keyed = false;
var changed = -Infinity;
function watchTyping(ctx) {
  if (surface(ctx) !== "form") return;
  try {
    text2 = ctx.ui.getEditorText();
    ctx.ui.onTerminalInput(() => {
      keyed = true;
      setImmediate(look, ctx);
      return void 0;
    });
  } catch {
  }
}
function types(ctx) {
  look(ctx);
  return text2.trim() !== "" && performance.now() - changed < FRESH_MS;
}
function look(ctx) {
  try {
    const now = ctx.ui.getEditorText();
    if (keyed && now !== text2) changed = performance.now();
    text2 = now;
  } catch {
  }
  keyed = false;
}

// src/undecided.ts
var SETTLED_MS = 300;
var ENDED_MS = 1500;
var RUNS_ON_MS = 5e3;
var Undecided = class {
  #questions = [];
  #timer;
  #onExit = () => {
    this.stay();
  };
  add(question) {
    if (this.#questions.length === 0) process.once("exit", this.#onExit);
    this.#questions.push(question);
    this.#decideIn(RUNS_ON_MS);
  }
  /** Watches what a session does next. */
  watch(pi) {
    pi.on("agent_end", () => this.#decideIn(ENDED_MS));
    pi.on("agent_settled", () => this.#decideIn(SETTLED_MS));
    pi.on("agent_start", () => {
      for (const question of this.#all()) question.takeBack();
    });
  }
  /** The session ends: leaves them open. */
  stay() {
    for (const question of this.#all()) question.stay();
  }
  #decideIn(ms) {
    if (this.#questions.length === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const question of this.#all()) question.takeBack();
    }, ms);
    this.#timer.unref();
  }
  #all() {
    clearTimeout(this.#timer);
    process.off("exit", this.#onExit);
    return this.#questions.splice(0);
  }
};

// src/ask.ts
var CHROME_ROWS = 4;
var ROOMY_ROWS = 20;
var LAST_WORDS_MS = 1e3;
var HANG_UP_MS = 1e3;
var HANG_UPS = ["SIGHUP", "SIGTERM", "SIGINT"];
function ask(call, ctx, signal) {
  return inTurn(async () => {
    if (signal?.aborted === true) return unseen("the agent stopped before it was asked");
    const asking = new Asking(call, ctx, signal);
    open2.add(asking);
    try {
      return await asking.run();
    } catch (error) {
      return failed(`pi could not show it (${clean(String(error), 200)})`, asking.seen);
    } finally {
      open2.delete(asking);
      asking.close();
    }
  });
}
var open2 = /* @__PURE__ */ new Set();
function shutDown() {
  undecided.stay();
  for (const asking of open2) asking.leave();
}
var undecided = new Undecided();
var Asking = class {
  /** Whether the person has had the question on the screen. */
  seen = false;
  /** Whether asq has accepted the call. */
  #begun = false;
  #call;
  #ctx;
  #signal;
  #surface;
  #child;
  #form;
  #settle;
  #signals;
  /** The person has stopped the agent by the form's own key. */
  #stopped = false;
  /** pi has aborted the call, perhaps because it ends. */
  #aborted = false;
  /** The question waits on after the call has ended. */
  #left = false;
  /** Gives pi's screen back while the request still waits. */
  #leave;
  #back;
  #waiting;
  #suspended;
  #steps = new AbortController();
  #watch = new Watch(() => {
    this.#end(failed("asq did not answer any more", this.seen));
  });
  #pings;
  #onAbort = () => {
    if (this.#stopped) this.abort();
    else this.#mayEnd();
  };
  constructor(call, ctx, signal) {
    this.#call = call;
    this.#ctx = ctx;
    this.#signal = signal;
    this.#surface = call.onlyLook === true ? "none" : surface(ctx);
    this.#waiting = new Waiting(ctx);
    this.#signals = new Signals(ctx, call.beat);
  }
  async run() {
    const ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#signal?.addEventListener("abort", this.#onAbort, { once: true });
    if (this.#surface === "form") return this.#inForm(ended);
    this.#start(80, 24, void 0);
    return ended;
  }
  async #inForm(ended) {
    let aside = types(this.#ctx);
    for (; ; ) {
      const back = new Promise((resolve) => {
        this.#back = () => {
          resolve("back");
        };
      });
      if (aside) {
        this.#startAside();
      } else {
        const shown2 = await this.#shown(ended);
        if (shown2 === void 0) return unseen("pi has no screen to show it on");
        if (shown2 !== "aside") return shown2;
      }
      aside = false;
      const next = await Promise.race([ended, back]);
      if (next !== "back") return next;
    }
  }
  /** Shows the form once, until the end or until the person puts it aside. */
  async #shown(ended) {
    const shown2 = await this.#ctx.ui.custom((tui, theme, keys, done) => {
      const roomy = () => tui.terminal.rows >= ROOMY_ROWS;
      const rows = () => Math.max(1, tui.terminal.rows - CHROME_ROWS - (roomy() ? 1 : 0));
      let painted2 = JSON.stringify(tones(theme));
      const form = new Form({
        rows,
        redraw: () => {
          if ("renderNow" in tui) tui.renderNow();
          else tui.requestRender();
        },
        send: (line) => {
          this.#child?.send({ id: this.#call.id, ...line });
        },
        stuck: () => {
          this.#end(failed("asq did not answer any more", this.seen));
        },
        roomy,
        paint: (text3, as) => as === "rule" ? theme.fg("borderMuted", text3) : ink(theme, as === "hint" ? "warning" : "muted", text3),
        stop: () => {
          this.#stopped = true;
          this.#ctx.abort();
          if (this.#signal?.aborted !== true) this.abort();
        },
        repaint: () => {
          const now = tones(this.#ctx.ui.theme);
          if (JSON.stringify(now) === painted2) return;
          painted2 = JSON.stringify(now);
          this.#child?.send({ type: "tones", id: this.#call.id, tones: now });
        }
      });
      this.#form = form;
      this.#suspended = {
        stop: () => {
          tui.stop();
        },
        start: () => {
          tui.start();
          tui.requestRender(true);
        }
      };
      void ended.then(done);
      this.#leave = () => {
        done("aside");
      };
      if (this.#child === void 0) {
        this.#start(tui.terminal.columns, rows(), { tones: tones(theme), keys: hostKeys(keys), host_keys: HOST_KEYS, editor: "idle" });
      } else {
        clearInterval(this.#pings);
        this.#pings = void 0;
        this.#child.send({ type: "tones", id: this.#call.id, tones: tones(theme) });
        this.#child.send({ type: "show", id: this.#call.id, width: tui.terminal.columns, height: rows() });
      }
      return form;
    });
    return shown2;
  }
  /** Asks without a form, which comes when the person calls for it. pi's editor keeps the keys, and its caret. */
  #startAside() {
    const { columns = 80, rows = 24 } = process.stdout;
    const host = { tones: tones(this.#ctx.ui.theme), keys: hostKeys(keysOfPi()), host_keys: HOST_KEYS, editor: "typing" };
    this.#start(columns, Math.max(1, rows - CHROME_ROWS), host);
  }
  #start(width, height, host) {
    const child = take(
      binary(),
      this.#ctx.cwd,
      (line) => {
        this.#heard(line);
      },
      (gone) => {
        this.#gone(gone);
      }
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
      about: this.#call.onlyLook === true ? void 0 : about(this.#ctx),
      ...host
    });
    this.#watch.owed();
  }
  #heard(line) {
    try {
      this.#watch.paid();
      this.#form?.answered();
      if (line.type === "frame" || line.type === "step" || line.type === "waiting") this.#begun = true;
      switch (line.type) {
        case "frame":
          this.seen = true;
          this.#form?.show(line);
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
            details: line["details"] ?? void 0,
            isError: line["is_error"] === true,
            outcome: String(line["outcome"])
          });
          return;
        case "error":
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
  #aside(text3, typed) {
    const forPi = (this.#form?.early() ?? "") + (typeof typed === "string" ? typed : "");
    const leave = this.#leave;
    this.#pings ??= setInterval(() => {
      this.#child?.send({ type: "ping", id: this.#call.id });
      this.#watch.owed();
    }, PING_MS);
    this.#form = void 0;
    this.#suspended = void 0;
    this.#leave = void 0;
    const back = this.#surface === "form" ? this.#back : void 0;
    this.#waiting.begin(text3, back, this.seen ? "shows it again" : "answers it");
    leave?.();
    if (forPi !== "") this.#ctx.ui.pasteToEditor(forPi);
  }
  async #step(line) {
    try {
      const value = await showStep(this.#ctx, line, this.#steps.signal);
      if (this.#steps.signal.aborted) return;
      const said2 = value === void 0 ? {} : { value };
      this.#child?.send({ type: "answer", id: this.#call.id, step: line["step"], ...said2 });
      this.#watch.owed();
    } catch (error) {
      this.#end(failed(`pi could not show it (${clean(String(error), 200)})`, true));
    }
  }
  #raise(line) {
    if (line["signal"] === "edit") this.#edit(typeof line["text"] === "string" ? line["text"] : "");
    else this.#signals.raise(line);
  }
  #edit(text3) {
    const screen = this.#suspended;
    if (screen === void 0) return;
    let left2;
    screen.stop();
    try {
      left2 = editInEditor(text3);
    } finally {
      screen.start();
    }
    this.#child?.send({ type: "edited", id: this.#call.id, ...left2 });
  }
  /** The asker withdraws; asq gets a moment to report it in the contract's words. */
  abort() {
    this.#steps.abort();
    this.#child?.send({ type: "abort", id: this.#call.id });
    const timer = setTimeout(() => {
      this.#end(
        failed("the agent took it back", this.seen)
      );
    }, LAST_WORDS_MS);
    timer.unref();
  }
  /**
   * pi has aborted the call: because the person stops the agent, or because the session ends. New versions wait for the
   * call's ending before they say which. asq words the ending, and the question stays open until they have.
   */
  #mayEnd() {
    this.#aborted = true;
    this.#steps.abort();
    this.#child?.send({ type: "abort", id: this.#call.id, unsure: true });
    const timer = setTimeout(() => {
      if (this.#settle === void 0) return;
      this.#left = true;
      this.#end(failed("the agent took it back", this.seen));
    }, LAST_WORDS_MS);
    timer.unref();
  }
  /** asq has gone. A terminal that closes ends it before pi, and then the session ends, too: leave pi the time to say so. */
  #gone(gone) {
    const hungUp = this.#begun && gone.why === "ended" && (gone.code === 0 || HANG_UPS.includes(gone.signal ?? ""));
    if (!hungUp) {
      this.#end(broken(gone, this.seen));
      return;
    }
    const end = () => {
      this.#left = this.#aborted;
      this.#end(this.#aborted ? failed("pi closed the session", this.seen) : broken(gone, this.seen));
    };
    if (this.#aborted) end();
    else setTimeout(end, HANG_UP_MS).unref();
  }
  /** pi exits. asq sees the end of its input, and keeps the text typed so far. */
  leave() {
    this.#child?.close();
    this.#end(failed("pi closed the session", this.seen));
  }
  #end(ending) {
    this.#quiet();
    this.#settle?.(ending);
    this.#settle = void 0;
    this.#steps.abort();
  }
  #quiet() {
    this.#watch.paid();
    clearInterval(this.#pings);
    this.#pings = void 0;
  }
  close() {
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
      }
    });
  }
};
function session(ctx) {
  try {
    return ctx.sessionManager.getSessionId();
  } catch {
    return void 0;
  }
}

// src/earlier.ts
var MESSAGE = "asq-answer";
var OPEN = "asq-open";
var MOST_CALLS = 8;
var MOST_ENTRIES = 2e3;
function staysOpen(pi, call) {
  try {
    pi.appendEntry(OPEN, { call });
  } catch {
  }
}
async function catchUp(pi, tools, ctx) {
  try {
    for (const one of left(tools, ctx)) {
      const { id, tool, arguments: args } = one;
      const call = { dialect: tool.spec.dialect, tool: tool.spec.name, id, arguments: prepare(args), beat: () => void 0 };
      const before = await ask({ ...call, onlyLook: true }, ctx, void 0);
      if (before.outcome !== "pending") tell2(pi, one, before, false);
      else if (surface(ctx) !== "none") tell2(pi, one, await ask(call, ctx, void 0), true);
    }
  } catch {
  }
}
function tell2(pi, { id: call, tool, ended }, ending, goOn) {
  if (!["answered", "discuss", "declined", "cancelled"].includes(ending.outcome)) return;
  const so = ended ? "which stayed open" : "which had none so far";
  const content = `The result of your interrupted ${tool.spec.name} call, ${so}:

${ending.content}`;
  const details = { call, details: ending.details };
  pi.sendMessage({ customType: MESSAGE, content, display: true, details }, goOn ? { triggerTurn: true } : {});
}
function left(tools, ctx) {
  const entries = ctx.sessionManager.getBranch().slice(-MOST_ENTRIES);
  const all = /* @__PURE__ */ new Map();
  const calls = /* @__PURE__ */ new Map();
  for (const entry of entries) {
    const message = at(entry, "message");
    if (at(entry, "customType") === MESSAGE) calls.delete(String(at(at(entry, "details"), "call")));
    const open3 = at(entry, "customType") === OPEN ? all.get(String(at(at(entry, "data"), "call"))) : void 0;
    if (open3 !== void 0) calls.set(open3.id, { ...open3, ended: true });
    if (at(message, "role") === "toolResult") calls.delete(String(at(message, "toolCallId")));
    if (at(message, "role") !== "assistant") continue;
    for (const part of list(at(message, "content"))) {
      const tool = tools.find(({ spec }) => spec.name === at(part, "name"));
      const id = at(part, "id");
      if (at(part, "type") !== "toolCall" || tool === void 0 || typeof id !== "string") continue;
      const made = { id, tool, arguments: at(part, "arguments"), ended: false };
      all.set(id, made);
      calls.set(id, made);
    }
  }
  return [...calls.values()].slice(-MOST_CALLS);
}

// src/run.ts
import { spawn as spawn2 } from "node:child_process";
var MOST_MS = 5e3;
var MOST_CHARACTERS = 1e6;
function run(args, cwd) {
  return new Promise((resolve) => {
    const child = spawn2(binary(), args, { cwd, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
    let out = "";
    let wrong = "";
    child.stdout.setEncoding("utf8").on("data", (text3) => out = (out + text3).slice(0, MOST_CHARACTERS));
    child.stderr.setEncoding("utf8").on("data", (text3) => wrong = (wrong + text3).slice(0, MOST_CHARACTERS));
    const end = (ok, why) => {
      clearTimeout(timer);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ ok, out: ok ? out : wrong.trim() || why });
    };
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      end(false, "asq did not answer within 5 seconds");
    }, MOST_MS);
    child.on("error", (error) => {
      end(false, error.message);
    });
    child.on("close", (code, signal) => {
      end(code === 0, `asq ended with ${String(code ?? signal)}`);
    });
  });
}

// src/hide.ts
var SETTING = "pi.hide_tool_without_person";
async function hideWithoutPerson(pi, tools, ctx) {
  if (surface(ctx) !== "none") return;
  try {
    const settings = await run(["settings", "--json"], ctx.cwd);
    if (!settings.ok || at(JSON.parse(settings.out), SETTING) !== true) return;
    pi.setActiveTools(pi.getActiveTools().filter((name) => !tools.includes(name)));
  } catch {
  }
}

// src/taken.ts
function leaveToOthers(pi, tools, ctx) {
  const there = new Map(pi.getAllTools().map((tool) => [tool.name, holder(tool)]));
  const held = tools.filter((tool) => there.has(tool.spec.name));
  if (held.length > 0) {
    const names = held.map(({ spec }) => `${spec.name} (${there.get(spec.name) ?? ""})`).join(", ");
    const [belong, them] = held.length === 1 ? ["belongs", "it"] : ["belong", "them"];
    tell(ctx, `asq: ${names} ${belong} to another extension, so asq does not offer ${them}`, "warning");
  }
  return tools.filter((tool) => !there.has(tool.spec.name));
}
function holder(tool) {
  const info = at(tool, "sourceInfo");
  const source = at(info, "source");
  const packaged2 = typeof source === "string" && /^(npm|git):/.test(source);
  return clean(packaged2 ? source : at(info, "path") ?? source, 120);
}

// src/together.ts
var CHANNEL = "asq:tools";
function together(pi, tools, from = import.meta.url) {
  const events = pi.events;
  if (events === void 0) return { all: [...tools], fresh: true };
  const mine = { from, tools, joined: false, fresh: false };
  events.emit(CHANNEL, mine);
  if (mine.joined) return { fresh: mine.fresh };
  const all = [...tools];
  const known2 = new Map(tools.map((tool) => [tool.spec.name, from]));
  const forget = events.on(CHANNEL, (value) => {
    const other = value;
    const names = list(at(value, "tools")).map((tool) => at(at(tool, "spec"), "name"));
    if (other.joined || names.some((name) => known2.get(String(name)) === other.from)) return;
    other.joined = true;
    for (const tool of other.tools) {
      if (known2.has(tool.spec.name)) continue;
      known2.set(tool.spec.name, other.from);
      all.push(tool);
      other.fresh = true;
    }
  });
  pi.on("session_shutdown", forget);
  return { all, fresh: true };
}

// src/transcript.ts
var MOST_LINES = 200;
var MOST_LETTERS = 1e3;
function asked(args, theme) {
  const questions = list(at(args, "questions"));
  const all = questions.length > 0 ? questions : [args];
  const several = all.length > 1;
  const lines = all.flatMap((question, n) => {
    const [first2, ...more] = texts(at(question, "prompt") ?? at(question, "question") ?? at(question, "summary"));
    const number = several ? `${String(n + 1)}. ` : "";
    const head = first2 === void 0 ? [] : [`  ${number}${first2}`, ...more.map((line) => `  ${several ? "   " : ""}${line}`)];
    const about2 = texts(at(question, "description")).map((line) => boxed(theme, "muted", `  ${line}`));
    return [...head, ...about2, ...list(at(question, "options")).flatMap((option) => offered(option, theme))];
  });
  return bounded(lines);
}
function offered(option, theme) {
  const label = clean(typeof option === "string" ? option : at(option, "label"), MOST_LETTERS);
  if (label === "") return [];
  const about2 = clean(at(option, "description"), MOST_LETTERS);
  return [`    • ${label}${about2 === "" ? "" : boxed(theme, "muted", ` — ${about2}`)}`];
}
function read(content, theme) {
  const lines = list(content).flatMap((part) => texts(at(part, "text")));
  if (lines.length === 0) return [];
  return bounded([boxed(theme, "muted", "  The agent read:"), ...lines.map((line) => boxed(theme, "muted", `  ${line}`))]);
}
function texts(text3) {
  if (typeof text3 !== "string") return [];
  return text3.slice(0, MOST_LETTERS * MOST_LINES).split(/\r\n|\r|\n/).slice(0, MOST_LINES + 1).map((line) => clean(line, MOST_LETTERS));
}
function bounded(lines) {
  return lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), "  …"] : lines;
}

// src/tool.ts
function prepare(args) {
  if (typeof args !== "object" || args === null) return args;
  const prepared = { ...args };
  for (const key of ["questions", "options"]) {
    const value = prepared[key];
    if (typeof value !== "string") continue;
    try {
      const parsed = JSON.parse(value);
      if (Array.isArray(parsed)) prepared[key] = parsed;
    } catch {
    }
  }
  return prepared;
}
function register(pi, { spec, look: look2 }) {
  const tool = {
    name: spec.name,
    label: look2.label,
    description: spec.description,
    ...spec.snippet === void 0 ? {} : { promptSnippet: spec.snippet },
    ...spec.guidelines === void 0 ? {} : { promptGuidelines: spec.guidelines },
    parameters: spec.input_schema,
    executionMode: "sequential",
    prepareArguments: prepare,
    async execute(toolCallId, params, signal, _onUpdate, ctx) {
      const beat = () => {
        pi.sendMessage(
          { customType: "ask-user-question-heartbeat", content: "Still waiting for the user.", display: false },
          { deliverAs: "followUp" }
        );
      };
      const call = { dialect: spec.dialect, tool: spec.name, id: toolCallId, arguments: params, beat, stays: () => staysOpen(pi, toolCallId) };
      const ending = await ask(call, ctx, signal);
      if (ending.isError) throw new Error(ending.content);
      return { content: [{ type: "text", text: ending.content }], details: ending.details };
    },
    renderCall: (args, theme, context) => component(safely(() => {
      const expanded = at(context, "expanded") === true;
      return [look2.call(args, theme), ...expanded ? asked(args, theme) : []].join("\n");
    }, spec.name)),
    renderResult: (result, options, theme, context) => {
      const shown2 = {
        content: at(result, "content"),
        details: at(result, "details"),
        isError: at(context, "isError") === true || at(result, "isError") === true,
        isPartial: at(options, "isPartial") === true
      };
      const expanded = at(options, "expanded") === true && !shown2.isPartial;
      return component(safely(() => {
        const result2 = look2.result(shown2, theme);
        return [result2, ...expanded ? read(shown2.content, theme) : []].join("\n");
      }, ""));
    }
  };
  pi.registerTool(tool);
}
function offer(pi, tools) {
  const { all, fresh } = together(pi, tools);
  if (all === void 0) return fresh;
  const offered2 = /* @__PURE__ */ new Set();
  pi.on("session_start", (_event, ctx) => {
    watchTyping(ctx);
    for (const tool of leaveToOthers(pi, all.filter((tool2) => !offered2.has(tool2.spec.name)), ctx)) {
      register(pi, tool);
      offered2.add(tool.spec.name);
    }
    const told = catchUp(pi, all.filter((tool) => offered2.has(tool.spec.name)), ctx);
    return surface(ctx) === "none" ? told.then(() => hideWithoutPerson(pi, [...offered2], ctx)) : void 0;
  });
  startEarly(pi, offered2);
  undecided.watch(pi);
  pi.on("session_shutdown", () => {
    shutDown();
  });
  return fresh;
}

// src/settings.ts
var COMMAND = "settings-ask-user-question";
var FIELDS = [
  "browserEnabled",
  "browserAutoOpen",
  "browserMinQuestions",
  "copyUrlToClipboard",
  "bellOnQuestion",
  "notificationOnQuestion",
  "notificationDelaySeconds",
  "ttsOnQuestion",
  "onQuestionCommand",
  "heartbeatWhileActive",
  "heartbeatIntervalMinutes",
  "debounceMs",
  "dangerCheckEnabled"
];
function settingsMenu(pi) {
  pi.registerCommand(COMMAND, {
    description: "Settings of AskUserQuestion",
    handler: async (_args, ctx) => {
      try {
        await menu(ctx);
      } catch (error) {
        ctx.ui.notify(`asq: ${clean(String(error), 200)}`, "error");
      }
    }
  });
}
async function menu(ctx) {
  if (!ctx.hasUI) return;
  for (; ; ) {
    const listed = await run(["settings", "--origins", "--json"], ctx.cwd);
    if (!listed.ok) {
      ctx.ui.notify(`asq: ${clean(listed.out, 300)}`, "error");
      return;
    }
    const settings = at(JSON.parse(listed.out), "settings");
    const rows = new Map(FIELDS.map((name2) => [row(name2, at(settings, name2)), name2]));
    const chosen = await ctx.ui.select("Settings of AskUserQuestion, kept in .pi/ask-user-question.json", [...rows.keys()]);
    const name = chosen === void 0 ? void 0 : rows.get(chosen);
    if (name === void 0) return;
    const value = await newValue(ctx, name, at(at(settings, name), "value"));
    if (value === void 0) continue;
    const set = await run(["settings", "set", "--project", "--", name, value], ctx.cwd);
    if (!set.ok) ctx.ui.notify(`asq: ${clean(set.out, 300)}`, "error");
  }
}
function row(name, field) {
  const note2 = at(field, "note");
  const about2 = [at(field, "layer"), note2].filter((text3) => typeof text3 === "string" && text3 !== "");
  return `${name} = ${shown(at(field, "value"))}  (${clean(about2.join("; "), 60)})`;
}
async function newValue(ctx, name, value) {
  if (typeof value === "boolean") return ctx.ui.select(name, ["true", "false"]);
  return ctx.ui.input(name, shown(value));
}
function shown(value) {
  return typeof value === "string" ? clean(value, 60) : JSON.stringify(value ?? null);
}
