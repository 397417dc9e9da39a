// A pi of these tests ends with all that it has started, or its home couldn't be removed.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { Pi } from "./pi.ts";
import { end, family } from "./processes.ts";

/** Outlives its terminal, as an asq does that keeps a draft, and goes on writing. */
const WRITES = 'trap "" HUP; echo $$ >~/started; i=0; while :; do i=$((i + 1)); mkdir -p ~/state/$i; done';

for (const [what, script] of [["", WRITES], [", in a session of its own", `setsid sh -c '${WRITES}'; true`]] as const) {
  it(`what still writes into the home is ended before the home is removed${what}`, async () => {
    const pi = await Pi.start({ steps: [] });
    pi.tmux("new-window", "-d", "sh", "-c", script);
    const started = join(pi.folder, "started");
    await pi.until("its first line", () => existsSync(started) && readFileSync(started, "utf8").endsWith("\n"));
    const pid = Number(readFileSync(started, "utf8"));
    assert.deepEqual(family([pid]).includes(pid), true);
    await pi.stop();
    assert.deepEqual(family([pid]), []);
    assert.equal(existsSync(pi.folder), false);
  });
}

it("a program whose terminal is gone belongs to its session still", async () => {
  const child = spawn("sh", ["-c", "sleep 1000 & sleep 1000 & echo; exit"], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
  await new Promise((resolve) => child.once("exit", resolve));
  const session = child.pid ?? 0;
  assert.equal(family([session]).length, 2);
  await end([session]);
  assert.deepEqual(family([session]), []);
});
