// What the agent was doing, for the person who looks at its question: what it said last, and its task.
//
// - The last words are the latest text of the agent's, such as the one that comes with the call itself.
// - The task is the first text of the person's in this session.
// - asq finds the branch itself, and cuts what is too long.
// - A session that can't be read has neither; the question is asked anyway.

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { at, list } from "./clean.ts";

export interface About {
  says?: string;
  task?: string;
}

/** Far more than asq keeps, and far less than one of its lines may have. */
const MOST = 200_000;

/** What asq should keep with a question; `undefined` if there is nothing. */
export function about(ctx: ExtensionContext): About | undefined {
  try {
    const entries = ctx.sessionManager.getBranch();
    const says = first(entries.toReversed(), "assistant");
    const task = first(entries, "user");
    if (says === undefined && task === undefined) return undefined;
    return { ...(says === undefined ? {} : { says }), ...(task === undefined ? {} : { task }) };
  } catch {
    return undefined;
  }
}

/** The first text of somebody's. */
function first(entries: readonly unknown[], role: string): string | undefined {
  for (const entry of entries) {
    const message = at(entry, "message");
    if (at(message, "role") !== role) continue;
    const said = text(at(message, "content"));
    if (said !== "") return said;
  }
  return undefined;
}

/** The text of a message: a string, or the texts among its parts. Half a character would make the line invalid. */
function text(content: unknown): string {
  const parts = list(content).filter((part) => at(part, "type") === "text").map((part) => at(part, "text"));
  const texts = (typeof content === "string" ? [content] : parts).filter((part) => typeof part === "string");
  return texts.join("\n").slice(0, MOST).replace(/\p{Surrogate}/gu, "\ufffd").trim();
}
