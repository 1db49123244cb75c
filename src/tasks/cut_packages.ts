// `deno task cut`: writes what is used of four packages, after a change of a version: the door of MCP imports its cut, and a Worker gets
// those of `openai/client`, `@upstash/redis/cloudflare` and `@upstash/ratelimit` by aliases of wrangler.toml. tests/slow/tasks/cut_packages_test.ts fails while
// the files differ from the installed packages. The types of the first are in package.d.ts beside it.
//
// The file of MCP has a zod of its own, so that the door imports it later. The package itself cannot be imported later: esbuild wraps what an
// `import()` reaches, zod with it, and leaves out the start of zod where an agent imports it whole (esbuild 0.27,
// `Class2 is not a constructor`).

import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { formatLicences, formatNotice, listPackageFolders, readContained } from "./pack/licences.ts";

const PROJECT = new URL("../../", import.meta.url);

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

/** Leaves out the server that keeps its tools itself, since the door has a `Server`, and the checks of forms by their names. */
const WITHOUT_TOOL_REGISTRY: esbuild.Plugin = {
  name: "without-tool-registry",
  setup({ onLoad }) {
    onLoad({ filter: /\/@modelcontextprotocol\/server\/dist\/(?:mcp|src)-\w+\.mjs$/ }, async ({ path }) => ({
      contents: (await Deno.readTextFile(path))
        .replace(/^var McpServer = class \{\n[^]*?^\};$/m, "var McpServer = class {};")
        .replaceAll(/^for \(const .*\) register\(key, .*\);$/gm, ""),
    }));
  },
};

/**
 * Leaves the resources of the client out, three quarters of its code: a provider sends by the client itself (`buildRequest`,
 * `fetchWithTimeout`). The constructor makes one of each, so each is an empty class.
 */
const WITHOUT_RESOURCES: esbuild.Plugin = {
  name: "without-resources",
  setup({ onLoad }) {
    onLoad({ filter: /\/openai\/resources\/.*\.mjs$/ }, async ({ path }) => {
      const classes = (await Deno.readTextFile(path)).matchAll(/^export class (\w+)/gm);
      const names = Array.from(classes, ([, name = ""]) => `Unused as ${name}`);
      return names.length === 0 ? undefined : { contents: `class Unused {} export { ${names.join(", ")} };` };
    });
  },
};

/** The commands of Redis that the store and `@upstash/ratelimit` send by methods of the client. */
const REDIS_COMMANDS: ReadonlySet<string> = new Set(
  (
    "Del Eval Evalsha Exec Exists HDel HGet HGetAll HKeys HLen HMGet HSet LLen LRange MGet Persist PExpire PExpireAt PTtl Publish SAdd Scan Set " +
    "SMembers Unlink ZAdd ZCard ZRange ZRem ZScan ZScore"
  ).split(" ").map((name) => `${name}Command`),
);

/**
 * Leaves the other commands out, two thirds of the client's code: each is a class of its own, of which whatever is made throws, as its
 * methods and the groups of commands (`json`) do.
 */
const WITHOUT_COMMANDS: esbuild.Plugin = {
  name: "without-commands",
  setup({ onLoad }) {
    onLoad({ filter: /\/@upstash\/redis\/chunk-\w+\.mjs$/ }, async ({ path }) => {
      const text = await Deno.readTextFile(path);
      const cut = text
        .replaceAll(
          /^var (\w+) = class extends Command \{\n[^]*?^\};$/gm,
          (whole, name) => REDIS_COMMANDS.has(name) ? whole : `var ${name} = Unused;`,
        )
        .replaceAll(
          /^ {2}(\w+) = \(.*\) => .*\bnew (\w+Command)\(.*\);$/gm,
          (whole, name, command) => REDIS_COMMANDS.has(command) ? whole : `  ${name} = unused;`,
        )
        .replaceAll(
          /^ {2}get (json|functions|search|vector)\(\) \{\n[^]*?^ {2}\}$/gm,
          "  get $1() { return unused(); }",
        );
      const message =
        "This command of Redis is not of the cut: remove the alias of @upstash/redis/cloudflare.";
      return {
        contents: `function unused() { throw new Error(${JSON.stringify(message)}); }
          class Unused { constructor() { unused(); } }
          ${cut}`,
      };
    });
  },
};

/** The scripts of `@upstash/ratelimit` that a sliding window in one region runs, and what it may be called for besides. */
const LIMITER_SCRIPTS: ReadonlySet<string> = new Set([
  "slidingWindowLimitScript",
  "slidingWindowRemainingTokensScript",
  "resetScript",
  "checkDenyListScript",
]);

/** Leaves the limiters out that are no sliding window, those of several regions, and the count of uses, which no setting here turns on. */
const WITHOUT_LIMITERS: esbuild.Plugin = {
  name: "without-limiters",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@upstash\/core-analytics$/ }, ({ path }) => ({ path, namespace: "unused" }));
    onLoad({ filter: /./, namespace: "unused" }, () => ({ contents: "export class Analytics {}" }));
    onLoad({ filter: /\/@upstash\/ratelimit\/dist\/index\.m?js$/ }, async ({ path }) => {
      const text = await Deno.readTextFile(path);
      const message = "This limiter is not of the cut: remove the alias of @upstash/ratelimit.";
      const refused = `{ throw new Error(${JSON.stringify(message)}); }`;
      return {
        contents: text
          .replaceAll(
            /^var (\w+) = `[^`]*`;$/gm,
            (whole, name) => LIMITER_SCRIPTS.has(name) ? whole : `var ${name} = "";`,
          )
          .replace(/^var MultiRegionRatelimit = class[^]*?^\};$/m, "var MultiRegionRatelimit;")
          .replaceAll(
            /^ {2}static (fixedWindow|tokenBucket|cachedFixedWindow)\([^]*?^ {2}\}$/gm,
            (_, name) => `  static ${name}() ${refused}`,
          ),
      };
    });
  },
};

/** What is cut from packages. */
interface Cut {
  /** The specifiers that a bundle may have it for, in place of the packages. */
  readonly aliases?: readonly string[];
  /** Where it is written. */
  readonly folder: string;
  /** The module that exports what is used. */
  readonly used: string;
  /** In front of the file. */
  readonly header: string;
  readonly options: esbuild.BuildOptions;
}

const CUTS: readonly Cut[] = [{
  folder: "src/plugins/mcp/server/dist/",
  used:
    'export { createMcpHandler, inputRequired, ProtocolError, Server } from "@modelcontextprotocol/server";',
  header: '// @ts-self-types="./package.d.ts"\n',
  options: {
    conditions: ["browser"], // for workerd the package makes all of its schemas when it is loaded
    plugins: [OWN_GLOBALS, WITHOUT_UNREACHED, WITHOUT_TOOL_REGISTRY],
    banner: { js: "const zodGlobals = {};" },
  },
}, {
  aliases: ["openai/client"],
  folder: "src/providers/openai/dist/",
  used: 'export { OpenAI } from "openai/client";',
  header: "",
  options: { conditions: ["workerd", "worker", "browser"], plugins: [WITHOUT_RESOURCES] },
}, {
  aliases: ["@upstash/redis/cloudflare", "@upstash/ratelimit"],
  folder: "src/stores/upstash/dist/",
  used: 'export { Redis } from "@upstash/redis/cloudflare"; export { Ratelimit } from "@upstash/ratelimit";',
  header: "",
  options: {
    conditions: ["workerd", "worker", "browser"],
    plugins: [WITHOUT_COMMANDS, WITHOUT_LIMITERS],
  },
}];

/** The files of cuts, by the specifiers that they are aliases of. */
export const CUT_ALIASES: Readonly<Record<string, string>> = Object.fromEntries(
  CUTS.flatMap(({ aliases = [], folder }) =>
    aliases.map((alias) => [alias, fileURLToPath(new URL(`${folder}package.js`, PROJECT))])
  ),
);

if (import.meta.main) {
  for (const [path, text] of Object.entries(await renderCuts())) {
    await Deno.mkdir(new URL(".", new URL(path, PROJECT)), { recursive: true });
    await Deno.writeTextFile(new URL(path, PROJECT), text);
  }
}

/** The generated files: their texts by path. */
export async function renderCuts(): Promise<Record<string, string>> {
  try {
    return Object.assign({}, ...await Promise.all(CUTS.map(renderCut)));
  } finally {
    await esbuild.stop();
  }
}

async function renderCut({ folder, used, header, options }: Cut): Promise<Record<string, string>> {
  const project = fileURLToPath(PROJECT);
  const { outputFiles: [file] = [], metafile } = await esbuild.build({
    stdin: { contents: used, resolveDir: project },
    absWorkingDir: project,
    outfile: "package.js",
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    ...options,
  });
  const folders = listPackageFolders(Object.keys(metafile?.inputs ?? {}));
  const packages = await Promise.all(folders.map(readContained));
  return {
    [`${folder}package.js`]: `${header}${formatNotice(packages)}\n${file?.text ?? ""}`,
    [`${folder}licenses.txt`]: formatLicences(packages),
  };
}
