// Claude Code in a terminal: its own form, in both eras of the protocol, and an inbox next to it.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Host, QUESTION, eventually } from "../hosts.mjs";
import { golden, wait } from "../suite.mjs";
import { Terminal } from "../terminal.mjs";

const ask = { tool: "ask", input: QUESTION };
const ERAS = { newer: "2026-07-28", older: "2025-11-25" };
/** The first row of Claude Code's form. */
const FORM = /requests your input/;

/** Presses Enter until the form is gone: it takes none in the moment in which it is drawn. */
const accepts = (terminal) =>
    eventually("a screen without the form", async () => {
        if (!FORM.test(terminal.screen())) return true;
        terminal.keys("Enter");
        await new Promise((wait) => setTimeout(wait, 300));
        return false;
    });

/** Claude Code, which asks before a call as it does by default. */
const inTerminal = (host) => new Terminal(host, "❯", "--permission-mode", "default");

async function asked(t, era) {
    const host = new Host("claude-code");
    const terminal = inTerminal(host);
    t.after(async () => {
        terminal.end();
        await host.end();
    });
    await host.prepare([ask]);
    if (era === "older") {
        const path = join(host.asq.home, ".claude.json");
        const settings = JSON.parse(readFileSync(path, "utf8"));
        const { command, args } = settings.mcpServers.asq;
        settings.mcpServers.asq = { command: process.execPath, args: [join(import.meta.dirname, "../older.mjs"), command, ...args] };
        writeFileSync(path, JSON.stringify(settings));
    }
    await terminal.start();
    await terminal.says("Ask me.", async () => (await host.asq.list()).length > 0);
    await terminal.shows(FORM);
    return { host, terminal };
}

for (const era of Object.keys(ERAS)) {
    test(`claude-code, ${ERAS[era]}: its form answers`, async (t) => {
        const { host, terminal } = await asked(t, era);
        terminal.keys("Right");
        await terminal.shows(/❯\s+◯\s+1\./);
        terminal.keys("Down");
        await terminal.shows(/❯\s+◯\s+2\./);
        terminal.keys("Enter");
        await terminal.shows(/✔\s+Store:\s+2\. SQLite/);
        // Past own words and the note, to Accept.
        await terminal.shows(/❯\s+Something else:/);
        terminal.keys("Down");
        await terminal.shows(/❯\s+Note:/);
        terminal.keys("Down");
        await terminal.shows(/❯\s+Accept/);
        await accepts(terminal);
        const results = await eventually("the answer", () => host.results.length === 1 && host.results);
        golden("claude-code-answered", results);
        const [{ id }] = await host.asq.json("history");
        assert.equal((await host.asq.show(id)).closed_by.how, "host");
    });

    test(`claude-code, ${ERAS[era]}: Esc in its form leaves the question open`, async (t) => {
        const { host, terminal } = await asked(t, era);
        terminal.keys("Escape");
        await terminal.hides(FORM);
        const id = await host.asked();
        await host.answer(id, "SQLite");
        const results = await eventually("the answer", () => host.results.length === 1 && host.results);
        golden("claude-code-answered", results);
    });
}

test("claude-code, 2025-11-25: its form closes when the question is answered in the inbox", async (t) => {
    const { host, terminal } = await asked(t, "older");
    const [{ id }] = await host.asq.waiting(1);
    await host.answer(id, "SQLite");
    await terminal.hides(FORM);
    const results = await eventually("the answer", () => host.results.length === 1 && host.results);
    golden("claude-code-answered", results);
});

test("claude-code, in a terminal: killed and resumed, it asks again and gets the answer that came meanwhile", async (t) => {
    const { host, terminal } = await asked(t, "newer");
    const [{ id }] = await host.asq.waiting(1);
    await terminal.kill();
    await host.asq.until(id, "an agent that is gone", ({ asker_waits }) => !asker_waits);
    await host.answer(id, "SQLite");
    await host.model([ask]);
    await terminal.start("--continue");
    await terminal.says("Go on.", () => JSON.stringify(host.results).includes("SQLite"));
    golden("claude-code-answered", host.results.slice(-1));
    const history = await host.asq.json("history");
    assert.deepEqual(history.map((it) => it.id), [id]);
});

test("claude-code, in a terminal: neither the first ask nor a later wait is held up by a prompt of its own", async (t) => {
    const host = new Host("claude-code");
    const terminal = inTerminal(host);
    t.after(async () => {
        terminal.end();
        await host.end();
    });
    await host.prepare([ask, ...Array(30).fill(wait)], "2s");
    await terminal.start();
    await terminal.says("Ask me.", async () => (await host.asq.list()).length > 0);
    await terminal.shows(FORM);
    terminal.keys("Escape");
    // The first result is that of ask, the others are those of wait.
    await eventually("a result of wait", () => host.results.length > 1);
    await host.answer(await host.asked(), "SQLite");
    await eventually("the answer", () => JSON.stringify(host.results).includes("SQLite"));
    assert.doesNotMatch(terminal.screen(), /Do you want to proceed/);
});
