// asq as a test runs it: the real program, a home and a store of its own.

import { execFile, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "./opencode.mjs";

const PROGRAM = process.env.ASQ_BIN;
if (!PROGRAM) throw new Error("ASQ_BIN names no asq; scripts/test-opencode builds one");

/** A home with a store. */
export class Asq {
    home = realpathSync(mkdtempSync(join(tmpdir(), "asq-home-")));
    running = [];

    constructor() {
        // Keys count at once, although their question has only just come up.
        mkdirSync(join(this.home, ".config/asq"), { recursive: true });
        writeFileSync(join(this.home, ".config/asq/config.toml"), "guard = 0\n");
    }

    env() {
        return { PATH: process.env.PATH, HOME: this.home, LC_ALL: "C.UTF-8", TZ: "UTC" };
    }

    /** Runs a command; its exit code and what it printed. */
    run(...args) {
        return new Promise((done) => {
            const options = { cwd: this.home, env: this.env(), timeout: 60000 };
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
        const child = spawn(PROGRAM, args, { cwd: this.home, env: this.env(), stdio: ["ignore", "pipe", "pipe"] });
        const command = { child, said: "", gone: new Promise((gone) => child.once("exit", (code, signal) => gone({ code, signal }))) };
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
        for (const command of this.running) if (command.child.exitCode === null) await command.stop("SIGKILL");
        rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
    }
}
