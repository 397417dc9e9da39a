// Claude Code without a server of asq's: a part of CLAUDE.md says how to ask, and its shell asks.

import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Host } from "../hosts.mjs";
import { startModel } from "../model.mjs";

const ASK = "asq ask -q 'Which store?' -o PostgreSQL -o SQLite --agent claude --wait=3s --format text; echo \"exit $?\"";

test("claude-code: what asq puts into CLAUDE.md reaches the model, and its shell asks and goes on asking", async (t) => {
    const agent = new Host("claude-code");
    t.after(() => agent.end());
    mkdirSync(join(agent.asq.home, "bin"));
    symlinkSync(process.env.ASQ_BIN, join(agent.asq.home, "bin/asq"));
    writeFileSync(join(agent.folder, "CLAUDE.md"), "# Rules\n");
    await agent.asq.ends(0, "install", "agents-md", join(agent.folder, "CLAUDE.md"));
    const bash = { tool: "Bash", input: { command: ASK, timeout: 600_000 } };
    const again = (results) => (JSON.stringify(results.at(-1)).includes("exit 6") ? bash : {});
    agent.played = await startModel([bash, ...Array(20).fill(again)], (tool) => tool, /^Bash$/);
    agent.at = agent.played.url;
    agent.host.prepare(agent.asq.home, agent.folder);
    const run = agent.start("Ask me.", "--allowedTools", "Bash");
    const id = await agent.asked();
    await agent.asq.until(id, "an exit without an answer", () => agent.results.length > 0);
    await agent.answer(id, "SQLite");
    assert.equal(await run.gone, 0, run.said);
    assert.ok(agent.played.read[0].includes("Ask the user with asq") && agent.played.read[0].includes("run exactly the same command again"));
    assert.match(JSON.stringify(agent.results.at(-1)), /SQLite.*exit 0/);
    assert.deepEqual((await agent.asq.json("history")).map((it) => it.id), [id]);
});
