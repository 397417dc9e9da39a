// A model for tests, as a server of chat completions: it asks the questions that the last message tells it to ask.
//
// - A message `ask [{"questions": […]}, …]` leads to a call of the tool `question` for each element.
// - Any other message, and the results of a tool, lead to the text `done`.
// - It keeps what it was sent: a test compares what the model reads.

import { createServer } from "node:http";

/** Starts the model on a free port. */
export async function startModel() {
    const requests = [];
    let calls = 0;
    const server = createServer(async (request, response) => {
        let text = "";
        for await (const piece of request) text += piece;
        const { messages = [], tools = [] } = JSON.parse(text || "{}");
        // Titles and summaries are asked for without tools.
        const asked = tools.length > 0 ? toAsk(messages.at(-1)) : [];
        if (tools.length > 0) requests.push({ messages, tools: tools.map((tool) => tool.function.name) });
        const message = { role: "assistant", content: asked.length > 0 ? "Let me ask you." : "done" };
        if (asked.length > 0) {
            message.tool_calls = asked.map((input, index) => ({
                index,
                id: `call_${++calls}`,
                type: "function",
                function: { name: "question", arguments: JSON.stringify(input) },
            }));
        }
        const chunk = (delta, finish_reason) => {
            const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
            const choices = [{ index: 0, delta, finish_reason }];
            const whole = { id: "c", created: 1, model: "mock", object: "chat.completion.chunk", choices };
            return `data: ${JSON.stringify(finish_reason ? { ...whole, usage } : whole)}\n\n`;
        };
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(chunk(message, null) + chunk({}, asked.length > 0 ? "tool_calls" : "stop") + "data: [DONE]\n\n");
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    return {
        url: `http://127.0.0.1:${server.address().port}/v1`,
        /** What was sent with tools, in order. */
        requests,
        /** The results of the tool that the model has read so far. */
        results: () => requests.flatMap(({ messages }) => messages.filter((it) => it.role === "tool").slice(-1)),
        stop() {
            server.close();
            server.closeAllConnections();
        },
    };
}

/** The inputs of the tool that this message asks for. */
function toAsk(message) {
    if (message?.role !== "user") return [];
    const content = typeof message.content === "string" ? message.content : message.content.map((it) => it.text ?? "").join("");
    return content.startsWith("ask ") ? JSON.parse(content.slice("ask ".length)) : [];
}
