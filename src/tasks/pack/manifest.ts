// package.json of the npm package, made from deno.json: its exports, and of its imports those that the package imports.

import config from "../../../deno.json" with { type: "json" };
import cli from "../../cli/deno.json" with { type: "json" };
import bridge from "../../redis_rest/deno.json" with { type: "json" };

/** The module of the command line, below `lib/`. */
export const COMMAND_LINE = "cli/main";

/** What `npx` and `deno run npm:` run: the module that starts the command line, below `lib/`. */
export const BIN = "cli/bin.js";

/** The text of {@link BIN}. It is no file of src, where a module that is loaded does nothing by itself. */
export const BIN_TEXT = `#!/usr/bin/env node
import process from "node:process";
import { runProgram } from "./main.js";

await runProgram(process.argv.slice(2));
`;

/** What the package is, in one line for the registry. */
const DESCRIPTION =
  "An agent runtime for the edge: each request runs one step of an agent, on Deno and Cloudflare Workers.";

/** The ranges of the project's imports by package. */
const RANGES = new Map(
  Object.entries({ ...config.imports, ...cli.imports, ...bridge.imports }).map((
    [name, target],
  ) => [name, target.slice(`npm:${name}@`.length)]),
);

/** Packages that one entry alone needs, by the range that it works with. npm installs them for the users of that entry, 23 MB. */
export const PEERS: Readonly<Record<string, string>> = {
  "@modelcontextprotocol/client": findRange("@modelcontextprotocol/client"),
  "@redis/client": findRange("@redis/client"),
  "@upstash/qstash": findRange("@upstash/qstash"),
  react: ">=18",
};

/**
 * Packages whose code stands in the package. Of the codec of event streams 20 kB are used, and what it depends on has 8 MB; as a peer it
 * would fail each bundle of a Worker, which has the chunk of Bedrock whether its agents use it or not.
 */
export const CONTAINED: ReadonlySet<string> = new Set(["@smithy/eventstream-codec"]);

/** The path of a module below `lib/`, without its extension: `./src/deno/mod.ts` is `deno/mod`. */
export function toModulePath(source: string): string {
  return source.replace(/^\.\/src\//, "").replace(/\.ts$/, "");
}

/** package.json of a package whose modules and declarations import these packages. */
export function manifest(imported: ReadonlySet<string>): object {
  return {
    name: config.name,
    version: config.version,
    description: DESCRIPTION,
    license: config.license,
    type: "module",
    sideEffects: [`./lib/${BIN}`],
    engines: { node: ">=22.12.0" },
    bin: { treadle: `./lib/${BIN}` },
    exports: {
      ...Object.fromEntries(
        Object.entries(config.exports).map(([entry, source]) => [entry, {
          types: `./lib/${toModulePath(source)}.d.ts`,
          default: `./lib/${toModulePath(source)}.js`,
        }]),
      ),
      "./package.json": "./package.json",
    },
    dependencies: Object.fromEntries(
      [...imported].filter((name) => !Object.hasOwn(PEERS, name)).sort().map((
        name,
      ) => [name, findRange(name)]),
    ),
    peerDependencies: PEERS,
    peerDependenciesMeta: Object.fromEntries(Object.keys(PEERS).map((name) => [name, { optional: true }])),
  };
}

function findRange(name: string): string {
  const range = RANGES.get(name);
  if (range !== undefined) return range;
  throw new Error(`The package imports ${name}, which deno.json does not name in its imports.`);
}

/** The package of a specifier, `@scope/name` of `@scope/name/path`; undefined for a file and for a module of Node. */
export function findPackageName(specifier: string): string | undefined {
  return /^(?!node:|cloudflare:)(?:@[^/]+\/)?[^./@][^/]*/.exec(specifier)?.[0];
}
