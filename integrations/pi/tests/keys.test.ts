// pi's own keys while a form is open: put aside and back without an inbox, stop the agent, no image; and pi's colours.

import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, it } from "node:test";
import { NEWEST, OLD, Pi, standalone, type Options } from "./pi.ts";

const open: Pi[] = [];
after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
});

const question = (id: string, prompt: string): unknown => ({
  name: "question",
  arguments: { questions: [{ id, prompt, options: [{ value: "l", label: "Left" }, { value: "r", label: "Right" }] }] },
});
const CALLS = [question("a", "Which side?"), question("b", "And then?")] as NonNullable<Options["steps"][number]["calls"]>;
const WITHDRAWN = "The question was withdrawn before the user answered.";

async function asked(more: Partial<Options> = {}): Promise<Pi> {
  const pi = await Pi.prepare({ steps: [{ calls: CALLS }, { text: "Understood." }], extensions: [standalone("question")], ...more });
  open.push(pi);
  await pi.open();
  await pi.ask();
  await pi.shows("3. Something else…");
  return pi;
}

it("the rule above the form and the help name them", async () => {
  const pi = await asked();
  assert.match(pi.screen(), /─── Ctrl\+\] puts it aside · Ctrl\+\\ stops the agent ───\n│ Which side\?/);
  await pi.press("?", "the help", (screen) => screen.includes("put the form aside"));
  await pi.shows("stop the agent");
});

for (const [which, more] of [["1.6.0", { modules: NEWEST }], ["0.87.1", {}], ["0.74.2", { modules: OLD }]] as const) {
  it(`${which}: Ctrl+] puts the form aside without an inbox, too; pi is there, and the form comes back as it was`, async () => {
    const pi = await asked(more);
    await pi.press("3", "the text", (screen) => screen.includes("Esc back"));
    pi.type("half");
    await pi.shows("half");
    pi.keys("C-]");
    const aside = await pi.shows("asq: a question waits here");
    assert.ok(aside.includes("Ctrl+] shows it again"), aside);
    pi.type("!echo looked a$((1))round");
    await pi.shows("!echo looked");
    pi.keys("Enter");
    await pi.shows("looked a1round");
    pi.keys("C-]");
    await pi.until("the form as it was", (screen) => screen.includes("half") && !screen.includes("waits here"));
    await pi.press("Enter", "the second", (screen) => screen.includes("And then?"));
    await pi.press("1", "the end", () => pi.model.requests.length >= 2);
    assert.deepEqual(pi.model.results(), ["User wrote: half", "User selected: 1. Left (value: l)"]);
    assert.ok(!existsSync(join(pi.folder, ".local/share/asq")), "no store");
  });
}

it("Ctrl+\\ stops the agent: the question is taken back, and the next one is not asked", async () => {
  const pi = await asked();
  pi.keys("C-\\");
  const results = await pi.resultsOf(1);
  assert.equal(results[0]?.content[0]?.text, WITHDRAWN);
  await pi.until("pi's own prompt", (screen) => !screen.includes("Something else…"));
  pi.type("still here");
  await pi.shows("still here");
  assert.ok(!pi.screen().includes("And then?"));
  assert.equal(pi.model.requests.length, 1);
});

it("Ctrl+V says that an answer takes no image", async () => {
  const pi = await asked();
  pi.keys("C-v");
  await pi.shows("An answer takes no image");
  pi.keys("Down");
  await pi.until("the next key", (screen) => !screen.includes("takes no image"));
});

it("another theme of pi's colours the form that is up, at once", async () => {
  const pi = await Pi.prepare({ steps: [{ calls: CALLS }, { text: "Understood." }], extensions: [standalone("question")] });
  open.push(pi);
  const [extension, now] = [join(pi.folder, "light.ts"), join(pi.folder, "now")];
  writeFileSync(
    extension,
    `import { existsSync } from "node:fs";
export default (pi) => pi.on("tool_execution_start", (_event, ctx) => {
  const timer = setInterval(() => {
    if (!existsSync(${JSON.stringify(now)})) return;
    clearInterval(timer);
    ctx.ui.setTheme("light");
  }, 20);
});`,
  );
  pi.options.extensions?.push(extension);
  await pi.open();
  await pi.ask();
  await pi.shows("3. Something else…");
  const focused = (): string => pi.styled().split("\n").find((line) => line.includes("1. ")) ?? "";
  const dark = focused();
  writeFileSync(now, "");
  await pi.until("other colours", () => focused() !== dark && focused().includes("Left"));
});
