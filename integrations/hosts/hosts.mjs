// Real agents, each with asq behind it and a model that a test plays, without a network.
//
// - An agent's home is that of an `Asq`: there its settings and the store are. `asq install` writes the entry.
// - Nothing of this machine's environment reaches it.
// - It has the approvals that it has by default, and what the install adds to them.
// - A program of its own starts it, in a session of its own: its process tree may not answer, and the tests do.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Asq } from "../opencode/asq.mjs";
import { eventually } from "../opencode/opencode.mjs";
import { startModel } from "./model.mjs";

export { eventually };

const here = (path) => join(import.meta.dirname, path);
const KEY = "sk-mock-0000000000000000000000";

/** How each agent is started, by the name that `asq install` has for it; `client` begins the name of its client. */
export const HOSTS = {
    "claude-code": {
        client: "claude-code",
        program: [here("node_modules/@anthropic-ai/claude-code-linux-x64/claude")],
        settings: ".claude.json",
        tool: (name) => `mcp__asq__${name}`,
        env: (model) => ({
            ANTHROPIC_BASE_URL: model,
            ANTHROPIC_API_KEY: KEY,
            CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
            DISABLE_AUTOUPDATER: "1",
        }),
        prepare(home, folder) {
            const projects = { [folder]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] } };
            const known = { approved: [KEY.slice(-20)], rejected: [] };
            writeFileSync(join(home, ".claude.json"), JSON.stringify({ hasCompletedOnboarding: true, theme: "dark", customApiKeyResponses: known, projects }));
        },
        args: (text) => ["-p", text, "--permission-mode", "default"],
    },
    codex: {
        client: "codex-mcp-client",
        program: [here("node_modules/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex")],
        settings: ".codex/config.toml",
        tool: (name) => name,
        env: () => ({ MOCK_KEY: "x" }),
        prepare(home, folder, model) {
            mkdirSync(join(home, ".codex"));
            const provider = `[model_providers.mock]\nname = "mock"\nbase_url = "${model}/v1"\nenv_key = "MOCK_KEY"\nwire_api = "responses"\nrequest_max_retries = 0\nstream_max_retries = 0\nsupports_websockets = false\n`;
            const own = `model = "mock"\nmodel_provider = "mock"\ncheck_for_update_on_startup = false\n\n${provider}\n[projects."${folder}"]\ntrust_level = "trusted"\n`;
            writeFileSync(join(home, ".codex/config.toml"), own);
        },
        args: (text) => ["exec", "--skip-git-repo-check", text],
    },
    opencode: {
        client: "opencode",
        program: [here("../opencode/node_modules/opencode-linux-x64/bin/opencode")],
        settings: ".config/opencode/opencode.json",
        tool: (name) => `asq_${name}`,
        env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_LSP_DOWNLOAD: "1", OPENCODE_DISABLE_DEFAULT_PLUGINS: "1" }),
        prepare(_, folder, model) {
            const options = { baseURL: `${model}/v1`, apiKey: "x" };
            const models = { "mock-1": { name: "Mock 1", tool_call: true, limit: { context: 100000, output: 8000 } } };
            const provider = { mock: { npm: "@ai-sdk/openai-compatible", name: "Mock", options, models } };
            writeFileSync(join(folder, "opencode.json"), JSON.stringify({ model: "mock/mock-1", small_model: "mock/mock-1", autoupdate: false, share: "disabled", provider }));
        },
        args: (text) => ["run", text],
    },
    copilot: {
        client: "copilot-cli",
        program: [process.execPath, here("more/node_modules/@github/copilot/npm-loader.js")],
        settings: ".copilot/mcp-config.json",
        tool: (name) => `asq-${name}`,
        env: (model) => ({ COPILOT_OFFLINE: "true", COPILOT_PROVIDER_BASE_URL: `${model}/v1`, COPILOT_MODEL: "mock" }),
        prepare() {},
        args: (text) => ["-p", text, "--allow-all-tools"],
    },
    gemini: {
        client: "gemini-cli-mcp-client",
        program: [process.execPath, here("more/node_modules/@google/gemini-cli/bundle/gemini.js")],
        settings: ".gemini/settings.json",
        tool: (name) => `mcp_asq_${name}`,
        env: (model) => ({ GEMINI_API_KEY: "x", GOOGLE_GEMINI_BASE_URL: model }),
        prepare(home) {
            mkdirSync(join(home, ".gemini"));
            const security = { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } };
            const own = { security, privacy: { usageStatisticsEnabled: false }, general: { enableAutoUpdate: false } };
            writeFileSync(join(home, ".gemini/settings.json"), JSON.stringify(own));
        },
        args: (text) => ["-p", text, "-m", "gemini-2.5-pro"],
    },
    qwen: {
        client: "qwen-cli-mcp-client",
        program: [process.execPath, here("more/node_modules/@qwen-code/qwen-code/cli.js")],
        settings: ".qwen/settings.json",
        // Its own tool finds the others.
        tool: (name) => (name === "tool_search" ? name : `mcp__asq__${name}`),
        env: (model) => ({ OPENAI_API_KEY: "x", OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: "mock" }),
        prepare(home) {
            mkdirSync(join(home, ".qwen"));
            const security = { auth: { selectedType: "openai" } };
            writeFileSync(join(home, ".qwen/settings.json"), JSON.stringify({ security, privacy: { usageStatisticsEnabled: false } }));
        },
        args: (text) => ["-p", text, "--approval-mode", "default"],
    },
};

/** An agent that isn't started yet, with its settings, its store and its model. */
export class Host {
    constructor(name) {
        Object.assign(this, { name, host: HOSTS[name], asq: new Asq(), models: [], running: [] });
        this.folder = join(this.asq.home, "project");
        mkdirSync(this.folder);
    }

    /** Gives it a model with these steps, and asq by `asq install`; `limit` is how long a call waits. */
    async prepare(steps, limit) {
        await this.model(steps);
        this.host.prepare(this.asq.home, this.folder, this.at);
        await this.asq.ends(0, "install", this.name, "--yes");
        const settings = join(this.asq.home, this.host.settings);
        if (limit) this.asq.settings(`guard = 0\n[mcp]\nlimits = "${this.host.client}=${limit}"\n`);
        // A flag goes before the setting.
        const text = readFileSync(settings, "utf8");
        if (limit) writeFileSync(settings, text.replace("23h", limit));
    }

    /** Gives it the next model, at the same address. */
    async model(steps) {
        if (this.played) return this.played.play(steps);
        this.played = await startModel(steps, this.host.tool);
        this.at = this.played.url;
    }

    get results() {
        return this.played.results;
    }

    env() {
        const path = [join(this.asq.home, "bin"), "/usr/local/bin:/usr/bin:/bin"].join(":");
        return { PATH: path, HOME: this.asq.home, LC_ALL: "C.UTF-8", TZ: "UTC", TERM: "xterm-256color", ...(this.asq.store ? { ASQ_STORE: this.asq.store } : {}), ...this.host.env(this.at) };
    }

    /** Starts it with this text. */
    start(text, ...more) {
        const [program, ...first] = this.host.program;
        if (!existsSync(program)) throw new Error(`${program} isn't installed`);
        const args = [...first, ...this.host.args(text), ...more];
        const options = { cwd: this.folder, env: this.env(), detached: true, stdio: ["ignore", "pipe", "pipe"] };
        const child = spawn(join(this.asq.home, "starter"), ["-c", '"$@"; exit $?', "starter", program, ...args], options);
        const run = { child, said: "", gone: new Promise((gone) => child.once("close", gone)) };
        for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (run.said += piece));
        run.kill = async () => {
            try {
                process.kill(-child.pid, "SIGKILL");
            } catch (error) {
                // It may have ended by itself.
                if (error.code !== "ESRCH") throw error;
            }
            await run.gone;
        };
        this.running.push(run);
        return run;
    }

    /** The only open request, once the agent waits for it. */
    async asked() {
        const [{ id }] = await this.asq.waiting(1);
        await this.asq.until(id, "an agent that waits", ({ asker_waits }) => asker_waits);
        return id;
    }

    async answer(id, label) {
        await this.asq.ends(0, "answer", id, "--pick", label);
    }

    /** Ends everything. */
    async end() {
        for (const { kill } of this.running) await kill();
        this.played?.stop();
        await this.asq.end();
    }
}

/** What the tests ask. */
export const QUESTION = {
    questions: [{ id: "db", header: "Store", question: "Which store?", options: [{ label: "PostgreSQL" }, { label: "SQLite" }] }],
};
