// A real Chromium on the page of a real asq serve.

import { chromium } from "playwright-core";
import { Asq } from "../opencode/asq.mjs";

// The machine may have no network, and the browser is to call nobody by itself.
const QUIET = ["--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export const launch = (...more) =>
    chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", ...QUIET, ...more] });

/** Follows a link, and signs the browser in by its button. */
export async function signIn(tab, link) {
    await tab.goto(link);
    await tab.getByRole("button", { name: "Sign this browser in" }).click();
    await tab.waitForURL((url) => !url.pathname.startsWith("/l/"));
}

/** A server with its page, and a person who is signed in. */
export class Page {
    asq = new Asq();
    /** What the browser was kept from, and what went wrong in its scripts. */
    complaints = [];
    /** Addresses that a page asked for, by host. */
    hosts = new Set();
    contexts = [];

    /** `serve`: arguments of the server; `settings`: its config.toml; `store`: its store; the rest is the browser's. */
    static async open(browser, { serve = [], settings, store, ...options } = {}) {
        const it = new Page();
        it.browser = browser;
        it.asq.store = store;
        if (settings) it.asq.settings(settings);
        const link = await it.start(...serve);
        it.origin = new URL(link).origin;
        it.context = await it.window(options);
        it.tab = await it.newTab();
        await signIn(it.tab, link);
        return it;
    }

    /** Starts the server; its link. */
    async start(...serve) {
        this.server = this.asq.start("serve", ...serve);
        const [, link] = await this.server.says(/asq serves (http:\/\/\S+)/);
        return link;
    }

    /** Another window of the browser, or another device, of the same person. */
    async window(options = {}) {
        const storageState = await this.context?.storageState();
        const context = await this.browser.newContext({ viewport: { width: 800, height: 900 }, ...options, storageState });
        this.contexts.push(context);
        return context;
    }

    async newTab(context = this.context) {
        const tab = await context.newPage();
        tab.setDefaultTimeout(60_000);
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
        const agent = this.asq.agent(questions, { dialect: "asq", call, ...more });
        const [, short] = await agent.says(/asq answer (\S+)/);
        const { id } = await this.asq.show(short);
        return { id, agent, path: `${this.origin}/r/${id}` };
    }

    async end() {
        // Without a server first: a page that is left may still send something, and a browser waits for that.
        await this.asq.end();
        // A page that goes elsewhere in this moment can keep Chromium from closing it: the browser's end closes it then.
        const patience = new Promise((resolve) => setTimeout(resolve, 5000).unref());
        await Promise.race([Promise.all(this.contexts.map((context) => context.close())), patience]);
    }
}
