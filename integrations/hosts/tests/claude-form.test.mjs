// Claude Code in a terminal: its own form, in both eras of the protocol, and an inbox next to it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Host, QUESTION, eventually } from "../hosts.mjs";
import { golden } from "../suite.mjs";

const ask = { tool: "ask", input: QUESTION };
const ERAS = { newer: "2026-07-28", older: "2025-11-25" };
/** The first row of Claude Code's form. */
const FORM = /requests your input/;

/** Claude Code in a terminal of tmux, with a tmux server of its own. */
class Terminal {
    constructor(host) {
        this.host = host;
        this.socket = join(host.asq.home, "tmux");
    }

    tmux(...args) {
        return execFileSync("tmux", ["-S", this.socket, ...args], { encoding: "utf8", env: this.host.env(), stdio: "pipe" });
    }

    /** Starts it with these arguments. */
    async start(...args) {
        const { host } = this;
        const text = `#!/bin/sh\nexec ${host.host.program.join(" ")} --allowedTools mcp__asq__ask,mcp__asq__wait ${args.join(" ")}\n`;
        writeFileSync(join(host.asq.home, "claude"), text, { mode: 0o755 });
        this.tmux("-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "40", "-c", host.folder, join(host.asq.home, "claude"));
        await this.shows(/❯/);
    }

    /** Kills it: its terminal ends, too. */
    kill() {
        process.kill(Number(this.tmux("display-message", "-p", "#{pane_pid}")), "SIGKILL");
        return eventually("a terminal that is gone", () => {
            try {
                this.tmux("list-sessions");
                return false;
            } catch {
                return true;
            }
        });
    }

    /** Types this, again while its model is asked without the tools: it is, until its servers are there. */
    async says(text, happens) {
        const without = () => this.screen().match(/^● ok$/gm)?.length ?? 0;
        for (;;) {
            const before = without();
            await this.types(text);
            if (await eventually(`what comes of ${text}`, async () => ((await happens()) ? "it" : without() > before && "nothing")) === "it") return;
        }
    }

    screen() {
        // Some of its spaces break no line.
        return this.tmux("capture-pane", "-p", "-t", ":0.0").replaceAll("\u00a0", " ");
    }

    shows(what) {
        return eventually(`${what} on the screen`, () => {
            const screen = this.screen();
            if (!what.test(screen)) throw new Error(screen);
            return screen;
        }, 30);
    }

    hides(what) {
        return eventually(`a screen without ${what}`, () => {
            const screen = this.screen();
            if (what.test(screen)) throw new Error(screen);
            return screen;
        }, 30);
    }

    /** Types a text, and Enter once it is on the screen. */
    async types(text) {
        this.tmux("send-keys", "-t", ":0.0", "-l", text);
        await this.shows(new RegExp(`❯\\s${text}`));
        this.keys("Enter");
    }

    /** Presses Enter until the form is gone: it takes none in the moment in which it is drawn. */
    async accepts() {
        await eventually("a screen without the form", async () => {
            if (!FORM.test(this.screen())) return true;
            this.keys("Enter");
            await new Promise((wait) => setTimeout(wait, 300));
            return false;
        }, 30);
    }

    keys(...keys) {
        this.tmux("send-keys", "-t", ":0.0", ...keys);
    }
}

async function asked(t, era) {
    const host = new Host("claude-code");
    const terminal = new Terminal(host);
    t.after(async () => {
        try {
            terminal.tmux("kill-server");
        } catch {
            // It never began.
        }
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
        await terminal.accepts();
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
