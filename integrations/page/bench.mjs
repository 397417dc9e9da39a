// What the page costs, in a real Chromium: `cargo xtask bench page` runs it and writes docs/performance.md.
// Prints a row a line, with tabs between: what is measured, the goal, the figure, and whether it is met.

import { readdirSync, readFileSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { connect } from "node:net";
import { launch, Page } from "./browser.mjs";
import { DATABASE, RELEASE } from "./scenes.mjs";

const RUNS = Number(process.argv[2] ?? 30);
const ONLY = process.argv[3];
const MANY = 10_000;
/** The first part of a list has a hundred rows. */
const CHANGES = 90;
const CALLS = 500;

const sorted = (times) => [...times].sort((a, b) => a - b);
const median = (times) => sorted(times)[(times.length - 1) >> 1];
const at = (times, percent) => sorted(times)[Math.ceil(((times.length - 1) * percent) / 100)];
const ms = (time) => `${time.toFixed(time < 10 ? 2 : 1)} ms`;
const now = () => performance.timeOrigin + performance.now();
const row = (what, goal, measured, met) => {
    process.stderr.write(`${what}: ${measured}\n`);
    console.log([what, goal, measured, met === undefined ? "" : met ? "met" : "missed"].join("\t"));
};

/** Calls of the server's API and pages, over connections that are kept. */
class Calls {
    agent = new Agent({ keepAlive: true, maxSockets: 16 });

    constructor(origin, headers) {
        Object.assign(this, { origin, headers });
    }

    /** A call; its status and body, and how long they took. */
    call(method, path, body) {
        return new Promise((done, failed) => {
            const begun = performance.now();
            const headers = { ...this.headers, ...(body ? { "content-type": "application/json" } : {}) };
            const call = request(this.origin + path, { method, headers, agent: this.agent }, (reply) => {
                const pieces = [];
                reply.on("data", (piece) => pieces.push(piece));
                reply.on("end", () => done({ status: reply.statusCode, body: Buffer.concat(pieces), took: performance.now() - begun }));
            });
            call.on("error", failed);
            call.end(body && JSON.stringify(body));
        });
    }

    /** The times of so many calls, one after the other. */
    async times(path, count) {
        const times = [];
        for (let n = 0; n < count; n++) {
            const { status, took } = await this.call("GET", path);
            if (status !== 200) throw new Error(`${path}: ${status}`);
            times.push(took);
        }
        return times.slice(Math.floor(count / 10));
    }
}

/** An agent that asks over HTTP and comes back for the answer. */
class Agents {
    static async of(page) {
        const it = new Agents();
        it.calls = new Calls(page.origin, { authorization: `Bearer ${(await page.asq.ends(0, "token", "new", "--right", "ask")).trim()}` });
        return it;
    }

    async ask(n, questions = [{ ...DATABASE, question: `Which database should service ${n} use?` }]) {
        const body = { dialect: "asq", agent: `agent-${n % 7}`, session: `ses_${n % 50}`, call_id: `call_${n}`, call: { name: "ask", arguments: { questions } } };
        const reply = await this.calls.call("POST", "/v1/requests", body);
        if (reply.status !== 201) throw new Error(`asked: ${reply.status} ${reply.body}`);
        return JSON.parse(reply.body).id;
    }

    async withdraw(id) {
        const reply = await this.calls.call("POST", `/v1/requests/${id}/withdraw`, {});
        if (reply.status !== 200) throw new Error(`withdrawn: ${reply.status} ${reply.body}`);
    }

    async fill(count) {
        let n = 0;
        await Promise.all(Array.from({ length: 16 }, async () => {
            while (n < count) await this.ask(n++);
        }));
    }
}

const cookieOf = async (page) => (await page.context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");

/** The moment of the first paint with content, in milliseconds since the navigation. */
const painted = (tab) =>
    tab.evaluate(() => new Promise((done) => {
        new PerformanceObserver((list, observer) => {
            const paint = list.getEntriesByName("first-contentful-paint")[0];
            if (!paint) return;
            observer.disconnect();
            done(paint.startTime);
        }).observe({ type: "paint", buffered: true });
    }));

/** The same document and scripts as files. */
async function asFiles(page, path) {
    const files = {};
    const tab = await page.newTab(await page.window());
    tab.on("response", async (reply) => {
        const { headers, url } = { headers: reply.headers(), url: new URL(reply.url()).pathname };
        if (!["document", "script"].includes(reply.request().resourceType())) return;
        const kept = ["content-type", "content-security-policy", "cache-control", "etag"].filter((name) => headers[name]);
        files[url] = { headers: Object.fromEntries(kept.map((name) => [name, headers[name]])), body: await reply.body() };
    });
    await tab.goto(path);
    await tab.context().close();
    const server = createServer((call, reply) => {
        const file = files[call.url];
        const known = file?.headers.etag && call.headers["if-none-match"] === file.headers.etag;
        reply.writeHead(known ? 304 : file ? 200 : 404, file?.headers);
        reply.end(known ? undefined : file?.body);
    });
    await new Promise((listens) => server.listen(0, "127.0.0.1", listens));
    return { server, url: `http://127.0.0.1:${server.address().port}${new URL(path).pathname}` };
}

async function paints(page) {
    const { tab } = page;
    const { path } = await page.asked(RELEASE);
    const files = await asFiles(page, path);
    const times = { page: [], file: [] };
    for (let n = 0; n < RUNS + 3; n++) {
        for (const [name, url] of [["page", path], ["file", files.url]]) {
            await tab.goto(url);
            const time = await painted(tab);
            if (n >= 3) times[name].push(time);
        }
    }
    files.server.close();
    row("first contentful paint of a page with five questions: median; minimum", "≤ the same as a static file + 15 ms", `${ms(median(times.page))}; ${ms(Math.min(...times.page))} (file ${ms(median(times.file))}; ${ms(Math.min(...times.file))})`, median(times.page) <= median(times.file) + 15);
    const fresh = await page.newTab(await page.window());
    const [sizes, blocking] = [new Map(), []];
    fresh.on("response", async (reply) => {
        const kind = reply.request().resourceType();
        if (["document", "script", "stylesheet"].includes(kind)) sizes.set(reply.url(), (await reply.body()).length);
    });
    await fresh.goto(path);
    blocking.push(...(await fresh.evaluate(() => performance.getEntriesByType("resource").filter(({ renderBlockingStatus }) => renderBlockingStatus === "blocking").map(({ name }) => name))));
    const size = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    row(`its HTML, styles and scripts, ${sizes.size} replies; those that block`, "≤ 60 KB; none", `${(size / 1024).toFixed(1)} KB; ${blocking.length}`, size <= 60 * 1024 && blocking.length === 0);
    await fresh.context().close();
}

/** Click → the next document is painted, and the same between two documents of one word. */
async function clicks(page) {
    const { tab } = page;
    const { path } = await page.asked(RELEASE);
    const words = createServer((call, reply) => {
        reply.writeHead(200, { "content-type": "text/html" });
        reply.end(call.url === "/" ? "<!doctype html><a href=/next>next</a>" : "<!doctype html>here");
    });
    await new Promise((listens) => words.listen(0, "127.0.0.1", listens));
    const plain = `http://127.0.0.1:${words.address().port}`;
    const times = { page: [], word: [] };
    const way = [["page", page.origin, path, `a[href="${new URL(path).pathname}"]`], ["word", plain, `${plain}/next`, "a"]];
    for (let n = 0; n < RUNS + 3; n++) {
        for (const [name, from, to, link] of way) {
            await tab.goto(from);
            await tab.evaluate(() => addEventListener("click", (event) => (name = performance.timeOrigin + event.timeStamp), true));
            await tab.locator(link).click();
            await tab.waitForURL(to);
            const time = (await painted(tab)) + (await tab.evaluate(() => performance.timeOrigin - Number(window.name)));
            if (n >= 3) times[name].push(time);
        }
    }
    words.close();
    row("click on a row of the list → the request is painted: median; minimum", "≤ 50 ms", `${ms(median(times.page))}; ${ms(Math.min(...times.page))} (between two documents of a word ${ms(median(times.word))}; ${ms(Math.min(...times.word))})`, median(times.page) <= 50);
}

async function drafts(page) {
    const { tab } = page;
    const { id, path } = await page.asked([{ question: "Why was it rolled back?", kind: "text" }]);
    const calls = new Calls(page.origin, { authorization: `Bearer ${(await page.asq.ends(0, "token", "new", "--right", "answer")).trim()}` });
    await tab.goto(path);
    await tab.getByLabel("Your answer").focus();
    const times = [];
    for (let n = 0; n < RUNS; n++) {
        await tab.keyboard.type(`some words, ${n}.`, { delay: 20 });
        const begun = now();
        const last = JSON.stringify(`, ${n}.`).slice(1);
        while (!(await calls.call("GET", `/v1/requests/${id}/drafts`)).body.includes(last)) await pause(0.002);
        times.push(now() - begun);
    }
    row(`the last key → the draft is on disk (${RUNS}): median; longest`, "≤ 300 ms", `${ms(median(times))}; ${ms(Math.max(...times))}`, Math.max(...times) <= 300);
}

/** The times from these changes until the list shows them. */
async function changes(page, count, change) {
    const { tab } = page;
    await tab.goto(page.origin);
    await tab.evaluate(() => {
        globalThis.rows = new Set();
        globalThis.changed = [];
        const look = () => {
            const now = new Set([...document.querySelectorAll("li.request")].map(({ id }) => id));
            for (const id of now.symmetricDifference(globalThis.rows)) globalThis.changed.push([id, performance.timeOrigin + performance.now()]);
            globalThis.rows = now;
        };
        look();
        globalThis.changed = [];
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    });
    const times = [];
    for (let n = 0; n < count; n++) {
        const begun = now();
        const id = await change(n);
        const came = await tab.evaluate((id) => new Promise((done) => {
            const look = () => {
                const found = globalThis.changed.find(([row]) => row === `r${id}`);
                if (found) done(found[1]);
                else setTimeout(look, 2);
            };
            look();
        }), id);
        times.push(came - begun);
        await tab.evaluate(() => void (globalThis.changed = []));
    }
    return times;
}

/** Asks appear and go again. */
async function news(page, agents) {
    const ids = [];
    const asked = await changes(page, CHANGES, async (n) => {
        ids.push(await agents.ask(n));
        return ids.at(-1);
    });
    const closed = await changes(page, CHANGES, async (n) => {
        await agents.withdraw(ids[n]);
        return ids[n];
    });
    row(`an ask elsewhere → its row in the list (${CHANGES}): median; p99`, "p99 ≤ 100 ms", `${ms(median(asked))}; ${ms(at(asked, 99))}`, at(asked, 99) <= 100);
    row(`an ending elsewhere → its row is gone (${CHANGES}): median; p99`, "p99 ≤ 100 ms", `${ms(median(closed))}; ${ms(at(closed, 99))}`, at(closed, 99) <= 100);
}

async function many(page, agents) {
    const { tab } = page;
    await agents.fill(MANY);
    const usable = [];
    await page.context.addInitScript(() => addEventListener("DOMContentLoaded", () => requestAnimationFrame(() => setTimeout(() => (globalThis.usable = performance.now())))));
    for (let n = 0; n < Math.min(RUNS, 10); n++) {
        await tab.goto(page.origin, { waitUntil: "commit" });
        usable.push(await tab.evaluate(() => new Promise((done) => {
            const look = () => (globalThis.usable ? done(globalThis.usable) : setTimeout(look, 5));
            look();
        })));
    }
    row(`a list of ${MANY.toLocaleString("en")}, navigation → it can be used: median; longest`, "≤ 500 ms", `${ms(median(usable))}; ${ms(Math.max(...usable))}`, median(usable) <= 500);
    const devtools = await page.context.newCDPSession(tab);
    await tab.evaluate(() => {
        globalThis.frames = [];
        let last;
        const frame = (time) => {
            if (last !== undefined) globalThis.frames.push(time - last);
            last = time;
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    });
    await devtools.send("Input.synthesizeScrollGesture", { x: 400, y: 400, yDistance: -20_000, speed: 8000, gestureSourceType: "mouse" });
    const frames = await tab.evaluate(() => globalThis.frames);
    row("scrolling in it, the longest of its frames", "≤ 50 ms", `${ms(Math.max(...frames))} (${frames.length} frames, median ${ms(median(frames))})`, Math.max(...frames) <= 50);
}

async function serverSide(page) {
    const calls = new Calls(page.origin, { cookie: await cookieOf(page) });
    const { path } = await page.asked(RELEASE, { call: "served" });
    const form = await calls.times(new URL(path).pathname, CALLS);
    row(`the server's reply with a form, ${MANY.toLocaleString("en")} open (${CALLS}): median; p99`, "p99 ≤ 5 ms", `${ms(median(form))}; ${ms(at(form, 99))}`, at(form, 99) <= 5);
    const large = await page.asked([{ ...DATABASE, options: [{ label: "Large", preview: { kind: "markdown", source: "Some *words* about `it`, to the end of the line.\n\n".repeat(20_000) } }, { label: "Other" }] }], { call: "large" });
    await page.asq.ends(0, "answer", large.id, "--pick", "Large");
    const closed = await calls.times(new URL(large.path).pathname, CALLS);
    row(`the same of a closed request with a preview of 1 MB (${CALLS}): median; p99`, "p99 ≤ 5 ms", `${ms(median(closed))}; ${ms(at(closed, 99))}`, at(closed, 99) <= 5);
    const list = await calls.times("/", 30);
    row("the same with the list: median; longest", "", `${ms(median(list))}; ${ms(Math.max(...list))}`);
}

const pid = (page) => page.server.child.pid;
const resident = (page) => Number(readFileSync(`/proc/${pid(page)}/smaps_rollup`, "utf8").match(/Rss:\s+(\d+)/)[1]);
const wakeUps = (page) =>
    readdirSync(`/proc/${pid(page)}/task`).reduce((sum, thread) => sum + Number(readFileSync(`/proc/${pid(page)}/task/${thread}/status`, "utf8").match(/\nvoluntary_ctxt_switches:\s+(\d+)/)[1]), 0);
const pause = (seconds) => new Promise((over) => setTimeout(over, seconds * 1000));

/** A page that nobody looks at, as a browser keeps one: its document was loaded, and its stream is open. */
async function idlePage(page, path, cookie) {
    const { host, hostname, port } = new URL(page.origin);
    const open = () => new Promise((ready, failed) => {
        const socket = connect(Number(port), hostname);
        socket.on("connect", () => ready(socket)).on("error", failed);
    });
    const said = (socket, what) => new Promise((came) => {
        let text = "";
        const read = (piece) => {
            text += piece.toString("latin1");
            if (what.test(text)) came(socket.removeListener("data", read).resume());
        };
        socket.on("data", read);
    });
    const [document, stream] = [await open(), await open()];
    for (const [socket, path_, what] of [[document, path, /<\/html>/], [stream, "/v1/events", /event: ready/]]) {
        socket.write(`GET ${path_} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\n\r\n`);
        await said(socket, what);
    }
    return [document, stream];
}

async function idle(page) {
    const { path } = await page.asked(RELEASE);
    const cookie = await cookieOf(page);
    await page.tab.goto("about:blank");
    const pages = async (count) => {
        const all = [];
        for (let n = 0; n < count; n++) all.push(...(await idlePage(page, new URL(path).pathname, cookie)));
        return all;
    };
    // What the first ones make stays.
    for (const socket of await pages(100)) socket.destroy();
    await pause(10);
    const before = resident(page);
    const all = await pages(100);
    await pause(15);
    const each = (resident(page) - before) / 100;
    // A connection that only loaded a document ends after 75 seconds.
    await pause(75);
    const woken = wakeUps(page);
    await pause(60);
    const count = wakeUps(page) - woken;
    row("100 idle pages: memory of the server for each; its wake-ups in a minute", "≤ 16 KB; ≤ 3", `${each.toFixed(1)} KB; ${count}`, each <= 16 && count <= 3);
    for (const socket of all) socket.destroy();
}

const browser = await launch();
const wants = (name) => !ONLY || ONLY.split(",").includes(name);
const onOne = async (measure) => {
    const page = await Page.open(browser, { reducedMotion: "reduce" });
    await measure(page, await Agents.of(page));
    await page.end();
};
if (wants("paints")) await onOne(paints);
if (wants("clicks")) await onOne(clicks);
if (wants("drafts")) await onOne(drafts);
if (wants("news")) await onOne(news);
if (wants("many")) await onOne(async (page, agents) => {
    await many(page, agents);
    await serverSide(page);
    const first = (await page.tab.locator("li.request").evaluateAll((all) => all.map(({ id }) => id.slice(1)))).slice(0, CHANGES);
    const closed = await changes(page, first.length, async (n) => {
        await agents.withdraw(first[n]);
        return first[n];
    });
    row(`an ending elsewhere → its row is gone, ${MANY.toLocaleString("en")} open (${first.length}): median; p99`, "p99 ≤ 100 ms", `${ms(median(closed))}; ${ms(at(closed, 99))}`, at(closed, 99) <= 100);
});
if (wants("idle")) await onOne(idle);
await browser.close();
