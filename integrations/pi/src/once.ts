// Each file's tools once, though the file was installed twice: for the person and in a project, or as a package, too.
//
// - pi would not start at all with two tools of one name.
// - The copy that is loaded first has them; the next load begins anew.
// - The same copy loaded again, as for another session in this process, is no second one.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { at } from "./clean.ts";

const CHANNEL = "asq:file";

/** Whether no other copy of this file has been loaded in this pi. */
export function isFirst(pi: ExtensionAPI, file: string): boolean {
  const events = (pi as { events?: ExtensionAPI["events"] }).events;
  if (events === undefined) return true;
  const from = import.meta.url;
  const asked = { file, from, taken: false };
  // Whoever listens answers before this returns.
  events.emit(CHANNEL, asked);
  if (asked.taken) return false;
  const forget = events.on(CHANNEL, (other) => {
    if (at(other, "file") === file && at(other, "from") !== from) (other as typeof asked).taken = true;
  });
  pi.on("session_shutdown", forget);
  return true;
}
