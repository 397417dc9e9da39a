// The protocol's conformance suite against asq's transport and gate, with a fixture behind them. What fails is known, and
// nothing that is known passes: expected-2025.yml and expected-2026.yml say why.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fixture } from "../fixture.mjs";

const folder = join(import.meta.dirname, "..");

/** Runs a suite; its exit code and what it said. */
function run(suite, url, expected, at) {
    const program = join(folder, "node_modules", suite, "dist/index.js");
    const args = [program, "server", "--url", url, "--suite", "all", "--expected-failures", join(folder, expected)];
    return new Promise((done) => {
        execFile(process.execPath, args, { cwd: at, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
            done({ code: error ? error.code : 0, said: stdout.slice(stdout.indexOf("=== SUMMARY")) + stderr });
        });
    });
}

for (const [suite, expected] of [
    ["conformance-2025", "expected-2025.yml"],
    ["conformance-2026", "expected-2026.yml"],
]) {
    test(`the suite ${suite} passes but for what is expected`, async (t) => {
        const { url, end } = await fixture();
        // It writes its results where it runs.
        const at = mkdtempSync(join(tmpdir(), "asq-mcp-"));
        t.after(async () => {
            rmSync(at, { recursive: true });
            await end();
        });
        const { code, said } = await run(suite, url, expected, at);
        assert.equal(code, 0, said);
        assert.match(said, /input-required-result-tampered-state|elicitation-sep1330-enums/);
    });
}
