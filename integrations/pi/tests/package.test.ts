// asq-pi as a pi user installs it: from a registry (here a folder), with this machine's program and nothing else.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { promisify } from "node:util";
import { ASQ, HERE, Pi, piCommand } from "./pi.ts";

const VERSION = (JSON.parse(readFileSync(join(HERE, "package.json"), "utf8")) as { version: string }).version;
const PLATFORM = `${process.platform}-${process.arch}`;
const folder = mkdtempSync(join(tmpdir(), "asq-registry-"));
const open: Pi[] = [];
let registry: Server | undefined;
let url = "";

before(async () => {
  execFileSync(process.execPath, [join(HERE, "pack.mjs"), folder, `${PLATFORM}=${ASQ}`], { stdio: "inherit" });
  registry = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? "/").slice(1));
    const file = name.endsWith(".tgz") ? join(folder, name) : join(folder, `${name}-${VERSION}.tgz`);
    let bytes: Buffer;
    try {
      bytes = readFileSync(file);
    } catch {
      response.writeHead(404).end("{}");
      return;
    }
    if (name.endsWith(".tgz")) {
      response.end(bytes);
      return;
    }
    const manifest = JSON.parse(execFileSync("tar", ["-xzOf", file, "package/package.json"], { encoding: "utf8" })) as object;
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    const dist = { tarball: `${url}/${name}-${VERSION}.tgz`, integrity };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name, "dist-tags": { latest: VERSION }, versions: { [VERSION]: { ...manifest, dist } } }));
  });
  await new Promise<void>((resolve) => registry?.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${String((registry.address() as AddressInfo).port)}`;
});

after(async () => {
  await Promise.all(open.map((pi) => pi.stop()));
  registry?.closeAllConnections();
  registry?.close();
  rmSync(folder, { recursive: true, force: true });
});

const TOOLS = ["question", "AskUserQuestion", "ask_question", "ask_multi_select", "resume_structured", "ask_user_question"];

it("pi install npm:asq-pi brings the program and one tool; asq.json chooses another", async () => {
  const questions = [{ header: "Env", question: "Which environment?", type: "select_one", options: [{ label: "staging" }, { label: "production" }] }];
  const pi = await Pi.prepare({
    steps: [{ calls: [{ name: "AskUserQuestion", arguments: { questions } }] }, { text: "Understood." }, { text: "Again." }],
    environment: { ASQ_BIN: "" },
  });
  open.push(pi);
  const [program, ...words] = piCommand();
  const environment: Record<string, string> = { ...pi.environment(), npm_config_registry: url, npm_config_cache: join(pi.folder, "npm") };
  delete environment["PI_OFFLINE"];
  await promisify(execFile)(program, [...words, "install", "npm:asq-pi"], { cwd: pi.cwd, env: environment });
  const installed = join(pi.agent, "npm/node_modules");
  assert.deepEqual(readdirSync(join(installed, "asq-pi")).sort(), ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "image.png", "package.json", "standalone"]);
  assert.equal(statSync(join(installed, `asq-pi-${PLATFORM}/asq`)).mode & 0o111, 0o111);
  const offered = (request: number): string[] => {
    const names = pi.model.requests[request]?.tools?.map((tool) => tool.function.name) ?? [];
    return TOOLS.filter((name) => names.includes(name));
  };
  await pi.open();
  await pi.ask();
  await pi.shows("3. Other");
  await pi.press("1", "the answer", () => pi.model.requests.length >= 2);
  assert.match(pi.model.results()[0] ?? "", /^Env: staging\n/);
  assert.deepEqual(offered(1), ["AskUserQuestion"]);

  writeFileSync(join(pi.agent, "asq.json"), JSON.stringify({ tools: ["question", "nonsense"] }));
  const child = pi.run(["-p", "go"]);
  child.stdin?.end();
  await new Promise((resolve) => child.on("close", resolve));
  assert.deepEqual(offered(2), ["question"]);
});

it("the command /asq-tools writes the choice, and /reload takes it up", async () => {
  const pi = await Pi.prepare({ steps: [{ text: "Nothing to ask." }], extensions: [join(HERE, "extensions/asq.ts")] });
  open.push(pi);
  await pi.open();
  // While pi starts, it doesn't know the command yet; then type it again.
  let typed = 0;
  await pi.until("asq's question tools", (screen) => {
    if (screen.includes("asq's question tools")) return true;
    if (Date.now() - typed > 1000) {
      pi.keys("C-u");
      pi.type("/asq-tools");
      typed = Date.now();
    }
    return false;
  });
  await pi.press("Enter", "the menu", (screen) => screen.includes("AskUserQuestion (now)"));
  pi.keys("Down");
  await pi.shows("→ question");
  await pi.press("Enter", "the choice", (screen) => screen.includes("asq: question from the next /reload on"));
  assert.equal(readFileSync(join(pi.agent, "asq.json"), "utf8"), '{"tools":["question"]}\n');
});
