// The page for people who can't see it, or use no mouse: axe over each state, the accessibility tree of a whole answer,
// the order of Tab, and an answer of every kind by roles and names alone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, afterEach, before, test } from "node:test";
import { launch, Page } from "../browser.mjs";
import { assertKept } from "../kept.mjs";
import { DANGER, RELEASE, SCENES, steady } from "../scenes.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const KINDS = [
    { header: "Place", question: "Where to?", options: [{ label: "North" }, { label: "South", description: "Warmer" }] },
    { header: "Tools", question: "Which tools?", kind: "select_many", min: 1, max: 2, options: [{ label: "Rope" }, { label: "Map" }, { label: "Lamp" }] },
    { header: "Sure", question: "Really?", kind: "confirm" },
    { header: "Size", question: "How many?", kind: "number", min: 1, max: 99, unit: "GB" },
    { header: "Why", question: "Why?", kind: "text" },
];

let browser, page;

before(async () => (browser = await launch()));
after(() => browser?.close());
afterEach(() => page?.end());

for (const [state, lead] of Object.entries(SCENES)) {
    test(`axe knows no fault of "${state}", light and dark`, async () => {
        page = await Page.open(browser, { bypassCSP: true, reducedMotion: "reduce" });
        const tab = (await lead(page, browser)) ?? page.tab;
        for (const colorScheme of ["light", "dark"]) {
            await tab.emulateMedia({ colorScheme });
            await tab.evaluate(AXE);
            const { violations } = await tab.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
            const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ").slice(0, 300)}`);
            assert.deepEqual(found, [], colorScheme);
        }
        const wide = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(wide, 0, "it scrolls sideways");
    });
}

/** What has the focus, as a screen reader says it. */
async function focus(tab, devtools) {
    const { result } = await devtools.send("Runtime.evaluate", { expression: "document.activeElement" });
    const { nodes } = await devtools.send("Accessibility.getPartialAXTree", { objectId: result.objectId, fetchRelatives: false });
    const [{ role, name, description }] = nodes;
    return [role?.value, name?.value, description?.value].filter(Boolean).join(" | ");
}

test("the accessibility tree of a whole answer, and the order of Tab, are as they are kept", async () => {
    page = await Page.open(browser);
    const { tab } = page;
    const devtools = await page.context.newCDPSession(tab);
    const { id, path } = await page.asked([...KINDS, ...DANGER], { call: "call_1" });
    const trees = [];
    const keep = async (heading) => {
        // A page is whole once its scripts have run.
        await tab.getByRole("button", { name: "Notify me" }).waitFor();
        await steady(tab, page.asq);
        const tree = (await tab.locator("body").ariaSnapshot()).replaceAll(id, "ID").replace(/pid \d+/g, "pid 4242").replace(/by \S+ · Chromium/g, "by ada · Chromium");
        trees.push(`== ${heading} ==\n${tree.replace(/· [0-9a-z]{6}$/gm, "· ID6")}\n`);
    };
    await tab.goto(page.origin);
    await keep("the list");
    await tab.goto(path);
    await keep("the form");
    const order = [];
    await tab.evaluate(() => document.activeElement.blur());
    for (;;) {
        await tab.keyboard.press("Tab");
        if (await tab.evaluate(() => document.activeElement === document.body)) break;
        order.push(await focus(tab, devtools));
        assert.ok(order.length < 100, "Tab has no end");
    }
    assertKept("tab-order.txt", `${order.join("\n")}\n`);
    const group = (name) => tab.getByRole("group", { name });
    await group(/Place/).getByRole("radio", { name: "South" }).check();
    await group(/Tools/).getByRole("checkbox", { name: "Map" }).check();
    await group(/Sure/).getByRole("radio", { name: "No" }).check();
    await tab.getByRole("textbox", { name: "Your number" }).fill("nine");
    await group(/Drop users/).getByRole("radio", { name: "Drop it" }).check();
    await tab.getByRole("button", { name: "Review" }).click();
    await tab.getByRole("alert").first().waitFor();
    await keep("what is wrong");
    await tab.getByRole("textbox", { name: "Your number" }).fill("9");
    await group(/Why/).getByRole("textbox", { name: "Your answer" }).fill("Because.");
    await tab.getByRole("button", { name: "Review" }).click();
    await tab.getByRole("heading", { name: "Your answers" }).waitFor();
    await tab.getByRole("textbox", { name: /Type this exactly to confirm/ }).fill("drop users");
    await keep("the review");
    await tab.getByRole("button", { name: "Submit" }).click();
    await tab.locator(".ended").waitFor();
    await page.asq.until(id, "the delivery", ({ state, delivered_at }) => state !== "open" && delivered_at);
    await tab.goto(path);
    await keep("the end");
    assertKept("answer.aria.txt", trees.join("\n"));
});

test("every kind is answered by roles and names alone", async () => {
    page = await Page.open(browser);
    const { id } = await page.asked(KINDS);
    const { tab } = page;
    await tab.getByRole("link", { name: /Where to\?/ }).click();
    const group = (name) => tab.getByRole("group", { name });
    await group(/Place/).getByRole("radio", { name: "North" }).check();
    await group(/Tools/).getByRole("checkbox", { name: "Rope" }).check();
    await group(/Tools/).getByRole("checkbox", { name: "Lamp" }).check();
    await group(/Sure/).getByRole("radio", { name: "Yes" }).check();
    await group(/Size/).getByRole("textbox", { name: "Your number" }).fill("12");
    await group(/Why/).getByRole("textbox", { name: "Your answer" }).fill("Because.");
    await tab.getByRole("button", { name: "Review" }).click();
    await tab.getByRole("heading", { name: "Your answers" }).waitFor();
    await tab.getByRole("button", { name: "Submit" }).click();
    const { answers } = await page.asq.until(id, "the ending", ({ state }) => state === "answered");
    assert.deepEqual(answers, [
        { answer: { picks: [{ option: 0 }] } }, { answer: { picks: [{ option: 0 }, { option: 2 }] } }, { answer: { picks: [{ option: 0 }] } },
        { answer: { number: 12 } }, { answer: { text: "Because." } },
    ]);
});

test("at 320 px, at 200 % zoom and with wide text spacing nothing is cut off, and a target is 24 px at least", async () => {
    page = await Page.open(browser, { viewport: { width: 320, height: 640 } });
    const { tab } = page;
    const { path } = await page.asked([...RELEASE, ...DANGER]);
    const spaced = "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }";
    for (const [what, size, style] of [["320 px", { width: 320, height: 640 }, ""], ["200 %", { width: 640, height: 400 }, "html { font-size: 200% }"], ["spacing", { width: 360, height: 740 }, spaced], ["4K", { width: 3840, height: 2160 }, ""]]) {
        await tab.setViewportSize(size);
        await tab.goto(path);
        await tab.evaluate((text) => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(text);
            document.adoptedStyleSheets = [sheet];
        }, style);
        const faults = await tab.evaluate(() => {
            const shown = [...document.querySelectorAll("body *")].filter((it) => it.checkVisibility() && !it.closest(".unseen, .skip, iframe, .preview"));
            const out = shown.filter((it) => it.getBoundingClientRect().right > innerWidth + 1 || it.getBoundingClientRect().left < -1);
            const cut = shown.filter((it) => it.scrollWidth > it.clientWidth + 1 && getComputedStyle(it).overflowX === "hidden" && it.clientWidth > 0);
            const small = shown.filter((it) => it.matches("button, summary, .option > label, a, input[type=text], textarea") && it.getBoundingClientRect().height < 24);
            return [out, cut, small].map((all) => all.map((it) => it.outerHTML.slice(0, 120)));
        });
        assert.deepEqual(faults, [[], [], []], what);
    }
});
