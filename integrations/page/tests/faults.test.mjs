// What goes wrong while somebody answers: another tab, a server that dies, a store that goes away, a clock that is off,
// and forms that are forged, replayed or too old. The page says so at its place, and the text stays.

import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { eventually } from "../../opencode/opencode.mjs";
import { ownPlace } from "../../opencode/own-address.mjs";
import { launch, Page, signIn } from "../browser.mjs";
import { Terminal } from "../terminal.mjs";

const WHY = [{ id: "why", header: "Why", question: "Why was it rolled back?", kind: "text" }];
const SETTINGS = "guard = 0\ninbox.hold = 0\n";

let browser, page;

before(async () => (browser = await launch()));
after(() => browser?.close());
afterEach(() => page?.end());

const field = (tab) => tab.getByLabel("Your answer");
const closed = (id) => page.asq.until(id, "the ending", ({ state }) => state !== "open");
const drafted = (id) => page.asq.until(id, "the draft", ({ drafts }) => drafts.length > 0);
const press = (tab, name) => tab.getByRole("button", { name, exact: true }).click();

/** Sends the form of a tab as it is, with these fields changed, in the name of the tab's page; the reply. */
const send = (tab, changed, act = "submit") =>
    tab.evaluate(
        async ([changed, act]) => {
            const fields = new URLSearchParams(new FormData(document.querySelector("form.answer")));
            for (const [name, value] of Object.entries({ ...changed, act })) fields.set(name, value);
            const reply = await fetch(location.pathname, { method: "POST", body: fields });
            return { status: reply.status, redirected: reply.redirected, text: await reply.text() };
        },
        [changed, act],
    );

test("a reload in the middle of several questions has everything that was filled in", async () => {
    page = await Page.open(browser);
    const { tab } = page;
    const { id, path } = await page.asked([
        { header: "Place", question: "Where to?", options: [{ label: "North" }, { label: "South" }] },
        { header: "Tools", question: "Which tools?", kind: "select_many", options: [{ label: "Rope" }, { label: "Map" }] },
        { header: "Size", question: "How many?", kind: "number" },
        ...WHY,
    ]);
    await tab.goto(path);
    await tab.getByRole("radio", { name: "South" }).check();
    await tab.getByRole("checkbox", { name: "Map" }).check();
    await tab.getByLabel("Your number").fill("not yet");
    await field(tab).fill("half a thought");
    await page.asq.until(id, "the drafts", ({ drafts }) => drafts.length === 4);
    await tab.reload();
    const seen = await Promise.all([
        tab.getByRole("radio", { name: "South" }).isChecked(), tab.getByRole("checkbox", { name: "Map" }).isChecked(),
        tab.getByRole("checkbox", { name: "Rope" }).isChecked(), tab.getByLabel("Your number").inputValue(), field(tab).inputValue(),
    ]);
    assert.deepEqual(seen, [true, true, false, "not yet", "half a thought"]);
});

test("of two tabs that submit at once one wins, and the other learns it and keeps its text", async () => {
    page = await Page.open(browser, { settings: SETTINGS });
    const { id, path } = await page.asked(WHY);
    const tabs = [page.tab, await page.newTab()];
    for (const tab of tabs) await tab.goto(path);
    await page.context.setOffline(true);
    await field(tabs[0]).fill("the first");
    await field(tabs[1]).fill("the second");
    await page.context.setOffline(false);
    await Promise.all(tabs.map((tab) => tab.getByRole("button", { name: "Submit", exact: true }).evaluate((it) => it.click())));
    const { answers } = await closed(id);
    const winner = answers[0].answer.text === "the first" ? 0 : 1;
    const loser = tabs[1 - winner];
    const own = ["the first", "the second"][1 - winner];
    await eventually("the loser's own text", async () => {
        const there = (await loser.getByText(own).count()) + (await loser.locator("textarea").evaluateAll((all, own) => all.filter(({ value }) => value === own).length, own));
        return there > 0 && (await loser.getByText(/ by .*on the page/).count()) > 0;
    });
});

test("a server that is killed while somebody types and comes back has the text", async () => {
    const serve = ownPlace();
    page = await Page.open(browser, { serve });
    const { tab } = page;
    const { id, path } = await page.asked(WHY);
    await tab.goto(path);
    await field(tab).fill("before");
    await drafted(id);
    await page.server.stop("SIGKILL");
    await field(tab).fill("typed while it was away");
    await tab.getByText("Not connected.").waitFor();
    const link = await page.start(...serve);
    assert.equal(await field(tab).inputValue(), "typed while it was away");
    // Its session may have ended with the server: another tab signs in.
    const second = await page.newTab();
    await signIn(second, link);
    await eventually("the connection", async () => (await tab.getByText("Not connected.").count()) === 0);
    await press(tab, "Submit");
    await eventually("the answer", async () => {
        // A form of the older session comes back, and is sent again.
        if (await tab.getByText("older than your session").count()) await press(tab, "Submit");
        return (await page.asq.show(id)).state === "answered";
    });
    assert.deepEqual((await page.asq.show(id)).answers, [{ answer: { text: "typed while it was away" } }]);
});

test("a store that goes away while somebody types is told, and nothing typed is lost", async () => {
    page = await Page.open(browser);
    const { tab } = page;
    const { id, path } = await page.asked(WHY);
    await tab.goto(path);
    const [store, away] = [join(page.asq.home, ".local/share/asq"), join(page.asq.home, "away")];
    renameSync(store, away);
    await field(tab).fill("typed without a store");
    await eventually("a word about it", async () => /not (kept|connected|sent)/i.test(await tab.locator("body").innerText()));
    await press(tab, "Submit").catch(() => {});
    await eventually("the text, still there", async () => (await tab.locator("textarea, input[type=text]").evaluateAll((all) => all.map(({ value }) => value))).includes("typed without a store"));
    renameSync(away, store);
    assert.equal((await page.asq.show(id)).state, "open");
});

for (const days of [-1, 1]) {
    test(`a browser whose clock is off by ${days} day answers and stays current`, async () => {
        page = await Page.open(browser, { settings: SETTINGS });
        const { tab } = page;
        await page.context.addInitScript((off) => {
            const Real = Date;
            globalThis.Date = class extends Real {
                constructor(...parts) {
                    super(...(parts.length ? parts : [Real.now() + off]));
                }
                static now() {
                    return Real.now() + off;
                }
            };
        }, days * 86_400_000);
        const { id, path } = await page.asked(WHY);
        await tab.goto(path);
        await field(tab).fill("on time");
        await drafted(id);
        const second = await page.asked([{ question: "The second?", kind: "confirm" }]);
        const list = await page.newTab();
        await list.goto(page.origin);
        await list.getByRole("link", { name: /The second\?/ }).waitFor();
        await page.asq.ends(0, "answer", second.id, "--pick", "Yes");
        await eventually("the second one to go", async () => (await list.locator("li.request").count()) === 1);
        await press(tab, "Submit");
        assert.deepEqual((await closed(id)).answers, [{ answer: { text: "on time" } }]);
    });
}

test("back after submit sends nothing twice, with JavaScript and without", async () => {
    page = await Page.open(browser, { settings: SETTINGS });
    const { tab } = page;
    const { id, path } = await page.asked(WHY);
    await tab.goto(path);
    await field(tab).fill("once");
    await press(tab, "Submit");
    const first = await closed(id);
    await tab.getByRole("heading", { name: /submitted|has the answer/ }).waitFor();
    await tab.goBack();
    await tab.getByRole("heading", { name: "Nothing is open" }).waitFor();
    await tab.goForward();
    await tab.getByRole("heading", { name: /submitted|has the answer/ }).waitFor();
    assert.deepEqual((await page.asq.show(id)).closed_at, first.closed_at);

    const plain = await page.newTab(await page.window({ javaScriptEnabled: false }));
    const second = await page.asked(WHY);
    await plain.goto(page.origin);
    await plain.getByRole("link", { name: /rolled back/ }).click();
    await field(plain).fill("once");
    await press(plain, "Submit");
    const { closed_at } = await closed(second.id);
    await plain.getByRole("heading", { name: /submitted|has the answer/ }).waitFor();
    await plain.goBack();
    await plain.goForward();
    await plain.getByRole("heading", { name: /submitted|has the answer/ }).waitFor();
    assert.deepEqual((await page.asq.show(second.id)).closed_at, closed_at);
});

test("a form without the session's token, or with an older one, is not carried out and comes back whole", async () => {
    page = await Page.open(browser);
    const { tab } = page;
    const { id, path } = await page.asked(WHY);
    for (const csrf of ["", "0".repeat(64)]) {
        await tab.goto(path);
        const reply = await send(tab, { csrf, "q0.text": "mine" });
        assert.equal(reply.status, 200);
        assert.match(reply.text, /older than your session/);
        assert.match(reply.text, /mine/);
        const { state, drafts } = await page.asq.show(id);
        assert.deepEqual([state, drafts], ["open", []]);
    }
});

test("a form of another origin changes nothing", async () => {
    page = await Page.open(browser);
    const { id, path } = await page.asked(WHY);
    const foreign = await page.newTab();
    await foreign.route("http://elsewhere.example/**", (route) =>
        route.fulfill({ contentType: "text/html", body: `<form method=post action="${path}"><input name=act value=submit><input name=q0.text value=forged><button>go</button></form>` }),
    );
    await foreign.goto("http://elsewhere.example/");
    await foreign.getByRole("button").click();
    await foreign.waitForURL(path);
    const { state, drafts } = await page.asq.show(id);
    assert.deepEqual([state, drafts], ["open", []]);
});

test("a replayed form is the same answer once, and a draft for a closed request is too late", async () => {
    page = await Page.open(browser, { settings: SETTINGS });
    const { tab } = page;
    const { id, path } = await page.asked(WHY);
    await tab.goto(path);
    const twin = await page.newTab();
    await twin.goto(path);
    const pick = ({ status, redirected }) => [status, redirected];
    await field(tab).evaluate((it) => (it.value = "once"));
    assert.deepEqual(pick(await send(tab, {})), [200, true]);
    const first = await closed(id);
    assert.deepEqual(pick(await send(tab, {})), [200, true], "the same form once more");
    assert.deepEqual((await page.asq.show(id)).closed_at, first.closed_at);
    const late = await send(twin, { "q0.text": "a draft that is too late" }, "keep");
    assert.equal(late.status, 409);
    assert.match(late.text, /a draft that is too late/);
    assert.match(late.text, /on the page/);
});

test("an answer to something else is refused, with its text", async () => {
    page = await Page.open(browser);
    const { tab } = page;
    const { id, path } = await page.asked(WHY);
    await tab.goto(path);
    await field(tab).fill("to what I saw");
    await tab.locator("input[name=seen]").evaluate((it) => (it.value = "0".repeat(64)));
    await press(tab, "Submit");
    await tab.getByText("It was not sent").waitFor();
    assert.equal(await field(tab).inputValue(), "to what I saw");
    assert.equal((await page.asq.show(id)).state, "open");
});

test("a draft begun in the terminal goes on here and is finished in the terminal", async () => {
    page = await Page.open(browser, { settings: SETTINGS });
    const { tab } = page;
    const { id, path } = await page.asked(WHY);
    const open = async () => {
        const terminal = new Terminal(page.asq, ["inbox", id]);
        await terminal.until(/Esc/);
        return terminal;
    };
    const begun = await open();
    begun.keys("begun in the terminal");
    await drafted(id);
    begun.end();
    await eventually("all of the text", async () => {
        await tab.goto(path);
        return (await field(tab).inputValue()) === "begun in the terminal";
    });
    await field(tab).press("End");
    await field(tab).pressSequentially(", continued on the page");
    await tab.getByRole("button", { name: "Keep for later" }).click();
    await tab.getByText("Kept. You can").waitFor();
    const last = await open();
    await last.until(/continued on the page/);
    last.keys("<end>, finished there<ret>");
    const { answers, closed_by } = await closed(id);
    last.end();
    assert.deepEqual([answers, closed_by.how], [[{ answer: { text: "begun in the terminal, continued on the page, finished there" } }], "tty"]);
});
