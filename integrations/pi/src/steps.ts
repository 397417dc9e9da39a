// Shows one of asq's steps as one of pi's dialogs.
//
// - Returns the person's choice or text; undefined means that they left the dialog.
// - An abort closes the dialog if pi can do that.

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { list } from "./clean.ts";
import type { Line } from "./child.ts";

/** Shows the dialog and waits for its end. */
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

/** pi's editor accepts no signal. */
function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      resolve(undefined);
    });
  });
}
