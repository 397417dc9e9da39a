// What has to hold for every agent: a call that is answered, one that is left pending and waited for, one whose agent is
// killed. What the model gets is compared byte for byte with goldens/AGENT-*.json; UPDATE_EXPECT=1 writes them.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Host, QUESTION } from "./hosts.mjs";

const ID = /[0-9a-hjkmnp-tv-z]{26}/g;

/** Compares what the model got with the golden of this name. */
export function golden(name, results) {
    const path = join(import.meta.dirname, "goldens", `${name}.json`);
    // Ids and times differ from run to run.
    const text = `${JSON.stringify(results, null, 2).replaceAll(ID, "ID").replace(/Wall time: [0-9.]+ seconds/g, "Wall time: SECONDS seconds")}\n`;
    if (process.env.UPDATE_EXPECT) {
        mkdirSync(join(path, ".."), { recursive: true });
        writeFileSync(path, text);
    }
    assert.equal(text, readFileSync(path, "utf8"), name);
}

const ask = { tool: "ask", input: QUESTION };

/** Waits for what is pending; says that it is done once it isn't. */
export const wait = (results) => {
    const last = JSON.stringify(results.at(-1));
    return last.includes("Not answered yet") ? { tool: "wait", input: { id: last.match(ID)[0] } } : { text: "done" };
};

/** The tests of one agent. `before` are the steps that its model needs before it can call a tool. */
export function suite(name, before = []) {
    const host = async (t, steps, limit) => {
        const it = new Host(name);
        t.after(() => it.end());
        await it.prepare([...before, ...steps], limit);
        return it;
    };

    test(`${name}: a call waits, and is answered elsewhere`, async (t) => {
        const agent = await host(t, [ask]);
        const run = agent.start("Ask me.");
        await agent.answer(await agent.asked(), "SQLite");
        assert.equal(await run.gone, 0, run.said);
        golden(`${name}-answered`, agent.results.slice(before.length));
    });

    test(`${name}: a call that is left pending is waited for`, async (t) => {
        const agent = await host(t, [ask, ...Array(10).fill(wait)], "2s");
        const run = agent.start("Ask me.");
        const id = await agent.asked();
        // It was answered once the model had a pending result.
        await agent.asq.until(id, "a pending result", () => agent.results.length > before.length);
        await agent.answer(id, "PostgreSQL");
        assert.equal(await run.gone, 0, run.said);
        const [first, ...rest] = agent.results.slice(before.length);
        golden(`${name}-pending`, [first, rest.find((result) => JSON.stringify(result).includes("PostgreSQL"))]);
    });

    test(`${name}: an agent that was killed asks again and gets the answer that came meanwhile`, async (t) => {
        const agent = await host(t, [ask]);
        const run = agent.start("Ask me.");
        const id = await agent.asked();
        await run.kill();
        await agent.asq.until(id, "an agent that is gone", ({ asker_waits }) => !asker_waits);
        await agent.answer(id, "SQLite");
        await agent.model([...before, ask]);
        const again = agent.start("Ask me.");
        assert.equal(await again.gone, 0, again.said);
        golden(`${name}-answered`, agent.results.slice(before.length));
        const history = await agent.asq.json("history");
        assert.deepEqual(history.map((it) => it.id), [id]);
    });
}
