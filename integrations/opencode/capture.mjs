// Captures the fixtures of a real OpenCode server into tests/fixtures/opencode.
//
//     cd integrations/opencode && npm ci --ignore-scripts && node capture.mjs
//
// Ids, times and folders are written as they came; the comparing test replaces them.

import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { eventually, startOpenCode } from "./opencode.mjs";

const FIXTURES = fileURLToPath(new URL("../../tests/fixtures/opencode/", import.meta.url));

const COLOR = {
    questions: [
        {
            question: "What is your favorite color?",
            header: "Color",
            options: [
                { label: "Blue", description: "The sky" },
                { label: "Red", description: "The rose" },
            ],
        },
    ],
};
const SEVERAL = {
    questions: [
        { question: "Which features?", header: "Features", multiple: true, options: [{ label: "Auth", description: "Log in" }, { label: "Metrics", description: "Counters" }] },
        { question: "What name?", header: "Name", options: [] },
    ],
};

function write(name, value) {
    const text = typeof value === "string" ? value : `${JSON.stringify(value, null, 2)}\n`;
    writeFileSync(FIXTURES + name, text);
    console.log(name);
}

const reply = ({ status, headers, body }) => {
    const kept = ["content-type", "cache-control", "x-content-type-options", "x-accel-buffering", "vary", "www-authenticate"];
    const named = kept.filter((name) => headers.has(name)).map((name) => [name, headers.get(name)]);
    return { status, headers: Object.fromEntries(named), body };
};

/** Only what concerns questions: their events, and the parts and messages of their tool calls. */
const concerns = (event) => {
    const { type, properties, syncEvent } = event.payload ?? event;
    const part = properties?.part ?? syncEvent?.data?.part;
    return /^(question\.|server\.connected)/.test(type ?? "") || part?.tool === "question";
};

async function story(code, name, inputs, end) {
    const [local, global] = [await code.events("/event"), await code.events("/global/event")];
    const questions = await code.ask(inputs);
    const list = reply(await code.call("GET", "/question"));
    await eventually("the running parts", () => local.events.filter((it) => it.properties.part?.state?.status === "running").length === inputs.length);
    await end(questions);
    const over = (it) => ["completed", "error"].includes((it.payload ?? it).properties?.part?.state?.status);
    await eventually("the ended parts", () => [local, global].every(({ events }) => events.filter(over).length === inputs.length));
    for (const stream of [local, global]) stream.stop();
    write(`${name}.list.json`, JSON.parse(list.body));
    write(`${name}.event.json`, local.events.filter(concerns));
    write(`${name}.global_event.json`, global.events.filter(concerns));
    return { list, streams: { event: local, global_event: global } };
}

mkdirSync(FIXTURES, { recursive: true });
const code = await startOpenCode();
try {
    const replies = {};
    const { list, streams } = await story(code, "reply", [COLOR], async ([question]) => {
        const path = `/question/${question.id}/reply`;
        const bad = async (name, method, path, body, headers) => {
            replies[name] = { request: { method, path, body }, ...reply(await code.call(method, path, body, headers)) };
        };
        await bad("unknown id, reply", "POST", "/question/que_x/reply", { answers: [] });
        await bad("unknown id, reject", "POST", "/question/que_x/reject");
        await bad("no id, reply", "POST", "/question/garbage/reply", { answers: [] });
        await bad("no id, reject", "POST", "/question/garbage/reject");
        await bad("answers a string", "POST", path, { answers: "x" });
        await bad("an answer a string", "POST", path, { answers: ["x"] });
        await bad("a label a number", "POST", path, { answers: [[1]] });
        await bad("a label an object", "POST", path, { answers: [[{ a: 1 }]] });
        await bad("no answers", "POST", path, {});
        await bad("an array", "POST", path, []);
        await bad("null", "POST", path, "null");
        await bad("no body", "POST", path);
        await bad("broken JSON", "POST", path, "{bad");
        await bad("text", "POST", path, '{"answers":[]}', { "content-type": "text/plain" });
        await bad("reply", "POST", path, { answers: [["Blue"]], note: "extra fields are ignored" });
        await bad("reply again", "POST", path, { answers: [["Blue"]] });
        await bad("empty list", "GET", `/question?directory=${encodeURIComponent(code.folders[1])}`);
    });
    replies.list = { request: { method: "GET", path: "/question" }, ...list };
    for (const [name, stream] of Object.entries(streams)) {
        replies[name] = { request: { method: "GET", path: `/${name.replace("_", "/")}` }, ...reply({ status: 200, headers: stream.headers, body: "" }) };
    }
    await story(code, "reject", [COLOR], async ([question]) => {
        replies.reject = { request: { method: "POST", path: `/question/${question.id}/reject` }, ...reply(await code.call("POST", `/question/${question.id}/reject`)) };
    });
    await story(code, "abort", [COLOR], ([question]) => code.json("POST", `/session/${question.sessionID}/abort`));
    await story(code, "several", [SEVERAL, COLOR], async ([several, color]) => {
        await code.json("POST", `/question/${color.id}/reply`, { answers: [[""]] });
        await code.json("POST", `/question/${several.id}/reply`, { answers: [["Metrics", "my own, with comma"], []] });
    });
    const { events, stop } = await code.events("/event");
    const heartbeat = await eventually("a heartbeat", () => events.find((it) => it.type === "server.heartbeat"));
    stop();
    write("heartbeat.json", heartbeat);
    write("replies.json", replies);
} finally {
    await code.end();
}
const locked = await startOpenCode({ password: "sesame" });
try {
    const { password } = locked;
    locked.password = undefined;
    write("unauthorized.json", reply(await locked.call("GET", "/question")));
    locked.password = password;
} finally {
    await locked.end();
}
