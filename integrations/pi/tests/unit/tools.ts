// The extensions' tools as pi gets them, and a theme that makes its colours visible.

import type { ExtensionAPI, ExtensionContext, Theme } from "@earendil-works/pi-coding-agent";
import type { Component } from "@earendil-works/pi-tui";
import AskUserQuestion from "../../extensions/AskUserQuestion.ts";
import askUserQuestion from "../../extensions/ask_user_question.ts";
import question from "../../extensions/question.ts";
import spec from "../../extensions/spec.ts";

export interface Tool {
  name: string;
  executionMode: string;
  parameters: unknown;
  prepareArguments: (args: unknown) => unknown;
  execute: (
    id: string,
    params: unknown,
    signal: AbortSignal | undefined,
    update: undefined,
    ctx: ExtensionContext,
  ) => Promise<{ content: { text: string }[]; details: unknown }>;
  renderCall: (args: unknown, theme: Theme, context: unknown) => Component;
  renderResult: (result: unknown, options: unknown, theme: Theme, context: unknown) => Component;
}

/** Records what an extension does to pi. */
export class Host {
  readonly tools = new Map<string, Tool>();
  readonly commands: string[] = [];
  readonly sent: unknown[] = [];
  readonly entries: unknown[] = [];
  readonly #handlers: { name: string; handler: (event: unknown, ctx: unknown) => unknown }[] = [];

  constructor() {
    const api = {
      on: (name: string, handler: (event: unknown, ctx: unknown) => unknown) => void this.#handlers.push({ name, handler }),
      registerTool: (tool: Tool) => void this.tools.set(tool.name, tool),
      registerCommand: (name: string) => void this.commands.push(name),
      getAllTools: () => [...this.tools.values()],
      appendEntry: (kind: string, data: unknown) => void this.entries.push([kind, data]),
      sendMessage: (message: unknown) => void this.sent.push(message),
    } as unknown as ExtensionAPI;
    for (const extension of [question, AskUserQuestion, spec, askUserQuestion]) extension(api);
    this.emit("session_start", {}, { mode: "tui", hasUI: true, ui: {} });
  }

  tool(name: string): Tool {
    const tool = this.tools.get(name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return tool;
  }

  /** Emits an event of pi. */
  emit(name: string, event: unknown = {}, ctx: unknown = {}): void {
    for (const one of this.#handlers) if (one.name === name) one.handler(event, ctx);
  }

  /** Ends the session. */
  shutDown(): void {
    this.emit("session_shutdown");
  }
}

const tag = (name: string) => (text: string): string => `<${name}>${text}</>`;

export const theme = {
  fg: (name: string, text: string) => tag(name)(text),
  bg: (name: string, text: string) => tag(name)(text),
  bold: tag("b"),
  italic: tag("i"),
  inverse: tag("inverse"),
} as unknown as Theme;

/** A component on a wide screen. */
export function drawn(component: Component): string {
  return component.render(400).map((line) => line.trimEnd()).join("\n");
}
