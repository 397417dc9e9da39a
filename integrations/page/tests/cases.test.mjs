// One table of answers, each given on the page by mouse, by touch at a phone's width, by keyboard alone and without
// JavaScript, and in the terminal form with keys: what is stored, and what the agent gets, is the same.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { answer, Keyboard, Pointer } from "../answering.mjs";
import { launch, Page } from "../browser.mjs";
import { ENDED, enterUntil, Terminal } from "../terminal.mjs";

const OPTIONS = [{ label: "North", value: "n" }, { label: "South", value: "s", description: "Warmer" }, { label: "East", value: "e", recommended: true }];
const PLACE = { id: "place", header: "Place", question: "Where to?", options: OPTIONS };
const TOOLS = { id: "tools", header: "Tools", question: "Which tools?", kind: "select_many", min: 2, max: 3, options: OPTIONS };
const picks = (...all) => ({ picks: all.map((pick) => (typeof pick === "string" ? { custom: pick } : { option: pick })) });

/** For each: the call, the answer as data, the same as keys in the terminal, and what is stored of it. */
const CASES = {
    "one option, with a note": {
        call: { questions: [PLACE] },
        given: { questions: [{ picks: ["South"], note: "by train" }] },
        keys: "<down>nby train<ret><a-n><ret>",
        stored: [{ answer: picks(1), note: "by train" }],
    },
    "own words": {
        call: { questions: [PLACE] },
        given: { questions: [{ own: "West, if there is one" }] },
        keys: "4West, if there is one<ret>",
        stored: [{ answer: picks("West, if there is one") }],
    },
    "several options within bounds, and own words": {
        call: { questions: [TOOLS] },
        given: { questions: [{ picks: ["North", "East"], own: "a map" }] },
        keys: "134a map<down><down><ret>",
        stored: [{ answer: picks(0, 2, "a map") }],
    },
    "no": {
        call: { questions: [{ id: "sure", question: "Really?", kind: "confirm" }] },
        given: { questions: [{ picks: ["No"] }] },
        keys: "n",
        stored: [{ answer: picks(1) }],
    },
    "a number with its digits, a unit and a step": {
        call: { questions: [{ id: "size", question: "How large?", kind: "number", min: 0, max: 100, step: 0.5, unit: "GB" }] },
        given: { questions: [{ text: "2.50" }] },
        keys: "2.50<ret>",
        stored: [{ answer: { number: "2.50" } }],
    },
    "a text of lines": {
        call: { questions: [{ id: "why", question: "Why?", kind: "text" }] },
        given: { questions: [{ text: "one\n\n  two" }] },
        keys: "one<c-j><c-j>  two<ret>",
        stored: [{ answer: { text: "one\n\n  two" } }],
    },
    "a text on one line": {
        call: { questions: [{ id: "name", question: "Its name?", kind: "text", multiline: false }] },
        given: { questions: [{ text: "größer" }] },
        keys: "größer<ret>",
        stored: [{ answer: { text: "größer" } }],
    },
    "a secret": {
        call: { questions: [{ id: "token", question: "The token?", sensitive: true }] },
        given: { questions: [{ text: "pk_1 2" }] },
        keys: "pk_1 2<ret>",
        stored: [{}],
    },
    "a question that stays open, with a note": {
        call: { questions: [{ ...PLACE, skippable: true }, { id: "why", question: "Why?", kind: "text", skippable: true }] },
        given: { questions: [{ open: true, note: "not now" }, { text: "rain" }] },
        keys: "nnot now<ret><a-n>srain<ret><ret>",
        stored: [{ note: "not now" }, { answer: { text: "rain" } }],
    },
    "declined with a reason": {
        call: { questions: [PLACE] },
        given: { decline: "ask Ada" },
        keys: "<c-x>ask Ada<ret>",
        state: "declined",
        stored: [{}],
    },
    "talk first": {
        call: { questions: [PLACE] },
        given: { discuss: "Let's discuss this" },
        keys: "5",
        state: "discuss",
        stored: [{}],
    },
    "cancelled": {
        call: { questions: [PLACE] },
        given: { cancel: true },
        keys: "<a-x>",
        state: "cancelled",
        stored: [{}],
    },
    "a dangerous yes, with its exact text": {
        call: { questions: [{ id: "drop", header: "Drop it", question: "Drop the table?", kind: "confirm", danger: "drop it" }] },
        given: { questions: [{ picks: ["Yes"] }], confirm: ["drop it"] },
        keys: ["drop it", enterUntil(ENDED)],
        stored: [{ answer: picks(0), confirmed: "drop it" }],
    },
    "own words in pi's question": {
        dialect: "question",
        call: { questions: [{ id: "db", prompt: "Which one?", options: [{ value: "a", label: "A" }, { value: "b", label: "B" }] }] },
        given: { questions: [{ own: "neither" }] },
        keys: "3neither<ret>",
        stored: [{ answer: picks("neither") }],
    },
    "several and own words in OpenCode's question": {
        dialect: "opencode",
        call: { questions: [{ question: "Which colours?", header: "Colours", multiple: true, options: [{ label: "Red", description: "warm" }, { label: "Blue", description: "cold" }] }] },
        given: { questions: [{ picks: ["Red"], own: "teal" }] },
        keys: "13teal<ret><tab><ret>",
        stored: [{ answer: picks(0, "teal") }],
    },
    "three kinds with a note in a questionnaire": {
        dialect: "questionnaire",
        call: {
            questions: [
                { header: "Env", question: "Which environment?", type: "select_one", options: [{ label: "staging" }, { label: "production" }] },
                { header: "Replicas", question: "How many replicas?", type: "number", min: 1, max: 100 },
                { header: "Feedback", question: "Any notes?", type: "free_text" },
            ],
        },
        given: { questions: [{ picks: ["production"], note: "after lunch" }, { text: "3" }, { text: "fine" }] },
        keys: "<down><tab>after lunch<tab><ret>3<ret>fine<ret><ret>",
        stored: [{ answer: picks(1), note: "after lunch" }, { answer: { number: 3 } }, { answer: { text: "fine" } }],
    },
    "a dangerous yes in a questionnaire, with any text": {
        dialect: "questionnaire",
        call: { questions: [{ header: "Wipe DB", question: "Drop the prod database?", type: "confirm_enum", is_dangerous: true }] },
        given: { questions: [{ picks: ["Affirm"] }], confirm: ["prod"] },
        keys: ["prod", enterUntil(ENDED)],
        stored: [{ answer: picks(0), confirmed: "prod" }],
    },
    "own words in a questionnaire": {
        dialect: "questionnaire",
        call: { questions: [{ header: "Auth", question: "Which auth strategy?", type: "select_one", options: [{ label: "OAuth2" }, { label: "API keys" }] }] },
        given: { questions: [{ own: "both of them" }] },
        keys: "3both of them<ret>",
        stored: [{ answer: picks("both of them") }],
    },
    "talk first in a spec": {
        dialect: "spec",
        more: ["--tool", "ask_question"],
        call: { question: "How do we go on?", options: [{ label: "One way" }, { label: "Another" }] },
        given: { discuss: "Let's discuss this" },
        keys: "4",
        state: "discuss",
        stored: [{}],
    },
    "a selection in a spec": {
        dialect: "spec",
        more: ["--tool", "ask_multi_select"],
        call: { question: "Which areas?", options: [{ label: "Sessions" }, { label: "Errors" }, { label: "Recovery" }] },
        given: { questions: [{ picks: ["Sessions", "Recovery"] }] },
        keys: "13<down><ret>",
        stored: [{ answer: picks(0, 2) }],
    },
    "two questions of Claude Code's": {
        dialect: "ask_user_question",
        call: {
            questions: [
                { header: "Checks", question: "Which checks?", multiSelect: true, options: [{ label: "Unit", description: "4 min" }, { label: "Load", description: "40 min" }] },
                { header: "When", question: "When?", multiSelect: false, options: [{ label: "Now", description: "before lunch" }, { label: "Later", description: "after it" }] },
            ],
        },
        given: { questions: [{ picks: ["Unit", "Load"] }, { picks: ["Later"] }] },
        keys: "12<tab>2<ret>",
        stored: [{ answer: picks(0, 1) }, { answer: picks(1) }],
    },
};

let browser, page, wide, narrow, plain;

before(async () => {
    browser = await launch();
    page = await Page.open(browser, { settings: "guard = 0\ninbox.hold = 0\n" });
    wide = page.tab;
    narrow = await page.newTab(await page.window({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }));
    plain = await page.newTab(await page.window({ javaScriptEnabled: false }));
});
after(async () => {
    await page?.end();
    await browser?.close();
});

const WAYS = {
    "by mouse": () => new Pointer(wide, "click"),
    "by touch": () => new Pointer(narrow, "tap"),
    "by keyboard": () => new Keyboard(wide),
    "without JavaScript": () => new Pointer(plain, "click"),
};

/** What is stored of the ending, and what the agent gets. */
async function ending(id, agent) {
    const { line } = await agent.ended;
    const shown = await page.asq.show(id);
    const { id: _, ...reply } = line;
    return { how: shown.closed_by.how, state: shown.state, reason: shown.reason, answers: shown.answers, reply };
}

for (const [name, { call, given, keys, stored, state = "answered", ...asking }] of Object.entries(CASES)) {
    test(name, async () => {
        const inTerminal = await page.asked(call, asking);
        const terminal = new Terminal(page.asq, ["inbox", "--once", inTerminal.id]);
        try {
            await terminal.until(/Esc/);
            await terminal.types(...[keys].flat());
            const { how, ...wanted } = await ending(inTerminal.id, inTerminal.agent);
            assert.deepEqual([how, wanted.state, wanted.answers], ["tty", state, stored], terminal.screen());
            for (const [way, by] of Object.entries(WAYS)) {
                const { id, path, agent } = await page.asked(call, asking);
                const person = by();
                await person.tab.goto(path);
                await answer(person, given);
                assert.deepEqual(await ending(id, agent), { how: "page", ...wanted }, way);
            }
        } finally {
            terminal.end();
        }
    });
}

test("nobody complained", () => assert.deepEqual(page.complaints, []));
