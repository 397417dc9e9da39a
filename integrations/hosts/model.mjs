// A model for tests, in the three protocols that agents speak to one: Anthropic's messages, OpenAI's responses and chat
// completions.
//
// - A step is `{ text }` or `{ tool, input }`, or a function of the results so far that returns one. Each request of the
//   agent's main loop takes the next step; after the last one the model says `done`.
// - It keeps each result of a tool as the model reads it.

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

/** The tools of an agent's main loop, where asq is its server. */
const ASQ = /\bask$|_ask$|mcp__asq|^tool_search$/;

/**
 * Starts the model, on a free port. `named` is what an agent calls a tool of the server `asq`; `loop` is a tool that the
 * agent's main loop has.
 */
export async function startModel(steps, named = (tool) => tool, loop = ASQ) {
    const results = [];
    const read = [];
    let next = 0;
    const nextStep = () => {
        const step = steps[next++] ?? {};
        const { text = "done", tool, input } = typeof step === "function" ? step(results) : step;
        return tool ? { tool: named(tool), input, id: `call_${randomUUID()}` } : { text };
    };
    const server = createServer(async (request, response) => {
        let body = "";
        for await (const piece of request) body += piece;
        const sent = request.method === "POST" ? JSON.parse(body || "{}") : {};
        const path = request.url.split("?")[0];
        const protocol = Object.entries(PROTOCOLS).find(([, { path: own }]) => own.test(path))?.[1];
        if (!protocol || request.method !== "POST") {
            response.writeHead(200, { "content-type": "application/json" });
            return response.end(JSON.stringify({ object: "list", data: [{ id: "mock", object: "model" }], models: [], input_tokens: 1 }));
        }
        // Titles, summaries and the like are asked for without the tools.
        const main = protocol.tools(sent).some((tool) => loop.test(tool));
        if (main) {
            read.push(body);
            const all = protocol.results(sent);
            results.splice(0, results.length, ...all);
        }
        protocol.reply(response, main ? nextStep() : { text: "ok" }, sent, path);
    });
    await new Promise((listens) => server.listen(0, "127.0.0.1", listens));
    return {
        url: `http://127.0.0.1:${server.address().port}`,
        results,
        /** What the agent's main loop sent so far. */
        read,
        /** Begins again, with these steps. */
        play(others) {
            [steps, next] = [others, 0];
            for (const all of [results, read]) all.splice(0);
            server.closeAllConnections();
        },
        stop() {
            server.close();
            server.closeAllConnections();
        },
    };
}

const json = (response, value) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(value));
};

/** Writes events; each has its type as its name. */
const events = (response, all) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(all.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));
};

const PROTOCOLS = {
    anthropic: {
        path: /\/v1\/messages$/,
        tools: ({ tools = [] }) => tools.map(({ name }) => name),
        results: ({ messages }) =>
            messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])).filter(({ type }) => type === "tool_result").map(({ content }) => content),
        reply(response, { text, tool, input, id }, { stream, model }) {
            const block = tool ? { type: "tool_use", id, name: tool, input } : { type: "text", text };
            const stop_reason = tool ? "tool_use" : "end_turn";
            const message = { id: `msg_${id}`, type: "message", role: "assistant", model, content: [], stop_reason: null, stop_sequence: null };
            message.usage = { input_tokens: 1, output_tokens: 1 };
            if (!stream) return json(response, { ...message, content: [block], stop_reason });
            const delta = tool ? { type: "input_json_delta", partial_json: JSON.stringify(input) } : { type: "text_delta", text };
            events(response, [
                { type: "message_start", message },
                { type: "content_block_start", index: 0, content_block: tool ? { ...block, input: {} } : { ...block, text: "" } },
                { type: "content_block_delta", index: 0, delta },
                { type: "content_block_stop", index: 0 },
                { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
                { type: "message_stop" },
            ]);
        },
    },
    responses: {
        path: /\/responses$/,
        tools: ({ tools = [] }) => tools.flatMap(({ name, type, tools: inner = [] }) => [name ?? type, ...inner.map(({ name: own }) => own)]),
        results: ({ input = [] }) => input.filter(({ type }) => type === "function_call_output").map(({ output }) => output),
        reply(response, { text, tool, input, id }, { model }) {
            const message = { type: "message", id: "msg", role: "assistant", status: "completed", content: [{ type: "output_text", text, annotations: [] }] };
            const call = { type: "function_call", id: `fc_${id}`, call_id: id, name: tool, namespace: "mcp__asq", arguments: JSON.stringify(input), status: "completed" };
            const item = tool ? call : message;
            const whole = { id: `resp_${id}`, object: "response", created_at: 1, model, status: "in_progress", output: [] };
            const usage = { input_tokens: 1, input_tokens_details: { cached_tokens: 0 }, output_tokens: 1, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 2 };
            const all = [
                { type: "response.created", response: whole },
                { type: "response.output_item.added", output_index: 0, item },
                { type: "response.output_item.done", output_index: 0, item },
                { type: "response.completed", response: { ...whole, status: "completed", output: [item], usage } },
            ];
            events(response, all.map((event, sequence_number) => ({ ...event, sequence_number })));
        },
    },
    chat: {
        path: /\/chat\/completions$/,
        tools: ({ tools = [] }) => tools.map((tool) => tool.function.name),
        results: ({ messages }) => messages.filter(({ role }) => role === "tool").map(({ content }) => content),
        reply(response, { text, tool, input, id }, { stream, model }) {
            const called = { id, type: "function", function: { name: tool, arguments: JSON.stringify(input) } };
            const message = tool ? { role: "assistant", content: null, tool_calls: [called] } : { role: "assistant", content: text };
            const finish_reason = tool ? "tool_calls" : "stop";
            const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
            const head = { id: "c", created: 1, model };
            if (!stream) return json(response, { ...head, object: "chat.completion", choices: [{ index: 0, message, finish_reason }], usage });
            const delta = tool ? { ...message, tool_calls: [{ index: 0, ...called }] } : message;
            const chunk = (choice) => `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices: [{ index: 0, ...choice }], usage })}\n\n`;
            response.writeHead(200, { "content-type": "text/event-stream" });
            response.end(`${chunk({ delta, finish_reason: null })}${chunk({ delta: {}, finish_reason })}data: [DONE]\n\n`);
        },
    },
    gemini: {
        path: /:(streamG|g)enerateContent$/,
        tools: ({ tools = [] }) => tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
        results: ({ contents }) =>
            contents.flatMap(({ parts = [] }) => parts).filter((part) => part.functionResponse).map((part) => part.functionResponse.response),
        reply(response, { text, tool, input }, _, path) {
            const part = tool ? { functionCall: { name: tool, args: input } } : { text };
            const candidates = [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }];
            const whole = { candidates, usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 } };
            if (!path.includes("stream")) return json(response, whole);
            response.writeHead(200, { "content-type": "text/event-stream" });
            response.end(`data: ${JSON.stringify(whole)}\n\n`);
        },
    },
};
