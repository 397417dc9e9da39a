// A real OpenCode with open questions, for `cargo xtask bench server`: prints its address once all of them wait, and
// ends with its standard input.
//   node bench.mjs COUNT

import { startOpenCode } from "./opencode.mjs";

const QUESTION = {
    questions: [
        {
            question: "Where should the sessions be kept?",
            header: "Sessions",
            options: [
                { label: "PostgreSQL", description: "It runs already, and both machines reach it." },
                { label: "Redis", description: "Fast, and lost when it restarts." },
            ],
        },
    ],
};
/** So many sessions ask at once. */
const AT_ONCE = 4;

const code = await startOpenCode();
try {
    for (let left = Number(process.argv[2]); left > 0; left -= AT_ONCE) {
        await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, () => code.ask([QUESTION])));
    }
    console.log(new URL(code.url).host);
    for await (const _ of process.stdin);
} finally {
    await code.end();
}
