// A fake pi: what it passes to a tool, and what the tool reports to it.

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Component } from "@earendil-works/pi-tui";
import { Host, theme } from "./tools.ts";

export interface Screen {
  ctx: ExtensionContext;
  titles: string[];
  component: Promise<Component>;
  closed: number;
}

/** What pi passes to a tool. Old versions have no `mode`. `breaks` replaces pi's `custom`. */
export function screen(mode: string | undefined, hasUI: boolean, breaks?: () => Promise<never>): Screen {
  let show: (component: Component) => void = () => undefined;
  const component = new Promise<Component>((resolve) => (show = resolve));
  const made: Screen = { titles: [], component, closed: 0, ctx: {} as ExtensionContext };
  const tui = { requestRender: () => undefined, stop: () => undefined, start: () => undefined, terminal: { rows: 24, columns: 80 } };
  const ui = {
    custom: (factory: (...args: unknown[]) => Component) =>
      breaks !== undefined ? breaks() : hasUI && mode !== "rpc"
        ? new Promise((resolve) => {
            show(factory(tui, theme, {}, (value: unknown) => {
              made.closed += 1;
              resolve(value);
            }));
          })
        : Promise.resolve(undefined),
    setTitle: (title: string) => void made.titles.push(title),
    notify: () => undefined,
    setWidget: () => undefined,
    theme,
    select: (_title: string, options: string[]) => Promise.resolve(options[0]),
  };
  made.ctx = { ...(mode === undefined ? {} : { mode }), hasUI, cwd: process.cwd(), ui } as unknown as ExtensionContext;
  return made;
}

/** One call of `question` through this program. */
export async function ask(program: string, on: Screen, signal?: AbortSignal, host = new Host()): Promise<unknown> {
  process.env["ASQ_BIN"] = program;
  try {
    const { content, details } = await host.tool("question").execute("1", { questions: [] }, signal, undefined, on.ctx);
    return { content: content[0]?.text, details };
  } catch (error) {
    return { thrown: (error as Error).message };
  }
}
