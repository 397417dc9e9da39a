// Two servers on one PostgreSQL: each shows on its page what happens at the other.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../../opencode/opencode.mjs";
import { launch, Page } from "../browser.mjs";
import { Postgres } from "../postgres.mjs";

const SETTINGS = "guard = 0\ninbox.hold = 0\n";

let browser, database, here, there;

before(async () => {
    database = await Postgres.start();
    browser = await launch();
    here = await Page.open(browser, { store: database.url, settings: SETTINGS });
    there = await Page.open(browser, { store: database.url, settings: SETTINGS });
});
after(async () => {
    await here?.end();
    await there?.end();
    await browser?.close();
    await database?.end();
});

test("each shows the other's asks and answers by itself, and has its texts", async () => {
    for (const [one, other] of [[here, there], [there, here]]) {
        await other.tab.goto(other.origin);
        const { id, path } = await one.asked([{ question: "Why?", kind: "text" }], { call: one.origin });
        await other.tab.locator("li.request").waitFor();

        await one.tab.goto(path);
        const second = await other.newTab();
        await second.goto(`${other.origin}/r/${id}`);
        await one.tab.getByLabel("Your answer").fill("typed here");
        await eventually("the text there", async () => {
            await second.reload();
            return (await second.getByLabel("Your answer").inputValue()) === "typed here";
        });

        await one.tab.getByRole("button", { name: "Submit", exact: true }).click();
        await second.locator(".notice").waitFor();
        await one.tab.getByRole("heading", { name: /submitted|has the answer/ }).waitFor();
        await second.close();
    }
});
