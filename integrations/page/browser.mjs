// A real Chromium on the page of a real asq serve.

import { chromium } from "playwright-core";
import { Asq } from "../opencode/asq.mjs";

// The machine may have no network, and the browser is to call nobody by itself.
const QUIET = ["--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export const launch = (...more) =>
    chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", ...QUIET, ...more] });

/** A server with its page, and a person who is signed in. */
export class Page {
    asq = new Asq();
    /** What the browser was kept from, and what went wrong in its scripts. */
    complaints = [];
    /** Addresses that a page asked for, by host. */
    hosts = new Set();

    static async open(browser, options = {}) {
        const it = new Page();
        const { serve = [], ...context } = options;
        it.server = it.asq.start("serve", ...serve);
        const [, link] = await it.server.says(/asq serves (http:\/\/\S+)/);
        it.origin = new URL(link).origin;
        it.context = await browser.newContext({ viewport: { width: 800, height: 900 }, ...context });
        it.tab = await it.newTab();
        await it.tab.goto(link);
        return it;
    }

    async newTab() {
        const tab = await this.context.newPage();
        tab.setDefaultTimeout(15_000);
        tab.on("pageerror", (error) => this.complaints.push(error.message));
        tab.on("console", (line) => line.type() === "error" && this.complaints.push(line.text()));
        tab.on("dialog", (dialog) => {
            this.complaints.push(`a dialog: ${dialog.message()}`);
            void dialog.dismiss();
        });
        tab.on("request", (request) => this.hosts.add(new URL(request.url()).host || request.url().slice(0, 40)));
        return tab;
    }

    /** An agent asks; the id of its request. */
    async asked(questions, { call = `call_${Math.random()}`, ...more } = {}) {
        const before = new Set((await this.asq.list()).map(({ id }) => id));
        const agent = this.asq.agent(questions, { dialect: "asq", call, ...more });
        const open = await this.asq.waiting(before.size + 1);
        const { id } = open.find((row) => !before.has(row.id));
        return { id, agent, path: `${this.origin}/r/${id}` };
    }

    async end() {
        // If a page goes elsewhere in this moment, Chromium may never close its context: the browser's end closes it then.
        const patience = new Promise((resolve) => setTimeout(resolve, 5000).unref());
        await Promise.race([this.context.close(), patience]);
        await this.asq.end();
    }
}
