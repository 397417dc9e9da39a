// Registers a tool of asq as a tool of pi.
//
// - The model reads the description from `asq schema`, which the build stores next to this file.
// - Parses `questions` if it came as a string; everything else reaches asq unchanged.
// - Asks two calls of one turn one after the other.
// - Throws what the contract throws, and returns everything else.
// - Registers the tools when a session starts. By then pi knows the names that other extensions hold; with two tools of
//   one name it wouldn't have started at all.

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { ask, shutDown, undecided } from "./ask.ts";
import { at } from "./clean.ts";
import { catchUp, staysOpen } from "./earlier.ts";
import { hideWithoutPerson } from "./hide.ts";
import { startEarly } from "./ready.ts";
import { component, safely, type Draw } from "./render.ts";
import { surface } from "./surface.ts";
import { leaveToOthers } from "./taken.ts";
import { together } from "./together.ts";
import { asked, read } from "./transcript.ts";
import { watchTyping } from "./typing.ts";

/** A tool's entry in `asq schema`. */
export interface Spec {
  dialect: string;
  name: string;
  description: string;
  snippet?: string;
  guidelines?: string[];
  input_schema: Record<string, unknown>;
}

/** A tool's look in pi's transcript. */
export interface Look {
  label: string;
  call: Draw<unknown>;
  result: Draw<{ content: unknown; details: unknown; isError: boolean; isPartial: boolean }>;
}

/** A tool with its look. */
export interface Tool {
  spec: Spec;
  look: Look;
}

/** Parses a list that a model sent as a string of JSON. */
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
      // asq will report what is wrong.
    }
  }
  return prepared;
}

/** Registers a tool with pi. */
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
      const call = { dialect: spec.dialect, tool: spec.name, id: toolCallId, arguments: params, beat, stays: () => staysOpen(pi, toolCallId) };
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

/** Offers a file's tools together with those of the other files; false if another copy of the file has done so. */
export function offer(pi: ExtensionAPI, tools: readonly Tool[]): boolean {
  const { all, fresh } = together(pi, tools);
  if (all === undefined) return fresh;
  const offered = new Set<string>();
  pi.on("session_start", (_event, ctx) => {
    watchTyping(ctx);
    for (const tool of leaveToOthers(pi, all.filter((tool) => !offered.has(tool.spec.name)), ctx)) {
      register(pi, tool);
      offered.add(tool.spec.name);
    }
    const told = catchUp(pi, all.filter((tool) => offered.has(tool.spec.name)), ctx);
    // A pi without a person asks the model right after this, so wait; don't delay one with a person.
    return surface(ctx) === "none" ? told.then(() => hideWithoutPerson(pi, [...offered], ctx)) : undefined;
  });
  startEarly(pi, offered);
  undecided.watch(pi);
  pi.on("session_shutdown", () => {
    shutDown();
  });
  return fresh;
}
