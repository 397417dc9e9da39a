// A model for pi that plays a script: the n-th request gets the n-th step.
//
// - Speaks the streaming part of OpenAI's chat completions, in small pieces, so that arguments are incomplete for a while.
// - Keeps every request: it contains what the model reads.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** One answer of the model. */
export interface Step {
  text?: string;
  calls?: { name: string; arguments: unknown }[];
}

/** A request from pi. */
export interface Request {
  messages: { role: string; content: unknown; tool_call_id?: string }[];
  tools?: { function: { name: string; description: string; parameters: unknown } }[];
}

export class Model {
  readonly requests: Request[] = [];
  /** When each answer was complete, by `performance.now()`. */
  readonly answered: number[] = [];
  readonly #server: Server;
  readonly #steps: Step[];
  /** Milliseconds between two pieces. */
  pause = 0;
  #held: Promise<void> | undefined;
  #release: (() => void) | undefined;

  private constructor(server: Server, steps: Step[]) {
    this.#server = server;
    this.#steps = steps;
  }

  static async start(steps: Step[]): Promise<Model> {
    const server = createServer();
    const model = new Model(server, steps);
    server.on("request", (request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (piece: string) => (body += piece));
      request.on("end", () => void model.#answer(JSON.parse(body) as Request, response));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return model;
  }

  /** Thinks about the next answer until it is released. */
  hold(): void {
    this.#held = new Promise((resolve) => (this.#release = resolve));
  }

  release(): void {
    this.#release?.();
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/v1`;
  }

  /** The results of calls in the last request. */
  results(): string[] {
    const last = this.requests.at(-1);
    const tools = last?.messages.filter((message) => message.role === "tool") ?? [];
    return tools.map((message) => text(message.content));
  }

  /** The whole system prompt. */
  system(): string {
    return text(this.requests[0]?.messages.find((message) => message.role !== "user")?.content);
  }

  async #answer(request: Request, response: import("node:http").ServerResponse): Promise<void> {
    const step = this.#steps[this.requests.length] ?? { text: "done" };
    this.requests.push(request);
    await this.#held;
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = async (delta: unknown, finish: string | null = null): Promise<void> => {
      const choices = [{ index: 0, delta, finish_reason: finish }];
      response.write(`data: ${JSON.stringify({ id: "m", object: "chat.completion.chunk", created: 0, model: "mock", choices })}\n\n`);
      if (this.pause > 0) await new Promise((resolve) => setTimeout(resolve, this.pause));
    };
    await send({ role: "assistant", content: step.text ?? "" });
    for (const [index, call] of (step.calls ?? []).entries()) {
      const id = `call_${String(this.requests.length)}_${String(index)}`;
      await send({ tool_calls: [{ index, id, type: "function", function: { name: call.name, arguments: "" } }] });
      const text = typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
      for (let at = 0; at < text.length; at += 40) {
        await send({ tool_calls: [{ index, function: { arguments: text.slice(at, at + 40) } }] });
      }
    }
    await send({}, step.calls === undefined ? "stop" : "tool_calls");
    response.end("data: [DONE]\n\n");
    this.answered.push(performance.now());
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function text(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: unknown) => (part as { text?: string }).text ?? "").join("");
}
