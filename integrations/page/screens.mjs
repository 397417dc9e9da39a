// Pictures of every state of the page, in a phone's, a tablet's and a desk's width, light and dark.
// A picture that is in docs/screens/page, where docs/page.md shows it, is drawn again there; all others go into
// target/screens/page. `scripts/screens-page` builds asq and runs this; names of states draw only these.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, Page } from "./browser.mjs";
import { withPalette } from "./png.mjs";
import { SCENES, steady } from "./scenes.mjs";

const [SHOWN, OTHERS] = ["docs", "target"].map((it) => fileURLToPath(new URL(`../../${it}/screens/page`, import.meta.url)));
/** Where a picture goes. */
const place = (picture) => join(process.env.ASQ_SCREENS ?? (existsSync(join(SHOWN, picture)) ? SHOWN : OTHERS), picture);
const SIZES = [{ width: 360, height: 740 }, { width: 800, height: 700 }, { width: 1600, height: 900 }];
/** States that look like others. */
const ALIKE = ["one-chosen", "history-nothing", "aside"];
/** The most of a page that a picture shows. */
const HIGHEST = 1100;

mkdirSync(process.env.ASQ_SCREENS ?? OTHERS, { recursive: true });
const wanted = process.argv.slice(2);
const names = Object.keys(SCENES).filter((name) => (wanted.length === 0 ? !ALIKE.includes(name) : wanted.includes(name)));
const browser = await launch();
for (const name of names) {
    const page = await Page.open(browser, { reducedMotion: "reduce" });
    const tab = (await SCENES[name](page, browser)) ?? page.tab;
    for (const size of SIZES) {
        for (const colorScheme of ["light", "dark"]) {
            await tab.emulateMedia({ colorScheme });
            await tab.setViewportSize(size);
            await steady(tab, page.asq);
            // What is out of sight may not be painted, so all of the page is in sight.
            const height = await tab.evaluate(() => document.documentElement.scrollHeight);
            await tab.setViewportSize({ ...size, height: Math.min(Math.max(height, size.height), HIGHEST) });
            await tab.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
            const png = await tab.screenshot({ caret: "hide", animations: "disabled" });
            writeFileSync(place(`${name}-${size.width}-${colorScheme}.png`), withPalette(png));
        }
    }
    if (tab.context() !== page.context) await tab.context().close();
    await page.end();
}
await browser.close();
