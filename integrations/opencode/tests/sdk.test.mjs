// OpenCode's own client, @opencode-ai/sdk, against a real asq serve: what the page "OpenCode Question Tool" says of
// endpoints, types, events and flow.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { createOpencodeClient } from "@opencode-ai/sdk/v2";
import { Asq } from "../asq.mjs";
import { eventually } from "../opencode.mjs";
import { ownPlace } from "../own-address.mjs";

const COLOR = { question: "What is your favorite color?", header: "Color", options: [{ label: "Blue", description: "The sky" }, { label: "Red", description: "The rose" }] };
const SEVERAL = [
    { question: "Which features?", header: "Features", multiple: true, options: [{ label: "Auth", description: "Log in" }, { label: "Metrics", description: "Counters" }] },
    { question: "What name?", header: "Name", options: [] },
    { question: "Which plan?", header: "Plan", options: [{ label: "A", description: "" }], custom: false },
];

let asq, place, served, client, streams;

beforeEach(async () => {
    asq = new Asq();
    streams = [];
    place = ownPlace();
    served = await asq.serve(...place);
    client = clientOf({});
});
afterEach(async () => {
    for (const stream of streams) stream.abort();
    await asq.end();
});

/** OpenCode's client, at our server. */
function clientOf({ directory, password = served.password, user = "opencode", url = served.url }) {
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
    return createOpencodeClient({ baseUrl: url, directory, headers: { authorization } });
}

/** Follows a stream of the client's: `open` opens it. */
async function events(open) {
    const stop = new AbortController();
    streams.push(stop);
    const { stream } = await open({ signal: stop.signal });
    const heard = [];
    const read = async () => {
        for await (const event of stream) heard.push(event);
    };
    read().catch(() => {});
    const of = (event) => event.payload ?? event;
    heard.until = (what, holds) => eventually(what, () => heard.find((event) => holds(of(event), event)));
    await heard.until("server.connected", ({ type }) => type === "server.connected");
    return heard;
}
const local = (of = client, parameters = {}) => events((options) => of.event.subscribe(parameters, options));
const global = (of = client) => events((options) => of.global.event(options));

/** The questions, once there are so many. */
const listed = (count, of = client) =>
    eventually(`${count} questions`, async () => {
        const { data } = await of.question.list();
        return data?.length === count && data;
    });

const partIn = (state) => ({ type, properties }) => type === "message.part.updated" && properties.part.state.status === state;
const isOf = (kind) => ({ type }) => type === kind;

test("a question is listed with its ids, session, questions and tool", async () => {
    assert.deepEqual((await client.question.list()).data, []);
    asq.agent([COLOR], { call: "toolu_1", session: "ses_1" });
    const [question] = await listed(1);
    assert.match(question.id, /^que_[0-9a-f]{12}[0-9A-Za-z]{14}$/);
    assert.match(question.tool.messageID, /^msg_[0-9a-f]{12}[0-9A-Za-z]{14}$/);
    assert.deepEqual(question, { id: question.id, sessionID: "ses_1", questions: [COLOR], tool: { messageID: question.tool.messageID, callID: "toolu_1" } });
});

test("the answers are a list per question, and the agent goes on with them", async () => {
    const agent = asq.agent(SEVERAL);
    const [{ id, questions }] = await listed(1);
    assert.deepEqual(questions, SEVERAL);
    const answers = [["Metrics", "my own, with \"quotes\""], ["a name"], []];
    const { data, error, response } = await client.question.reply({ requestID: id, answers });
    assert.deepEqual([data, error, response.status], [true, undefined, 200]);
    const { code, line } = await agent.ended;
    assert.deepEqual([code, line.outcome, line.is_error, line.details], [0, "answered", false, { answers, truncated: false }]);
    assert.equal(
        line.content,
        'User has answered your questions: "Which features?"="Metrics, my own, with "quotes"", "What name?"="a name", "Which plan?"="Unanswered". You can now continue with the user\'s answers in mind.',
    );
    await listed(0);
});

test("a rejection dismisses this question alone, with or without a reason", async () => {
    const first = asq.agent([COLOR], { call: "call_1" });
    const [question] = await listed(1);
    const second = asq.agent([COLOR], { call: "call_2" });
    await listed(2);
    const { data, response } = await client.question.reject({ requestID: question.id });
    assert.deepEqual([data, response.status], [true, 200]);
    const dismissed = await first.ended;
    assert.deepEqual([dismissed.code, dismissed.line.is_error, dismissed.line.content], [3, true, "The user dismissed this question"]);
    const [other] = await listed(1);
    assert.equal(other.tool.callID, "call_2");
    await client.question.reject({ requestID: other.id }, { body: { reason: "not today" }, headers: { "content-type": "application/json" } });
    const declined = await second.ended;
    assert.deepEqual([declined.code, declined.line.content], [1, "The user dismissed this question Reason: not today"]);
});

for (const [name, open] of [["/event", local], ["/global/event", global]]) {
    test(`${name}: a part pending, question.asked, the part running, question.replied, the part completed`, async () => {
        const heard = await open();
        asq.agent([COLOR], { call: "toolu_1", session: "ses_1" });
        const running = await heard.until("the running part", partIn("running"));
        const { part } = (running.payload ?? running).properties;
        assert.deepEqual([part.type, part.tool, part.callID, part.state.input], ["tool", "question", "toolu_1", { questions: [COLOR] }]);
        // The page's way from a part to its question.
        const question = (await client.question.list()).data.find(({ tool }) => tool.callID === part.callID);
        assert.equal(question.tool.messageID, part.messageID);
        await client.question.reply({ requestID: question.id, answers: [["Blue"]] });
        const completed = await heard.until("the completed part", partIn("completed"));
        const { state } = (completed.payload ?? completed).properties.part;
        assert.match(state.output, /^User has answered your questions: "What is your favorite color\?"="Blue"\. /);
        assert.deepEqual(
            [state.metadata, state.title, typeof state.time.start, state.time.end >= state.time.start],
            [{ answers: [["Blue"]], truncated: false }, "Asked 1 question", "number", true],
        );
        const all = heard.map((event) => event.payload ?? event);
        const kinds = all.filter(({ type }) => !/^(server|message\.updated)/.test(type)).map(({ type, properties }) => [type, properties.part?.state.status].filter(Boolean).join(" "));
        assert.deepEqual(kinds, [
            "message.part.updated pending",
            "question.asked",
            "message.part.updated running",
            "question.replied",
            "message.part.updated completed",
        ]);
        assert.deepEqual(all.find(isOf("question.asked")).properties, question);
        assert.deepEqual(all.find(isOf("question.replied")).properties, { sessionID: "ses_1", requestID: question.id, answers: [["Blue"]] });
        const folders = heard.filter((event) => !isOf("server.connected")(event.payload ?? event)).map(({ directory, project }) => [directory, project]);
        const expected = name === "/event" ? [undefined, undefined] : [asq.home, "global"];
        for (const folder of folders) assert.deepEqual(folder, expected);
    });
}

test("a rejection is question.rejected and a part with an error", async () => {
    const heard = await local();
    asq.agent([COLOR]);
    const [{ id, sessionID }] = await listed(1);
    await client.question.reject({ requestID: id });
    const failed = await heard.until("the part's error", partIn("error"));
    assert.equal(failed.properties.part.state.error, "The user dismissed this question");
    assert.deepEqual(heard.find(isOf("question.rejected")).properties, { sessionID, requestID: id });
});

test("an agent that takes its question back rejects it for every client", async () => {
    const heard = await local();
    const agent = asq.agent([COLOR]);
    const [{ id }] = await listed(1);
    const [request] = await asq.list();
    await asq.ends(0, "withdraw", request.id);
    await heard.until("the rejection", ({ type, properties }) => type === "question.rejected" && properties.requestID === id);
    const failed = await heard.until("the part's error", partIn("error"));
    assert.deepEqual([failed.properties.part.state.error, failed.properties.part.state.metadata], ["Tool execution aborted", { interrupted: true }]);
    await listed(0);
    await agent.ended;
});

test("what is answered elsewhere is told to every client", async () => {
    const [one, two] = [await local(), await global()];
    asq.agent([COLOR]);
    const [{ id }] = await listed(1);
    const [request] = await asq.list();
    await asq.ends(0, "answer", request.id, "--pick", "Red");
    for (const heard of [one, two]) {
        const replied = await heard.until("the reply", isOf("question.replied"));
        assert.deepEqual((replied.payload ?? replied).properties, { sessionID: "ses_agent", requestID: id, answers: [["Red"]] });
    }
});

test("errors are OpenCode's: unknown, answered, wrong ids and bodies, no password", async () => {
    const missing = (requestID) => ({ _tag: "QuestionNotFoundError", requestID, message: `Question request not found: ${requestID}` });
    for (const call of [client.question.reply({ requestID: "que_x", answers: [] }), client.question.reject({ requestID: "que_x" })]) {
        const { data, error, response } = await call;
        assert.deepEqual([data, error, response.status], [undefined, missing("que_x"), 404]);
    }
    asq.agent([COLOR]);
    const [{ id }] = await listed(1);
    const bad = async (requestID, answers) => {
        const { error, response } = await client.question.reply({ requestID, answers });
        return [response.status, error.name, error.data.kind, error.data.message];
    };
    assert.deepEqual(await bad("garbage", []), [400, "BadRequest", "Params", 'Expected a string starting with "que", got "garbage"\n  at ["requestID"]']);
    assert.deepEqual(await bad(id, "x"), [400, "BadRequest", "Payload", 'Expected array, got "x"\n  at ["answers"]']);
    assert.deepEqual(await bad(id, [[1]]), [400, "BadRequest", "Payload", 'Expected string, got 1\n  at ["answers"][0][0]']);
    assert.deepEqual((await client.question.reply({ requestID: id, answers: [["Blue"]] })).data, true);
    const again = await client.question.reply({ requestID: id, answers: [["Red"]] });
    assert.deepEqual([again.error, again.response.status], [missing(id), 404]);
    for (const wrong of [{ password: "sesame" }, { user: "root" }]) {
        assert.equal((await clientOf(wrong).question.list()).response.status, 401);
    }
});

test("an answer that the question does not offer is refused, and it stays open", async () => {
    asq.agent([{ ...COLOR, custom: false }]);
    const [{ id }] = await listed(1);
    const { error, response } = await client.question.reply({ requestID: id, answers: [["Green"]] });
    assert.deepEqual([response.status, error.data.message], [400, 'Expected "Blue" | "Red", got "Green"\n  at ["answers"][0][0]']);
    await listed(1);
});

test("a client of one directory lists, hears and answers its own questions", async () => {
    const folders = ["a b ü", "other"].map((name) => join(asq.home, name));
    for (const folder of folders) mkdirSync(folder);
    // The client sends its directory in the query of a GET, and in a header, percent-encoded, of a POST.
    const [mine, others] = folders.map((directory) => clientOf({ directory }));
    const heard = await local(mine);
    asq.agent([COLOR], { folder: folders[1], call: "call_other" });
    await listed(1, others);
    asq.agent([COLOR], { folder: folders[0], call: "call_mine" });
    const [{ id, tool }] = await listed(1, mine);
    assert.equal(tool.callID, "call_mine");
    await listed(2);
    await heard.until("its question", isOf("question.asked"));
    assert.deepEqual(heard.filter(isOf("question.asked")).map(({ properties }) => properties.id), [id]);
    // asq finds the question even if a client names another directory.
    assert.equal((await others.question.reply({ requestID: id, answers: [["Blue"]] })).data, true);
    await heard.until("the reply", isOf("question.replied"));
});

test("a question waits through a restart of the server, and a client that comes back finds it", async () => {
    const agent = asq.agent([COLOR]);
    const [question] = await listed(1);
    await served.server.stop();
    served.server = asq.start("serve", "--no-link", ...place);
    await served.server.says(/asq serves/);
    assert.deepEqual(await listed(1), [question]);
    await client.question.reply({ requestID: question.id, answers: [["Blue"]] });
    assert.equal((await agent.ended).code, 0);
});

test("a second question of a session waits next to the first, and both are answered in any order", async () => {
    const agents = ["call_1", "call_2"].map((call) => asq.agent([COLOR], { call }));
    const questions = await listed(2);
    const of = (call) => questions.find(({ tool }) => tool.callID === call).id;
    for (const [at, label] of [[1, "Red"], [0, "Blue"]]) {
        await client.question.reply({ requestID: of(`call_${at + 1}`), answers: [[label]] });
        assert.deepEqual((await agents[at].ended).line.details.answers, [[label]]);
    }
});

test("opencode.seed_compat: unknown ids are true, and /event has no question events", async () => {
    await asq.ends(0, "settings", "set", "opencode.seed_compat", "true");
    await served.server.stop();
    served = await asq.serve();
    client = clientOf({});
    for (const call of [client.question.reply({ requestID: "que_x", answers: [] }), client.question.reject({ requestID: "que_x" })]) {
        assert.deepEqual((await call).data, true);
    }
    const heard = await local();
    asq.agent([COLOR]);
    await heard.until("the running part", partIn("running"));
    const [{ id }] = await listed(1);
    await client.question.reply({ requestID: id, answers: [["Blue"]] });
    await heard.until("the completed part", partIn("completed"));
    assert.deepEqual(heard.filter(({ type }) => type.startsWith("question.")), []);
    assert.deepEqual((await client.question.reply({ requestID: id, answers: [["Red"]] })).data, true);
});
