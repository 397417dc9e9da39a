// pi on bun: its extensions load, the form opens in its screen, an answer comes back.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, it } from "node:test";
import { HERE, Pi, standalone } from "./pi.ts";

const BUN = join(HERE, "node_modules/@oven/bun-linux-x64/bin/bun");

const open: Pi[] = [];
after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
});

it("asks and is answered, in the form and without a screen", async () => {
  assert.match(execFileSync(BUN, ["--version"], { encoding: "utf8" }), /^1\./);
  const questions = [{ id: "side", prompt: "Which side?", options: [{ value: "l", label: "Left" }, { value: "r", label: "Right" }] }];
  const steps = [{ calls: [{ name: "question", arguments: { questions } }] }, { text: "Understood." }];
  const extensions = ["question", "AskUserQuestion", "spec", "ask_user_question"].map(standalone);
  const pi = await Pi.start({ steps, extensions, program: BUN });
  open.push(pi);
  await pi.ask();
  await pi.shows("3. Something else…");
  await pi.press("3", "the editor", (screen) => screen.includes("❯ 3. Something else…"));
  pi.type("née 👨‍👩‍👧");
  await pi.shows("née");
  await pi.press("Enter", "the answer", () => pi.model.requests.length >= 2);
  assert.deepEqual(pi.model.results(), ["User wrote: née 👨‍👩‍👧"]);

  const blind = await Pi.prepare({ steps, extensions, program: BUN });
  open.push(blind);
  const child = blind.run(["-p", "go"]);
  child.stdin?.end();
  assert.equal(await new Promise((resolve) => child.on("close", resolve)), 0);
  assert.match(blind.model.results()[0] ?? "", /^Error: UI not available/);
});
