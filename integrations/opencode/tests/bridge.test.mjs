// A real OpenCode, attached to a real asq: whatever happens on one side reaches the other.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { Asq } from "../asq.mjs";
import { eventually, startOpenCode } from "../opencode.mjs";

const COLOR = {
    questions: [
        { question: "Which color?", header: "Color", options: [{ label: "Blue", description: "The sky" }, { label: "Red", description: "" }] },
    ],
};
const SEVERAL = {
    questions: [
        { question: "Which features?", header: "Features", multiple: true, options: [{ label: "Auth", description: "" }, { label: "Metrics", description: "" }] },
        { question: "What name?", header: "Name", options: [] },
        { question: "Why?", header: "Why", options: [{ label: "So", description: "" }] },
    ],
};
const PASSWORD = "sesame: öffne dich";

let code, asq, attached;

before(async () => (code = await startOpenCode({ password: PASSWORD })));
after(() => code?.end());
beforeEach(async () => {
    asq = new Asq();
    attached = await attach();
});
afterEach(async () => {
    await asq.end();
    // What a failed test left would wait in the next one.
    await code.clear();
});

async function attach() {
    const attached = asq.start("attach", "opencode", code.url, "--password-file", asq.secret("password", `${PASSWORD}\n`));
    await attached.says(/attached to OpenCode 1\.18\.33/);
    return attached;
}

/** One question waits in OpenCode and here. */
async function one(options) {
    const [question] = await code.ask([COLOR], options);
    await asq.waiting(1);
    // The bridge posts it, and a moment later shows that it waits.
    const request = await eventually("its asker is seen", async () => {
        const [open] = await asq.list();
        return open?.asker_waits && open;
    });
    return { question, request, id: request.id };
}

const isOver = (status) => (part) => part.state.status === status;
const part = (question, holds) =>
    eventually(`the part of ${question.id}`, async () => {
        const found = await code.part(question);
        return holds(found) && found;
    });
const picks = (...options) => ({ answer: { picks: options } });

test("a question waits here with all that OpenCode says, and the answer reaches the agent", async () => {
    const { question, request, id } = await one({ title: "Paint the shed" });
    const shown = await asq.show(id);
    assert.deepEqual(
        [request.dialect, request.agent, request.session, request.header, request.asker_waits, request.returns],
        ["opencode", "opencode", question.sessionID, "Color", true, false],
    );
    assert.deepEqual([shown.call_id, shown.about], [question.tool.callID, { says: "Let me ask you.", task: "Paint the shed" }]);
    const { origin, asked_by: by } = shown;
    assert.deepEqual([origin.pid, origin.folder, by.name, by.how], [code.pid, code.folder, "opencode", "bridge"]);
    assert.deepEqual(origin.via, { token: null, peer: code.url, place: null });
    await asq.ends(0, "answer", id, "--pick", "Red");
    const { state } = await part(question, isOver("completed"));
    assert.deepEqual([state.metadata.answers, state.title], [[["Red"]], "Asked 1 question"]);
    const read = await eventually("the agent's next turn", () => code.model.results().at(-1));
    assert.match(read.content, /"Which color\?"="Red"/);
    const closed = await asq.until(id, "the delivery", (it) => it.delivered_at !== null);
    assert.deepEqual([closed.state, closed.delivered_to.name], ["answered", "opencode"]);
    assert.equal(attached.said.includes(PASSWORD), false);
});

test("several questions: picks, own words, and one that stays open", async () => {
    const [question] = await code.ask([SEVERAL]);
    const [{ id }] = await asq.waiting(1);
    const text = 'my own, with "quotes"\nand a line';
    await asq.ends(0, "answer", id, "--question", "Features", "--pick", "Metrics", "--pick", "Auth", "--question", "Name", "--text", text);
    const { state } = await part(question, isOver("completed"));
    assert.deepEqual(state.metadata.answers, [["Metrics", "Auth"], [text], []]);
});

test("declining here dismisses there", async () => {
    const { question, id } = await one();
    await asq.ends(0, "decline", id, "--reason", "not now");
    const { state } = await part(question, isOver("error"));
    assert.equal(state.error, "The user dismissed this question");
    await asq.until(id, "the delivery", (it) => it.state === "declined" && it.delivered_at !== null);
});

/** Writes into the session of a question, as a person does while it waits. */
const write = (question, text) => code.json("POST", `/session/${question.sessionID}/prompt_async`, { parts: [{ type: "text", text }] });

/** What people wrote in a question's session, without the first message. */
const written = async (question) => {
    const messages = await code.json("GET", `/session/${question.sessionID}/message`);
    return messages.filter(({ info }) => info.role === "user").slice(1).map(({ parts }) => parts.map(({ text }) => text));
};

test("what a person writes there while a question waits is read by the agent, after an answer and after a dismissal", async () => {
    const { question, id } = await one();
    await write(question, "and use teal");
    assert.equal((await asq.show(id)).state, "open");
    await asq.ends(0, "answer", id, "--pick", "Red");
    const reads = (what) => eventually(`the agent reads: ${what}`, () => code.model.requests.some(({ messages }) => JSON.stringify(messages.at(-1)).includes(what)));
    await reads("and use teal");
    const second = await one();
    await write(second.question, "never mind colors");
    await write(second.question, "do the roof first");
    await asq.ends(0, "decline", second.id, "--reason", "not now");
    await reads("do the roof first");
    // They stay the messages that they were.
    assert.deepEqual(await written(second.question), [["never mind colors"], ["do the roof first"]]);
    const sent = JSON.stringify(code.model.requests.at(-1).messages);
    assert.deepEqual([sent.includes("never mind colors"), sent.includes("The user dismissed this question")], [true, true]);
});

test("a dismissal without anything written after it stops the session", async () => {
    const { question, id } = await one();
    const before = code.model.requests.length;
    await asq.ends(0, "decline", id);
    await part(question, isOver("error"));
    await asq.until(id, "the delivery", (it) => it.delivered_at !== null);
    // The session works on nothing, and a message later is the next thing that the model gets.
    await eventually("a session at rest", async () => !(await code.json("GET", "/session/status"))[question.sessionID]);
    await write(question, "go on");
    await eventually("the next turn", () => code.model.requests.length > before);
    assert.deepEqual([code.model.requests.length, await written(question)], [before + 1, [["go on"]]]);
});

test("what is answered there is answered here, and what is dismissed there is cancelled here", async () => {
    const { question, id } = await one();
    await code.json("POST", `/question/${question.id}/reply`, { answers: [["Blue"]] });
    const closed = await asq.until(id, "the end and its delivery", (it) => it.delivered_at !== null);
    const { state, answers, closed_by: by } = closed;
    assert.deepEqual([state, answers, by.name, by.how], ["answered", [picks({ option: 0 })], "OpenCode", "bridge"]);
    await attached.says(/Color: answered in OpenCode with Blue/);
    const second = await one();
    await code.json("POST", `/question/${second.question.id}/reject`);
    await asq.until(second.id, "the end", (it) => it.state === "cancelled" && it.delivered_at !== null);
});

test("an abort there withdraws here, with the typed text kept, and the orphan that OpenCode lists stays away", async () => {
    const { question, id } = await one();
    const socket = join(asq.home, "tmux");
    const tmux = (...args) => execFileSync("tmux", ["-S", socket, ...args], { env: asq.env(), encoding: "utf8" });
    const screen = () => tmux("capture-pane", "-p");
    tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", process.env.ASQ_BIN, "inbox");
    try {
        await eventually("the inbox", () => screen().includes("Which color?"));
        tmux("send-keys", "Enter");
        await eventually("the form", () => screen().includes("Type your own answer"));
        tmux("send-keys", "3");
        tmux("send-keys", "-l", "teal, perhaps");
        await asq.until(id, "the draft", (it) => it.drafts.length > 0);
        await code.json("POST", `/session/${question.sessionID}/abort`);
        const closed = await asq.until(id, "the end", (it) => it.state === "withdrawn");
        assert.equal(closed.delivered_at, null);
        const kept = await asq.until(id, "the kept text", (it) => it.unsent.some(({ typed }) => typed.includes("teal, perhaps")));
        assert.deepEqual(kept.unsent.map(({ typed, picked }) => ({ typed, picked })), [{ typed: ["teal, perhaps"], picked: [] }]);
    } finally {
        tmux("kill-server");
    }
    await attached.says(/aborted/);
    const listed = await code.json("GET", "/question");
    assert.ok(listed.some((it) => it.id === question.id), "OpenCode lists it no more: then this test says nothing");
    await attached.stop();
    const again = await attach();
    const next = await one();
    assert.equal(next.question.id === question.id, false);
    assert.equal((await again.stop()).code, 0);
});

test("a deleted session and a disposed instance withdraw here", async () => {
    const { question, id } = await one();
    await code.json("DELETE", `/session/${question.sessionID}`);
    await asq.until(id, "the end", (it) => it.state === "withdrawn");
    const folder = code.folders[1];
    const second = await one({ folder });
    await code.json("POST", `/instance/dispose?directory=${encodeURIComponent(folder)}`);
    await asq.until(second.id, "the end", (it) => it.state === "withdrawn");
});

test("two calls of one message are two requests, answered in any order; a question of another directory, too", async () => {
    const [color, several] = await code.ask([COLOR, SEVERAL]);
    const open = await asq.waiting(2);
    const of = (header) => open.find((it) => it.header === header).id;
    await asq.ends(0, "answer", of("Features"), "--question", "Name", "--text", "asq");
    assert.deepEqual((await part(several, isOver("completed"))).state.metadata.answers, [[], ["asq"], []]);
    assert.equal((await code.part(color)).state.status, "running");
    await asq.ends(0, "answer", of("Color"), "--pick", "Blue");
    await part(color, isOver("completed"));
    const folder = code.folders[1];
    const { question, request, id } = await one({ folder });
    assert.equal(request.origin.folder, folder);
    await asq.ends(0, "answer", id, "--pick", "Red");
    await part(question, isOver("completed"));
});

test("OpenCode's own process tree may not answer; whoever attached it may", async () => {
    const { question, id } = await one();
    const { id: shell } = await code.json("POST", "/session", {});
    const env = Object.entries(asq.env()).map(([name, value]) => `${name}='${value}'`).join(" ");
    const command = `env -i ${env} ${process.env.ASQ_BIN} answer ${id} --pick Red; echo exit $?`;
    const { parts } = await code.json("POST", `/session/${shell}/shell`, { agent: "build", command });
    const said = JSON.stringify(parts);
    assert.match(said, /own process tree/);
    assert.equal((await asq.show(id)).state, "open");
    await asq.ends(0, "answer", id, "--pick", "Red");
    await part(question, isOver("completed"));
});

test("an answer that was given while no bridge ran is delivered by the next one", async () => {
    const { question, id } = await one();
    await attached.stop("SIGKILL");
    await eventually("the asker is gone", async () => !(await asq.show(id)).asker_waits);
    await asq.ends(0, "answer", id, "--pick", "Red");
    const second = await code.ask([COLOR], { folder: code.folders[1] });
    await attach();
    assert.deepEqual((await part(question, isOver("completed"))).state.metadata.answers, [["Red"]]);
    await asq.until(id, "the delivery", (it) => it.delivered_at !== null);
    // A question of another directory that was asked meanwhile comes in, too.
    const [request] = await asq.waiting(1);
    assert.deepEqual([request.session, request.origin.folder], [second[0].sessionID, code.folders[1]]);
});

test("a bridge that is stopped and started again has the same requests", async () => {
    const { question, id } = await one();
    assert.equal((await attached.stop()).code, 0);
    await eventually("the asker is gone", async () => !(await asq.show(id)).asker_waits);
    assert.equal((await asq.show(id)).state, "open");
    await attach();
    await eventually("the asker waits again", async () => (await asq.show(id)).asker_waits);
    assert.deepEqual((await asq.list()).map((it) => it.id), [id]);
    await asq.ends(0, "answer", id, "--pick", "Red");
    await part(question, isOver("completed"));
});

test("what ended there while no bridge ran closes here as soon as one runs", async () => {
    // Each in a session of its own: while several calls of one message wait, OpenCode doesn't say how one of them ended.
    const [[first], [second], [third]] = await Promise.all([code.ask([COLOR]), code.ask([COLOR]), code.ask([COLOR])]);
    const open = await asq.waiting(3);
    const shown = await Promise.all(open.map(({ id }) => asq.show(id)));
    const of = (question) => shown.find((it) => it.call_id === question.tool.callID).id;
    await attached.stop("SIGKILL");
    await code.json("POST", `/question/${first.id}/reply`, { answers: [["Blue"]] });
    await code.json("POST", `/question/${second.id}/reject`);
    await attach();
    await asq.until(of(first), "the answer", (it) => it.state === "answered" && it.delivered_at !== null);
    await asq.until(of(second), "the dismissal", (it) => it.state === "cancelled");
    await code.json("POST", `/session/${third.sessionID}/abort`);
    await asq.until(of(third), "the abort", (it) => it.state === "withdrawn");
});

/** Stops a process, and waits until all its threads stand still. */
async function stopped(child) {
    child.kill("SIGSTOP");
    const tasks = `/proc/${child.pid}/task`;
    const state = (task) => readFileSync(`${tasks}/${task}/stat`, "utf8").split(") ").at(-1)[0];
    await eventually("a process that stands still", () => readdirSync(tasks).every((task) => state(task) === "T"));
}

test("if both sides answer, OpenCode's answer counts there, the record stays undelivered, and the person is told", async () => {
    const { question, id } = await one();
    await stopped(attached.child);
    await asq.ends(0, "answer", id, "--pick", "Blue");
    await code.json("POST", `/question/${question.id}/reply`, { answers: [["Red"]] });
    await part(question, isOver("completed"));
    attached.child.kill("SIGCONT");
    await attached.says(/Color: the answer given here came too late: answered in OpenCode with Red/);
    const { state, answers, delivered_at } = await asq.show(id);
    assert.deepEqual([state, answers, delivered_at], ["answered", [picks({ option: 0 })], null]);
});

test("an answer that OpenCode takes but asq's rules don't closes as withdrawn", async () => {
    const { question, id } = await one();
    await code.json("POST", `/question/${question.id}/reply`, { answers: [["Blue", "Red"]] });
    await asq.until(id, "the end", (it) => it.state === "withdrawn");
    await attached.says(/answered in OpenCode with Blue, Red/);
});

test("a question that asq can't show stays in OpenCode, and the person is told", async () => {
    const [question] = await code.ask([{ questions: [] }]);
    await attached.says(/waits in OpenCode alone/);
    assert.deepEqual(await asq.list(), []);
    await code.json("POST", `/question/${question.id}/reject`);
});

test("without its password, and at another server, nothing is attached", async () => {
    await asq.start("attach", "opencode", code.url).says(/it wants its password/);
    const wrong = asq.start("attach", "opencode", code.url, "--password-file", asq.secret("wrong", "simsim"));
    await wrong.says(/it wants its password/);
    await asq.start("attach", "opencode", code.model.url).says(/this is not an OpenCode server/);
    const refused = await asq.run("attach", "opencode", code.url.replace("//", "//opencode:x@"));
    assert.deepEqual([refused.code, /it must not have a name or a password/.test(refused.stderr)], [2, true]);
});

test("a restart of OpenCode withdraws here, and an answer meanwhile stays undelivered", async () => {
    const [first, second] = await code.ask([COLOR, COLOR]);
    const shown = await Promise.all((await asq.waiting(2)).map(({ id }) => asq.show(id)));
    const of = (question) => shown.find((it) => it.call_id === question.tool.callID).id;
    await code.stop();
    await attached.says(/not attached/);
    await asq.ends(0, "answer", of(first), "--pick", "Blue");
    await code.start();
    await asq.until(of(second), "the end", (it) => it.state === "withdrawn");
    await attached.says(/Color: the answer given here came too late: OpenCode doesn't have it any more/);
    assert.deepEqual([(await asq.show(of(first))).delivered_at, (await code.part(first)).state.status], [null, "running"]);
    const { question, id } = await one();
    await asq.ends(0, "answer", id, "--pick", "Red");
    await part(question, isOver("completed"));
});
