// A PostgreSQL server of a test's own. It refuses to run as root: then it is the user postgres, or nobody.

import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../opencode/opencode.mjs";

/** Debian keeps some of its programs out of PATH. */
function program(name) {
    const kept = "/usr/lib/postgresql";
    const versions = existsSync(kept) ? readdirSync(kept).map((version) => join(kept, version, "bin")) : [];
    const found = [...versions.sort().reverse(), ...process.env.PATH.split(":")].map((folder) => join(folder, name)).find((path) => existsSync(path));
    if (!found) throw new Error(`${name} is missing: scripts/setup installs postgresql`);
    return found;
}

function owner() {
    if (process.getuid() !== 0) return {};
    const users = readFileSync("/etc/passwd", "utf8").split("\n").map((line) => line.split(":"));
    const [, , uid, gid] = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
    return { uid: Number(uid), gid: Number(gid) };
}

export class Postgres {
    static async start() {
        const it = new Postgres();
        it.folder = mkdtempSync(join(tmpdir(), "asq-page-pg-"));
        const who = owner();
        if (who.uid !== undefined) chownSync(it.folder, who.uid, who.gid);
        const data = join(it.folder, "data");
        execFileSync(program("initdb"), ["-D", data, "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C"], { ...who, cwd: "/", stdio: "ignore" });
        const lines = [`unix_socket_directories = '${it.folder}'`, "listen_addresses = ''", "fsync = off", "shared_buffers = 16MB"];
        appendFileSync(join(data, "postgresql.conf"), `${lines.join("\n")}\n`);
        it.process = spawn(program("postgres"), ["-D", data], { ...who, cwd: "/", stdio: "ignore" });
        it.gone = new Promise((gone) => it.process.once("exit", gone));
        const sql = (text) => execFileSync(program("psql"), ["-X", "-q", "-h", it.folder, "-U", "postgres", "-d", "postgres", "-c", text], { ...who, cwd: "/", stdio: "ignore" });
        await eventually("a PostgreSQL that answers", () => sql("SELECT 1") !== undefined || true);
        sql("CREATE DATABASE asq");
        it.url = `postgres://postgres@${it.folder.replaceAll("/", "%2F")}:5432/asq`;
        return it;
    }

    async end() {
        this.process.kill("SIGQUIT");
        await this.gone;
        rmSync(this.folder, { recursive: true, force: true });
    }
}
