// Starts an asq while the model still writes its call, so that the form appears with the call.
//
// - Only if pi has a screen, only for asq's tools, one at a time.
// - A call takes it. If no call does, it ends with the agent's run or with the session.
// - A call starts its own asq if this one has exited, or is for another folder or program.
// - Uses the wait for the model to do some slow one-time work that pi needs for a form's marks.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { visibleWidth } from "@earendil-works/pi-tui";
import { binary, Child, type Gone, type Line } from "./child.ts";
import { at } from "./clean.ts";
import { surface } from "./surface.ts";

interface Ready {
  child: Child;
  program: string;
  cwd: string;
  line: (line: Line) => void;
  gone: (gone: Gone) => void;
}

let ready: Ready | undefined;

/** Watches for the start of calls. */
export function startEarly(pi: ExtensionAPI, tools: ReadonlySet<string>): void {
  pi.on("message_update", (event, ctx) => {
    if (ready === undefined && begins(event, tools) && surface(ctx) === "form") start(binary(), ctx.cwd);
  });
  pi.on("turn_start", (_event, ctx) => {
    if (!measured && surface(ctx) === "form") setImmediate(measure);
  });
  pi.on("agent_end", drop);
  pi.on("session_shutdown", drop);
}

/** Returns the waiting asq, or starts one. */
export function take(program: string, cwd: string, line: Ready["line"], gone: Ready["gone"]): Child {
  const early = ready;
  if (early?.program !== program || early.cwd !== cwd) return new Child(program, cwd, line, gone);
  ready = undefined;
  early.line = line;
  early.gone = gone;
  return early.child;
}

let measured = false;

/**
 * pi tells emoji from marks with a pattern. Its first use, at the first mark such as `❯` on the screen, takes 30 ms.
 * By now the request to the model is on its way.
 */
function measure(): void {
  if (measured) return;
  measured = true;
  // The second use, with another text, is slow, too.
  for (const text of ["❯ 1", "❯ 2"]) visibleWidth(text);
}

function start(program: string, cwd: string): void {
  try {
    const child = new Child(program, cwd, (line) => { made.line(line); }, (gone) => { made.gone(gone); });
    const made: Ready = { child, program, cwd, line: () => undefined, gone: () => { ready = undefined; } };
    ready = made;
  } catch {
    // The call itself will report the problem.
  }
}

function drop(): void {
  ready?.child.close();
  ready = undefined;
}

/** Whether this piece of the model's message starts a call of these tools. */
function begins(event: unknown, tools: ReadonlySet<string>): boolean {
  const piece = at(event, "assistantMessageEvent");
  const type = at(piece, "type");
  if (type !== "toolcall_start" && type !== "toolcall_delta") return false;
  const call = at(at(at(event, "message"), "content"), at(piece, "contentIndex") as number);
  return tools.has(String(at(call, "name")));
}
