// Builds src/generated/ from `asq schema` and parts/ from the sources. With --check it writes nothing: it names stale
// files and exits with 1.
//
// - `asq install pi` writes parts/shared.ts and the part of one tool into one file, one after the other.
// - So a name is declared in one of them only, and a part imports nothing: shared.ts declares what it needs.
//
// ASQ_BIN names the asq to ask; the default is target/debug/asq of this repository.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";

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

/** Everything but the tools themselves is shared. */
const isShared = (file) => file.startsWith("src/") && !/^src\/(generated|looks)\//.test(file);

/** Leaves imports of what is shared as they are. */
const split = {
  name: "split",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      const file = relative(here, join(resolveDir, path));
      return isShared(file) ? { path: file, external: true } : undefined;
    }),
};

const parts = {};
const shared = new Map();
// asq.ts is the package's: pack.mjs bundles it.
for (const file of readdirSync(join(here, "extensions")).filter((one) => one !== "asq.ts").sort()) {
  const text = await bundle({ entryPoints: [join(here, "extensions", file)] }, [split]);
  parts[file] = text.replace(/^import \{([^}]*)\} from "(src\/.*)";\n/gm, (_, names, from) => {
    for (const name of names.split(",")) shared.set(name.trim(), from);
    return "";
  });
}
const contents = [...shared].sort().map(([name, from]) => `export { ${name} } from "./${from}";`).join("\n");
parts["shared.ts"] =
  "// asq for pi. Made by build.mjs out of integrations/pi; `asq install pi` writes it, `asq uninstall pi` removes it.\n" +
  "/* eslint-disable */\n// @ts-nocheck\n" +
  (await bundle({ stdin: { contents, resolveDir: here, loader: "ts" } })).replace(/^export \{([^}]*)\};\n/m, (_, names) => {
    const renamed = names.split(",").filter((name) => name.includes(" as "));
    if (renamed.length > 0) throw new Error(`shared.ts has another name for this; rename it in src/: ${renamed}`);
    return "";
  });

/** The names that a text declares outside of functions. */
const declared = (text) => [
  ...[...text.matchAll(/^import \{([^}]*)\}/gm)].flatMap(([, names]) => names.split(",").map((name) => name.split(" as ").at(-1).trim())),
  ...[...text.matchAll(/^(?:async )?(?:var|let|const|class|function) (\w+)/gm)].map(([, name]) => name),
];
const common = declared(parts["shared.ts"]);
for (const [file, text] of Object.entries(parts)) {
  if (file !== "shared.ts") {
    const twice = declared(text).filter((name) => common.includes(name));
    if (twice.length > 0) throw new Error(`${file} and shared.ts declare this; rename it in src/: ${twice}`);
    if (/^import /m.test(text)) throw new Error(`${file} imports a module; only what is shared may`);
  }
  keep(`parts/${file}`, text);
}

if (stale.length > 0) {
  console.error(`stale: ${stale.join(", ")}; run: npm run build`);
  process.exitCode = 1;
}
