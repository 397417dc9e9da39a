// Texts that a test compares with a file; UPDATE_EXPECT=1 writes the file, and its diff is the review.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = new URL("tests/snapshots/", import.meta.url);

export function assertKept(name, text) {
    const file = fileURLToPath(new URL(name, FOLDER));
    if (process.env.UPDATE_EXPECT === "1") {
        mkdirSync(fileURLToPath(FOLDER), { recursive: true });
        writeFileSync(file, text);
    }
    assert.equal(text, readFileSync(file, "utf8"), `${name} differs; UPDATE_EXPECT=1 rewrites it`);
}
