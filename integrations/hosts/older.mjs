// Passes the lines of an agent to a server and back, but for `server/discover`: without it the agent speaks the older era.
// Arguments: the server's command.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [program, ...args] = process.argv.slice(2);
const server = spawn(program, args, { stdio: ["pipe", "inherit", "inherit"] });
server.on("exit", (code) => process.exit(code ?? 1));
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (method !== "server/discover") return server.stdin.write(`${line}\n`);
    const error = { code: -32601, message: "Method not found" };
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`);
});
lines.on("close", () => server.stdin.end());
