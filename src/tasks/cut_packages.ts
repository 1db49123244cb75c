// `deno task cut`: writes src/plugins/mcp/server/dist/, what the door of MCP uses of its package, after a change of a version.
// tests/slow/tasks/cut_packages_test.ts fails while they differ. The types are in package.d.ts beside it.
//
// The file has a zod of its own, so that the door imports it later. The package itself cannot be imported later: esbuild wraps what an
// `import()` reaches, zod with it, and leaves out the start of zod where an agent imports it whole (esbuild 0.27,
// `Class2 is not a constructor`).

import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { formatLicences, formatNotice, listPackageFolders, readContained } from "./pack/licences.ts";

const FOLDER = new URL("../plugins/mcp/server/dist/", import.meta.url);
const PROJECT = fileURLToPath(new URL("../../", import.meta.url));

const USED =
  'export { createMcpHandler, inputRequired, ProtocolError, Server } from "@modelcontextprotocol/server";';

/** What zod keeps for all of its copies, such as the language of messages, this copy keeps for itself. */
const OWN_GLOBALS: esbuild.Plugin = {
  name: "own-globals",
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/core\/(?:core|registries)\.js$/ }, async ({ path }) => ({
      contents: (await Deno.readTextFile(path)).replaceAll("globalThis", "zodGlobals"),
    }));
  },
};

/** What no request reaches: JSON schemas of zod's schemas, and the validator of answers to elicitations that a server pushes. */
const UNREACHED =
  /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$|\/cfWorkerProvider-\w+\.mjs$/;

/** Leaves the code out that no request reaches. Whatever of it is called throws; each schema makes its methods when it is made. */
const WITHOUT_UNREACHED: esbuild.Plugin = {
  name: "without-unreached",
  setup({ onLoad }) {
    onLoad({ filter: UNREACHED }, async ({ path }) => {
      const text = await Deno.readTextFile(path);
      const declared = [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = ""]) => name);
      const renamed = [...text.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map(([, name = ""]) => name);
      const exports = [...declared, ...renamed].map((name) =>
        `${name.startsWith("create") ? "made" : "unreached"} as ${name}`
      );
      const message = `${path.slice(path.lastIndexOf("/") + 1)} is not of the cut`;
      return {
        contents: `function unreached() { throw new Error(${JSON.stringify(message)}); }
          const made = () => unreached;
          export { ${exports.join(", ")} };`,
      };
    });
  },
};

if (import.meta.main) {
  for (const [name, text] of Object.entries(await renderCut())) {
    await Deno.writeTextFile(new URL(name, FOLDER), text);
  }
}

/** The generated files: their texts by name. */
export async function renderCut(): Promise<Record<string, string>> {
  try {
    const { outputFiles: [file], metafile } = await esbuild.build({
      stdin: { contents: USED, resolveDir: PROJECT },
      absWorkingDir: PROJECT,
      outfile: "package.js",
      write: false,
      metafile: true,
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2023",
      conditions: ["browser"], // for workerd the package makes all of its schemas when it is loaded
      plugins: [OWN_GLOBALS, WITHOUT_UNREACHED],
      banner: { js: "const zodGlobals = {};" },
    });
    const folders = listPackageFolders(Object.keys(metafile.inputs));
    const packages = await Promise.all(folders.map(readContained));
    return {
      "package.js": `// @ts-self-types="./package.d.ts"\n${formatNotice(packages)}\n${file?.text ?? ""}`,
      "licenses.txt": formatLicences(packages),
    };
  } finally {
    await esbuild.stop();
  }
}
