// Every state of the page, once: pictures are made of them, and axe goes over them.
// A scene begins with a person who is signed in at the list, and leads a tab to its state.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../opencode/opencode.mjs";

export const DATABASE = {
    id: "db", header: "Database", question: "Which database should the new service use?",
    description: "It stores about 2 GB, and grows by 100 MB a month.",
    options: [
        { label: "PostgreSQL", description: "Already run by the infra team; row-level security and JSONB cover the tenant model", recommended: true },
        { label: "SQLite + Litestream", description: "No server to operate; single writer, restore tested at 40 s for 2 GB" },
        { label: "DynamoDB", description: "Scales without tuning, but the reporting queries need a second store" },
    ],
};
export const RELEASE = [
    { id: "env", header: "Environment", question: "Which environment gets the new version first?", options: [{ label: "Staging", description: "Validate safely", recommended: true }, { label: "Production", description: "Ship it" }, { label: "Canary", description: "1 % of the traffic" }] },
    { id: "checks", header: "Checks", question: "Which checks have to pass before?", description: "Each of them can be repeated later.", kind: "select_many", min: 1, max: 2, options: [{ label: "Unit tests" }, { label: "Load test", description: "Takes 40 minutes" }, { label: "Migration dry run" }] },
    { id: "public", header: "Announce", question: "Announce it in the changelog?", kind: "confirm" },
    { id: "replicas", header: "Replicas", question: "How many replicas?", kind: "number", min: 1, max: 100, unit: "pods" },
    { id: "notes", header: "Notes", question: "Anything the on-call should know?", kind: "text", placeholder: "context, blockers, surprises…", skippable: true },
];
export const DANGER = [{
    id: "drop", header: "Drop users", question: "May I drop the table users in the production database?",
    context: "It has 48,213 rows. The last dump is of **yesterday, 02:00**; what came since then is lost.",
    kind: "confirm", yes: "Drop it", no: "Keep it", danger: "drop users",
}];
export const SECRET = [{ id: "token", header: "Token", question: "The token of the preview server?", description: "I need it once, to publish the preview.", sensitive: true, placeholder: "starts with pk_" }];
const LAYOUT = {
    header: "Layout", question: "Which layout should the settings page have?",
    context: "The page has **three groups**: general, keys, billing. Most people open it on a phone.\n\n| group | fields |\n|---|---|\n| general | 4 |\n| keys | 2 |\n| billing | 7 |",
    options: [
        { label: "Sidebar", description: "Groups on the left", recommended: true, preview: { kind: "text", source: "┌──────┬──────────────┐\n│ Gen  │ Name  [____] │\n│ Keys │ Theme [Dark] │\n│ Bill │              │\n└──────┴──────────────┘" } },
        { label: "Tabs", description: "Groups across the top", preview: { kind: "text", source: "┌ Gen ┬ Keys ┬ Bill ┐\n│ Name  [____]      │\n│ Theme [Dark]      │\n└───────────────────┘" } },
    ],
};
const ERRORS = {
    header: "Errors", question: "Which error-handling style should the parser module use?",
    options: [
        { label: "thiserror enum", description: "Typed, matchable", preview: { kind: "code", language: "rust", source: "#[derive(thiserror::Error, Debug)]\npub enum ParseError {\n    /// Not expected here.\n    #[error(\"unexpected token {0:?} at {1}\")]\n    Token(String, usize),\n    #[error(transparent)]\n    Io(#[from] std::io::Error),\n}" } },
        { label: "anyhow at the edges", description: "Less code", preview: { kind: "code", language: "rust", source: "pub fn parse(s: &str) -> anyhow::Result<Ast> {\n    let tokens = lex(s).context(\"lexing\")?;\n    Ok(build(tokens)?) // 42\n}" } },
        { label: "Keep what is there", preview: { kind: "code", language: "diff", source: "-pub fn parse(s: &str) -> Result<Ast, String>\n+pub fn parse(s: &str) -> Result<Ast, String> // documented" } },
    ],
};
const PLAN = {
    header: "Plan", question: "Which way in do we build first?",
    options: [
        { label: "Sign-in by link", preview: { kind: "mermaid", source: "sequenceDiagram\n  actor U as User\n  participant A as App\n  participant P as Provider\n  U->>A: /login\n  A->>P: redirect with state\n  P-->>A: code\n  A-->>U: token" } },
        { label: "Sign-in by key", description: "With the document that the team wrote", preview: { kind: "markdown", source: "## Keys\n\n- one per *client*\n- sent in a **header**, see [the design](https://design.example/keys)\n\n1. issue\n2. rotate\n\n> Not for browsers.\n\n```ts\nexport const key = (name: string) => `k_${name}`;\n```" } },
    ],
};
const LOGO = {
    header: "Logo", question: "Which logo goes into the header?",
    options: [
        { label: "The wave", preview: { kind: "svg", source: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 80"><rect width="240" height="80" rx="10" fill="#1f5fbf"/><path d="M20 45 q20 -30 40 0 t40 0 t40 0 t40 0 t40 0" fill="none" stroke="#fff" stroke-width="6"/></svg>' } },
        { label: "The card", preview: { kind: "html", source: "<style>body{font:16px sans-serif;margin:12px}div{border:2px solid teal;border-radius:12px;padding:12px}</style><div><b>asq</b><p>Answer anywhere.</p></div>" } },
    ],
};
const ARABIC = [{ header: "قاعدة البيانات", question: "أي قاعدة بيانات نستخدم للخدمة الجديدة؟", description: "حجمها حوالي 2 GB", options: [{ label: "PostgreSQL", description: "يديرها الفريق بالفعل" }, { label: "SQLite", description: "لا حاجة إلى خادم" }] }];
const JAPANESE = [{ header: "キャッシュ", question: "これは日本語の質問です。どの方式でキャッシュしますか？", options: [{ label: "Redis", description: "既存のクラスタを使う。TTL は 5 分", recommended: true }, { label: "プロセス内 LRU", description: "再起動で消えるが最速" }] }];
const HOSTILE = [{
    header: "Escape", question: "── asked by agent root ──\nApprove `rm -rf ./build`?\u001b[31m <aside class=\"bar\">asked by agent root</aside>",
    options: [{ label: "1. Yes, I reviewed it" }, { label: "Safe\u202etxt.exe" }, { label: "Zoé 👩‍💻 日本語 " + "unbreakable".repeat(12) }, { label: "<script>alert(1)</script>" }],
}];

/** Asks, as this agent in this folder; leads the tab to the request. */
async function ask(page, questions, { name = "claude-code", folder = "shop", go = true, ...more } = {}) {
    const place = join(page.asq.home, folder);
    mkdirSync(place, { recursive: true });
    const asked = await page.asked(questions, { name, folder: place, session: "fix-login", call: "toolu_01A", ...more });
    if (go) await page.tab.goto(asked.path);
    return asked;
}

/** A box or a button of a question, by its label. */
const pick = (tab, label) => tab.locator("li.option label").filter({ hasText: label }).first().click();
const press = (tab, name) => tab.getByRole("button", { name, exact: true }).click();

async function filled(page) {
    const asked = await ask(page, RELEASE);
    const { tab } = page;
    for (const label of ["Staging", "Unit tests", "Migration dry run", "Yes"]) await pick(tab, label);
    await tab.getByLabel("Your number").fill("3");
    await tab.getByRole("group", { name: /Notes/ }).getByLabel("Your answer").fill("The dry run takes an hour.\nAsk Ada if it fails.");
    return asked;
}

/** By name; what each leads to. Its tab is `page.tab`, unless it returns another one. */
export const SCENES = {
    "signed-out": async (page, browser) => {
        const tab = await (await browser.newContext({ viewport: page.tab.viewportSize() })).newPage();
        await tab.goto(page.origin);
        return tab;
    },
    "link": async (page, browser) => {
        const tab = await (await browser.newContext({ viewport: page.tab.viewportSize() })).newPage();
        await tab.goto((await page.asq.ends(0, "serve", "--link")).trim());
        return tab;
    },
    "list-empty": async ({ tab }) => tab.getByRole("heading", { name: "Nothing is open" }).waitFor(),
    "list": async (page) => {
        await ask(page, DANGER, { folder: "srv/db", call: "c1", go: false });
        await ask(page, RELEASE, { name: "codex", call: "c2", go: false });
        const begun = await ask(page, [DATABASE], { call: "c3" });
        await page.tab.locator("textarea[name='q0.custom']").fill("Neither: a file is enough");
        await page.asq.until(begun.id, "the draft", (shown) => shown.drafts.length > 0);
        await ask(page, SECRET, { name: "pi", folder: "site", call: "c4", go: false });
        await ask(page, ARABIC, { name: "build", call: "c5", go: false });
        await ask(page, [ERRORS], { name: "codex", folder: "parser", call: "c6", go: false });
        await ask(page, [PLAN], { name: "codex", call: "c7", go: false });
        await ask(page, [LAYOUT], { name: "gemini", folder: "site", call: "c8" });
        await page.tab.getByText("Put aside", { exact: true }).click();
        await page.tab.getByRole("button", { name: "tomorrow at nine" }).click();
        await page.tab.getByRole("heading", { name: /open questions/ }).waitFor();
    },
    "one": async (page) => void (await ask(page, [DATABASE])),
    "one-chosen": async (page) => {
        await ask(page, [DATABASE]);
        await pick(page.tab, "SQLite");
        await page.tab.keyboard.press("Tab");
    },
    "several": async (page) => void (await ask(page, RELEASE)),
    "problems": async (page) => {
        await ask(page, RELEASE);
        await pick(page.tab, "Staging");
        await page.tab.getByLabel("Your number").fill("three");
        await press(page.tab, "Review");
        await page.tab.getByRole("alert").first().waitFor();
    },
    "review": async (page) => {
        await filled(page);
        await press(page.tab, "Review");
        await page.tab.getByRole("heading", { name: "Your answers" }).waitFor();
    },
    "danger": async (page) => void (await ask(page, DANGER, { folder: "srv/db" })),
    "danger-review": async (page) => {
        await ask(page, DANGER, { folder: "srv/db" });
        await pick(page.tab, "Drop it");
        await press(page.tab, "Review");
        await page.tab.getByLabel(/Type this exactly/).fill("drop user");
        await press(page.tab, "Submit");
        await page.tab.getByRole("alert").first().waitFor();
    },
    "secret": async (page) => void (await ask(page, SECRET, { name: "pi", folder: "site" })),
    "previews": async (page) => void (await ask(page, [LAYOUT])),
    "code": async (page) => void (await ask(page, [ERRORS])),
    "diagrams": async (page) => void (await ask(page, [PLAN])),
    "framed": async (page) => {
        await ask(page, [LOGO]);
        for (const frame of await page.tab.locator("iframe").all()) await frame.scrollIntoViewIfNeeded();
        await eventually("the frames", async () => page.tab.frames().length > 2);
        await page.tab.evaluate(() => scrollTo(0, 0));
    },
    "filter": async (page) => {
        const options = Array.from({ length: 40 }, (_, at) => ({ label: `region-${String(at).padStart(2, "0")}`, description: `${["east", "west", "north"][at % 3]}, ${(at * 7) % 23} tenants` }));
        await ask(page, [{ header: "Region", question: "Which region goes first?", options }]);
        await page.tab.getByLabel("Filter").fill("west 1");
    },
    "compare": async (page) => {
        await ask(page, [ERRORS]);
        for (const at of [0, 1]) await page.tab.getByRole("button", { name: "Compare" }).nth(at).click();
        await page.tab.getByRole("dialog", { name: "Two previews" }).waitFor();
    },
    "held": async (page) => {
        await ask(page, [DATABASE]);
        // Its clock stands, so that there is time to look.
        await page.tab.evaluate(() => {
            const real = setTimeout;
            globalThis.setTimeout = (run, ms, ...more) => (ms === 1000 ? 0 : real(run, ms, ...more));
        });
        await pick(page.tab, "PostgreSQL");
        await press(page.tab, "Submit");
        await page.tab.locator(".holding").waitFor();
    },
    "aside": async (page) => {
        await ask(page, [DATABASE]);
        await page.tab.getByText("Put aside", { exact: true }).click();
    },
    "ways-out": async (page) => {
        await ask(page, [DATABASE]);
        await page.tab.getByText("Without an answer").click();
    },
    "elsewhere": async (page) => {
        const { id } = await ask(page, [DATABASE]);
        await page.tab.locator("textarea[name='q0.custom']").fill("Neither: a file is enough");
        await page.asq.ends(0, "answer", id, "--pick", "DynamoDB");
        await page.tab.locator(".notice").waitFor();
    },
    "clash": async (page) => {
        const { id, path } = await ask(page, [{ header: "Why", question: "Why was the release rolled back?", kind: "text" }]);
        const second = await page.newTab();
        await second.goto(path);
        await page.context.setOffline(true);
        await page.tab.getByLabel("Your answer").fill("The health check was too strict.");
        await page.context.setOffline(false);
        await second.getByLabel("Your answer").fill("Disk full on db-2.");
        await page.asq.until(id, "the draft", (shown) => shown.drafts.length > 0);
        const clashed = (tab) => tab.locator(".other").count();
        await eventually("a clash", async () => (await clashed(page.tab)) || (await clashed(second)));
        return (await clashed(second)) ? second : page.tab;
    },
    "offline": async (page) => {
        await ask(page, [DATABASE]);
        await page.context.setOffline(true);
        await page.tab.getByText("Not connected.").waitFor();
    },
    "keys": async (page) => {
        await ask(page, [DATABASE]);
        await page.tab.keyboard.press("?");
        await page.tab.getByRole("dialog", { name: "Keys" }).waitFor();
    },
    "submitted": async (page) => {
        const { id, agent } = await filled(page);
        await agent.stop();
        await page.asq.until(id, "an asker that is gone", ({ asker_waits }) => !asker_waits);
        await press(page.tab, "Review");
        await press(page.tab, "Submit");
        await page.tab.getByRole("heading", { name: "Answer submitted, waiting for agent…" }).waitFor();
    },
    "answered": async (page) => {
        const { id } = await filled(page);
        await press(page.tab, "Review");
        await page.tab.getByRole("heading", { name: "Your answers" }).waitFor();
        await press(page.tab, "Submit");
        await page.asq.until(id, "the delivery", ({ delivered_at }) => delivered_at);
        await page.tab.getByRole("heading", { name: "The agent has the answer" }).waitFor();
    },
    "declined": async (page) => {
        await ask(page, [DATABASE]);
        await page.tab.getByText("Without an answer").click();
        await page.tab.getByLabel(/A reason/).fill("Ask the platform team first.");
        await press(page.tab, "Decline");
        await page.tab.getByRole("heading", { name: "Closed" }).waitFor();
    },
    "history": async (page) => {
        for (const [questions, answer] of [[[DATABASE], ["--pick", "PostgreSQL"]], [[{ question: "Why was it rolled back?", kind: "text" }], ["--text", "Disk full"]], [JAPANESE, ["--pick", "Redis"]]]) {
            const { id } = await ask(page, questions, { go: false, call: `c${Math.random()}` });
            await page.asq.ends(0, "answer", id, ...answer);
        }
        await page.tab.goto(`${page.origin}/history`);
    },
    "history-nothing": async (page) => void (await page.tab.goto(`${page.origin}/history?text=elephant`)),
    "not-found": async (page) => void (await page.tab.goto(`${page.origin}/r/7njx013bg9j7k6vnxt1jfgx7n8`)),
    "right-to-left": async (page) => void (await ask(page, ARABIC)),
    "japanese": async (page) => void (await ask(page, JAPANESE)),
    "hostile": async (page) => void (await ask(page, HOSTILE)),
};

/** Gives what differs from run to run a fixed value: the home, ids, process numbers, ages and dates. */
export const steady = (tab, asq) =>
    tab.evaluate((home) => {
        const named = document.querySelectorAll("main > p > strong > bdi");
        ["Chromium on Linux", "ada", "workbench"].forEach((name, at) => named[at] && (named[at].textContent = name));
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let text; (text = texts.nextNode()); ) {
            const fixed = text.data
                .replaceAll(home, "/home/ada")
                .replace(/(?<=^|· )\d+ s(?= ago|$)/g, "12 s")
                .replace(/(?<=· )[0-9a-z]{6}(?=$| ·)/g, "4f2c1d")
                .replace(/^ \d+$/, (number) => (text.parentElement.matches(".bar .fact") ? " 4242" : number))
                .replace(/, \d\d:\d\d(?=\. |$)/, (time) => (text.parentElement.matches(".ended, .line-state, .own") ? ", 12:00" : time))
                .replace(/\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?( \+00:00)?/g, "2026-11-26 12:00");
            if (fixed !== text.data) text.data = fixed;
        }
    }, asq.home);
