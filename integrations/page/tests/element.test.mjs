// The element <asq-question> in a page of another origin, with asq serve behind it and with a real OpenCode: every kind of
// question, the ways out, what others do meanwhile, tokens that are narrowed, hostile text, and OpenCode's renderer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, afterEach, before, test } from "node:test";
import { eventually, startOpenCode } from "../../opencode/opencode.mjs";
import { launch, signIn } from "../browser.mjs";
import { Embedded, Host } from "../host.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const OPTIONS = [{ label: "North" }, { label: "South", description: "Warmer" }, { label: "East", recommended: true }];
const KINDS = [
    { header: "Place", question: "Where to?", options: OPTIONS },
    { header: "Tools", question: "Which tools?", kind: "select_many", min: 1, max: 2, options: OPTIONS },
    { header: "Sure", question: "Really?", kind: "confirm" },
    { header: "Size", question: "How many?", kind: "number", min: 1, max: 99, unit: "GB" },
    { header: "Why", question: "Why?", kind: "text", multiline: true },
    { header: "Way", question: "Which way?", options: OPTIONS, custom: true },
];
const ONE = [{ header: "Place", question: "Where to?", options: OPTIONS, custom: true }];
const DANGER = [{ question: "Drop the table orders?", kind: "confirm", danger: "orders", description: "All 1,204 rows." }];
const picks = (...all) => ({ picks: all.map((option) => (typeof option === "string" ? { custom: option } : { option })) });
const COLOR = { question: "Which color?", header: "Color", options: [{ label: "Blue", description: "The sky" }, { label: "Red", description: "The rose" }] };
const SEVERAL = [COLOR, { question: "Which features?", header: "Features", multiple: true, options: [{ label: "Auth", description: "Log in" }, { label: "Metrics", description: "Counters" }] }];

let browser, it, code;

before(async () => (browser = await launch()));
after(() => browser?.close());
afterEach(async () => {
    await it?.end();
    await code?.end();
    it = code = undefined;
});

/** A page with the element of one call, and a token for its session. */
async function embedded({ attributes = {}, flags = ["--session", "s1"], ...options } = {}) {
    it = await Embedded.open(browser, options);
    const token = await it.token(...flags);
    await it.goto(it.element({ token, "call-id": "c1", ...attributes }));
    return it.tab;
}
const asks = (questions, more = {}) => it.asq.agent(questions, { dialect: "asq", call: "c1", session: "s1", ...more });
const waiting = async () => (await it.asq.waiting(1))[0].id;
const closed = (id) => it.asq.until(id, "the ending", ({ state }) => state !== "open");
const answers = (shown) => shown.answers.map(({ answer }) => answer);
const heard = (name) => eventually(`the event ${name}`, async () => (await it.heard()).find(([of]) => of === name)?.[1]);
const withoutStatus = () => it.complaints.filter((line) => !/responded with a status of (409|422)/.test(line));

test("nothing is shown without a request; then every kind is answered, and the summary follows", async () => {
    const tab = await embedded();
    const box = () => tab.locator("asq-question").evaluate((host) => [host.getBoundingClientRect().height, host.shadowRoot.textContent]);
    assert.deepEqual(await box(), [0, ""]);
    const agent = asks(KINDS);
    const question = (name) => tab.getByRole("group", { name });
    await question(/Place/).getByRole("radio", { name: "South" }).check();
    await question(/Tools/).getByRole("checkbox", { name: /East/ }).check();
    await question(/Tools/).getByRole("checkbox", { name: "North" }).check();
    await question(/Sure/).getByRole("radio", { name: "Yes" }).check();
    await tab.getByLabel("Your number").fill("42.5");
    await question(/Why/).getByLabel("Your answer").fill("one\n\ntwo");
    await tab.locator("textarea[name='q5.custom']").fill("straight on");
    const id = await waiting();
    await tab.getByRole("button", { name: "Submit" }).click();
    const shown = await closed(id);
    const wanted = [picks(1), picks(0, 2), picks(0), { number: 42.5 }, { text: "one\n\ntwo" }, picks("straight on")];
    assert.deepEqual([shown.state, answers(shown), shown.closed_by.how, shown.closed_by.name], ["answered", wanted, "api", "chat"]);
    assert.equal((await agent.ended).code, 0);
    assert.deepEqual(await heard("answered"), { id, outcome: "answered", here: true });
    await tab.locator("section.closed[data-state=over]").waitFor();
    assert.match(await tab.locator("section.closed").innerText(), /Where to\?[\s\S]*South[\s\S]*by chat over HTTP/);
    // A part that is drawn again has its summary at once.
    await it.goto(it.element({ token: await it.token("--call", "c1"), "request-id": id }));
    await tab.locator("section.closed[data-state=over]").waitFor();
    assert.deepEqual([it.complaints, await it.heard()], [[], []]);
});

test("an answer is on its way until its agent has it", async () => {
    const tab = await embedded();
    const stopped = asks(ONE);
    const id = await waiting();
    await tab.getByRole("radio", { name: "South" }).waitFor();
    await stopped.stop();
    await tab.getByRole("radio", { name: "South" }).check();
    await tab.getByRole("button", { name: "Submit" }).click();
    await tab.getByText("Answer submitted, waiting for agent…").first().waitFor();
    const again = asks(ONE);
    assert.equal((await again.ended).line.id, id);
    await tab.locator("section.closed[data-state=over]").waitFor();
    assert.equal(await tab.locator("section.closed .status").count(), 0);
});

test("what is wrong stands at its field, with everything that was typed", async () => {
    const tab = await embedded();
    asks(KINDS.slice(0, 4));
    await tab.getByLabel("Your number").fill("many");
    await tab.getByRole("group", { name: /Place/ }).getByRole("radio", { name: "South" }).check();
    await tab.getByRole("button", { name: "Submit" }).click();
    const wrong = tab.getByRole("group", { name: /Size/ }).getByRole("alert");
    await wrong.waitFor();
    assert.equal(await wrong.innerText(), "This isn't a number");
    assert.deepEqual([await tab.getByLabel("Your number").inputValue(), await tab.getByRole("radio", { name: "South" }).isChecked()], ["many", true]);
    assert.equal(await tab.getByRole("group", { name: /Place/ }).getByRole("alert").count(), 0);
    const focused = await tab.evaluate(() => document.activeElement.shadowRoot.activeElement.name);
    assert.equal(focused, "q1");
    assert.deepEqual(withoutStatus(), []);
});

test("Dismiss is said twice, by keyboard as well, and stops the work", async () => {
    const tab = await embedded();
    const agent = asks(ONE);
    const id = await waiting();
    await tab.getByRole("button", { name: "Dismiss (stops the session)" }).click();
    await tab.keyboard.press("Escape");
    assert.equal((await it.asq.show(id)).state, "open");
    await tab.keyboard.press("Enter");
    await tab.getByRole("button", { name: "No, go on" }).press("Enter");
    await tab.getByRole("button", { name: "Dismiss (stops the session)" }).press("Enter");
    await tab.getByRole("button", { name: "Yes, dismiss" }).press("Enter");
    assert.equal((await closed(id)).state, "cancelled");
    assert.equal((await agent.ended).code, 3);
    assert.deepEqual(await heard("dismissed"), { id, outcome: "cancelled", here: true });
    assert.deepEqual(it.complaints, []);
});

test("Enter in a field is Submit, and never Dismiss; keys that are typed are no shortcuts of the page", async () => {
    const tab = await embedded();
    asks([{ question: "Why?", kind: "text", multiline: false }]);
    const id = await waiting();
    await tab.evaluate(() => {
        globalThis.keys = [];
        addEventListener("keydown", ({ key }) => globalThis.keys.push(key));
    });
    await tab.getByLabel("Your answer").pressSequentially("so");
    await tab.keyboard.press("Escape");
    await tab.keyboard.press("Enter");
    assert.deepEqual(answers(await closed(id)), [{ text: "so" }]);
    assert.deepEqual(await tab.evaluate(() => globalThis.keys), ["Escape"]);
});

test("what is typed is a draft at once; who is beaten keeps it, and learns by whom", async () => {
    const tab = await embedded();
    asks(ONE);
    const id = await waiting();
    await tab.locator("textarea[name='q0.custom']").fill("West, if there is one");
    await it.asq.until(id, "the draft", (shown) => shown.drafts.length > 0);
    await tab.locator("textarea[name='q0.custom']").fill("West, if there is one, or else home");
    await it.asq.ends(0, "answer", id, "--pick", "South");
    await tab.locator("section.closed").waitFor();
    const text = await tab.locator("section.closed").innerText();
    assert.match(text, /South[\s\S]*with a command[\s\S]*West, if there is one, or else home/);
    assert.deepEqual(await heard("answered"), { id, outcome: "answered", here: false });
});

test("without its server the element says so, typing goes on, and the server's return is enough", async () => {
    const tab = await embedded();
    asks([{ question: "Why?", kind: "text" }]);
    const id = await waiting();
    await tab.getByLabel("Your answer").waitFor();
    await it.context.setOffline(true);
    await tab.getByLabel("Your answer").fill("typed meanwhile");
    await tab.getByText("Not connected. What you type stays here.").waitFor();
    assert.equal((await heard("failed")).code, "offline");
    await it.context.setOffline(false);
    await it.asq.until(id, "the draft", (shown) => shown.drafts.length > 0);
    await tab.getByText("Not connected.").waitFor({ state: "hidden" });
    await tab.getByRole("button", { name: "Submit" }).click();
    assert.deepEqual(answers(await closed(id)), [{ text: "typed meanwhile" }]);
});

test("a narrowed token sees its session alone, in pages of its origin alone", async () => {
    const tab = await embedded();
    asks(ONE, { session: "s2" });
    const foreign = await waiting();
    const token = await it.token("--session", "s1");
    const calls = (path, bearer = token, init = {}) =>
        tab.evaluate(async ([url, bearer, init]) => {
            const reply = await fetch(url, { ...init, headers: { Authorization: `Bearer ${bearer}`, ...(init.body ? { "Content-Type": "application/json" } : {}) } });
            return [reply.status, await reply.text()];
        }, [it.url + path, bearer, init]);
    assert.deepEqual(await calls("/v1/embed/calls/c1"), [200, '{"id":null}\n']);
    const [unknown, other] = [await calls(`/v1/embed/${"0".repeat(26)}`), await calls(`/v1/embed/${foreign}`)];
    assert.deepEqual([other[0], other[1]], [404, unknown[1]]);
    const reply = { method: "POST", body: JSON.stringify({ fields: [["act", "cancel"]] }) };
    assert.equal((await calls(`/v1/embed/${foreign}`, token, reply))[0], 404);
    for (const path of ["/v1/requests", `/v1/requests/${foreign}`, "/v1/history", "/v1/events", "/v1/state", "/openapi.json"]) {
        assert.equal((await calls(path))[0], 404, path);
    }
    assert.equal((await calls("/question"))[1], "[]");
    // A token that names no origin isn't let in by one that does.
    const wide = (await it.asq.ends(0, "token", "new", "answer")).trim();
    const [status, text] = await calls("/v1/embed/news", wide);
    assert.deepEqual([status, JSON.parse(text).detail], [403, `this token names no origin, and the call came from "${it.host.origin}"`]);
    // Without a page, as a program would: the token names an origin, and no page calls.
    const direct = await fetch(`${it.url}/v1/embed/news`, { headers: { Authorization: `Bearer ${token}` } });
    assert.deepEqual([direct.status, (await direct.json()).detail], [403, `this token counts in pages of ${it.host.origin} alone, and the call came from no page`]);
    const evil = await Host.start();
    await tab.goto(evil.page({ body: it.element({ token, "call-id": "c1" }), connects: [it.url] }));
    await tab.waitForFunction(() => globalThis.ready === true);
    assert.equal((await heard("failed")).code, "offline", "a browser shows a refused page nothing");
    evil.stop();
    assert.equal((await it.asq.show(foreign)).state, "open");
});

test("a dangerous request and a secret have a link to asq's own page, whatever the token", async () => {
    const tab = await embedded({ serve: ["--cors", "http://localhost:1"] });
    asks(DANGER);
    const id = await waiting();
    await tab.getByText("This is dangerous, so it is answered on asq's own page alone.").waitFor();
    assert.deepEqual([await tab.getByRole("button", { name: "Submit" }).count(), await tab.locator("input:visible").count()], [0, 0]);
    const token = await it.token("--call", "c1");
    const forced = await tab.evaluate(async ([url, token]) => {
        const fields = [["q0", "0"], ["q0.shown", "1"], ["q0.confirm", "orders"], ["act", "submit"]];
        const init = { method: "POST", headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" }, body: JSON.stringify({ fields }) };
        const reply = await fetch(url, init);
        return [reply.status, (await reply.json()).code];
    }, [`${it.url}/v1/embed/${id}`, token]);
    assert.deepEqual(forced, [403, "danger"]);
    // The person goes on over a page of asq's own: no cookie comes with a visit from elsewhere.
    const link = (await it.asq.ends(0, "serve", "--link")).match(/http:\/\/\S+/)[0];
    const own = await it.context.newPage();
    it.watch(own);
    await signIn(own, link);
    await own.close();
    const [page] = await Promise.all([it.context.waitForEvent("page"), tab.getByRole("link", { name: "Answer on asq's page" }).click()]);
    it.watch(page);
    await page.getByRole("heading", { name: "A question on asq's own page" }).waitFor();
    await page.getByRole("link", { name: "Open the question" }).click();
    await page.getByText("Yes", { exact: true }).click();
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByLabel(/Type this exactly to confirm/).fill("orders");
    await page.getByRole("button", { name: "Submit" }).click();
    const shown = await closed(id);
    assert.deepEqual([answers(shown), shown.closed_by.how], [[picks(0)], "page"]);
    await tab.locator("section.closed").waitFor();
    asks([{ question: "The key?", kind: "text", sensitive: true }], { call: "c2" });
    await it.goto(it.element({ token: await it.token("--session", "s1"), "call-id": "c2" }));
    await tab.getByText("A secret isn't typed into a page that others wrote.").waitFor();
});

test("hostile text stays text, in every place of a request, in both forms and summaries", async () => {
    const evil = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</textarea><svg onload=alert(1)>", "'-alert(1)-'",
        "javascript:alert(1)", "</style><script>alert(1)</script>", "{{7*7}}${7*7}", "<section class=request data-state=over>",
        "\u202eevil\u2066", "<iframe src=//evil.example>", "<meta http-equiv=refresh content=0;url=//evil.example>", "<a href=javascript:alert(1)>x</a>",
    ].join(" ");
    const tab = await embedded({ flags: [] });
    const previews = ["markdown", "code", "text", "mermaid", "svg", "html"].map((kind) => ({
        label: `${kind} ${evil}`, description: evil, preview: { kind, source: `${evil}\n[x](javascript:alert(1)) ![x](//evil.example/x.png)` },
    }));
    const questions = [
        { header: evil.slice(0, 90), question: evil, description: evil, context: { kind: "html", source: evil }, options: previews, custom: true },
        { question: evil, kind: "text", placeholder: evil },
        { question: evil, kind: "number", min: 1, unit: evil.slice(0, 30) },
    ];
    asks(questions, { session: `s"><script>alert(1)</script>` });
    const id = await waiting();
    await tab.locator("textarea[name='q0.custom']").fill(evil);
    for (const details of await tab.locator("details").all()) await details.evaluate((node) => (node.open = true));
    await tab.locator("[name='q1.text']").fill(evil);
    await tab.locator("[name='q2.text']").fill("7");
    const inside = () => tab.locator("asq-question").evaluate(({ shadowRoot }) => [...shadowRoot.querySelectorAll("script, iframe, img, svg, style, link, meta, object, [src], [style], a")].map((node) => node.outerHTML));
    assert.deepEqual(await inside(), []);
    await tab.getByRole("button", { name: "Submit" }).click();
    const shown = await closed(id);
    assert.equal(shown.answers[1].answer.text, evil);
    await tab.locator("section.closed").waitFor();
    assert.deepEqual(await inside(), []);
    // OpenCode's renderer.
    const part = { type: "tool", tool: "question", callID: "c9", state: { status: "running", input: { questions: [{ question: evil, header: evil, options: [{ label: evil, description: evil }] }] } } };
    const drawn = await tab.evaluate(([part, server, token, evil]) => {
        const of = (part) => {
            const node = renderToolStreaming(part, { server, token });
            document.querySelector("main").append(node);
            return [...node.querySelectorAll("*")].map(({ localName }) => localName).filter((name) => !["div", "span", "button", "textarea", "p", "ul", "li"].includes(name));
        };
        const completed = { ...part, state: { ...part.state, status: "completed", metadata: { answers: [[evil]] } } };
        return [of(part), of(completed), of({ ...completed, state: { ...completed.state, metadata: undefined, output: evil } })];
    }, [part, it.url, await it.token(), evil]);
    assert.deepEqual(drawn, [[], [], []]);
    const own = [it.host.origin, it.url];
    assert.deepEqual(it.requests.map((url) => new URL(url).origin).filter((origin) => !own.includes(origin) && origin !== "null"), []);
    assert.deepEqual(it.complaints, []);
    assert.equal(new URL(tab.url()).origin, it.host.origin);
});

for (const colorScheme of ["light", "dark"]) {
    test(`no state has a fault that axe knows, ${colorScheme}, from 320 px on, with targets for thumbs`, async () => {
        const tab = await embedded({ context: { colorScheme, bypassCSP: true, viewport: { width: 320, height: 640 }, hasTouch: true } });
        const found = [];
        const look = async (state) => {
            await tab.evaluate(AXE);
            const { violations } = await tab.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
            found.push(...violations.map(({ id, nodes }) => `${state}: ${id}: ${nodes.map((node) => node.html).join(" | ").slice(0, 300)}`));
            const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
            if (wide > 320) found.push(`${state}: ${wide} px wide`);
            const small = await tab.locator("asq-question :is(button, summary, .option > label, textarea, input[type=text], a), .question-tool-interactive button").evaluateAll((all) =>
                all.filter((node) => node.checkVisibility() && node.getBoundingClientRect().height < 44).map((node) => node.outerHTML.slice(0, 100)));
            found.push(...small.map((html) => `${state}: too small: ${html}`));
        };
        asks([...KINDS, { question: "Which look?", options: [{ label: "This", preview: { kind: "code", source: "a".repeat(200) } }], custom: true }]);
        const id = await waiting();
        await tab.getByLabel("Your number").waitFor();
        await look("form");
        await tab.getByRole("button", { name: "Submit" }).tap();
        await tab.getByRole("alert").first().waitFor();
        await look("problems");
        await tab.getByRole("button", { name: "Dismiss (stops the session)" }).tap();
        await look("dismiss");
        await it.asq.ends(0, "decline", id, "--reason", "no");
        await tab.locator("section.closed").waitFor();
        await look("summary");
        asks(DANGER, { call: "c2" });
        await it.goto(it.element({ token: await it.token("--session", "s1"), "call-id": "c2" }));
        await tab.getByText("This is dangerous").waitFor();
        await look("danger");
        await tab.evaluate(([questions, server]) => {
            const part = (state) => ({ type: "tool", tool: "question", callID: "none", state: { input: { questions }, ...state } });
            const all = [part({ status: "running" }), part({ status: "completed", metadata: { answers: [["Blue"], []] } })];
            document.querySelector("main").replaceChildren(document.querySelector("h1"), ...all.map((one) => renderToolStreaming(one, { server, token: "" })));
        }, [SEVERAL, it.host.origin]);
        await look("renderer");
        assert.deepEqual(found, []);
    });
}

// OpenCode's renderer, as a host calls it for each update of a part.

/** Draws a part in the page, instead of what was drawn before; its class. */
const draws = (part, options) =>
    it.tab.evaluate(([part, options]) => {
        const node = renderToolStreaming(part, options);
        document.querySelector("#box").replaceChildren(...(node ? [node] : []));
        return node && node.className;
    }, [part, options]);

/** The flow of "OpenCode Question Tool": from the part to the answered summary. `events` are those of `/event`. */
async function flow({ server, token, directory, events, asked, result }) {
    const { tab } = it;
    const of = (status) => eventually(`a part that is ${status}`, () => events.map(({ properties }) => properties?.part).find((part) => part?.tool === "question" && part.state.status === status));
    const options = { server, token, directory };
    await asked();
    assert.equal(await draws(await of("pending"), options), null);
    assert.equal(await draws(await of("running"), options), "question-tool-interactive");
    const box = tab.locator("#box");
    assert.deepEqual(await box.locator(".question-header").allInnerTexts(), ["Color", "Features"]);
    assert.deepEqual(await box.locator(".question-text").allInnerTexts(), ["Which color?", "Which features?"]);
    const option = (name) => box.getByRole("button", { name, exact: false });
    await option("Blue").click();
    await option("Red").click();
    assert.deepEqual(await box.locator(".question-option[aria-pressed=true]").allInnerTexts(), ["Red\nThe rose"]);
    await option("Metrics").click();
    await option("Auth").click();
    await box.locator(".question-custom-input").nth(1).fill("my own, with \"quotes\"");
    await box.getByRole("button", { name: "Submit" }).click();
    await box.getByText("Answer submitted, waiting for agent…").waitFor();
    const wanted = [["Red"], ["Metrics", "Auth", "my own, with \"quotes\""]];
    const { id, answers: sent } = await heard("answered");
    assert.match(id, /^que_/);
    assert.deepEqual(sent, wanted);
    assert.equal(await draws(await of("completed"), options), "question-tool-summary");
    assert.deepEqual(await box.locator(".question-answer").allInnerTexts(), ["Red", "Metrics\nAuth\nmy own, with \"quotes\""]);
    assert.deepEqual(await result(), wanted);
}

test("OpenCode's renderer with asq behind it: from the part to the summary, with a narrowed token", async () => {
    it = await Embedded.open(browser);
    const token = await it.token("--call", "c1");
    await it.goto(`<div id="box"></div>`);
    const password = (await it.asq.ends(0, "token", "new", "answer")).trim();
    const stop = new AbortController();
    const stream = await fetch(`${it.url}/event`, { headers: { Authorization: `Bearer ${password}` }, signal: stop.signal });
    const events = [];
    void (async () => {
        let text = "";
        for await (const piece of stream.body.pipeThrough(new TextDecoderStream())) {
            const all = (text + piece).split("\n\n");
            text = all.pop();
            events.push(...all.map((event) => JSON.parse(event.replace(/^data: /, ""))));
        }
    })().catch(() => {});
    let agent;
    const asked = () => (agent = it.asq.agent(SEVERAL, { call: "c1", session: "s1" }));
    const result = async () => (await agent.ended).line.details.answers;
    await flow({ server: it.url, token, events, asked, result });
    stop.abort();
    assert.deepEqual(it.complaints, []);
});

/** A page with OpenCode behind it. Its module is the host's own copy. */
async function withOpenCode(body) {
    code = await startOpenCode({ password: "sesame: öffne dich" });
    it = await Embedded.open(browser);
    await it.goto(body, { from: it.host.origin, connects: [code.url] });
}

test("OpenCode's renderer with a real OpenCode behind it: from the part to the summary", async () => {
    await withOpenCode(`<div id="box"></div>`);
    const { events, stop } = await code.events("/event");
    const result = async () => {
        const text = await eventually("the agent's next turn", () => code.model.results().at(-1)?.content);
        assert.match(text, /"Which color\?"="Red", "Which features\?"="Metrics, Auth, my own, with "quotes""/);
        return [["Red"], ["Metrics", "Auth", "my own, with \"quotes\""]];
    };
    await flow({ server: code.url, token: `opencode:${code.password}`, events, asked: () => code.ask([{ questions: SEVERAL }]), result });
    stop();
    assert.deepEqual(it.complaints, []);
});

test("a part that comes before its id, one that nobody lists any more, and a dismissal, with a real OpenCode", async () => {
    await withOpenCode(`<div id="box"></div>`);
    const options = { server: code.url, token: `opencode:${code.password}` };
    // The model's tool calls have ids that count up: the part is drawn before there is a question.
    const part = { type: "tool", tool: "question", callID: "call_1", state: { status: "running", input: { questions: [COLOR] } } };
    await draws(part, options);
    await it.tab.getByRole("button", { name: /Blue/ }).click();
    await it.tab.getByRole("button", { name: "Submit" }).click();
    await it.tab.getByRole("button", { name: "Sending…" }).waitFor();
    await code.ask([{ questions: [COLOR] }]).catch(() => {});
    await it.tab.getByText("Answer submitted, waiting for agent…").waitFor();
    const read = await eventually("the agent's next turn", () => code.model.results().at(-1)?.content);
    assert.match(read, /"Which color\?"="Blue"/);
    const [question] = await code.ask([{ questions: [COLOR] }]);
    const running = await eventually("the running part", async () => {
        const found = await code.part(question);
        return found.state.status === "running" && found;
    });
    await draws(running, options);
    await it.tab.getByRole("button", { name: "Dismiss (stops the session)" }).click();
    await it.tab.getByRole("button", { name: "No, go on" }).click();
    await it.tab.getByRole("button", { name: "Dismiss (stops the session)" }).click();
    await it.tab.getByRole("button", { name: "Yes, dismiss" }).click();
    await it.tab.getByText("Question dismissed, the session stops.").waitFor();
    const ended = await eventually("the part's end", async () => {
        const found = await code.part(question);
        return found.state.status === "error" && found;
    });
    assert.equal(ended.state.error, "The user dismissed this question");
    assert.equal(await draws(ended, options), null);
    assert.deepEqual(it.complaints, []);
});

test("the element with a real OpenCode behind it: it waits, answers, and shows what others answered", async () => {
    await withOpenCode("");
    const add = (attributes) =>
        it.tab.evaluate((attributes) => {
            const host = document.createElement("asq-question");
            for (const [name, value] of Object.entries(attributes)) host.setAttribute(name, value);
            document.querySelector("main").replaceChildren(host);
            return host.shadowRoot.textContent;
        }, { server: code.url, token: `opencode:${code.password}`, protocol: "opencode", ...attributes });
    assert.equal(await add({ "call-id": "call_1" }), "");
    const [question] = await code.ask([{ questions: SEVERAL }]);
    await it.tab.getByRole("button", { name: /Red/ }).click();
    await it.tab.getByRole("button", { name: "Submit" }).click();
    await it.tab.locator(".question-summary").waitFor();
    assert.deepEqual(await it.tab.locator(".question-answer").allInnerTexts(), ["Red", "not answered"]);
    assert.deepEqual(await heard("answered"), { id: question.id, outcome: "answered", here: true, answers: [["Red"], []] });
    const [second] = await code.ask([{ questions: [COLOR] }]);
    await add({ "request-id": second.id });
    await it.tab.getByRole("button", { name: /Blue/ }).waitFor();
    await code.json("POST", `/question/${second.id}/reply`, { answers: [["Blue"]] });
    await it.tab.locator(".question-summary").waitFor();
    assert.deepEqual(await it.tab.locator(".question-answer").allInnerTexts(), ["Blue"]);
    assert.deepEqual(it.complaints, []);
});
