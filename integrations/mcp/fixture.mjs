// The fixture server for the conformance suite, behind a proxy that knows its token: the suite has none.

import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import { createInterface } from "node:readline";

const PROGRAM = process.env.MCP_FIXTURE;
if (!PROGRAM) throw new Error("MCP_FIXTURE names no server; scripts/test-mcp builds one");

/** Starts it; its address and its end. */
export async function fixture() {
    const child = spawn(PROGRAM, { stdio: ["pipe", "pipe", "inherit"] });
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    const [address, token] = line.split(" ");
    const target = new URL(address);
    const proxy = http.createServer((request, response) => {
        // Only its own name becomes the server's: foreign ones are for the gate to refuse.
        const own = `localhost:${proxy.address().port}`;
        const renamed = (text) => text?.replace(own, target.host);
        const headers = { ...request.headers, host: renamed(request.headers.host), authorization: `Bearer ${token}` };
        if (headers.origin) headers.origin = renamed(headers.origin);
        const { url: path, method } = request;
        const passed = http.request({ host: target.hostname, port: target.port, path, method, headers }, (reply) => {
            response.writeHead(reply.statusCode, reply.headers);
            reply.pipe(response);
        });
        passed.on("error", () => response.destroy());
        response.on("close", () => passed.destroy());
        request.pipe(passed);
    });
    await new Promise((listens) => proxy.listen(0, "127.0.0.1", listens));
    const end = () => {
        proxy.closeAllConnections();
        proxy.close();
        child.stdin.end();
        return once(child, "exit");
    };
    return { url: `http://localhost:${proxy.address().port}/mcp`, end };
}
