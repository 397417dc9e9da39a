// Ends everything that a terminal has started, and waits for its exit.
//
// - Reads only what /proc tells everybody: nobody but root may read the environment of an asq that holds answers.

import { readdirSync, readFileSync } from "node:fs";
import { eventually } from "./eventually.ts";

interface Running {
  pid: number;
  parent: number;
  session: number;
}

/** Ends these processes, those in their sessions, and all that they have started. */
export async function end(roots: number[]): Promise<void> {
  const found = new Set<number>();
  // What is stopped starts nothing more: once a look finds nothing new, all are found.
  for (let fresh = family(roots); fresh.length > 0; fresh = family([...roots, ...found]).filter((pid) => !found.has(pid))) {
    for (const pid of fresh) {
      signal(pid, "SIGSTOP");
      found.add(pid);
    }
  }
  for (const pid of found) signal(pid, "SIGKILL");
  await eventually("the end of what was killed", () => ![...found].some(runs));
}

/** Those of these processes that run, those in their sessions, and all that they have started. */
export function family(roots: number[]): number[] {
  const all = readdirSync("/proc").flatMap((name) => running(name) ?? []);
  const found = new Set<number>();
  let rest = all.filter(({ pid, session }) => roots.includes(pid) || roots.includes(session));
  while (rest.length > 0) {
    for (const { pid } of rest) found.add(pid);
    rest = all.filter(({ pid, parent }) => found.has(parent) && !found.has(pid));
  }
  return [...found];
}

/** Whether a process hasn't ended yet. */
export function runs(pid: number): boolean {
  return running(String(pid)) !== undefined;
}

/** A process, unless it has ended; it may still wait for its parent to notice that. */
function running(pid: string): Running | undefined {
  let stat: string;
  try {
    if (!/^[0-9]+$/.test(pid)) return undefined;
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // The name, which may contain anything, ends with the last parenthesis.
  const [state, parent, , session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return state === "Z" || state === "X" ? undefined : { pid: Number(pid), parent: Number(parent), session: Number(session) };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}
