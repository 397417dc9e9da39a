// Makes src/generated/ out of `asq schema` and standalone/ out of the sources. With --check nothing is written: what is
// stale is named, and the exit code is 1.
//
// ASQ_BIN names the asq to ask; else target/debug/asq of this repository.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const asq = process.env.ASQ_BIN ?? join(here, "../../target/debug/asq");
const check = process.argv.includes("--check");
const stale = [];

function keep(file, text) {
  const path = join(here, file);
  let old;
  try {
    old = readFileSync(path, "utf8");
  } catch {
    old = undefined;
  }
  if (old === text) return;
  if (check) {
    stale.push(file);
  } else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

// Limits that asq judges itself, all at once: pi would refuse the first one in words of its own. Their numbers go into
// the description, so that a model still reads them.
const LIMITS = {
  minItems: (n) => `at least ${n}`,
  maxItems: (n) => `at most ${n}`,
  minLength: (n) => `at least ${n} characters`,
  maxLength: (n) => `at most ${n} characters`,
};

function open(schema) {
  if (Array.isArray(schema)) return schema.map(open);
  if (typeof schema !== "object" || schema === null) return schema;
  const out = {};
  const told = [];
  for (const [key, value] of Object.entries(schema)) {
    if (key in LIMITS && typeof value === "number") {
      const inWords = typeof schema.description === "string" && schema.description.includes(String(value));
      if (!inWords && !(key === "minLength" && value === 1)) told.push(LIMITS[key](value));
    } else if (key === "uniqueItems" || key === "additionalProperties" || key === "$schema") {
      // asq judges these, too.
    } else {
      out[key] = open(value);
    }
  }
  if (told.length > 0) {
    const words = told.join(", ");
    out.description = typeof out.description === "string" ? `${out.description} (${words})` : words;
  }
  return out;
}

for (const dialect of ["question", "questionnaire", "spec", "ask_user_question"]) {
  const { tools } = JSON.parse(execFileSync(asq, ["schema", dialect], { encoding: "utf8" }));
  const specs = Object.fromEntries(
    tools.map((tool) => [tool.name, { dialect, ...tool, input_schema: open(tool.input_schema) }]),
  );
  keep(
    `src/generated/${dialect}.ts`,
    `// Made by build.mjs out of \`asq schema ${dialect}\`; do not edit.\n\nexport default ${JSON.stringify(specs, null, 2)};\n`,
  );
}

for (const file of readdirSync(join(here, "extensions")).sort()) {
  const name = file.replace(/\.ts$/, "");
  const made = await build({
    entryPoints: [join(here, "extensions", file)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    charset: "utf8",
    external: ["@earendil-works/*", "typebox"],
    legalComments: "none",
    absWorkingDir: here,
    banner: {
      js: `// asq for pi: ${name}. Made by asq out of integrations/pi; \`asq install pi\` writes it, \`asq uninstall pi\` removes it.\n/* eslint-disable */\n// @ts-nocheck`,
    },
  });
  keep(`standalone/${file}`, made.outputFiles[0].text);
}

if (stale.length > 0) {
  console.error(`stale: ${stale.join(", ")}; run: npm run build`);
  process.exitCode = 1;
}
