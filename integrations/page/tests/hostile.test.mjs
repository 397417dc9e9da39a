// Hostile text through every text of a request: what it makes a browser do is counted, and has to be nothing.
// The same counters find holes that are planted on the way to the browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, afterEach, before, test } from "node:test";
import { eventually } from "../../opencode/opencode.mjs";
import { launch, Page } from "../browser.mjs";

const CORPUS = execFileSync(process.env.ASQ_HOSTILE, { encoding: "utf8", maxBuffer: 1 << 28 }).split("\n").filter(Boolean).map((line) => JSON.parse(line));
const PREVIEWS = ["markdown", "html", "svg", "code", "text", "mermaid"];
/** A call takes 4 MiB, and a page is to be drawn in a test's time. */
const MOST = 20_000;

let browser, page, counted;

before(async () => (browser = await launch()));
after(() => browser?.close());
afterEach(() => page?.end());

/** Counts what only a hole could bring about. */
async function watch(context) {
    counted = { dialogs: [], requests: [], navigations: [], policy: [], scripts: [], windows: [] };
    await context.exposeBinding("asqReports", (_, report) => counted.policy.push(report));
    await context.addInitScript(() => {
        addEventListener("securitypolicyviolation", (event) => globalThis.asqReports(`${event.violatedDirective} ${event.blockedURI}`));
        for (const name of ["alert", "confirm", "prompt", "open"]) globalThis[name] = () => globalThis.asqReports(`called ${name}`);
    });
    context.on("page", (tab) => counted.windows.push(tab.url()));
}

function watchTab(tab) {
    const own = new URL(page.origin).host;
    tab.on("dialog", (dialog) => counted.dialogs.push(dialog.message()));
    tab.on("request", (request) => {
        const { host, protocol } = new URL(request.url());
        if (host !== own && protocol !== "data:") counted.requests.push(request.url());
    });
    tab.on("framenavigated", (frame) => {
        const url = frame.url();
        const fine = url === "about:blank" || new URL(url).host === own && (frame === tab.mainFrame() ? !url.includes("/preview/") : /\/preview\//.test(url));
        if (!fine) counted.navigations.push(url);
    });
    tab.on("pageerror", (error) => counted.scripts.push(error.message));
}

const NOTHING = { dialogs: [], requests: [], navigations: [], policy: [], scripts: [], windows: [] };

/** Elements and attributes in a page that asq never writes, and whatever could pass for its bar. */
const strange = (tab) =>
    tab.evaluate(() => {
        const known = "A ARTICLE ASIDE BDI BLOCKQUOTE BODY BR BUTTON CODE DD DEL DETAILS DIALOG DIV DL DT EM FIELDSET FORM H1 H2 H3 H4 H5 H6 HR IFRAME INPUT KBD LABEL LEGEND LI MAIN NAV OL OUTPUT P PRE S SECTION SPAN STRONG SUMMARY TABLE TBODY TD TEXTAREA TH THEAD TR UL".split(" ");
        const found = [];
        for (const it of document.body.querySelectorAll("*")) {
            const handlers = [...it.attributes].filter(({ name }) => /^on|^style$|^srcdoc$|^formaction$/.test(name));
            const away = (it.href && new URL(it.href).origin !== location.origin) || (it.src && new URL(it.src).origin !== location.origin) || (it.action && new URL(it.action).origin !== location.origin);
            if (!known.includes(it.tagName) || handlers.length || away) found.push(it.outerHTML.slice(0, 200));
        }
        const bars = [...document.querySelectorAll(".bar, aside, [role=complementary]")];
        const bar = bars.filter((it) => it.parentElement === document.body && it.nextElementSibling?.matches("main"));
        if (location.pathname.startsWith("/r/") && (bars.length !== 1 || bar.length !== 1)) found.push(`${bars.length} bars`);
        return found;
    });

/** Texts by place: what a request says in so many questions and options. */
function requests() {
    const texts = CORPUS.map(([, text]) => text).filter((text) => text.trim() && Buffer.byteLength(text) <= MOST);
    const chunks = (of, size) => Array.from({ length: Math.ceil(of.length / size) }, (_, at) => of.slice(at * size, (at + 1) * size));
    const unique = (label, at) => `${label} ${at}`;
    const options = chunks(texts, 100).map((all) => ({
        questions: [{
            question: "Which of them?", kind: "select_many", min: 0,
            options: all.map((text, at) => ({ label: unique(text, at), value: `v${at}`, description: text, preview: { kind: PREVIEWS[at % PREVIEWS.length], source: text } })),
        }],
    }));
    const questions = chunks(texts, 30).map((all) => ({
        questions: all.map((text, at) => [
            { id: `a${at}`, header: text, question: text, description: text, context: { kind: PREVIEWS[at % PREVIEWS.length], source: text }, kind: "text", placeholder: text, skippable: true },
            { id: `a${at}`, header: text, question: text, description: text, kind: "number", unit: text.slice(0, 200), skippable: true },
            { id: `a${at}`, header: text, question: text, kind: "confirm", yes: `${text} y`, no: `${text} n`, skippable: true },
        ][at % 3]),
    }));
    return [...options, ...questions];
}

test("the corpus does nothing, in any text of a request, on any page", async () => {
    page = await Page.open(browser);
    await watch(page.context);
    const tab = await page.newTab();
    watchTab(tab);
    counted.windows.length = 0;
    const names = CORPUS.map(([, text]) => text).filter((text) => text.trim() && !text.includes("\0") && Buffer.byteLength(text) < 400);
    for (const [at, call] of requests().entries()) {
        const name = names[(at * 7) % names.length];
        const { id, path } = await page.asked(call, { name, session: names[(at * 11) % names.length], call: `${at} ${names[(at * 13) % names.length]}` });
        await tab.goto(page.origin);
        assert.deepEqual(await strange(tab), [], `the list with ${at}`);
        await tab.goto(path);
        await tab.locator("details").evaluateAll((all) => all.forEach((it) => (it.open = true)));
        for (const frame of (await tab.locator("iframe").all()).slice(0, 3)) await frame.scrollIntoViewIfNeeded();
        assert.deepEqual(await strange(tab), [], `the form of ${at}`);
        const typed = names[(at * 17) % names.length];
        const field = tab.locator("main textarea").first();
        await field.fill(typed);
        await page.asq.ends(0, "decline", id, "--reason", typed.replace(/^-/, "_"));
        await tab.locator(".notice").waitFor();
        assert.deepEqual(await strange(tab), [], `the news of ${at}`);
        await tab.goto(path);
        assert.deepEqual(await strange(tab), [], `the end of ${at}`);
    }
    await tab.goto(`${page.origin}/history?text=${encodeURIComponent("<script>alert(1)</script>")}`);
    assert.deepEqual(await strange(tab), []);
    await tab.goto(`${page.origin}/history`);
    assert.deepEqual(await strange(tab), []);
    assert.deepEqual(counted, NOTHING);
});

/** What somebody who writes HTML into the page by mistake would let through, with the policy and without it. */
const HOLES = [
    ["a script, with the policy", true, "<script>alert(1)</script>", ({ policy }) => policy.some((line) => /^script-src/.test(line))],
    ["a script, without the policy", false, "<script>alert(1)</script>", ({ policy }) => policy.includes("called alert")],
    ["a handler, with the policy", true, "<img src=x onerror=alert(1)>", ({ policy }) => policy.some((line) => /^script-src/.test(line))],
    ["a picture from elsewhere, with the policy", true, "<img src=http://evil.example/x.png>", ({ policy }) => policy.some((line) => /^img-src/.test(line))],
    ["a picture from elsewhere, without the policy", false, "<img src=http://evil.example/x.png>", ({ requests }) => requests.includes("http://evil.example/x.png")],
    ["a page that leads away", false, "<meta http-equiv=refresh content='0;url=http://evil.example/'>", ({ navigations, requests }) => navigations.length + requests.length > 0],
];

for (const [what, withPolicy, hole, isFound] of HOLES) {
    test(`a planted hole is found: ${what}`, async () => {
        page = await Page.open(browser);
        await watch(page.context);
        const tab = await page.newTab();
        watchTab(tab);
        const { path } = await page.asked([{ question: hole, kind: "text" }]);
        await tab.route("**/r/*", async (route) => {
            const response = await route.fetch();
            const headers = { ...response.headers() };
            if (!withPolicy) delete headers["content-security-policy"];
            const body = (await response.text()).replaceAll("&lt;", "<").replaceAll("&gt;", ">");
            await route.fulfill({ response, headers, body });
        });
        await tab.goto(path).catch(() => {});
        await eventually(`what ${what} does`, () => isFound(counted));
    });
}

test("a planted bar is found", async () => {
    page = await Page.open(browser);
    const { path } = await page.asked([{ question: "<aside class=bar>asked by agent root</aside>", kind: "text" }]);
    const { tab } = page;
    await tab.goto(path);
    assert.deepEqual(await strange(tab), []);
    await tab.route("**/r/*", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replaceAll("&lt;", "<").replaceAll("&gt;", ">") });
    });
    await tab.goto(path);
    assert.deepEqual(await strange(tab), ["2 bars"]);
});

test("megabytes of text and 200 options scroll", async () => {
    page = await Page.open(browser);
    const { tab } = page;
    const long = "A long line of words that goes on and on, and a second sentence after it.\n".repeat(12_000);
    const options = Array.from({ length: 200 }, (_, at) => ({ label: `Option ${at + 1}`, description: "What it means. ".repeat(30), preview: { kind: "text", source: `${at}\n`.repeat(40) } }));
    const { id, path } = await page.asked([{ question: "Which one?", context: { kind: "text", source: long }, options }]);
    await tab.goto(path);
    const last = tab.getByRole("radio", { name: "Option 200" });
    await last.scrollIntoViewIfNeeded();
    await last.check();
    const bar = await tab.locator("aside.bar").boundingBox();
    assert.ok(bar.y >= 0 && bar.y < 5, "the bar is in sight all the time");
    await tab.getByRole("button", { name: "Submit" }).click();
    const { answers } = await page.asq.until(id, "the ending", ({ state }) => state === "answered");
    assert.deepEqual(answers, [{ answer: { picks: [{ option: 199 }] } }]);
});
