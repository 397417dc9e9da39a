// Sessions of the page in a real browser: signed out in any way, the page says so and keeps what is typed; a new link is
// enough to go on; and after a restart of the server nobody signs in again.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { eventually } from "../../opencode/opencode.mjs";
import { ownPlace } from "../../opencode/own-address.mjs";
import { launch, Page, signIn } from "../browser.mjs";

let browser, page;

before(async () => (browser = await launch()));
after(() => browser?.close());
afterEach(() => page?.end());

const SIGNED_OUT = /You are signed out\. What you type stays here\./;
const line = (tab) => tab.getByRole("status").filter({ hasText: SIGNED_OUT });
const sessions = async () => (await page.asq.json("token", "list")).filter(({ right }) => right === "page");

/** The address of a new link. */
const link = async () => (await page.asq.ends(0, "serve", "--link")).trim();

test("a page whose session is revoked says so, keeps what is typed, and goes on after a new link", async () => {
    page = await Page.open(browser);
    const { id, path } = await page.asked([{ question: "Why?", kind: "text" }]);
    const { tab } = page;
    await tab.goto(path);
    const [session] = await sessions();
    assert.match(session.label, / · Chromium on Linux$/);
    await page.asq.ends(0, "token", "revoke", session.id);
    await line(tab).waitFor();
    await tab.getByLabel("Your answer").fill("typed meanwhile");
    await tab.getByRole("button", { name: "Submit" }).click();
    await line(tab).waitFor();
    assert.deepEqual([tab.url(), await tab.getByLabel("Your answer").inputValue()], [path, "typed meanwhile"]);
    assert.equal((await page.asq.show(id)).drafts.length, 0);
    // Signed in again next to it, as in another tab of the same browser.
    const second = await page.newTab();
    await second.goto(path);
    assert.equal(await second.locator("code").innerText(), "asq serve --link");
    await signIn(second, await link());
    assert.equal(second.url(), path);
    await second.close();
    await tab.bringToFront();
    await tab.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.asq.until(id, "the draft", (shown) => shown.drafts.length > 0);
    await eventually("no complaint", async () => (await line(tab).count()) === 0);
    await tab.getByRole("button", { name: "Submit" }).click();
    const shown = await page.asq.until(id, "the ending", ({ state }) => state !== "open");
    assert.deepEqual(shown.answers[0].answer, { text: "typed meanwhile" });
    assert.match(shown.closed_by.name, / · Chromium on Linux$/);
});

for (const javaScriptEnabled of [true, false]) {
    test(`Sign out ends the session in every tab, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
        page = await Page.open(browser, { javaScriptEnabled });
        const { path } = await page.asked([{ question: "Why?", kind: "text" }]);
        const other = await page.newTab();
        await other.goto(path);
        await page.tab.getByRole("button", { name: "Sign out" }).click();
        await page.tab.getByRole("heading", { name: "You are signed out" }).waitFor();
        assert.deepEqual([await sessions(), await page.context.cookies()].map((all) => all.length), [0, 0]);
        if (javaScriptEnabled) await line(other).waitFor();
        assert.equal((await other.goto(path)).status(), 401);
    });
}

test("a server that restarts at its port knows its browsers, and an open page goes on by itself", async () => {
    const serve = ownPlace();
    page = await Page.open(browser, { serve });
    const { tab } = page;
    await tab.getByRole("heading", { name: "Nothing is open" }).waitFor();
    await page.server.stop();
    await tab.getByText("Not connected.").waitFor();
    page.server = page.asq.start("serve", "--no-link", ...serve);
    await page.server.says(/asq serves/);
    const { id } = await page.asked([{ question: "And now?", kind: "confirm" }]);
    await tab.getByRole("link", { name: /And now\?/ }).waitFor();
    await tab.goto(`${page.origin}/r/${id.slice(0, 8)}`);
    await tab.getByText("Yes").check();
    await tab.getByRole("button", { name: "Submit" }).click();
    await page.asq.until(id, "the ending", ({ state }) => state === "answered");
    assert.equal((await sessions()).length, 1);
});
