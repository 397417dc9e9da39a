// What was asked before pi ended or was killed: its answer reaches the agent when the session goes on.
//
// - A call without a result in the session is looked up in asq's store, by its id; no other session costs anything.
// - An answer that came meanwhile is told as a message; the agent reads it with what the person says next.
// - What is still open is asked again, where pi can show it; its answer lets the agent go on at once.
// - Each is told once, and what is not in the store is left alone.

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { ask, type Ending } from "./ask.ts";
import { at, list } from "./clean.ts";
import { surface } from "./surface.ts";
import { prepare, type Tool } from "./tool.ts";

/** The kind of message that tells it, with the call's id in its details. */
const MESSAGE = "asq-answer";
/** Nobody left more than this behind. */
const MOST_CALLS = 8;
const MOST_ENTRIES = 2000;

interface Left {
  id: string;
  tool: Tool;
  arguments: unknown;
}

/** Tells the agent what came of the calls that this session has no result of. */
export async function catchUp(pi: ExtensionAPI, tools: readonly Tool[], ctx: ExtensionContext): Promise<void> {
  try {
    for (const { id, tool, arguments: args } of left(tools, ctx)) {
      const call = { dialect: tool.spec.dialect, tool: tool.spec.name, id, arguments: prepare(args), beat: () => undefined };
      const before = await ask({ ...call, onlyLook: true }, ctx, undefined);
      if (before.outcome !== "pending") tell(pi, id, tool, before, false);
      else if (surface(ctx) !== "none") tell(pi, id, tool, await ask(call, ctx, undefined), true);
    }
  } catch {
    // A session that was left meanwhile; the store keeps what is in it.
  }
}

function tell(pi: ExtensionAPI, call: string, tool: Tool, ending: Ending, goOn: boolean): void {
  if (!["answered", "discuss", "declined", "cancelled"].includes(ending.outcome)) return;
  const content = `The result of your interrupted ${tool.spec.name} call, which had none so far:\n\n${ending.content}`;
  const details = { call, details: ending.details };
  pi.sendMessage({ customType: MESSAGE, content, display: true, details }, goOn ? { triggerTurn: true } : {});
}

/** The calls of asq's tools without a result, in their order. */
function left(tools: readonly Tool[], ctx: ExtensionContext): Left[] {
  const entries = ctx.sessionManager.getBranch().slice(-MOST_ENTRIES);
  const calls = new Map<string, Left>();
  for (const entry of entries) {
    const message = at(entry, "message");
    if (at(entry, "customType") === MESSAGE) calls.delete(String(at(at(entry, "details"), "call")));
    if (at(message, "role") === "toolResult") calls.delete(String(at(message, "toolCallId")));
    if (at(message, "role") !== "assistant") continue;
    for (const part of list(at(message, "content"))) {
      const tool = tools.find(({ spec }) => spec.name === at(part, "name"));
      const id = at(part, "id");
      if (at(part, "type") !== "toolCall" || tool === undefined || typeof id !== "string") continue;
      calls.set(id, { id, tool, arguments: at(part, "arguments") });
    }
  }
  return [...calls.values()].slice(-MOST_CALLS);
}
