// One picture of a form inside real pi, for scripts/screens: the screen after some keys.
//
// - Installs with `asq install pi --path`, as a person does; ASQ_BIN names the asq that installs.
// - Keys have tmux's names; quoted ones are typed literally, with `_` for a blank.
// - `@inbox` comes first and opens an inbox elsewhere; `@answer:LABEL` answers from another process.
// - Waits until the screen has been still for longer than the guard against stray keys.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { ASQ, Pi } from "./pi.ts";

/** Longer than a new page ignores keys that commit, and than pi takes to draw. */
const STILL_MS = 500;

const [size = "80x24", theme = "dark", file = "", ...keys] = process.argv.slice(2);
const [width = 80, height = 24] = size.split("x").map(Number);
const call = JSON.parse(readFileSync(file, "utf8")) as { name: string; arguments: unknown };

/** Ignores pi's spinner. */
const shown = (pi: Pi): string => pi.styled().replace(/[\u2800-\u28ff]/g, "");

async function still(pi: Pi): Promise<void> {
  let last = shown(pi);
  let since = Date.now();
  while (Date.now() - since < STILL_MS) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const now = shown(pi);
    if (now !== last) [last, since] = [now, Date.now()];
  }
}

const pi = await Pi.prepare({
  steps: [{ calls: [call] }, { text: "Understood." }],
  agent: ".pi/agent",
  environment: { ASQ_BIN: "", COLORTERM: "truecolor" },
  settings: { theme },
  width,
  height,
});
try {
  const dialects = ["question", "questionnaire", "spec", "ask_user_question"].flatMap((id) => ["--dialect", id]);
  execFileSync(ASQ, ["install", "pi", "--path", pi.folder, ...dialects], { cwd: pi.cwd, env: pi.environment() });
  const asq = (...words: string[]): string => execFileSync(ASQ, words, { cwd: pi.cwd, env: pi.environment(), encoding: "utf8" });
  await pi.open();
  if (keys[0] === "@inbox") {
    keys.shift();
    pi.tmux("new-window", "-d", "-n", "inbox", ASQ, "inbox");
    await pi.until("an inbox in use", () => asq("doctor").includes("in use"));
  }
  await pi.ask("Go on, and ask me where you have to.");
  await still(pi);
  for (const key of keys) {
    if (key.startsWith("@answer:")) {
      const { id } = JSON.parse(asq("list", "--json")) as { id: string };
      asq("answer", id, "--pick", key.slice("@answer:".length).replaceAll("_", " "));
    } else if (key.startsWith("'")) pi.type(key.replaceAll("'", "").replaceAll("_", " "));
    else pi.keys(key);
    await still(pi);
  }
  const text = pi.tmux("capture-pane", "-e", "-N", "-p");
  const caret = pi.tmux("display", "-p", "#{cursor_x} #{cursor_y} #{cursor_flag}").trim();
  process.stdout.write(JSON.stringify({ text, caret }));
} finally {
  await pi.stop();
}
