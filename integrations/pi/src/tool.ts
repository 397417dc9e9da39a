// A tool of asq as a tool of pi.
//
// - What the model reads about it is what `asq schema` prints, kept beside this file by the build.
// - A `questions` that came as a string is parsed; nothing else is touched before asq judges the call.
// - Two calls of one turn are asked one after the other.
// - What the contract throws is thrown; everything else is returned.
// - The tools are there once a session starts: by then pi knows which names other extensions hold, and would not have
//   started at all with two tools of one name.

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { ask, shutDown } from "./ask.ts";
import { at } from "./clean.ts";
import { catchUp } from "./earlier.ts";
import { hideWithoutPerson } from "./hide.ts";
import { startEarly } from "./ready.ts";
import { component, safely, type Draw } from "./render.ts";
import { surface } from "./surface.ts";
import { leaveToOthers } from "./taken.ts";
import { together } from "./together.ts";
import { asked, read } from "./transcript.ts";

/** What `asq schema` says of a tool. */
export interface Spec {
  dialect: string;
  name: string;
  description: string;
  snippet?: string;
  guidelines?: string[];
  input_schema: Record<string, unknown>;
}

/** How a tool looks in pi's transcript. */
export interface Look {
  label: string;
  call: Draw<unknown>;
  result: Draw<{ content: unknown; details: unknown; isError: boolean; isPartial: boolean }>;
}

/** A tool, and how it looks. */
export interface Tool {
  spec: Spec;
  look: Look;
}

/** A list that a model sent as a string of JSON. */
export function prepare(args: unknown): unknown {
  if (typeof args !== "object" || args === null) return args;
  const prepared: Record<string, unknown> = { ...args };
  for (const key of ["questions", "options"]) {
    const value = prepared[key];
    if (typeof value !== "string") continue;
    try {
      const parsed: unknown = JSON.parse(value);
      if (Array.isArray(parsed)) prepared[key] = parsed;
    } catch {
      // asq says what is wrong with it.
    }
  }
  return prepared;
}

/** Puts a tool into pi. */
function register(pi: ExtensionAPI, { spec, look }: Tool): void {
  const tool = {
    name: spec.name,
    label: look.label,
    description: spec.description,
    ...(spec.snippet === undefined ? {} : { promptSnippet: spec.snippet }),
    ...(spec.guidelines === undefined ? {} : { promptGuidelines: spec.guidelines }),
    parameters: spec.input_schema,
    executionMode: "sequential",
    prepareArguments: prepare,

    async execute(
      toolCallId: string,
      params: unknown,
      signal: AbortSignal | undefined,
      _onUpdate: unknown,
      ctx: ExtensionContext,
    ): Promise<{ content: { type: "text"; text: string }[]; details: unknown }> {
      const beat = (): void => {
        pi.sendMessage(
          { customType: "ask-user-question-heartbeat", content: "Still waiting for the user.", display: false },
          { deliverAs: "followUp" },
        );
      };
      const call = { dialect: spec.dialect, tool: spec.name, id: toolCallId, arguments: params, beat };
      const ending = await ask(call, ctx, signal);
      if (ending.isError) throw new Error(ending.content);
      return { content: [{ type: "text", text: ending.content }], details: ending.details };
    },

    renderCall: (args: unknown, theme: Parameters<Draw<unknown>>[1], context: unknown) =>
      component(safely(() => {
        const expanded = at(context, "expanded") === true;
        return [look.call(args, theme), ...(expanded ? asked(args, theme) : [])].join("\n");
      }, spec.name)),

    renderResult: (
      result: unknown,
      options: unknown,
      theme: Parameters<Draw<unknown>>[1],
      context: unknown,
    ) => {
      const shown = {
        content: at(result, "content"),
        details: at(result, "details"),
        isError: at(context, "isError") === true || at(result, "isError") === true,
        isPartial: at(options, "isPartial") === true,
      };
      const expanded = at(options, "expanded") === true && !shown.isPartial;
      return component(safely(() => {
        const result = look.result(shown, theme);
        return [result, ...(expanded ? read(shown.content, theme) : [])].join("\n");
      }, ""));
    },
  };
  pi.registerTool(tool as unknown as Parameters<ExtensionAPI["registerTool"]>[0]);
}

/** Offers a file's tools, together with those of the other files; false: another copy of the file has done it. */
export function offer(pi: ExtensionAPI, tools: readonly Tool[]): boolean {
  const { all, fresh } = together(pi, tools);
  if (all === undefined) return fresh;
  const offered = new Set<string>();
  pi.on("session_start", (_event, ctx) => {
    for (const tool of leaveToOthers(pi, all.filter((tool) => !offered.has(tool.spec.name)), ctx)) {
      register(pi, tool);
      offered.add(tool.spec.name);
    }
    const told = catchUp(pi, all.filter((tool) => offered.has(tool.spec.name)), ctx);
    // A pi without a person asks the model right after this; one with a person is not kept waiting.
    return surface(ctx) === "none" ? told.then(() => hideWithoutPerson(pi, [...offered], ctx)) : undefined;
  });
  startEarly(pi, offered);
  pi.on("session_shutdown", () => {
    shutDown();
  });
  return fresh;
}
