// Joins all of asq's files in one pi: the first one that is loaded offers everybody's tools.
//
// - So pi has one watcher, one error line and one start of asq, however many files are installed.
// - A file that is installed several times, for the person, in a project or in a package, counts once.
// - Loading the same file again, as for another session in this process, replaces the old copy.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { at, list } from "./clean.ts";
import type { Tool } from "./tool.ts";

const CHANNEL = "asq:tools";

/** A loaded file, and its state. */
interface Loaded {
  from: string;
  tools: readonly Tool[];
  /** Another file offers its tools. */
  joined: boolean;
  /** It brought new tools. */
  fresh: boolean;
}

/** The tools of all files, growing as files load; undefined if another file leads. `fresh`: it brought a new tool. */
export function together(pi: ExtensionAPI, tools: readonly Tool[], from = import.meta.url): { all?: Tool[]; fresh: boolean } {
  const events = (pi as { events?: ExtensionAPI["events"] }).events;
  if (events === undefined) return { all: [...tools], fresh: true };
  const mine: Loaded = { from, tools, joined: false, fresh: false };
  // Listeners reply before this returns.
  events.emit(CHANNEL, mine);
  if (mine.joined) return { fresh: mine.fresh };
  const all = [...tools];
  const known = new Map(tools.map((tool) => [tool.spec.name, from]));
  const forget = events.on(CHANNEL, (value) => {
    const other = value as Loaded;
    const names = list(at(value, "tools")).map((tool) => at(at(tool, "spec"), "name"));
    if (other.joined || names.some((name) => known.get(String(name)) === other.from)) return;
    other.joined = true;
    for (const tool of other.tools) {
      if (known.has(tool.spec.name)) continue;
      known.set(tool.spec.name, other.from);
      all.push(tool);
      other.fresh = true;
    }
  });
  pi.on("session_shutdown", forget);
  return { all, fresh: true };
}
