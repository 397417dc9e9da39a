// How a person answers on the page: with a mouse, with a finger, or with a keyboard alone.
// An answer is data, so that each way does the same: for each question its picks by label, `own` words, a `text`, a
// `note`, or `open: true`; for all of them `confirm`, or in place of an answer `decline`, `discuss` or `cancel`.

/** Where to press for the parts of an answer. */
class Places {
    constructor(tab, at) {
        this.question = tab.locator("fieldset.question").nth(at);
        this.at = at;
    }

    option(label) {
        return this.question.locator("li.option > label").filter({ has: this.question.page().getByText(label, { exact: true }) }).locator("input");
    }

    own() {
        return this.question.locator(`textarea[name='q${this.at}.custom']`);
    }

    text() {
        return this.question.locator(`[name='q${this.at}.text']`);
    }

    noteSummary() {
        return this.question.locator("details.note > summary");
    }

    note() {
        return this.question.locator(`textarea[name='q${this.at}.note']`);
    }

    confirm() {
        return this.question.locator(`[name='q${this.at}.confirm']`);
    }
}

/** With `click` or `tap`. */
export class Pointer {
    constructor(tab, press) {
        Object.assign(this, { tab, press });
    }

    on(locator) {
        return locator[this.press]();
    }

    /** Types into a field after a press on it. */
    async into(locator, text) {
        await this.on(locator);
        await locator.fill(text);
    }

    async question(at, { picks = [], own, text, note, open }) {
        const places = new Places(this.tab, at);
        for (const label of picks) await this.on(places.option(label));
        if (open) await this.on(places.option("No answer"));
        if (own !== undefined) {
            await this.on(places.question.locator("li.custom > label"));
            await this.into(places.own(), own);
        }
        if (text !== undefined) await this.into(places.text(), text);
        if (note !== undefined) {
            await this.on(places.noteSummary());
            await this.into(places.note(), note);
        }
    }

    button(name) {
        return this.on(this.tab.getByRole("button", { name, exact: true }));
    }

    async confirm(at, text) {
        await this.into(new Places(this.tab, at).confirm(), text);
    }

    async waysOut() {
        await this.on(this.tab.locator("details.ways-out > summary"));
    }

    reason(text) {
        return this.into(this.tab.locator("#reason"), text);
    }
}

/** Tab, arrows, Space, Enter and what is typed. */
export class Keyboard extends Pointer {
    constructor(tab) {
        super(tab, "focus");
    }

    /** Goes on with Tab until the focus is there. */
    async on(locator) {
        const { keyboard } = this.tab;
        const there = () => locator.evaluate((it) => it === document.activeElement);
        const seen = [];
        for (let tabs = 0; tabs < 80; tabs++) {
            if (await there()) return;
            await keyboard.press("Tab");
            seen.push(await this.tab.evaluate(() => document.activeElement.outerHTML.slice(0, 60)));
        }
        throw new Error(`Tab never comes to ${locator}: ${seen.join("\n")}`);
    }

    async into(locator, text) {
        await this.on(locator);
        await this.tab.keyboard.press("Control+A");
        const lines = text.split("\n");
        for (const [at, line] of lines.entries()) {
            if (at > 0) await this.tab.keyboard.press("Enter");
            await this.tab.keyboard.type(line);
        }
    }

    async question(at, { picks = [], own, text, note, open }) {
        const { keyboard } = this.tab;
        const places = new Places(this.tab, at);
        for (const label of open ? ["No answer"] : picks) {
            const option = places.option(label);
            if ((await option.getAttribute("type")) === "checkbox") {
                await this.on(option);
                await keyboard.press("Space");
                continue;
            }
            await this.on(places.question.locator("input[type=radio]").first());
            await keyboard.press("Space");
            while (!(await option.isChecked())) await keyboard.press("ArrowDown");
        }
        if (own !== undefined) await this.into(places.own(), own);
        if (text !== undefined) await this.into(places.text(), text);
        if (note !== undefined) {
            await this.on(places.noteSummary());
            await keyboard.press("Enter");
            await this.into(places.note(), note);
        }
    }

    async button(name) {
        await this.on(this.tab.getByRole("button", { name, exact: true }));
        await this.tab.keyboard.press("Enter");
    }

    async waysOut() {
        await this.on(this.tab.locator("details.ways-out > summary"));
        await this.tab.keyboard.press("Enter");
    }
}

/** Gives an answer on the page of its request, as far as the last button. */
export async function answer(by, { questions = [], confirm = [], decline, discuss, cancel }) {
    for (const [at, given] of questions.entries()) if (given) await by.question(at, given);
    if (decline !== undefined || discuss || cancel) {
        await by.waysOut();
        if (decline) await by.reason(decline);
        return by.button(discuss ?? (cancel ? "Cancel" : "Decline"));
    }
    if (await by.tab.getByRole("button", { name: "Review", exact: true }).count()) {
        await by.button("Review");
        await by.tab.getByRole("heading", { name: "Your answers" }).waitFor();
    }
    for (const [at, text] of confirm.entries()) if (text !== undefined) await by.confirm(at, text);
    await by.button("Submit");
}
