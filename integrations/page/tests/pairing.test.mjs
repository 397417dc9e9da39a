// A phone is paired: the code that asq serve --qr draws is read from a real terminal, as a camera sees it on a dark and on
// a light theme, and the link in it signs a real browser of a phone's size in.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import jsQR from "jsqr";
import { Asq } from "../../opencode/asq.mjs";
import { eventually } from "../../opencode/opencode.mjs";
import { OWN_ADDRESS, ownPlace } from "../../opencode/own-address.mjs";
import { launch, signIn } from "../browser.mjs";

const NAME = "phone.test";
const ANDROID = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36";
const [DARK, LIGHT] = [0, 255];

let browser, asq, terminal;

// The name leads to this machine, as one in the home's network would.
before(async () => (browser = await launch(`--host-resolver-rules=MAP ${NAME} ${OWN_ADDRESS}`)));
after(() => browser?.close());
afterEach(async () => {
    terminal?.end();
    await asq?.end();
});

/** A terminal of 80 columns and 24 rows that runs asq. */
class Terminal {
    folder = mkdtempSync(join(tmpdir(), "asq-tmux-"));

    constructor(asq, more, ...args) {
        const env = { ...asq.env(), TERM: "xterm-256color", XDG_RUNTIME_DIR: asq.home, ...more };
        const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
        this.tmux("new-session", "-d", "-x", "80", "-y", "24", "env", "-i", ...words, process.env.ASQ_BIN, ...args);
    }

    tmux(...args) {
        return execFileSync("tmux", ["-S", join(this.folder, "socket"), "-f", "/dev/null", ...args], { encoding: "utf8" });
    }

    /** The screen: its cells as pairs of halves, the upper and the lower one, on a theme with these own colours. */
    picture(ink, paper) {
        return halves(this.tmux("capture-pane", "-p", "-e", "-N"), ink, paper);
    }

    screen() {
        return this.tmux("capture-pane", "-p");
    }

    end() {
        try {
            this.tmux("kill-server");
        } catch {
            // It has ended already.
        }
        rmSync(this.folder, { recursive: true, force: true });
    }
}

const COLOURS = { 30: DARK, 97: LIGHT, 40: DARK, 107: LIGHT };

/** The halves of each row's cells. Letters are all ink: they don't belong to a code. */
function halves(screen, ink, paper) {
    let [fore, back] = [ink, paper];
    const rows = [[]];
    for (const [, codes, letter] of screen.matchAll(/\x1b\[([\d;]*)m|([^\x1b])/gu)) {
        for (const code of codes?.split(";") ?? []) {
            if (code === "" || code === "0") [fore, back] = [ink, paper];
            else if (code === "39") fore = ink;
            else if (code === "49") back = paper;
            else if (code.length === 2 && "39".includes(code[0])) fore = COLOURS[code];
            else back = COLOURS[code];
            assert.ok(fore !== undefined && back !== undefined, `the colour ${code}`);
        }
        if (letter === "\n") rows.push([]);
        else if (letter) rows.at(-1).push({ " ": [back, back], "▀": [fore, back], "▄": [back, fore] }[letter] ?? [fore, fore]);
    }
    return rows;
}

/** The text of the code in a picture, as a camera reads it: each half of a cell is a square of some points. */
function read(picture, paper) {
    const POINTS = 6;
    const [width, height] = [80 * POINTS, picture.length * 2 * POINTS];
    const points = new Uint8ClampedArray(width * height * 4).fill(255);
    for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
            const half = Math.floor(y / POINTS);
            const cell = picture[half >> 1][Math.floor(x / POINTS)];
            points.fill(cell ? cell[half % 2] : paper, (y * width + x) * 4, (y * width + x) * 4 + 3);
        }
    }
    return jsQR(points, width, height)?.data;
}

for (const [name, more] of [["in colours", {}], ["without colours", { NO_COLOR: "1" }]]) {
    test(`a phone reads the code on the screen, on a dark and a light theme, and is signed in, ${name}`, async () => {
        asq = new Asq();
        const place = ownPlace();
        const port = place.at(-1);
        const url = `http://${NAME}:${port}`;
        terminal = new Terminal(asq, more, "serve", "--qr", ...place, "--public-url", url, "--insecure");
        const shown = await eventually("all of the code", () => {
            const link = /^asq serves (\S+)/m.exec(terminal.screen().replace(/\n(?=[0-9a-f]+\n)/, ""))?.[1];
            return read(terminal.picture(LIGHT, DARK), DARK) && link;
        });
        const codes = [[LIGHT, DARK], [DARK, LIGHT]].map(([ink, paper]) => read(terminal.picture(ink, paper), paper));
        assert.deepEqual(codes, [shown, shown], terminal.screen());
        assert.match(shown, new RegExp(`^${url}/l/[0-9a-f]{32}$`));
        const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, userAgent: ANDROID });
        const tab = await phone.newPage();
        await signIn(tab, codes[0]);
        await tab.getByRole("heading", { name: "Nothing is open" }).waitFor();
        assert.equal(tab.url(), `${url}/`);
        const [cookie] = await phone.cookies();
        assert.deepEqual([cookie.name, cookie.httpOnly, cookie.sameSite], [`asq_${port}`, true, "Strict"]);
        const sessions = await asq.json("token", "list");
        assert.deepEqual(sessions.map(({ right, label }) => [right, label.replace(/^.* · /, "")]), [["page", "Chromium on Android"]]);
        // From now on it needs no link.
        await tab.goto(`${url}/history`);
        await tab.getByRole("button", { name: "Sign out" }).waitFor();
        await phone.close();
    });
}

test("a server of this machine alone draws no code, and says how a phone reaches one", async () => {
    asq = new Asq();
    terminal = new Terminal(asq, {}, "serve", "--qr");
    await eventually("the ways", () => /no code was drawn: a phone can't reach http:\/\/127\.0\.0\.1:/.test(terminal.screen()));
    const screen = terminal.screen();
    assert.ok(screen.includes("--public-url https://NAME") && screen.includes("--listen ADDR") && !screen.includes("▀"), screen);
});
