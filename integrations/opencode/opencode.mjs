// A real OpenCode server in a folder of its own, without a network: its model is the one of model.mjs.

import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startModel } from "./model.mjs";
import { OWN_ADDRESS } from "./own-address.mjs";

const PROGRAM = fileURLToPath(new URL("node_modules/opencode-linux-x64/bin/opencode", import.meta.url));

/** Waits for a value that isn't undefined, false or an error; fails with the last error after a while. */
export async function eventually(what, look, seconds = 60) {
    const end = Date.now() + seconds * 1000;
    for (let last; ; ) {
        try {
            const found = await look();
            if (found !== undefined && found !== false) return found;
        } catch (error) {
            last = error;
        }
        if (Date.now() > end) throw new Error(`never came: ${what}${last ? ` (${last})` : ""}`);
        await new Promise((wait) => setTimeout(wait, 20));
    }
}

/** Starts OpenCode and its model. */
export async function startOpenCode(options = {}) {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "asq-opencode-")));
    const folders = ["one", "two"].map((name) => join(root, name));
    for (const folder of folders) mkdirSync(folder);
    const model = await startModel();
    const code = new OpenCode(root, folders, model, options);
    await code.start();
    return code;
}

/** Each server of this process has another one. */
let port = 4096;

class OpenCode {
    constructor(root, folders, model, { password } = {}) {
        Object.assign(this, { root, folders, folder: folders[0], model, password, url: `http://${OWN_ADDRESS}:${port++}` });
        const provider = {
            npm: "@ai-sdk/openai-compatible",
            name: "Mock",
            options: { baseURL: model.url, apiKey: "x" },
            models: { "mock-1": { name: "Mock 1", tool_call: true, limit: { context: 100000, output: 8000 } } },
        };
        const config = { model: "mock/mock-1", small_model: "mock/mock-1", autoupdate: false, share: "disabled", provider: { mock: provider } };
        for (const folder of folders) writeFileSync(join(folder, "opencode.json"), JSON.stringify(config));
    }

    /** Starts the server, after a stop again at its address. */
    async start() {
        const xdg = (name) => [`XDG_${name}_HOME`, join(this.root, "home", name.toLowerCase())];
        const env = {
            PATH: process.env.PATH,
            HOME: join(this.root, "home"),
            ...Object.fromEntries(["DATA", "CONFIG", "STATE", "CACHE"].map(xdg)),
            OPENCODE_DISABLE_MODELS_FETCH: "1",
            OPENCODE_DISABLE_AUTOUPDATE: "1",
            OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
            OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
            ...(this.password ? { OPENCODE_SERVER_PASSWORD: this.password } : {}),
        };
        const args = ["serve", "--hostname", OWN_ADDRESS, "--port", new URL(this.url).port];
        // A program of its own starts it, in a session of its own: asq counts whatever started an agent, and its session,
        // as that agent's process tree, and the tests answer from outside.
        const starter = join(this.root, "starter");
        copyFileSync("/bin/sh", starter);
        const script = '"$@" & echo "pid $!"; wait';
        this.process = spawn(starter, ["-c", script, "starter", PROGRAM, ...args], { cwd: this.folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
        this.gone = new Promise((gone) => this.process.once("exit", gone));
        let said = "";
        for (const stream of [this.process.stdout, this.process.stderr]) stream.on("data", (piece) => (said += piece));
        await eventually("the line of OpenCode's server", () => said.includes(`listening on ${this.url}`));
        this.pid = Number(said.match(/^pid (\d+)$/m)[1]);
        await eventually("OpenCode's first reply", async () => (await this.call("GET", "/question")).status === 200);
    }

    /** Ends the server. */
    async stop(signal = "SIGKILL") {
        if (this.process.exitCode === null) process.kill(this.pid, signal);
        await this.gone;
    }

    /** Ends everything. */
    async end() {
        await this.stop();
        this.model.stop();
        rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
    }

    headers() {
        return this.password ? { authorization: `Basic ${Buffer.from(`opencode:${this.password}`).toString("base64")}` } : {};
    }

    /** A request; its reply's status, headers and body as text. */
    async call(method, path, body, headers = { "content-type": "application/json" }) {
        const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
        const init = { method, headers: { ...headers, ...this.headers() }, body: text, signal: AbortSignal.timeout(20000) };
        const reply = await fetch(this.url + path, init);
        return { status: reply.status, headers: reply.headers, body: await reply.text() };
    }

    async json(method, path, body) {
        const reply = await this.call(method, path, body);
        if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.body}`);
        return reply.body ? JSON.parse(reply.body) : undefined;
    }

    /** Has the model ask these; returns the questions once all of them wait. */
    async ask(inputs, { folder = this.folder, title = "Choose things" } = {}) {
        const query = `directory=${encodeURIComponent(folder)}`;
        const { id } = await this.json("POST", `/session?${query}`, { title });
        const text = `ask ${JSON.stringify(inputs)}`;
        await this.json("POST", `/session/${id}/prompt_async?${query}`, { parts: [{ type: "text", text }] });
        return eventually("OpenCode's questions", async () => {
            const all = await this.json("GET", `/question?${query}`);
            const questions = all.filter((question) => question.sessionID === id);
            return questions.length === inputs.length && questions;
        });
    }

    /** Rejects every question that is listed. */
    async clear() {
        for (const folder of this.folders) {
            const query = `directory=${encodeURIComponent(folder)}`;
            for (const { id } of await this.json("GET", `/question?${query}`)) await this.call("POST", `/question/${id}/reject?${query}`);
        }
    }

    /** The part of a question's tool call. */
    async part(question) {
        const { messageID, callID } = question.tool;
        const { parts } = await this.json("GET", `/session/${question.sessionID}/message/${messageID}`);
        return parts.find((part) => part.callID === callID);
    }

    /** Follows a stream of events. */
    async events(path) {
        const stopped = new AbortController();
        const reply = await fetch(this.url + path, { headers: this.headers(), signal: stopped.signal });
        const events = [];
        const read = async () => {
            let text = "";
            for await (const piece of reply.body.pipeThrough(new TextDecoderStream())) {
                const all = (text + piece).split("\n\n");
                text = all.pop();
                events.push(...all.map((event) => JSON.parse(event.replace(/^data: /, ""))));
            }
        };
        read().catch(() => {});
        return { headers: reply.headers, events, stop: () => stopped.abort() };
    }
}
