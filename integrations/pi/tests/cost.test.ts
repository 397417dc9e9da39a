// The cost of a file in every request of the model: at most about 1,200 tokens.

import assert from "node:assert/strict";
import { it } from "node:test";
import { Pi, standalone } from "./pi.ts";

/** The test doesn't count tokens; English and JSON have about four characters per token. */
const MOST_CHARACTERS = 4800;

async function characters(extensions: string[]): Promise<number> {
  const pi = await Pi.prepare({ steps: [{ text: "Nothing to ask." }], extensions });
  try {
    const child = pi.run(["-p", "go"]);
    child.stdin?.end();
    await new Promise((resolve) => child.on("close", resolve));
    return JSON.stringify(pi.model.requests[0]?.tools).length + pi.model.system().length;
  } finally {
    await pi.stop();
  }
}

it("no contract adds more than its share to a request", async () => {
  const alone = await characters([]);
  for (const name of ["question", "AskUserQuestion", "spec", "ask_user_question"]) {
    const added = (await characters([standalone(name)])) - alone;
    assert.ok(added > 500 && added <= MOST_CHARACTERS, `${name}: ${String(added)} characters`);
  }
});
