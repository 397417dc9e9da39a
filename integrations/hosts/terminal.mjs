// An agent in a terminal of tmux, with the approvals that it has by default.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "./hosts.mjs";

/** An agent in a terminal, with a tmux server of its own. */
export class Terminal {
    /** `prompt` is what its input begins with; `arguments_` are those that it is always started with. */
    constructor(host, prompt, ...arguments_) {
        Object.assign(this, { host, prompt, arguments_ });
        this.socket = join(host.asq.home, "tmux");
    }

    tmux(...args) {
        return execFileSync("tmux", ["-S", this.socket, ...args], { encoding: "utf8", env: this.host.env(), stdio: "pipe" });
    }

    /** Starts it with these arguments. */
    async start(...args) {
        const { host } = this;
        const text = `#!/bin/sh\nexec ${[...host.host.program, ...this.arguments_, ...args].join(" ")}\n`;
        writeFileSync(join(host.asq.home, "agent"), text, { mode: 0o755 });
        this.tmux("-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "40", "-c", host.folder, join(host.asq.home, "agent"));
        await this.shows(new RegExp(this.prompt));
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
        });
    }

    hides(what) {
        return eventually(`a screen without ${what}`, () => {
            const screen = this.screen();
            if (what.test(screen)) throw new Error(screen);
            return screen;
        });
    }

    /** Types a text, and Enter once it is on the screen. */
    async types(text) {
        this.tmux("send-keys", "-t", ":0.0", "-l", text);
        await this.shows(new RegExp(`${this.prompt}\\s${text}`));
        this.keys("Enter");
    }

    keys(...keys) {
        this.tmux("send-keys", "-t", ":0.0", ...keys);
    }

    /** Ends it. */
    end() {
        try {
            this.tmux("kill-server");
        } catch {
            // It never began, or its agent has ended.
        }
    }
}
