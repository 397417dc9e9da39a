// asq as a test runs it: the real program, a home and a store of its own.

import { execFile, spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "./opencode.mjs";

const PROGRAM = process.env.ASQ_BIN;
if (!PROGRAM) throw new Error("ASQ_BIN names no asq; scripts/test-opencode builds one");

/** A home with a store; `store` names another one. */
export class Asq {
    store;
    home = realpathSync(mkdtempSync(join(tmpdir(), "asq-home-")));
    running = [];

    constructor() {
        // Keys count at once, although their question has only just come up.
        mkdirSync(join(this.home, ".config/asq"), { recursive: true });
        this.settings("guard = 0\n");
        copyFileSync("/bin/sh", join(this.home, "starter"));
    }

    /** Writes config.toml. */
    settings(text) {
        writeFileSync(join(this.home, ".config/asq/config.toml"), text);
    }

    env() {
        return { PATH: process.env.PATH, HOME: this.home, LC_ALL: "C.UTF-8", TZ: "UTC", ...(this.store ? { ASQ_STORE: this.store } : {}) };
    }

    /** Runs a command; its exit code and what it printed. */
    run(...args) {
        return new Promise((done) => {
            const options = { cwd: this.home, env: this.env(), timeout: 60000, maxBuffer: 1 << 28 };
            execFile(PROGRAM, args, options, (error, stdout, stderr) => done({ code: error ? error.code : 0, stdout, stderr }));
        });
    }

    /** Runs a command that ends with this code; what it printed. */
    async ends(code, ...args) {
        const ran = await this.run(...args);
        if (ran.code !== code) throw new Error(`asq ${args.join(" ")}: ${ran.code} instead of ${code}: ${ran.stderr}`);
        return ran.stdout;
    }

    /** What a command prints as JSON, a value a line. */
    async json(...args) {
        const stdout = await this.ends(0, ...args, "--json");
        return stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    }

    list() {
        return this.json("list");
    }

    async show(id) {
        return (await this.json("show", id))[0];
    }

    /** The open requests, once there are so many. */
    waiting(count) {
        return eventually(`${count} open requests`, async () => {
            const open = await this.list();
            return open.length === count && open;
        });
    }

    /** A request, once this holds for it. */
    until(id, what, holds) {
        return eventually(what, async () => {
            const shown = await this.show(id);
            return holds(shown) && shown;
        });
    }

    /** Writes a file that only its owner can open. */
    secret(name, text) {
        const path = join(this.home, name);
        writeFileSync(path, text);
        chmodSync(path, 0o600);
        return path;
    }

    /** Starts a command that runs on. */
    start(...args) {
        return this.follow(spawn(PROGRAM, args, { cwd: this.home, env: this.env(), stdio: ["ignore", "pipe", "pipe"] }));
    }

    /** Starts a server; its address, and the password that a client of OpenCode's takes. */
    async serve(...args) {
        const password = (await this.ends(0, "token", "new", "--right", "answer")).trim();
        const server = this.start("serve", "--no-link", ...args);
        const [, url] = await server.says(/asq serves (http:\/\/\S+)/);
        return { url, password, server };
    }

    /**
     * Starts an agent that asks these questions, in a folder, and waits: `ended` is what it got in the end.
     * It has a session of its own: its process tree may not answer, and the tests do. A whole call may take the place
     * of the questions.
     */
    agent(questions, { folder = this.home, call = "call_1", session = "ses_agent", dialect = "opencode", name = "build", more = [] } = {}) {
        const args = ["ask", "--inbox", "--dialect", dialect, "--agent", name, "--session", session, "--call-id", call, ...more];
        const options = { cwd: folder, env: this.env(), detached: true, stdio: ["pipe", "pipe", "pipe"] };
        const child = spawn(join(this.home, "starter"), ["-c", '"$@"; exit $?', "starter", PROGRAM, ...args], options);
        child.stdin.end(JSON.stringify(Array.isArray(questions) ? { questions } : questions));
        const agent = this.follow(child);
        agent.ended = agent.gone.then(({ code }) => ({ code, line: JSON.parse(agent.said.split("\n").find((line) => line.startsWith("{")) ?? "null") }));
        agent.stop = async () => {
            try {
                process.kill(-child.pid, "SIGTERM");
            } catch (error) {
                // It may have ended by itself.
                if (error.code !== "ESRCH") throw error;
            }
            return agent.gone;
        };
        return agent;
    }

    /** What a running program says, and its end. */
    follow(child) {
        const command = { child, said: "", gone: new Promise((gone) => child.once("close", (code, signal) => gone({ code, signal }))) };
        for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (command.said += piece));
        command.says = (what) => eventually(`${what} in: ${command.said}`, () => command.said.match(what) ?? undefined);
        command.stop = async (signal = "SIGTERM") => {
            child.kill(signal);
            return command.gone;
        };
        this.running.push(command);
        return command;
    }

    /** Ends everything. */
    async end() {
        for (const { child, stop } of this.running) if (child.exitCode === null && child.signalCode === null) await stop("SIGKILL");
        rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
    }
}
