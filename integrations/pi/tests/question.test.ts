// The tool `question` in real pi: the eight manual tests of its document, its acceptance list, and faults.

import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ASQ, Pi, standalone, type Options, type Result } from "./pi.ts";
import type { Step } from "./model.ts";

const DB = {
  id: "db",
  label: "Database",
  prompt: "Which database should the service use?",
  options: [
    { value: "sqlite", label: "SQLite", description: "One file, no server" },
    { value: "pg", label: "PostgreSQL" },
  ],
};
const REGION = {
  id: "region",
  prompt: "Where do its users live?",
  options: [
    { value: "eu", label: "Europe" },
    { value: "us", label: "America" },
  ],
};

const asking = (...questions: unknown[]): Step[] => [
  { calls: [{ name: "question", arguments: { questions } }] },
  { text: "Understood." },
];

const open: Pi[] = [];
after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
});

async function start(steps: Step[], more: Partial<Options> = {}): Promise<Pi> {
  const pi = await Pi.start({ steps, extensions: [standalone("question")], ...more });
  open.push(pi);
  await pi.ask();
  return pi;
}

async function only(pi: Pi): Promise<Result> {
  const [result] = await pi.resultsOf(1);
  assert.ok(result);
  return result;
}

/** An asq that writes its process id into its pi's home. */
function wrapper(): string {
  const folder = mkdtempSync(join(tmpdir(), "asq-pi-bin-"));
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, "asq");
  writeFileSync(file, `#!/bin/sh\necho $$ > "$HOME/pid"\nexec '${ASQ}' "$@"\n`, { mode: 0o755 });
  return file;
}

function pidOf(pi: Pi): number {
  return Number(readFileSync(join(pi.folder, "pid"), "utf8"));
}

/** Content, answers, whether it was cancelled, whether it is an error. */
function told(result: Result): unknown {
  const { answers, cancelled } = (result.details ?? {}) as { answers?: unknown; cancelled?: unknown };
  return { text: result.content[0]?.text, answers, cancelled, isError: result.isError };
}

describe("the document's manual tests", () => {
  it("1: a single question, a predefined answer", async () => {
    const pi = await start(asking(DB));
    const screen = await pi.shows("3. Something else…");
    assert.match(screen, /❯ 1\. SQLite\n +│ One file, no server\n +2\. PostgreSQL\n\n +3\. Something else…/);
    pi.keys("Down");
    await pi.shows("❯ 2. PostgreSQL");
    await pi.press("Enter", "the answer", () => pi.model.requests.length >= 2);
    assert.deepEqual(await pi.told(2), ["User selected: 2. PostgreSQL (value: pg)"]);
    await pi.shows("✓ 2. PostgreSQL");
    assert.deepEqual(told(await only(pi)), {
      text: "User selected: 2. PostgreSQL (value: pg)",
      answers: [{ id: "db", value: "pg", label: "PostgreSQL", wasCustom: false, index: 2 }],
      cancelled: false,
      isError: false,
    });
  });

  it("2: a single question, own words; emoji and wide characters stay whole", async () => {
    const pi = await start(asking(DB));
    await pi.shows("3. Something else…");
    await pi.press("3", "row 3", (screen) => screen.includes("❯ 3. Something else…"));
    pi.type("日本 👨‍👩‍👧 née😀x");
    await pi.shows("née😀x");
    pi.keys("BSpace", "BSpace");
    await pi.until("two characters less", (screen) => !screen.includes("😀"));
    await pi.press("Enter", "the answer", () => pi.model.requests.length >= 2);
    assert.deepEqual(await pi.told(2), ["User wrote: 日本 👨‍👩‍👧 née"]);
    await pi.shows("(own words)");
    assert.deepEqual(told(await only(pi)), {
      text: "User wrote: 日本 👨‍👩‍👧 née",
      answers: [{ id: "db", value: "日本 👨‍👩‍👧 née", label: "日本 👨‍👩‍👧 née", wasCustom: true }],
      cancelled: false,
      isError: false,
    });
  });

  it("3: a single question, cancelled", async () => {
    const pi = await start(asking(DB));
    await pi.shows("3. Something else…");
    pi.keys("Escape");
    assert.deepEqual(await pi.told(2), ["User cancelled the selection"]);
    await pi.shows("Cancelled");
    assert.deepEqual(told(await only(pi)), {
      text: "User cancelled the selection",
      answers: [],
      cancelled: true,
      isError: false,
    });
  });

  it("4 to 6: several questions, predefined and own words, changed before they are submitted", async () => {
    const pi = await start(asking(DB, REGION));
    await pi.shows("3. Something else…");
    await pi.press("Enter", "the second question", (screen) => screen.includes("Where do its users live?"));
    await pi.press("3", "the second question's editor", (screen) => screen.includes("❯ 3. Something else…"));
    pi.type("the moon");
    await pi.shows("the moon");
    pi.keys("Enter");
    const review = await pi.shows("Submit answers");
    assert.match(review, /Database: SQLite/);
    assert.match(review, /the moon/);
    pi.keys("BTab");
    await pi.shows("Where do its users live?");
    pi.keys("BTab");
    await pi.shows("Which database should the service use?");
    pi.keys("Down");
    await pi.shows("❯ 2. PostgreSQL");
    await pi.press("Enter", "the changed answer", (screen) => screen.includes("Where do its users live?"));
    pi.keys("Tab");
    await pi.shows("Database: PostgreSQL");
    await pi.press("Enter", "the end", () => pi.model.requests.length >= 2);
    assert.deepEqual(pi.model.results(), [
      "Database: user selected: 2. PostgreSQL (value: pg)\nQ2: user wrote: the moon",
    ]);
    const result = await only(pi);
    assert.deepEqual((result.details as { answers: unknown[] }).answers, [
      { id: "db", value: "pg", label: "PostgreSQL", wasCustom: false, index: 2 },
      { id: "region", value: "the moon", label: "the moon", wasCustom: true },
    ]);
  });

  it("7: blank own words are not accepted", async () => {
    const pi = await start(asking(DB));
    await pi.shows("3. Something else…");
    await pi.press("3", "row 3", (screen) => screen.includes("❯ 3. Something else…"));
    pi.keys("Space", "Enter");
    await pi.shows("Type an answer, or press Esc to go back");
    assert.equal(pi.model.requests.length, 1);
    pi.type("words");
    await pi.shows("words");
    await pi.press("Enter", "the answer", () => pi.model.requests.length >= 2);
    assert.deepEqual(await pi.told(2), ["User wrote:  words"]);
  });

  for (const mode of [["-p", "go"], ["--mode", "json", "-p", "go"]]) {
    it(`8: without a screen (${mode.join(" ")}) nobody saw it`, async () => {
      const pi = await Pi.prepare({ steps: asking(DB), extensions: [standalone("question")] });
      open.push(pi);
      const child = pi.run(mode);
      child.stdin?.end();
      const code = await new Promise((resolve) => child.on("close", resolve));
      assert.equal(code, 0);
      assert.deepEqual(pi.model.results(), [
        "Error: UI not available: the user never saw the question. Ask in plain text or go on without assuming an answer.",
      ]);
      assert.deepEqual(told(pi.results()[0] as Result), {
        text: pi.model.results()[0],
        answers: [],
        cancelled: true,
        isError: false,
      });
    });
  }
});

describe("what the model is told about it", () => {
  it("stands in the system prompt and in the tool's schema, without limits that pi would judge", async () => {
    const pi = await start([{ text: "Nothing to ask." }]);
    await pi.shows("Nothing to ask.");
    const tool = pi.model.requests[0]?.tools?.find((t) => t.function.name === "question");
    assert.ok(tool);
    const schema = JSON.stringify(tool.function.parameters);
    for (const keyword of ["minItems", "maxItems", "minLength", "maxLength"]) assert.ok(!schema.includes(keyword), keyword);
    assert.match(pi.model.system(), /question: /);
  });
});

describe("what can go wrong", () => {
  it("two calls in one turn are asked one after the other", async () => {
    const call = (prompt: string): { name: string; arguments: unknown } => ({
      name: "question",
      arguments: { questions: [{ ...DB, prompt }] },
    });
    const pi = await start([{ calls: [call("The first?"), call("The second?")] }, { text: "Understood." }]);
    await pi.shows("The first?");
    assert.ok(!pi.screen().includes("The second?"));
    await pi.press("Enter", "the second, or the guard", (screen) => screen.includes("The second?"));
    await pi.press("2", "the end", () => pi.model.requests.length >= 2);
    assert.equal(pi.model.results().length, 2);
  });

  it("a terminal of ten columns, of six rows, of one, and back", async () => {
    const pi = await start(asking(DB));
    await pi.shows("3. Something else…");
    for (const [width, height] of [[46, 12], [10, 30], [20, 6], [3, 3], [100, 30]] as const) {
      pi.resize(width, height);
      await pi.until(`a screen ${String(width)} wide`, () => pi.tmux("display", "-p", "#{pane_width} #{pane_dead}").trim() === `${String(width)} 0`);
    }
    await pi.shows("3. Something else…");
    await pi.press("2", "the answer", () => pi.model.requests.length >= 2);
    assert.deepEqual(await pi.told(2), ["User selected: 2. PostgreSQL (value: pg)"]);
  });

  it("two hundred lines are pasted and come back whole", async () => {
    const pi = await start(asking(DB));
    await pi.shows("3. Something else…");
    await pi.press("3", "row 3", (screen) => screen.includes("❯ 3. Something else…"));
    const lines = Array.from({ length: 200 }, (_, i) => `line ${String(i + 1)} of the paste`).join("\n");
    pi.paste(lines);
    await pi.shows("line 200 of the paste");
    await pi.press("Enter", "the answer", () => pi.model.requests.length >= 2);
    assert.deepEqual(await pi.told(2), [`User wrote: ${lines}`]);
  });

  it("a list that came as a string is asked all the same", async () => {
    const pi = await start([
      { calls: [{ name: "question", arguments: { questions: JSON.stringify([DB]) } }] },
      { text: "Understood." },
    ]);
    await pi.shows("3. Something else…");
    await pi.press("1", "the answer", () => pi.model.requests.length >= 2);
    assert.deepEqual(await pi.told(2), ["User selected: 1. SQLite (value: sqlite)"]);
  });

  it("an ill call gets all its problems at once, and nobody is asked", async () => {
    const twice = [
      { value: "x", label: "X" },
      { value: "x", label: "" },
    ];
    const pi = await start(asking({ ...DB, prompt: "" }, { ...DB, options: twice }));
    assert.deepEqual(await pi.told(2), [
      [
        "Error: this call of question does not fit its contract, so the user was not asked. Fix all of this and call again:",
        "- questions[0].prompt: must have text in it, but is empty.",
        '- questions[1].id: must differ from questions[0].id, but is "db" as well. Give each question an id of its own.',
        '- questions[1].options[1].value: must differ from questions[1].options[0].value, but is "x" as well. Give each option of a question a value of its own.',
        "- questions[1].options[1].label: must have text in it, but is empty.",
      ].join("\n"),
    ]);
  });

  it("asq is another program: one sentence says so; pi goes on", async () => {
    const pi = await start(asking(DB), { environment: { ASQ_BIN: "/bin/false" } });
    const [text] = await pi.told(2);
    assert.equal(
      text,
      "The user never saw the question: asq ended unexpectedly (code 1). Ask in plain text or go on without assuming an answer.",
    );
    await pi.shows("Understood.");
  });

  it("asq is killed while the form is open", async () => {
    const pi = await start(asking(DB), { environment: { ASQ_BIN: wrapper() } });
    await pi.shows("3. Something else…");
    process.kill(pidOf(pi), "SIGKILL");
    const [text] = await pi.told(2);
    assert.equal(
      text,
      "The user saw the question and did not answer it: asq ended unexpectedly (SIGKILL). No choice was made. Ask in plain text or go on without assuming an answer.",
    );
    await pi.shows("Understood.");
    assert.equal((await only(pi)).isError, true);
  });

  it("asq hangs while the form is open: Esc leads out", async () => {
    const pi = await start(asking(DB), { environment: { ASQ_BIN: wrapper() } });
    await pi.shows("3. Something else…");
    process.kill(pidOf(pi), "SIGSTOP");
    await pi.press("Escape", "the way out", () => pi.model.requests.length >= 2);
    const [text] = pi.model.results();
    assert.equal(
      text,
      "The user saw the question and did not answer it: asq did not answer any more. No choice was made. Ask in plain text or go on without assuming an answer.",
    );
    await pi.shows("Understood.");
  });

  it("arguments that come in slowly are shown half as they are", async () => {
    const pi = await Pi.start({ steps: asking(DB, REGION), extensions: [standalone("question")] });
    open.push(pi);
    pi.model.pause = 30;
    await pi.ask();
    await pi.shows("3. Something else…");
    await pi.shows("2 questions (Database");
    pi.keys("Escape");
    assert.deepEqual(await pi.told(2), ["User cancelled the questions"]);
  });

  it("pi is told to end while the form is open: nothing is left running", async () => {
    const pi = await start(asking(DB), { environment: { ASQ_BIN: wrapper() } });
    await pi.shows("3. Something else…");
    const pid = pidOf(pi);
    process.kill(Number(pi.tmux("display", "-p", "#{pane_pid}")), "SIGTERM");
    await pi.until("the end of asq", () => {
      try {
        process.kill(pid, 0);
        return false;
      } catch {
        return true;
      }
    });
  });

  it("asq is not there: one sentence says so and how to get it; pi goes on", async () => {
    const pi = await start(asking(DB), { environment: { ASQ_BIN: "/nowhere/asq" } });
    const [text] = await pi.told(2);
    assert.match(text ?? "", /^The user never saw the question: the program asq was not found \(tried \/nowhere\/asq\)\. Install asq/);
    await pi.shows("Understood.");
  });
});

describe("the person's own keys of pi", () => {
  it("hold in the form, too, and its footer names them", async () => {
    const pi = await Pi.prepare({ steps: asking(DB), extensions: [standalone("question")] });
    open.push(pi);
    writeFileSync(join(pi.agent, "keybindings.json"), JSON.stringify({ "tui.select.down": ["down", "ctrl+n"], "tui.select.confirm": ["enter", "ctrl+y"] }));
    await pi.open();
    await pi.ask();
    await pi.shows("3. Something else…");
    pi.keys("C-n");
    assert.ok((await pi.shows("❯ 2. PostgreSQL")).includes("Ctrl+Y select"));
    await pi.press("C-y", "the answer", () => pi.model.requests.length >= 2);
    assert.deepEqual(await pi.told(2), ["User selected: 2. PostgreSQL (value: pg)"]);
  });
});
