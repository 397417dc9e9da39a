// Bundles sources of this package into one file, which imports only modules of node's and pi's.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Returns the text of the bundle; `from` names the entry as esbuild's options do. */
export async function bundle(from, plugins = []) {
  const made = await build({
    ...from,
    plugins,
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    charset: "utf8",
    external: ["@earendil-works/*", "typebox"],
    legalComments: "none",
    absWorkingDir: dirname(fileURLToPath(import.meta.url)),
  });
  return made.outputFiles[0].text;
}
