// Builds src/generated/ from `asq schema` and standalone/ from the sources. With --check it writes nothing: it names
// stale files and exits with 1.
//
// ASQ_BIN names the asq to ask; the default is target/debug/asq of this repository.

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

// asq checks these itself, all at once and in the contract's words (a call of an older version learns the current names).
// pi would refuse them first, in its own words. So they move into the descriptions, where a model still reads them.
const LIMITS = {
  minItems: (n) => `at least ${n}`,
  maxItems: (n) => `at most ${n}`,
  minLength: (n) => `at least ${n} characters`,
  maxLength: (n) => `at most ${n} characters`,
};
const JUDGED = ["uniqueItems", "additionalProperties", "$schema", "required", "enum"];

function open(schema, required = false) {
  const out = {};
  const told = required ? ["required"] : [];
  const said = typeof schema.description === "string" ? schema.description : "";
  for (const [key, value] of Object.entries(schema)) {
    if (key in LIMITS) {
      const bare = key === "minLength" && value === 1;
      if (!bare && !said.includes(String(value))) told.push(LIMITS[key](value));
    } else if (key === "properties") {
      const needed = (name) => schema.required?.includes(name) ?? false;
      out[key] = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, open(one, needed(name))]));
    } else if (key === "items") {
      out[key] = open(value);
    } else if (!JUDGED.includes(key)) {
      out[key] = value;
    }
  }
  if (schema.enum?.some((one) => !said.includes(one))) told.push(`one of ${schema.enum.join(", ")}`);
  if (told.length > 0) {
    const words = told.join(", ");
    out.description = said === "" ? words : `${said} (${words})`;
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
