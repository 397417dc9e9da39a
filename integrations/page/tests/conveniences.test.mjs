// What the page does for a person on top of its forms: an answer is held back for a moment, a request is put aside, long
// lists are filtered, two previews stand side by side, and the browser notifies.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { eventually } from "../../opencode/opencode.mjs";
import { launch, Page } from "../browser.mjs";

let browser, page;

before(async () => (browser = await launch()));
after(() => browser?.close());
afterEach(() => page?.end());

const state = async (id) => (await page.asq.show(id)).state;
const closed = (id) => page.asq.until(id, "the ending", ({ state }) => state !== "open");
const PICK = [{ question: "Where to?", options: [{ label: "North" }, { label: "South" }] }];

/** Stops the time of a page: what counts from a moment on doesn't come, and nothing is sent by itself. `later` lets it pass. */
const stopTime = (tab) =>
    tab.evaluate(() => {
        const [now, real] = [performance.now(), setTimeout];
        globalThis.later = (ms) => (performance.now = () => now + ms);
        globalThis.later(0);
        globalThis.setTimeout = (run, ms, ...more) => (ms === 1000 ? 0 : real(run, ms, ...more));
    });

test("Undo counts from the first moment on, for mouse, finger and keys; Send now only after a second", async () => {
    page = await Page.open(browser, { hasTouch: true, settings: "[inbox]\nhold = 1\n" });
    const { id, path } = await page.asked(PICK);
    const { tab } = page;
    await tab.goto(path);
    await stopTime(tab);
    const [holding, submit] = [tab.locator(".holding"), tab.getByRole("button", { name: "Submit" })];
    const [undo, now] = ["Undo", "Send now"].map((name) => tab.getByRole("button", { name }));
    await tab.getByRole("radio", { name: "South" }).check();
    const ways = {
        "a click": () => undo.click(),
        "a tap": () => undo.tap(),
        "the key u": () => tab.keyboard.press("u"),
        "Enter on its button": () => tab.keyboard.press("Enter"),
    };
    for (const [way, takeBack] of Object.entries(ways)) {
        await submit.click();
        await holding.waitFor();
        await takeBack();
        await holding.waitFor({ state: "detached" });
        const [chosen, focused] = [await tab.getByRole("radio", { name: "South" }).isChecked(), await submit.evaluate((it) => it === document.activeElement)];
        assert.deepEqual([way, await state(id), chosen, focused], [way, "open", true, true]);
    }
    // The key that submitted is still down.
    await submit.focus();
    await tab.keyboard.down("Enter");
    await holding.waitFor();
    await tab.keyboard.down("Enter");
    await tab.keyboard.up("Enter");
    await now.click();
    await now.press("Enter");
    assert.deepEqual([await holding.count(), await state(id)], [1, "open"]);
    await tab.evaluate(() => globalThis.later(1000));
    await now.click();
    await tab.getByRole("heading", { name: /Answer submitted|has the answer/ }).waitFor();
    assert.equal((await closed(id)).state, "answered");
    assert.deepEqual(page.complaints, []);
});

test("an answer that is held back is sent when its page is left; what is wrong is said before it is held", async () => {
    page = await Page.open(browser);
    const { id, path } = await page.asked(PICK);
    const { tab } = page;
    await tab.goto(path);
    await tab.getByRole("button", { name: "Submit" }).click();
    await tab.getByRole("heading", { name: "Not sent yet" }).waitFor();
    assert.equal(await tab.locator(".holding").count(), 0);
    await tab.getByRole("radio", { name: "North" }).check();
    await tab.getByRole("button", { name: "Submit" }).click();
    await tab.locator(".holding").waitFor();
    assert.equal(await state(id), "open");
    await tab.goto(page.origin);
    assert.equal((await closed(id)).state, "answered");
});

test("an answer without a connection is sent when there is one again, once", async () => {
    page = await Page.open(browser);
    const { id, path } = await page.asked(PICK);
    const { tab } = page;
    await tab.goto(path);
    await tab.getByRole("radio", { name: "North" }).check();
    await page.context.setOffline(true);
    await tab.getByRole("button", { name: "Submit" }).click();
    await tab.getByText("Not sent yet. It is sent again every five seconds.").waitFor();
    await page.context.setOffline(false);
    assert.equal((await closed(id)).state, "answered");
});

test("what was filled in elsewhere is there for who comes back, and goes on in one draft", async () => {
    page = await Page.open(browser);
    const { id, path } = await page.asked([{ question: "Why?", kind: "text" }, { question: "The token?", sensitive: true }, { question: "Sure?", kind: "confirm" }]);
    const [here, there] = [await page.newTab(), await page.newTab()];
    for (const tab of [here, there]) await tab.goto(path);
    const fields = (tab) => tab.evaluate(() => [...document.querySelector("form.answer").elements].filter((field) => /^(q0.text|q1.text|q2)$/.test(field.name)).map((field) => (field.type === "radio" ? field.checked : field.value)));
    await here.locator("[name='q1.text']").fill("a secret");
    await there.locator("[name='q0.text']").fill("because");
    await there.getByRole("radio", { name: "No" }).check();
    await page.asq.until(id, "the drafts", ({ drafts }) => drafts.length === 2);
    await eventually("what was filled in there", async () => {
        await here.evaluate(() => dispatchEvent(new Event("focus")));
        assert.deepEqual(await fields(here), ["because", "a secret", false, true]);
        return true;
    });
    await here.locator("[name='q0.text']").press("End");
    await here.locator("[name='q0.text']").pressSequentially(" of rain");
    await eventually("the rest, in the same draft", async () => {
        await there.reload();
        assert.deepEqual(await fields(there), ["because of rain", "", false, true]);
        return true;
    });
    for (const tab of [here, there]) assert.equal(await tab.locator(".other").count(), 0);
    for (const tab of [here, there]) await tab.close();
});

test("what is typed in the moment before the page is left, or its tab closed, is a draft", async () => {
    page = await Page.open(browser);
    const leaves = { "left at once": (tab) => tab.goto(page.origin), "closed at once": (tab) => tab.close({ runBeforeUnload: true }) };
    for (const [text, leave] of Object.entries(leaves)) {
        const { id, path } = await page.asked([{ question: "Why?", kind: "text" }]);
        const tab = await page.newTab();
        await tab.goto(path);
        await tab.getByLabel("Your answer").fill(text);
        await leave(tab);
        await page.asq.until(id, `the draft: ${text}`, ({ drafts }) => drafts.length > 0);
        await page.tab.goto(path);
        assert.equal(await page.tab.getByLabel("Your answer").inputValue(), text);
    }
});

test("a request is put aside and comes back, with what was typed", async () => {
    page = await Page.open(browser);
    const { id, path } = await page.asked([{ question: "Why?", kind: "text" }]);
    const { tab } = page;
    await tab.goto(path);
    await tab.getByLabel("Your answer").fill("half a thought");
    await tab.getByRole("heading", { name: /A question/ }).focus().catch(() => {});
    await tab.keyboard.press("Escape");
    await tab.keyboard.press("s");
    const begun = Date.now();
    await tab.getByRole("button", { name: "an hour" }).click();
    await tab.getByRole("heading", { name: "Nothing is open" }).waitFor();
    const [{ snoozed_until: until }] = await page.asq.list();
    // The time that it shows may have no milliseconds.
    const begin = Date.parse(until) - 3_600_000;
    assert.ok(begun - 1000 <= begin && begin <= Date.now(), until);
    await tab.getByRole("button", { name: "Bring it back" }).click();
    await tab.getByRole("group", { name: "Why?" }).waitFor();
    assert.equal(await tab.getByLabel("Your answer").inputValue(), "half a thought");
    await tab.goto(page.origin);
    await tab.getByRole("heading", { name: "1 open question" }).waitFor();
});

test("a long list is filtered, and Enter there answers nothing", async () => {
    page = await Page.open(browser);
    const options = Array.from({ length: 40 }, (_, n) => ({ label: `Region ${n}`, description: n % 2 ? "odd" : "even" }));
    const { id, path } = await page.asked([{ question: "Where to?", options }]);
    const { tab } = page;
    await tab.goto(path);
    const filter = tab.getByRole("searchbox", { name: "Filter" });
    await filter.waitFor();
    await tab.keyboard.press("/");
    await tab.keyboard.type("region 3 odd");
    await tab.getByText("8 of 40").waitFor();
    await tab.keyboard.press("Enter");
    assert.equal(await state(id), "open");
    assert.match(await tab.evaluate(() => document.activeElement.closest("li").textContent), /Region 3odd/);
    await tab.keyboard.press("2");
    await tab.getByRole("button", { name: "Submit" }).click();
    assert.deepEqual((await closed(id)).answers.map(({ answer }) => answer), [{ picks: [{ option: 13 }] }]);
});

test("two previews stand side by side, and Esc goes back to the form", async () => {
    page = await Page.open(browser, { viewport: { width: 1200, height: 800 } });
    const preview = (content) => ({ kind: "code", content });
    const options = ["one", "two", "three"].map((label) => ({ label, preview: preview(`let ${label};`) }));
    const { id, path } = await page.asked([{ question: "Which?", options }]);
    const { tab } = page;
    await tab.goto(path);
    const buttons = tab.getByRole("button", { name: "Compare" });
    await buttons.nth(0).click();
    await buttons.nth(2).click();
    const dialog = tab.getByRole("dialog", { name: "Two previews" });
    assert.deepEqual(await dialog.getByRole("heading").allTextContents(), ["one", "three"]);
    assert.deepEqual(await dialog.locator("pre").allTextContents(), ["let one;\n", "let three;\n"]);
    const [left, right] = await dialog.locator("section").all();
    assert.equal((await left.boundingBox()).y, (await right.boundingBox()).y);
    await tab.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    assert.equal(await state(id), "open");
});

/**
 * Counts the notifications that this page has shown. Chromium deletes one that is listed in the moment between its record
 * and its display, so nothing lists them before they are shown.
 */
const countShown = (tab) =>
    tab.evaluate(() => {
        const { prototype } = ServiceWorkerRegistration;
        const show = prototype.showNotification;
        window.notificationsShown = 0;
        prototype.showNotification = async function (...all) {
            await show.apply(this, all);
            window.notificationsShown += 1;
        };
    });
const areShown = (tab, count) => eventually(`${count} notifications`, async () => (await tab.evaluate(() => window.notificationsShown)) === count);

/** In seconds: Chromium without a screen takes back a notification by itself after about 25. */
const BEFORE_CHROMIUM = 10;

test("who looks elsewhere is notified once, and the notification goes with the request", async () => {
    page = await Page.open(browser, { permissions: ["notifications"] });
    const { tab } = page;
    const shown = () =>
        tab.evaluate(async () => {
            const all = await (await navigator.serviceWorker.ready).getNotifications();
            return all.map(({ title, body, data }) => ({ title, body, path: data.path }));
        });
    await tab.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await countShown(tab);
    // It looks elsewhere.
    await tab.evaluate(() => Object.defineProperty(document, "hasFocus", { value: () => false }));
    const { id } = await page.asked([{ header: "Cache", question: "Which cache?", options: [{ label: "a" }, { label: "b" }] }]);
    await areShown(tab, 1);
    const told = await shown();
    assert.equal(told.length, 1);
    assert.match(told[0].title, /^asq: /);
    assert.deepEqual([told[0].body, told[0].path], ["pick one: Cache", `/r/${id}`]);
    await page.asq.ends(0, "answer", id, "--pick", "a");
    await eventually("it to go", async () => (await shown()).length === 0, BEFORE_CHROMIUM);
    assert.deepEqual(page.complaints, []);
});

test("what arrives before the service worker is registered is notified together once it is, until all of it is closed", async () => {
    page = await Page.open(browser, { permissions: ["notifications"] });
    const { tab } = page;
    await tab.addInitScript(() => {
        const { prototype } = ServiceWorkerContainer;
        const register = prototype.register;
        const goesOn = new Promise((resolve) => (window.letRegister = resolve));
        prototype.register = async function (...all) {
            await goesOn;
            return register.apply(this, all);
        };
    });
    await tab.reload();
    await countShown(tab);
    await tab.evaluate(() => Object.defineProperty(document, "hasFocus", { value: () => false }));
    const cache = await page.asked([{ question: "Which cache?", kind: "text" }]);
    const queue = await page.asked([{ question: "Which queue?", kind: "text" }]);
    for (const { id } of [cache, queue]) await tab.locator(`#r${id}`).waitFor();
    await tab.evaluate(() => window.letRegister());
    await areShown(tab, 1);
    const shown = () => tab.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ tag }) => tag.split(" ").sort()));
    assert.deepEqual(await shown(), [[cache.id, queue.id].sort()]);
    await page.asq.ends(0, "decline", cache.id);
    await tab.locator(`#r${cache.id}`).waitFor({ state: "detached" });
    assert.equal((await shown()).length, 1);
    await page.asq.ends(0, "decline", queue.id);
    await eventually("it to go", async () => (await shown()).length === 0, BEFORE_CHROMIUM);
    assert.deepEqual(page.complaints, []);
});

test("what is closed before its notification is shown is not notified", async () => {
    page = await Page.open(browser, { permissions: ["notifications"] });
    page.asq.settings("[notify]\nbatch = 0\n");
    const { tab } = page;
    await tab.reload();
    await tab.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await countShown(tab);
    await tab.evaluate(() => Object.defineProperty(document, "hasFocus", { value: () => false }));
    let goOn;
    const goesOn = new Promise((resolve) => (goOn = resolve));
    const held = new Promise((resolve) =>
        tab.route("**/news", async (route) => {
            const response = await route.fetch();
            resolve();
            await goesOn;
            await route.fulfill({ response });
        }, { times: 1 }),
    );
    const closed = await page.asked([{ question: "Which cache?", kind: "text" }]);
    await held;
    await page.asq.ends(0, "decline", closed.id);
    await tab.locator(`#r${closed.id}`).waitFor({ state: "detached" });
    goOn();
    // A later one is notified, so its turn has come and gone.
    const { id } = await page.asked([{ question: "Which queue?", kind: "text" }]);
    await areShown(tab, 1);
    const paths = await tab.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ data }) => data.path));
    assert.deepEqual(paths, [`/r/${id}`]);
});

test("what still waits is notified once more, after the time that the settings name", async () => {
    page = await Page.open(browser, { permissions: ["notifications"] });
    page.asq.settings("[notify]\nagain_after = 1\nbatch = 0\n");
    const { tab } = page;
    await tab.clock.install();
    await tab.reload();
    const shown = () => tab.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ data }) => data.path));
    const clear = () => tab.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).forEach((one) => one.close()));
    await tab.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await countShown(tab);
    await tab.evaluate(() => Object.defineProperty(document, "hasFocus", { value: () => false }));
    // Two that arrive together are one notification.
    const waits = await page.asked([{ question: "Which cache?", kind: "text" }]);
    await areShown(tab, 1);
    const over = await page.asked([{ question: "Which queue?", kind: "text" }]);
    await areShown(tab, 2);
    await clear();
    await page.asq.ends(0, "decline", over.id);
    await tab.locator(`#r${over.id}`).waitFor({ state: "detached" });
    // Its own time passes, too: nobody knows to the second what is left of the minute.
    await tab.clock.fastForward(30_000);
    assert.deepEqual(await shown(), []);
    await tab.clock.fastForward(31_000);
    await areShown(tab, 3);
    assert.deepEqual(await shown(), [`/r/${waits.id}`]);
    await clear();
    await tab.clock.fastForward(600_000);
    assert.deepEqual(await shown(), []);
    assert.deepEqual(page.complaints, []);
});

test("a dangerous question has to be seen to its end before it is sent", async () => {
    page = await Page.open(browser, { viewport: { width: 360, height: 640 } });
    const description = Array.from({ length: 60 }, (_, n) => `Line ${n} of what happens.`).join("\n");
    const { id, path } = await page.asked([{ question: "Drop it?", kind: "confirm", danger: "orders", description }]);
    const { tab } = page;
    await tab.goto(path);
    await tab.getByRole("radio", { name: "Yes" }).evaluate((radio) => radio.click());
    await tab.getByRole("button", { name: "Review" }).click();
    const confirm = tab.getByLabel(/Type this exactly/);
    await confirm.waitFor();
    // Without its script the page can't tell what was seen.
    await tab.waitForLoadState();
    await confirm.evaluate((field) => (field.value = "orders"));
    // By a program, the page stays at its top.
    await tab.evaluate(() => scrollTo(0, 0));
    await tab.evaluate(() => document.querySelector("button.primary").click());
    await tab.getByText("Read the question to its end, then submit.").waitFor();
    assert.equal(await state(id), "open");
    await eventually("the end of the page", async () => {
        await tab.getByRole("button", { name: "Submit" }).click({ timeout: 1000 }).catch(() => {});
        return (await state(id)) === "answered";
    });
});
