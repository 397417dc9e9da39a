// The oldest pi that the extensions support, which has no mode, no trust and no bundle; and the newest.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, it } from "node:test";
import { NEWEST, OLD, Pi, piCommand, standalone } from "./pi.ts";
import { Turns } from "./turns.ts";

const open: Pi[] = [];
after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
});

const ALL = ["question", "AskUserQuestion", "spec", "ask_user_question"].map(standalone);

const question = {
  id: "db",
  prompt: "Which database?",
  options: [
    { value: "sqlite", label: "SQLite" },
    { value: "pg", label: "PostgreSQL" },
  ],
};

it("is the version that it is said to be", () => {
  for (const [modules, version] of [[OLD, "0.74.2"], [undefined, "0.87.1"], [NEWEST, "1.6.0"]] as const) {
    const [program, ...words] = piCommand(modules);
    // Old versions print it to standard error.
    const said = execFileSync("sh", ["-c", '"$@" 2>&1', "sh", program, ...words, "--version"], { encoding: "utf8" });
    assert.equal(said.trim(), version);
  }
});

for (const [version, modules] of [["0.74.2", OLD], ["1.6.0", NEWEST]] as const) {
  it(`${version}: asks with every tool, in its own screen`, async () => {
    const turns = await Turns.start(
      ALL,
      [
        { name: "question", arguments: { questions: [question] } },
        {
          name: "AskUserQuestion",
          arguments: {
            questions: [
              { header: "Env", question: "Which environment?", type: "select_one", options: [{ label: "staging" }, { label: "production" }] },
            ],
          },
        },
        { name: "ask_question", arguments: { question: "Which layout?", options: [{ label: "Cards" }, { label: "List" }] } },
        {
          name: "ask_user_question",
          arguments: {
            questions: [{ question: "Which one?", header: "One", options: [{ label: "A", description: "" }, { label: "B", description: "" }] }],
          },
        },
        { name: "question", arguments: { questions: [question] } },
      ],
      { modules },
    );
    open.push(turns.pi);
    const read: unknown[] = [];
    for (const shown of ["3. Something else…", "3. Other", "4. Let's discuss this", "3. Type something"]) {
      await turns.next(shown);
      turns.pi.keys("Down");
      await turns.pi.until("the second row in focus", (screen) => /[>❯] 2\. /.test(screen));
      read.push((await turns.end("Enter")).read);
    }
    await turns.next("3. Something else…");
    turns.pi.keys("Escape");
    const left = await turns.end();
    assert.deepEqual([...read, left.read], [
      "User selected: 2. PostgreSQL (value: pg)",
      'Env: production\n\n{"answers":{"0":{"mode":"option","value":"production"}}}',
      "User selected: 2. List",
      `User has answered your questions: "Which one?"="B". You can now continue with the user's answers in mind.`,
      "User cancelled the selection",
    ]);
  });

  it(`${version}: without a screen nobody saw it`, async () => {
    const steps = [{ calls: [{ name: "question", arguments: { questions: [question] } }] }, { text: "Understood." }];
    const pi = await Pi.prepare({ steps, extensions: [standalone("question")], modules });
    open.push(pi);
    const child = pi.run(["-p", "go"]);
    child.stdin?.end();
    assert.equal(await new Promise((resolve) => child.on("close", resolve)), 0);
    assert.deepEqual(pi.model.results(), [
      "Error: UI not available: the user never saw the question. Ask in plain text or go on without assuming an answer.",
    ]);
  });
}
