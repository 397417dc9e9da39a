// asq next to other question extensions in real pi: pi starts, a taken name stays with its holder, one line says so.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NEWEST, OLD, Pi, standalone, type Options } from "./pi.ts";

const open: Pi[] = [];
after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
});

const ALL = ["question", "AskUserQuestion", "spec", "ask_user_question"].map(standalone);

/** Somebody else's extension with these tools, in pi's folder for extensions. */
async function beside(names: string[], more: Partial<Options> = {}): Promise<{ pi: Pi; file: string }> {
  const pi = await Pi.prepare({ steps: [{ text: "Nothing to ask." }], extensions: ALL, ...more });
  open.push(pi);
  const folder = join(pi.agent, "extensions");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "mine.ts");
  writeFileSync(
    file,
    `export default (pi) => {
  for (const name of ${JSON.stringify(names)}) {
    pi.registerTool({ name, label: name, description: "of mine.ts", parameters: { type: "object", properties: {} }, execute: async () => ({ content: [{ type: "text", text: "mine" }] }) });
  }
};`,
  );
  return { pi, file };
}

function offered(pi: Pi): [string, boolean][] {
  const tools = pi.model.requests[0]?.tools ?? [];
  const names = ["question", "AskUserQuestion", "ask_question", "ask_multi_select", "resume_structured", "ask_user_question"];
  return tools.filter((tool) => names.includes(tool.function.name)).map((tool) => [tool.function.name, tool.function.description === "of mine.ts"]);
}

async function printed(pi: Pi): Promise<{ code: unknown; said: string }> {
  const child = pi.run(["-p", "go"]);
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stdin?.end();
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { code, said };
}

it("in its own screen: the holder keeps its tool, asq offers the others, one line says whose it is", async () => {
  const { pi, file } = await beside(["question"]);
  await pi.open();
  const screen = await pi.shows("so asq does not offer it");
  assert.equal(
    screen.replace(/\s+/g, " ").includes(`asq: question (${file}) belongs to another extension, so asq does not offer it`),
    true,
    screen,
  );
  await pi.ask();
  await pi.shows("Nothing to ask.");
  assert.deepEqual(offered(pi), [
    ["question", true],
    ["AskUserQuestion", false],
    ["ask_question", false],
    ["ask_multi_select", false],
    ["resume_structured", false],
    ["ask_user_question", false],
  ]);
});

for (const [which, more] of [
  ["0.87.1", {}],
  ["0.74.2", { modules: OLD }],
  ["1.6.0", { modules: NEWEST }],
] as const) {
  it(`in print mode of ${which}: the same, on standard error, once for all names`, async () => {
    const { pi, file } = await beside(["question", "ask_user_question"], more);
    assert.deepEqual(await printed(pi), {
      code: 0,
      said: `asq: question (${file}), ask_user_question (${file}) belong to another extension, so asq does not offer them\n`,
    });
    assert.deepEqual(offered(pi).filter(([, mine]) => mine), [["question", true], ["ask_user_question", true]]);
  });
}

it("over RPC: the host is notified", async () => {
  const { pi, file } = await beside(["question"]);
  const child = pi.run(["--mode", "rpc"]);
  let said = "";
  const notified = new Promise<void>((resolve) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes('"notify"')) resolve();
    });
    child.on("close", () => { resolve(); });
  });
  await notified;
  child.kill();
  const lines = said.split("\n").filter((line) => line.includes('"notify"')).map((line) => JSON.parse(line) as { message: string; notifyType: string });
  assert.deepEqual(lines.map(({ message, notifyType }) => [message, notifyType]), [
    [`asq: question (${file}) belongs to another extension, so asq does not offer it`, "warning"],
  ]);
});
