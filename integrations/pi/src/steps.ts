// One step of asq as one of pi's dialogs.
//
// - What the person chose or typed is handed back; nothing means that they left the dialog.
// - An abort closes the dialog where pi can do that.

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { list } from "./clean.ts";
import type { Line } from "./child.ts";

/** Shows it and waits. */
export async function showStep(ctx: ExtensionContext, line: Line, signal: AbortSignal): Promise<string | undefined> {
  const title = String(line["title"]);
  switch (line["ask"]) {
    case "select":
      return ctx.ui.select(title, list(line["options"]).map(String), { signal });
    case "input":
      return ctx.ui.input(title, String(line["placeholder"]), { signal });
    case "editor":
      return Promise.race([ctx.ui.editor(title, String(line["prefill"])), aborted(signal)]);
    default:
      return undefined;
  }
}

/** pi's editor takes no signal. */
function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      resolve(undefined);
    });
  });
}
