// Questions from before pi ended or was killed: their answers reach the agent when the session continues.
//
// - Looks up each call without a result in asq's store, by its id; other sessions cost nothing.
// - So it does with a call whose question outlived its result: new versions of pi record one before they end.
// - An answer that came in the meantime becomes a message, which the agent reads with the person's next one.
// - A question that is still open is asked again if pi can show it; its answer lets the agent continue at once.
// - Each answer is reported once; calls that the store doesn't know are left alone.

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { ask } from "./ask.ts";
import { at, list } from "./clean.ts";
import type { Ending } from "./endings.ts";
import { surface } from "./surface.ts";
import { prepare, type Tool } from "./tool.ts";

/** The kind of message for an earlier answer; its details have the call's id. */
const MESSAGE = "asq-answer";
/** The kind of entry for a question that is open although its call has a result; its data has the call's id. */
const OPEN = "asq-open";
/** A session leaves fewer calls than this behind. */
const MOST_CALLS = 8;
const MOST_ENTRIES = 2000;

interface Left {
  id: string;
  tool: Tool;
  arguments: unknown;
  /** pi has recorded a result for it. */
  ended: boolean;
}

/** Notes in the session that the question of a call is open although pi records a result for it. */
export function staysOpen(pi: ExtensionAPI, call: string): void {
  try {
    pi.appendEntry(OPEN, { call });
  } catch {
    // The session has gone already; the store keeps the request.
  }
}

/** Reports to the agent the outcome of calls without a result in this session. */
export async function catchUp(pi: ExtensionAPI, tools: readonly Tool[], ctx: ExtensionContext): Promise<void> {
  try {
    for (const one of left(tools, ctx)) {
      const { id, tool, arguments: args } = one;
      const call = { dialect: tool.spec.dialect, tool: tool.spec.name, id, arguments: prepare(args), beat: () => undefined };
      const before = await ask({ ...call, onlyLook: true }, ctx, undefined);
      if (before.outcome !== "pending") tell(pi, one, before, false);
      else if (surface(ctx) !== "none") tell(pi, one, await ask(call, ctx, undefined), true);
    }
  } catch {
    // The session has ended in the meantime; the store keeps its requests.
  }
}

function tell(pi: ExtensionAPI, { id: call, tool, ended }: Left, ending: Ending, goOn: boolean): void {
  if (!["answered", "discuss", "declined", "cancelled"].includes(ending.outcome)) return;
  const so = ended ? "which stayed open" : "which had none so far";
  const content = `The result of your interrupted ${tool.spec.name} call, ${so}:\n\n${ending.content}`;
  const details = { call, details: ending.details };
  pi.sendMessage({ customType: MESSAGE, content, display: true, details }, goOn ? { triggerTurn: true } : {});
}

/** The calls of asq's tools that have no result, or whose question outlived it, in order. */
function left(tools: readonly Tool[], ctx: ExtensionContext): Left[] {
  const entries = ctx.sessionManager.getBranch().slice(-MOST_ENTRIES);
  const all = new Map<string, Left>();
  const calls = new Map<string, Left>();
  for (const entry of entries) {
    const message = at(entry, "message");
    if (at(entry, "customType") === MESSAGE) calls.delete(String(at(at(entry, "details"), "call")));
    const open = at(entry, "customType") === OPEN ? all.get(String(at(at(entry, "data"), "call"))) : undefined;
    if (open !== undefined) calls.set(open.id, { ...open, ended: true });
    if (at(message, "role") === "toolResult") calls.delete(String(at(message, "toolCallId")));
    if (at(message, "role") !== "assistant") continue;
    for (const part of list(at(message, "content"))) {
      const tool = tools.find(({ spec }) => spec.name === at(part, "name"));
      const id = at(part, "id");
      if (at(part, "type") !== "toolCall" || tool === undefined || typeof id !== "string") continue;
      const made = { id, tool, arguments: at(part, "arguments"), ended: false };
      all.set(id, made);
      calls.set(id, made);
    }
  }
  return [...calls.values()].slice(-MOST_CALLS);
}
