// Builds what is published: asq-pi, and a package with the program per platform, as tarballs in a folder.
//
// usage: node pack.mjs FOLDER [PLATFORM=PROGRAM]…   such as linux-x64=../../target/release/asq
//
// - asq-pi is one file instead of thirty: pi loads it in a third of the time.
// - asq-pi names the platform packages as optional dependencies of its own version: npm installs the one that fits.
// - A platform without a program gets no package. npm then skips it, too, and asq-pi looks for asq on PATH.

import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const PLATFORMS = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"];
const FILE = "standalone/asq.ts";
const LICENSES = ["LICENSE-APACHE", "LICENSE-MIT"];

const [folder, ...programs] = process.argv.slice(2);
if (folder === undefined) {
  console.error("usage: node pack.mjs FOLDER [PLATFORM=PROGRAM]…");
  process.exit(2);
}
const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const work = mkdtempSync(join(tmpdir(), "asq-pack-"));
mkdirSync(folder, { recursive: true });

function pack(from, made) {
  for (const license of LICENSES) copyFileSync(join(here, "../..", license), join(from, license));
  writeFileSync(join(from, "package.json"), `${JSON.stringify(made, null, 2)}\n`);
  execFileSync("npm", ["pack", "--silent", "--pack-destination", resolve(folder)], { cwd: from, stdio: ["ignore", "ignore", "inherit"] });
}

try {
  const { devDependencies: _dev, scripts: _scripts, ...published } = manifest;
  const main = join(work, "asq-pi");
  mkdirSync(dirname(join(main, FILE)), { recursive: true });
  const text = await bundle({ entryPoints: [join(here, "extensions/asq.ts")] });
  writeFileSync(join(main, FILE), `// asq for pi. Made by asq out of integrations/pi.\n${text}`);
  copyFileSync(join(here, "README.md"), join(main, "README.md"));
  cpSync(join(here, "../../docs/screens", "questionnaire-one-80.png"), join(main, "image.png"));
  // Not in the repository's own manifest: these packages don't exist yet during development.
  const optionalDependencies = Object.fromEntries(PLATFORMS.map((one) => [`asq-pi-${one}`, manifest.version]));
  const pi = { ...manifest.pi, extensions: [`./${FILE}`] };
  pack(main, { ...published, pi, files: [FILE, "image.png", "README.md", ...LICENSES], optionalDependencies });

  for (const one of programs) {
    const [platform, program] = one.split("=");
    if (!PLATFORMS.includes(platform)) throw new Error(`no platform ${platform}`);
    const name = `asq-pi-${platform}`;
    const [os, cpu] = platform.split("-");
    const from = join(work, name);
    mkdirSync(from);
    copyFileSync(program, join(from, "asq"));
    chmodSync(join(from, "asq"), 0o755);
    pack(from, {
      name,
      version: manifest.version,
      description: `The program asq for ${platform}; a part of asq-pi.`,
      license: manifest.license,
      os: [os],
      cpu: [cpu],
      bin: { asq: "asq" },
      files: ["asq", ...LICENSES],
    });
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
