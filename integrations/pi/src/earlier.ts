// Questions from before pi ended or was killed: their answers reach the agent when the session continues.
//
// - Looks up each call without a result in asq's store, by its id; other sessions cost nothing.
// - An answer that came in the meantime becomes a message, which the agent reads with the person's next one.
// - A question that is still open is asked again if pi can show it; its answer lets the agent continue at once.
// - Each answer is reported once; calls that the store doesn't know are left alone.

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { ask, type Ending } from "./ask.ts";
import { at, list } from "./clean.ts";
import { surface } from "./surface.ts";
import { prepare, type Tool } from "./tool.ts";

/** The kind of message for an earlier answer; its details have the call's id. */
const MESSAGE = "asq-answer";
/** A session leaves fewer calls than this behind. */
const MOST_CALLS = 8;
const MOST_ENTRIES = 2000;

interface Left {
  id: string;
  tool: Tool;
  arguments: unknown;
}

/** Reports to the agent the outcome of calls without a result in this session. */
export async function catchUp(pi: ExtensionAPI, tools: readonly Tool[], ctx: ExtensionContext): Promise<void> {
  try {
    for (const { id, tool, arguments: args } of left(tools, ctx)) {
      const call = { dialect: tool.spec.dialect, tool: tool.spec.name, id, arguments: prepare(args), beat: () => undefined };
      const before = await ask({ ...call, onlyLook: true }, ctx, undefined);
      if (before.outcome !== "pending") tell(pi, id, tool, before, false);
      else if (surface(ctx) !== "none") tell(pi, id, tool, await ask(call, ctx, undefined), true);
    }
  } catch {
    // The session has ended in the meantime; the store keeps its requests.
  }
}

function tell(pi: ExtensionAPI, call: string, tool: Tool, ending: Ending, goOn: boolean): void {
  if (!["answered", "discuss", "declined", "cancelled"].includes(ending.outcome)) return;
  const content = `The result of your interrupted ${tool.spec.name} call, which had none so far:\n\n${ending.content}`;
  const details = { call, details: ending.details };
  pi.sendMessage({ customType: MESSAGE, content, display: true, details }, goOn ? { triggerTurn: true } : {});
}

/** The calls of asq's tools without a result, in order. */
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
