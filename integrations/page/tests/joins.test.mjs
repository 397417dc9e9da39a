// Elements that come, move, get tokens and come back while others share their poll: each shows its question, and what is
// typed in one stays in it.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { eventually } from "../../opencode/opencode.mjs";
import { launch } from "../browser.mjs";
import { Embedded } from "../host.mjs";

let browser, it, token, wide;

before(async () => (browser = await launch()));
after(() => browser?.close());
afterEach(() => it?.end());

/** A page without an element, a token for its session, and one that a program uses. */
async function chat() {
    it = await Embedded.open(browser);
    token = await it.token("--session", "s1");
    wide = (await it.asq.ends(0, "token", "new", "answer")).trim();
    await it.goto(`<div id="one"></div><div id="two"></div>`);
    return it.tab;
}

/** An agent asks one question of words in this call; its id. */
async function asks(call, questions = [{ question: `About ${call}?`, kind: "text" }]) {
    const agent = it.asq.agent(questions, { dialect: "asq", call, session: "s1" });
    const [, short] = await agent.says(/asq answer (\S+)/);
    return (await it.asq.show(short)).id;
}

/** Adds an element for this call to the first place of the page. */
const add = (call, more = {}) =>
    it.tab.evaluate(([server, call, token, more]) => {
        const element = document.createElement("asq-question");
        for (const [name, value] of Object.entries({ server, "call-id": call, id: call, ...more })) element.setAttribute(name, value);
        element.token = token;
        document.querySelector("#one").append(element);
    }, [it.url, call, token, more]);

const field = (call) => it.tab.locator(`#${call}`).getByLabel("Your answer");
/** The page's poll waits for news: everybody who was there has looked. */
const polls = () => eventually("the poll", () => it.requests.some((url) => /\/v1\/embed\/news\?after=/.test(url)));
const draft = (id, text) =>
    eventually(`the draft: ${text}`, async () => {
        const drafts = await fetch(`${it.url}/v1/requests/${id}/drafts`, { headers: { Authorization: `Bearer ${wide}` } });
        return (await drafts.text()).includes(JSON.stringify(text));
    });

/** Counts the moments in which an element has nothing in it. */
const watch = (element) =>
    element.evaluate((element) => {
        globalThis.blanks = 0;
        const look = () => element.shadowRoot.querySelector("section") ?? (globalThis.blanks += 1);
        new MutationObserver(look).observe(element.shadowRoot, { childList: true, subtree: true });
    });
const blanks = () => it.tab.evaluate(() => globalThis.blanks);

test("an element that joins others shows its question, its summary, or what comes later", async () => {
    const tab = await chat();
    const first = await asks("c1");
    await asks("c2");
    const closed = await asks("c3");
    await it.asq.ends(0, "answer", closed, "--text", "done");
    await add("c1");
    await field("c1").waitFor();
    await polls();
    await add("c2");
    await field("c2").waitFor();
    await add("c3");
    await tab.locator("#c3").getByText("done").waitFor();
    await add("c4");
    await asks("c4");
    await field("c4").waitFor();
    // The first one still hears of its request.
    await it.asq.ends(0, "answer", first, "--text", "so");
    await tab.locator("#c1 section.closed").waitFor();
    assert.deepEqual(it.complaints, []);
});

/** What happens to an element in a page that is alive, and whether it looks at its request then. */
const MOVES = {
    "moved to another parent": [(element) => document.querySelector("#two").append(element), true],
    "moved among its siblings": [(element) => element.parentElement.prepend(element), true],
    "the same token": [(element) => (element.token = `${element.token}`), false],
    "the same token as an attribute": [(element) => element.setAttribute("token", element.token), true],
    "a folder, which only OpenCode has": [(element) => element.setAttribute("directory", `/srv/${Math.random()}`), true],
    "hidden and shown": [(element) => ((element.hidden = true), element.getBoundingClientRect(), (element.hidden = false)), false],
    "removed and put back": [(element) => (element.remove(), document.querySelector("#one").append(element)), true],
    "removed, and put back a while after": [(element) => (element.remove(), new Promise(requestAnimationFrame).then(() => document.querySelector("#one").append(element))), true],
};

test("an element that moves, or gets its token again, goes on showing its form with all that is typed", async () => {
    const tab = await chat();
    const [id] = [await asks("c1"), await asks("c2")];
    await add("c1");
    await add("c2");
    await field("c2").waitFor();
    await polls();
    await field("c1").fill("typed");
    await draft(id, "typed");
    const element = tab.locator("#c1");
    await watch(element);
    for (const [name, [move, looks]] of Object.entries(MOVES)) {
        const looked = looks && tab.waitForResponse((reply) => reply.request().method() === "GET" && reply.url().endsWith(`/v1/embed/${id}`));
        await element.evaluate(move);
        await looked;
        const height = await element.evaluate((element) => new Promise(requestAnimationFrame).then(() => element.getBoundingClientRect().height));
        assert.deepEqual([name, await blanks(), height > 0, await field("c1").inputValue()], [name, 0, true, "typed"]);
    }
    // It works on, and so does its neighbour.
    await field("c1").fill("typed on");
    await draft(id, "typed on");
    await element.getByRole("button", { name: "Submit" }).click();
    await element.locator("section.closed").waitFor();
    assert.deepEqual((await it.asq.show(id)).answers[0].answer, { text: "typed on" });
    await field("c2").waitFor();
    assert.deepEqual(it.complaints, []);
});

test("what is typed in the moment before an element moves or goes is kept", async () => {
    const tab = await chat();
    const [moved, gone] = [await asks("c1"), await asks("c2")];
    await add("c1");
    await add("c2");
    await field("c1").waitFor();
    await field("c2").waitFor();
    await tab.evaluate(() => {
        const type = (element, text) => {
            const field = element.shadowRoot.querySelector("textarea, input[type=text]");
            field.value = text;
            field.dispatchEvent(new Event("input", { bubbles: true }));
        };
        const [moves, goes] = ["#c1", "#c2"].map((name) => document.querySelector(name));
        type(moves, "just before it moved");
        document.querySelector("#two").append(moves);
        type(goes, "just before it went");
        goes.remove();
    });
    await draft(moved, "just before it moved");
    await draft(gone, "just before it went");
    assert.equal(await field("c1").inputValue(), "just before it moved");
});

test("another token, and one that counts no more, leave the form as it is", async () => {
    const tab = await chat();
    const id = await asks("c1");
    await add("c1");
    await field("c1").fill("typed");
    await draft(id, "typed");
    const sets = (token) => tab.locator("#c1").evaluate((element, token) => (element.token = token), token);
    const trouble = tab.locator("#c1 .trouble");
    const [wrong, other] = [`${token.slice(0, -1)}${token.endsWith("0") ? 1 : 0}`, await it.token("--call", "c1")];
    await sets(wrong);
    await trouble.waitFor();
    assert.equal(await field("c1").inputValue(), "typed");
    await sets(other);
    await trouble.waitFor({ state: "hidden" });
    await field("c1").fill("typed under another token");
    await draft(id, "typed under another token");
    // Each element with a token that doesn't count says so, also one that comes later.
    token = wrong;
    for (const call of ["c2", "c3"]) {
        await add(call);
        await tab.locator(`#${call} .trouble`).waitFor();
    }
});

test("an element that names another request shows it in the place of the one before, and nothing if there is none", async () => {
    const tab = await chat();
    await asks("c1");
    await asks("c2");
    await add("c1");
    await field("c1").waitFor();
    const names = (call) => tab.locator("#c1").evaluate((element, call) => element.setAttribute("call-id", call), call);
    const shows = (text) => tab.locator("#c1").getByText(text).waitFor();
    await watch(tab.locator("#c1"));
    await names("c2");
    await shows("About c2?");
    await names("c1");
    await shows("About c1?");
    assert.equal(await blanks(), 0);
    await names("nothing");
    await tab.locator("#c1 section").waitFor({ state: "detached" });
    assert.equal(await tab.locator("#c1").evaluate((element) => element.getBoundingClientRect().height), 0);
    await names("c2");
    await shows("About c2?");
});

test("an element with OpenCode's protocol keeps what is picked and typed while it moves", async () => {
    const tab = await chat();
    const options = [{ label: "Blue" }, { label: "Red" }];
    const id = await asks("c1", [{ question: "Which colors?", kind: "select_many", min: 1, max: 3, options, custom: true }]);
    await add("c1", { protocol: "opencode" });
    const element = tab.locator("#c1");
    await element.getByRole("button", { name: "Blue" }).click();
    await element.getByRole("textbox").fill("and green");
    const looked = () => tab.waitForResponse((reply) => new URL(reply.url()).pathname === "/question");
    for (const [name, [move]] of Object.entries(MOVES).filter(([name]) => !/folder/.test(name))) {
        const look = looked();
        await element.evaluate(move);
        await look;
        await tab.evaluate(() => new Promise(requestAnimationFrame));
        const picked = await element.locator("[aria-pressed=true]").allInnerTexts();
        assert.deepEqual([name, picked, await element.getByRole("textbox").inputValue()], [name, ["Blue"], "and green"]);
    }
    await element.getByRole("button", { name: "Submit" }).click();
    await element.locator(".question-summary").waitFor();
    assert.deepEqual((await it.asq.show(id)).answers[0].answer, { picks: [{ option: 0 }, { custom: "and green" }] });
    await element.evaluate((element) => document.querySelector("#two").append(element));
    assert.deepEqual(await element.locator(".question-answer").allInnerTexts(), ["Blue\nand green"]);
});
