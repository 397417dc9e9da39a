// codex with asq behind it.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Host, QUESTION } from "../hosts.mjs";
import { suite } from "../suite.mjs";

suite("codex");

test("codex: its question is in the store that ASQ_STORE names", async (t) => {
    const agent = new Host("codex");
    t.after(() => agent.end());
    agent.asq.store = join(agent.asq.home, "elsewhere.db");
    await agent.prepare([{ tool: "ask", input: QUESTION }]);
    const run = agent.start("Ask me.");
    await agent.answer(await agent.asked(), "SQLite");
    assert.equal(await run.gone, 0, run.said);
    assert.ok(JSON.stringify(agent.results).includes("SQLite"));
    assert.ok(!existsSync(join(agent.asq.home, ".local/share/asq/store.db")));
});
