// Codex in a terminal: each of asq's forms is sent with Enter and arrows, and text where one is wanted.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Host, QUESTION, eventually } from "../hosts.mjs";
import { golden } from "../suite.mjs";
import { Terminal } from "../terminal.mjs";

/** Ends the processes that Codex leaves behind when its terminal is gone. */
function endDaemons(home) {
    for (const name of ["daemon-updater.pid", "daemon.pid"]) {
        const path = join(home, ".codex/app-server-daemon", name);
        if (!existsSync(path)) continue;
        try {
            process.kill(JSON.parse(readFileSync(path, "utf8")).pid, "SIGKILL");
        } catch (error) {
            // It may have ended by itself.
            if (error.code !== "ESRCH") throw error;
        }
    }
}

/** Codex in a terminal, at the form of these questions. */
async function asked(t, questions) {
    const host = new Host("codex");
    const terminal = new Terminal(host, "›");
    t.after(async () => {
        terminal.end();
        endDaemons(host.asq.home);
        await host.end();
    });
    await host.prepare([{ tool: "ask", input: { questions } }]);
    await terminal.start();
    await terminal.shows(/Ask Codex/);
    await terminal.types("Ask me.");
    await terminal.shows(/Field 1\//);
    return { host, terminal };
}

/** Presses keys, each once the screen shows what comes before it; a text is typed. */
async function walk(terminal, ...steps) {
    for (const [what, key] of steps) {
        await terminal.shows(what);
        if (/^(Enter|Down|Up)$/.test(key)) terminal.keys(key);
        else terminal.tmux("send-keys", "-t", ":0.0", "-l", key);
    }
}

/** The model's result, without the times that Codex adds. */
async function answered(host) {
    const [result] = await eventually("the answer", () => host.results.length === 1 && host.results);
    const [, json] = String(result.text ?? result).match(/Output:\n(.*)/s);
    const { content, outcome } = JSON.parse(json);
    const [{ id }] = await host.asq.json("history");
    assert.equal((await host.asq.show(id)).closed_by.how, "host");
    return { outcome, content: content.split("\n").slice(1) };
}

/** The focused row, by its text. */
const at = (text) => new RegExp(`› \\d+\\. ${text}`);

test("codex, in a terminal: a choice is sent with arrows and Enter", async (t) => {
    const { host, terminal } = await asked(t, QUESTION.questions);
    await walk(terminal, [at("1\\. PostgreSQL"), "Down"], [at("2\\. SQLite"), "Enter"]);
    golden("codex-answered", await eventually("the answer", () => host.results.length === 1 && host.results));
    const [{ id }] = await host.asq.json("history");
    assert.equal((await host.asq.show(id)).closed_by.how, "host");
});

test("codex, in a terminal: own words and a note are asked for where they are wanted", async (t) => {
    const { host, terminal } = await asked(t, [{ ...QUESTION.questions[0], custom: true }]);
    await walk(
        terminal,
        [at("1\\. PostgreSQL"), "Down"],
        [at("2\\. SQLite"), "Down"],
        [at("Something else"), "Down"],
        [at("Add a note"), "Enter"],
        [/Type your answer/, "only for now"],
        [/› only for now/, "Enter"],
        [at("Save the note"), "Enter"],
        [/Your note: only for now[^]*› 1\./, "Down"],
        [at("2\\. SQLite"), "Down"],
        [at("Something else"), "Enter"],
        [/Type your answer/, "DuckDB"],
        [/› DuckDB/, "Enter"],
        [at("Send this answer"), "Enter"],
    );
    assert.deepEqual(await answered(host), {
        outcome: "answered",
        content: ['1. db: "Which store?"', '   in the user\'s own words: "DuckDB"', '   note: "only for now"'],
    });
});

test("codex, in a terminal: several questions of every kind are answered and sent", async (t) => {
    const { host, terminal } = await asked(t, [
        { id: "ship", question: "Ship it?", kind: "confirm" },
        { id: "langs", question: "Which languages?", kind: "select_many", min: 1, options: [{ label: "Rust" }, { label: "Go" }] },
        { id: "port", question: "Which port?", kind: "number", default: 8080 },
        { id: "name", question: "What is it called?", kind: "text" },
    ]);
    await walk(
        terminal,
        [at("1\\. Yes"), "Enter"],
        [/1\. Rust[^]*› 2\. False/, "Up"],
        [/1\. Rust[^]*› 1\. True/, "Enter"],
        [/2\. Go[^]*› 2\. False/, "Enter"],
        [at("Go on"), "Enter"],
        [at("Use: 8080"), "Enter"],
        [/What is it called\?[^]*Type your answer/, "demo"],
        [/› demo/, "Enter"],
        [at("Go on"), "Enter"],
        [at("Send these answers"), "Enter"],
    );
    assert.deepEqual(await answered(host), {
        outcome: "answered",
        content: [
            '1. ship: "Ship it?"',
            '   picked: "Yes" (value true)',
            '2. langs: "Which languages?"',
            '   picked: "Rust"',
            '3. port: "Which port?"',
            "   number: 8080",
            '4. name: "What is it called?"',
            '   text: "demo"',
        ],
    });
});
