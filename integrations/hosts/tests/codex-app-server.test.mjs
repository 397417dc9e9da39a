// Codex's app-server, as editors drive it, with asq behind it: what asq asks reaches the editor as a form.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { Host, QUESTION, eventually } from "../hosts.mjs";
import { golden } from "../suite.mjs";

/** An editor with one thread of Codex, which asks. */
class Editor {
    constructor(host) {
        const [program] = host.host.program;
        this.child = spawn(program, ["app-server"], { cwd: host.folder, env: host.env(), stdio: ["pipe", "pipe", "ignore"], detached: true });
        this.heard = [];
        createInterface({ input: this.child.stdout }).on("line", (line) => this.heard.push(JSON.parse(line)));
        this.gone = new Promise((gone) => this.child.once("close", gone));
        this.calls = 0;
    }

    send(message) {
        this.child.stdin.write(`${JSON.stringify(message)}\n`);
    }

    hears(what, holds) {
        return eventually(what, () => this.heard.find(holds));
    }

    async call(method, params) {
        const own = `call ${++this.calls}`;
        this.send({ id: own, method, params });
        const { result, error } = await this.hears(`the reply to ${method}`, ({ id, method: asks }) => id === own && !asks);
        assert.equal(error, undefined, method);
        return result;
    }

    async start(folder) {
        const clientInfo = { name: "editor", title: "Editor", version: "1.0.0" };
        await this.call("initialize", { clientInfo, capabilities: { experimentalApi: true } });
        this.send({ method: "initialized" });
        const { thread } = await this.call("thread/start", { cwd: folder });
        const { turn } = await this.call("turn/start", { threadId: thread.id, input: [{ type: "text", text: "Ask me." }] });
        this.turn = { threadId: thread.id, turnId: turn.id };
        this.form = await this.hears("a form", ({ method }) => method === "mcpServer/elicitation/request");
    }

    ended() {
        return this.hears("the end of the turn", ({ method }) => method === "turn/completed");
    }

    async stop() {
        this.child.kill("SIGKILL");
        await this.gone;
    }
}

async function asked(t) {
    const host = new Host("codex");
    let editor;
    t.after(async () => {
        await editor?.stop();
        await host.end();
    });
    await host.prepare([{ tool: "ask", input: QUESTION }]);
    editor = new Editor(host);
    await editor.start(host.folder);
    return { host, editor, id: await host.asked() };
}

test("codex, app-server: its form answers", async (t) => {
    const { host, editor, id } = await asked(t);
    const { message, requestedSchema } = editor.form.params;
    assert.deepEqual([message, requestedSchema.properties.answer.enum], ["Which store?", ["1. PostgreSQL", "2. SQLite", "Something else…", "Add a note", "Let's discuss this"]]);
    editor.send({ id: editor.form.id, result: { action: "accept", content: { answer: "2. SQLite" } } });
    await editor.ended();
    golden("codex-answered", host.results);
    assert.equal((await host.asq.show(id)).closed_by.how, "host");
});

test("codex, app-server: an answer from elsewhere closes its form", async (t) => {
    const { host, editor, id } = await asked(t);
    await host.answer(id, "SQLite");
    await editor.ended();
    golden("codex-answered", host.results);
    const resolved = await editor.hears("a form that is closed", ({ method }) => method === "serverRequest/resolved");
    assert.equal(resolved.params.requestId, editor.form.id);
});

test("codex, app-server: a turn that is interrupted leaves its question open", async (t) => {
    const { host, editor, id } = await asked(t);
    await editor.call("turn/interrupt", editor.turn);
    await editor.ended();
    await host.asq.until(id, "an agent that is gone", ({ asker_waits }) => !asker_waits);
    assert.equal((await host.asq.show(id)).state, "open");
});
