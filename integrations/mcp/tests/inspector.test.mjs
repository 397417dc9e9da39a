// The protocol's inspector against `asq mcp` itself, in both eras.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const PROGRAM = process.env.ASQ_BIN;
if (!PROGRAM) throw new Error("ASQ_BIN names no asq; scripts/test-mcp builds one");
const inspector = join(import.meta.dirname, "../node_modules/.bin/mcp-inspector");

/** What the inspector prints as JSON. */
function inspected(home, era, ...args) {
    const env = { PATH: process.env.PATH, HOME: home, TZ: "UTC" };
    const all = ["--cli", PROGRAM, "mcp", "--limit", "200ms", "--protocol-era", era, ...args];
    return new Promise((done, fail) => {
        execFile(inspector, all, { env, cwd: home, timeout: 60000 }, (error, stdout, stderr) => {
            if (error) fail(new Error(`${error}\n${stdout}${stderr}`));
            else done(JSON.parse(stdout));
        });
    });
}

for (const era of ["legacy", "modern"]) {
    test(`the inspector lists and calls the tools in the ${era} era`, async (t) => {
        const home = mkdtempSync(join(tmpdir(), "asq-inspector-"));
        t.after(() => rmSync(home, { recursive: true }));
        const { tools } = await inspected(home, era, "--method", "tools/list");
        assert.deepEqual(tools.map(({ name }) => name), ["ask", "wait"]);
        const questions = JSON.stringify([{ question: "Which store?", options: [{ label: "SQLite" }, { label: "Other" }] }]);
        const call = ["--method", "tools/call", "--tool-name", "ask", "--tool-arg", `questions=${questions}`];
        const pending = await inspected(home, era, ...call);
        assert.equal(pending.structuredContent.outcome, "pending", JSON.stringify(pending));
        const { contents } = await inspected(home, era, "--method", "resources/read", "--uri", "asq://pending");
        const [own] = JSON.parse(contents[0].text);
        assert.equal(own.id, pending.structuredContent.id);
    });
}
