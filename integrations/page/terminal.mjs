// A real terminal for tests: tmux on a socket of its own.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { eventually } from "../opencode/opencode.mjs";

const NAMES = { ret: "Enter", esc: "Escape", tab: "Tab", "s-tab": "BTab", space: "Space", bs: "BSpace", up: "Up", down: "Down", left: "Left", right: "Right", home: "Home", end: "End" };
let terminals = 0;

/** In keys: Enter, again and again until this is on the screen, or holds for the terminal. What is dangerous takes no key in the first quarter of a second after it was drawn. */
export const enterUntil = (shown) => ({ enterUntil: shown });

/** What holds once the program has ended. tmux doesn't always write that on the screen. */
export const ENDED = (terminal) => terminal.tmux("display-message", "-p", "#{pane_dead}").trim() === "1";

/** A key string as testkit has it: letters stand for themselves, `<ret>`, `<down>`, `<c-x>`, `<a-n>` name other keys. */
const parts = (keys) => keys.match(/<[^>]+>|[^<]+/g) ?? [];

export class Terminal {
    /** Runs asq with these arguments. */
    constructor(asq, args, { columns = 80, rows = 24 } = {}) {
        this.asq = asq;
        this.socket = join(asq.home, `tmux-${++terminals}`);
        const size = ["-x", String(columns), "-y", String(rows)];
        this.tmux("-f", "/dev/null", "new-session", "-d", ...size, "sh", "-c", "stty -echo; cat >/dev/null");
        this.tmux("set-option", "-g", "remain-on-exit", "on");
        this.tmux("set-option", "-sg", "escape-time", "0");
        this.tmux("new-window", "-k", "-t", ":0", process.env.ASQ_BIN, ...args);
    }

    tmux(...args) {
        return execFileSync("tmux", ["-S", this.socket, ...args], { env: this.asq.env(), encoding: "utf8" });
    }

    screen() {
        return this.tmux("capture-pane", "-p");
    }

    /** The screen, once this is on it. */
    until(what) {
        return eventually(`${what} on the screen`, () => {
            const screen = this.screen();
            if (!screen.match(what)) throw new Error(screen);
            return screen;
        });
    }

    /** Types key strings, or presses Enter until something is shown. */
    async types(...all) {
        for (const one of all) {
            if (typeof one === "string") this.keys(one);
            else await this.entersUntil(one.enterUntil);
        }
    }

    /** Each Enter gets a second. */
    async entersUntil(shown) {
        let pressed = -Infinity;
        await eventually(`${shown} after Enter`, () => {
            const screen = this.screen();
            if (typeof shown === "function" ? shown(this) : screen.match(shown)) return true;
            if (performance.now() - pressed > 1000) {
                this.keys("<ret>");
                pressed = performance.now();
            }
            throw new Error(screen);
        });
    }

    keys(keys) {
        for (const part of parts(keys)) {
            const name = part.match(/^<(.+)>$/)?.[1];
            if (!name) this.tmux("send-keys", "-l", "--", part);
            else this.tmux("send-keys", NAMES[name] ?? name.replace(/^c-/, "C-").replace(/^a-/, "M-"));
        }
    }

    end() {
        this.tmux("kill-server");
    }
}
