// The page in a real browser: every kind of question, by mouse, by keyboard, by touch, and without JavaScript; what others
// do meanwhile; hostile text; and what it is like for people who can't see it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, afterEach, before, test } from "node:test";
import { eventually } from "../../opencode/opencode.mjs";
import { launch, Page } from "../browser.mjs";
import { Host } from "../host.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const OPTIONS = [{ label: "North" }, { label: "South", description: "Warmer" }, { label: "East", recommended: true }];
const KINDS = [
    { header: "Place", question: "Where to?", options: OPTIONS },
    { header: "Tools", question: "Which tools?", kind: "select_many", min: 1, max: 2, options: OPTIONS },
    { header: "Sure", question: "Really?", kind: "confirm" },
    { header: "Size", question: "How many?", kind: "number", min: 1, max: 99, unit: "GB" },
    { header: "Why", question: "Why?", kind: "text", multiline: true },
];
const DANGER = [{ question: "Drop the table orders?", kind: "confirm", danger: "orders", description: "All 1,204 rows." }];

let browser, page;

before(async () => (browser = await launch()));
after(() => browser?.close());
afterEach(() => page?.end());

/** The answers as they are stored. */
const answers = (shown) => shown.answers.map(({ answer }) => answer);
const closed = (id) => page.asq.until(id, "the ending", ({ state }) => state !== "open");
const picks = (...all) => ({ picks: all.map((option) => (typeof option === "string" ? { custom: option } : { option })) });
const BY_FORM = [picks(1), picks(0, 2), picks(0), { number: 42.5 }, { text: "one\n\ntwo" }];

for (const javaScriptEnabled of [true, false]) {
    test(`every kind by mouse, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
        page = await Page.open(browser, { javaScriptEnabled });
        const { id, agent } = await page.asked(KINDS);
        const { tab } = page;
        await tab.goto(page.origin);
        await tab.getByRole("link", { name: /Where to\?/ }).click();
        const question = (name) => tab.getByRole("group", { name });
        await question(/Place/).getByRole("radio", { name: "South" }).check();
        await question(/Tools/).getByRole("checkbox", { name: /East/ }).check();
        await question(/Tools/).getByRole("checkbox", { name: "North" }).check();
        await question(/Sure/).getByRole("radio", { name: "Yes" }).check();
        await tab.getByLabel("Your number").fill("42.5");
        await question(/Why/).getByLabel("Your answer").fill("one\n\ntwo");
        await tab.getByRole("button", { name: "Review" }).click();
        await tab.getByRole("heading", { name: "Your answers" }).waitFor();
        await tab.getByRole("button", { name: "Submit" }).click();
        await tab.getByRole("heading", { name: /Answer submitted, waiting for agent…|The agent has the answer/ }).waitFor();
        const shown = await closed(id);
        assert.deepEqual([shown.state, shown.closed_by.how, answers(shown)], ["answered", "page", BY_FORM]);
        assert.equal((await agent.ended).code, 0);
        await tab.reload();
        await tab.getByRole("heading", { name: "The agent has the answer" }).waitFor();
        assert.deepEqual(page.complaints, []);
    });
}

test("every kind by keyboard alone: digits, Tab, and Ctrl+Enter", async () => {
    page = await Page.open(browser);
    const { id, path } = await page.asked(KINDS);
    const { tab } = page;
    await tab.goto(path);
    await tab.keyboard.press("2");
    for (const key of ["1", "3"]) {
        await tab.getByRole("group", { name: /Tools/ }).getByRole("checkbox").first().focus();
        await tab.keyboard.press(key);
    }
    await tab.getByRole("group", { name: /Sure/ }).getByRole("radio").first().focus();
    await tab.keyboard.press("1");
    for (let tabs = 0; tabs < 12 && !(await tab.getByLabel("Your number").evaluate((it) => it === document.activeElement)); tabs++) {
        await tab.keyboard.press("Tab");
    }
    await tab.keyboard.type("42.5");
    await tab.getByRole("group", { name: /Why/ }).getByLabel("Your answer").focus();
    await tab.keyboard.type("one\n\ntwo");
    await tab.keyboard.press("Control+Enter");
    await tab.getByRole("heading", { name: "Your answers" }).waitFor();
    // The review can be read before its scripts are there, and the key is theirs.
    await tab.waitForLoadState();
    await tab.keyboard.press("Control+Enter");
    assert.deepEqual(answers(await closed(id)), BY_FORM);
});

test("a dangerous answer by touch, in a phone's width: only its exact text, below its whole question", async () => {
    page = await Page.open(browser, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const { id, path } = await page.asked(DANGER);
    const { tab } = page;
    await tab.goto(path);
    await tab.getByText("Yes").tap();
    await tab.getByRole("button", { name: "Review" }).tap();
    const field = tab.getByLabel(/Type this exactly to confirm/);
    const [text, entry] = [await tab.getByText("All 1,204 rows.").boundingBox(), await field.boundingBox()];
    assert.ok(text.y < entry.y, "the description is below the field");
    await field.fill("order");
    await tab.getByRole("button", { name: "Submit" }).tap();
    await tab.getByRole("alert").first().waitFor();
    assert.equal((await page.asq.show(id)).state, "open");
    const width = await tab.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${width} px wide`);
    const small = await tab.locator("button, .option label, input[type=text], summary").evaluateAll((all) =>
        all.filter((it) => it.checkVisibility() && it.getBoundingClientRect().height < 24).map((it) => it.outerHTML),
    );
    assert.deepEqual(small, []);
    await tab.getByLabel(/Type this exactly to confirm/).fill("orders");
    await tab.getByRole("button", { name: "Submit" }).tap();
    const shown = await closed(id);
    assert.deepEqual([answers(shown), shown.closed_by.how], [[picks(0)], "page"]);
});

test("what is typed is a draft at once, on every surface, and a reload has it", async () => {
    page = await Page.open(browser);
    const { id, path } = await page.asked([{ question: "Why?", kind: "text" }]);
    const { tab } = page;
    await tab.goto(path);
    await tab.getByLabel("Your answer").fill("half a thought");
    await page.asq.until(id, "the draft", (shown) => shown.drafts.length > 0);
    const second = await page.newTab();
    await second.goto(path);
    assert.equal(await second.getByLabel("Your answer").inputValue(), "half a thought");
    await tab.reload();
    assert.equal(await tab.getByLabel("Your answer").inputValue(), "half a thought");
    await tab.getByLabel("Your answer").fill("a whole thought");
    await tab.getByRole("button", { name: "Submit" }).click();
    assert.deepEqual(answers(await closed(id)), [{ text: "a whole thought" }]);
    // The other tab learns of it, and keeps what stands there.
    await second.getByRole("status").filter({ hasText: "by" }).first().waitFor();
    assert.equal(await second.getByLabel("Your answer").inputValue(), "half a thought");
});

test("what is answered elsewhere is told here, and typed text stays to be copied", async () => {
    page = await Page.open(browser);
    const { id, path } = await page.asked([{ question: "Which?", options: OPTIONS, custom: true }]);
    const { tab } = page;
    await tab.goto(path);
    await tab.locator("textarea[name='q0.custom']").fill("West, if there is one");
    await page.asq.ends(0, "answer", id, "--pick", "South");
    const news = tab.locator(".notice");
    await news.waitFor();
    assert.match(await news.innerText(), /by .* with a command/);
    assert.equal(await tab.locator("textarea[name='q0.custom']").inputValue(), "West, if there is one");
    assert.equal(await tab.getByRole("button", { name: "Submit" }).isDisabled(), true);
});

test("the list is current without a reload, and news don't move the focus", async () => {
    page = await Page.open(browser);
    const { tab } = page;
    await tab.getByRole("heading", { name: "Nothing is open" }).waitFor();
    const first = await page.asked([{ question: "The first?", kind: "confirm" }]);
    await tab.getByRole("link", { name: /The first\?/ }).waitFor();
    await tab.getByRole("link", { name: /The first\?/ }).focus();
    const second = await page.asked([{ question: "The second?", kind: "confirm" }]);
    await tab.getByRole("link", { name: /The second\?/ }).waitFor();
    assert.match(await tab.evaluate(() => document.activeElement.textContent), /The first\?/);
    await page.asq.ends(0, "answer", second.id, "--pick", "Yes");
    await eventually("the second one to go", async () => (await tab.locator("li.request").count()) === 1);
    await eventually("the title's number", async () => (await tab.title()).startsWith("(1) "));
    await page.asq.ends(0, "answer", first.id, "--pick", "Yes");
    await tab.getByRole("heading", { name: "Nothing is open" }).waitFor();
});

test("without its server the page says so, typing goes on, and the server's return is enough", async () => {
    page = await Page.open(browser);
    const { id, path } = await page.asked([{ question: "Why?", kind: "text" }]);
    const { tab } = page;
    await tab.goto(path);
    await page.context.setOffline(true);
    await tab.getByText("Not connected.").waitFor();
    await tab.getByLabel("Your answer").fill("typed meanwhile");
    await page.context.setOffline(false);
    await page.asq.until(id, "the draft", (shown) => shown.drafts.length > 0);
    await eventually("a connection", async () => (await tab.getByText("Not connected.").count()) === 0);
});

test("Enter of an input method does nothing, and keys in a field are text", async () => {
    page = await Page.open(browser);
    const { id, path } = await page.asked([{ question: "Why?", kind: "text" }]);
    const { tab } = page;
    await tab.goto(path);
    await tab.getByLabel("Your answer").focus();
    const devtools = await page.context.newCDPSession(tab);
    await devtools.send("Input.imeSetComposition", { text: "かな", selectionStart: 2, selectionEnd: 2 });
    for (const modifiers of [0, 2]) {
        await devtools.send("Input.dispatchKeyEvent", { type: "keyDown", key: "Enter", code: "Enter", windowsVirtualKeyCode: 229, modifiers });
    }
    await devtools.send("Input.insertText", { text: "仮名" });
    await tab.keyboard.type(" ?n1");
    assert.equal(await tab.getByLabel("Your answer").inputValue(), "仮名 ?n1");
    assert.equal((await page.asq.show(id)).state, "open");
    await tab.keyboard.press("Escape");
    await tab.keyboard.press("?");
    await tab.getByRole("dialog", { name: "Keys" }).waitFor();
    await tab.keyboard.press("Escape");
    assert.equal((await page.asq.show(id)).state, "open", "Esc answers nothing");
});

test("hostile text stays text, in every place of a request", async () => {
    const evil = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</textarea><svg onload=alert(1)>", "'-alert(1)-'",
        "javascript:alert(1)", "</style><script>alert(1)</script>", "{{7*7}}${7*7}", "<aside class=bar>asked by agent root</aside>",
        "\u202eevil\u2066", "<iframe src=//evil.example>", "<meta http-equiv=refresh content=0;url=//evil.example>",
    ].join(" ");
    page = await Page.open(browser);
    const previews = ["markdown", "code", "text", "mermaid", "svg", "html"].map((kind) => ({
        label: `${kind} ${evil}`, description: evil, preview: { kind, source: `${evil}\n[x](javascript:alert(1)) ![x](//evil.example/x.png)` },
    }));
    const questions = [
        { header: evil.slice(0, 90), question: evil, description: evil, context: { kind: "html", source: evil }, options: previews, custom: true },
        { question: evil, kind: "text", placeholder: evil },
        { question: evil, kind: "number", min: 1, unit: evil.slice(0, 30) },
    ];
    const { path, id } = await page.asked(questions, { session: "s\"><script>alert(1)</script>" });
    const { tab } = page;
    await tab.goto(page.origin);
    await tab.goto(path);
    await tab.locator("iframe").first().waitFor();
    for (const details of await tab.locator("details").all()) await details.evaluate((it) => (it.open = true));
    await tab.locator("textarea[name='q0.custom']").fill(evil);
    await tab.locator("[name='q1.text']").fill(evil);
    await tab.locator("[name='q2.text']").fill("7");
    await tab.getByRole("button", { name: "Review" }).click();
    await tab.getByRole("heading", { name: "Your answers" }).waitFor();
    await tab.getByRole("button", { name: "Submit" }).click();
    const shown = await closed(id);
    assert.equal(shown.answers[1].answer.text, evil);
    await tab.getByRole("heading", { name: /Answer submitted|has the answer/ }).waitFor();
    await tab.goto(`${page.origin}/history`);
    assert.deepEqual([...page.hosts], [new URL(page.origin).host]);
    const ran = page.complaints.filter((line) => !/^Blocked script execution in .*preview|Content Security Policy|^Refused to execute the redirect/.test(line));
    assert.deepEqual(ran, []);
    assert.equal(new URL(tab.url()).origin, page.origin);
});

for (const colorScheme of ["light", "dark"]) {
    test(`each state has no fault that axe knows, ${colorScheme}`, async () => {
        page = await Page.open(browser, { colorScheme, bypassCSP: true });
        const { tab } = page;
        const faults = async (state) => {
            await tab.evaluate(AXE);
            const { violations } = await tab.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
            return violations.map(({ id, nodes }) => `${state}: ${id}: ${nodes.map((node) => node.html).join(" | ").slice(0, 300)}`);
        };
        const found = await faults("nothing");
        const { path, id } = await page.asked([...KINDS, { question: "Which look?", options: [{ label: "This", preview: { kind: "markdown", source: "# x\n\n`y`" } }], custom: true }]);
        const danger = await page.asked(DANGER);
        await tab.goto(page.origin);
        found.push(...(await faults("list")));
        await tab.goto(path);
        found.push(...(await faults("form")));
        await tab.getByRole("button", { name: "Review" }).click();
        await tab.getByRole("alert").first().waitFor();
        found.push(...(await faults("problems")));
        await tab.goto(danger.path);
        found.push(...(await faults("danger")));
        await page.asq.ends(0, "decline", id, "--reason", "no");
        await tab.goto(path);
        found.push(...(await faults("closed")));
        await tab.goto(`${page.origin}/history`);
        found.push(...(await faults("history")));
        assert.deepEqual(found, []);
    });
}

for (const javaScriptEnabled of [true, false]) {
    test(`a link says which browser it signs in and where, and its button does it, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
        page = await Page.open(browser);
        const { path } = await page.asked([{ question: "Where to?", options: [{ label: "North" }, { label: "South" }] }]);
        const stranger = await browser.newContext({ javaScriptEnabled });
        const tab = await stranger.newPage();
        // The link leads back to the page that the browser asked for.
        assert.equal((await tab.goto(path)).status(), 401);
        const link = (await page.asq.ends(0, "serve", "--link")).trim();
        // Somebody looks at it before the person does: a program that shows what is behind links, and a browser that fetches ahead.
        assert.equal((await fetch(link)).status, 200);
        assert.equal((await fetch(link, { headers: { "Sec-Purpose": "prefetch;prerender" } })).status, 503);
        // The person comes from a page of another site.
        const from = await Host.start();
        await tab.goto(from.page({ body: `<a href="${link}">A link in a chat</a>` }));
        await tab.getByRole("link", { name: "A link in a chat" }).click();
        await tab.getByRole("heading", { name: "Sign this browser in?" }).waitFor();
        assert.match(await tab.locator("main").innerText(), /In Chromium on Linux you will see and answer what agents ask \S+ on \S+, for 30 days\./);
        assert.deepEqual((await stranger.cookies()).map(({ name }) => name).filter((name) => name !== "asq_wanted"), []);
        await tab.getByRole("button", { name: "Sign this browser in" }).click();
        await tab.getByRole("radio", { name: "South" }).waitFor();
        assert.equal(tab.url(), path);
        assert.equal((await tab.goto(link)).status(), 410);
        from.stop();
        await stranger.close();
    });
}

test("a link that is used up, and a stranger, learn how to come in", async () => {
    page = await Page.open(browser);
    const stranger = await browser.newContext();
    const tab = await stranger.newPage();
    const reply = await tab.goto(page.origin);
    assert.deepEqual([reply.status(), await tab.locator("code").innerText()], [401, "asq serve --link"]);
    const [, link] = page.server.said.match(/(http:\/\/\S+)/);
    assert.equal((await tab.goto(link)).status(), 410);
    await stranger.close();
});
