// Real pi in RPC mode: lines of JSON, with a script that answers its dialogs.

import { createInterface } from "node:readline";
import type { Pi } from "./pi.ts";

export interface Dialog {
  id: string;
  method: string;
  title?: string;
  options?: string[];
  placeholder?: string;
  prefill?: string;
}

/** The script's answer: a value, leaving the dialog, aborting the run, or nothing at all. */
export type Reply = { value: string } | { cancelled: true } | { abort: true } | { nothing: true };

/** Sends one message, answers its dialogs in order, waits for the model's requests; returns the dialogs. */
export async function converse(pi: Pi, requests: number, answer: (dialog: Dialog, n: number) => Reply): Promise<Dialog[]> {
  const child = pi.run(["--mode", "rpc"]);
  const dialogs: Dialog[] = [];
  const say = (line: unknown): void => void child.stdin?.write(`${JSON.stringify(line)}\n`);
  if (child.stdout === null) throw new Error("no output");
  const lines = createInterface({ input: child.stdout });
  say({ id: "1", type: "prompt", message: "go" });
  for await (const text of lines) {
    const line = JSON.parse(text) as { type: string; method?: string } & Dialog;
    if (line.type === "extension_ui_request" && ["select", "input", "editor", "confirm"].includes(line.method)) {
      dialogs.push(line);
      const reply = answer(line, dialogs.length);
      if ("abort" in reply) say({ id: "2", type: "abort" });
      else if (!("nothing" in reply)) say({ type: "extension_ui_response", id: line.id, ...reply });
    }
    if (line.type === "agent_end" && (pi.model.requests.length >= requests || dialogs.length > 0)) break;
  }
  child.stdin?.end();
  child.kill();
  await new Promise((resolve) => child.once("close", resolve));
  return dialogs;
}
