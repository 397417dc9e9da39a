// A page of another origin, as somebody else would write it: it embeds the element, and lets nothing else in.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Asq } from "../opencode/asq.mjs";

const SCRIPTS = new URL("../../crates/page/src/script/", import.meta.url);

/** A server of pages, at an origin of its own. `connects` are the servers that its policy lets it call. */
export class Host {
    /** What browsers asked for that isn't there. */
    strays = [];

    static async start() {
        const host = new Host();
        host.server = createServer((request, response) => host.reply(request, response));
        await new Promise((listening) => host.server.listen(0, "127.0.0.1", listening));
        host.origin = `http://localhost:${host.server.address().port}`;
        return host;
    }

    /** The address of a page with this body; its script comes from `from`, and it may call these servers. */
    page({ body, from = this.origin, connects = [], head = "" }) {
        const all = [from, ...connects].join(" ");
        this.policy = `default-src 'none'; script-src 'self' ${from} 'nonce-host'; style-src 'nonce-host'; connect-src ${all}; img-src data:; frame-src 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
        this.html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>A chat</title><link rel="icon" href="data:,">
            <style nonce="host">:root { color-scheme: light dark } body { margin: 1rem; background: Canvas; color: CanvasText; font: 1rem/1.5 system-ui, sans-serif }</style>${head}
            <script type="module" nonce="host">
                import { renderToolStreaming } from "${from}/embed.js";
                globalThis.renderToolStreaming = renderToolStreaming;
                globalThis.heard = [];
                for (const name of ["answered", "dismissed", "failed"]) addEventListener(name, ({ detail }) => heard.push([name, detail]));
                globalThis.ready = true;
            </script></head><body><main><h1>A chat</h1>${body}</main></body></html>`;
        return `${this.origin}/`;
    }

    reply(request, response) {
        const send = (type, text, more = {}) => response.writeHead(200, { "content-type": type, ...more }).end(text);
        if (request.url === "/") return send("text/html", this.html, { "content-security-policy": this.policy });
        if (/^\/embed(\/[a-z]+)?\.js$/.test(request.url)) return send("text/javascript", readFileSync(new URL(`.${request.url}`, SCRIPTS)));
        this.strays.push(request.url);
        response.writeHead(404).end();
    }

    stop() {
        this.server.close();
        this.server.closeAllConnections();
    }
}

/** asq serve, a page of another origin, and a browser at it. */
export class Embedded {
    complaints = [];
    requests = [];

    static async open(browser, { serve = [], context = {} } = {}) {
        const it = new Embedded();
        it.asq = new Asq();
        it.host = await Host.start();
        it.running = it.asq.start("serve", "--no-link", ...serve);
        [, it.url] = await it.running.says(/asq serves (http:\/\/\S+)/);
        it.context = await browser.newContext({ viewport: { width: 720, height: 900 }, ...context });
        it.tab = await it.context.newPage();
        it.watch(it.tab);
        return it;
    }

    watch(tab) {
        tab.setDefaultTimeout(60_000);
        tab.on("pageerror", (error) => this.complaints.push(error.message));
        tab.on("console", (line) => line.type() === "error" && this.complaints.push(line.text()));
        tab.on("dialog", (dialog) => {
            this.complaints.push(`a dialog: ${dialog.message()}`);
            void dialog.dismiss();
        });
        tab.on("request", (request) => this.requests.push(request.url()));
    }

    /** A token for pages of the host, narrowed further by these flags. */
    async token(...flags) {
        return (await this.asq.ends(0, "token", "new", "answer", "--origin", this.host.origin, "--expires", "8h", "--label", "chat", ...flags)).trim();
    }

    /** Opens the host's page with this body, and waits for its script. */
    async goto(body, more = {}) {
        await this.tab.goto(this.host.page({ body, from: this.url, connects: [this.url], ...more }));
        await this.tab.waitForFunction(() => globalThis.ready === true);
    }

    /** The element with these attributes. */
    element(attributes) {
        const all = Object.entries({ server: this.url, ...attributes }).map(([name, value]) => ` ${name}="${value}"`);
        return `<asq-question${all.join("")}></asq-question>`;
    }

    heard() {
        return this.tab.evaluate(() => globalThis.heard);
    }

    async end() {
        await this.context.close();
        this.host.stop();
        await this.asq.end();
    }
}
