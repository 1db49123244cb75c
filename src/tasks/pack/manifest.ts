// package.json of each npm package, made from the manifests of the workspace: its entries, and of the imports those that it has.

import { CLI, findRange, type Member, MEMBERS, RUNTIME, VERSION } from "./members.ts";
import { toRepositoryFields } from "./repository.ts";
import runtime from "../../../deno.json" with { type: "json" };

/** What `npx` and `deno run npm:` run: the module that starts the command line, below `lib/`. */
export const BIN = "cli/bin.js";

/** The text of {@link BIN}. It is no file of src, where a module that is loaded does nothing by itself. */
export const BIN_TEXT = `#!/usr/bin/env node
import process from "node:process";
import { runProgram } from "./main.js";

await runProgram(process.argv.slice(2));
`;

/**
 * Packages whose code stands in the package. Of the codec of event streams 20 kB are used, and what it depends on has 8 MB; as a peer it
 * would fail each bundle of a Worker, which has the chunk of Bedrock whether its agents use it or not.
 */
export const CONTAINED: ReadonlySet<string> = new Set(["@smithy/eventstream-codec"]);

/** Where a package keeps what members of the same version share: `@treadle/treadle/internal/core/error.js`. */
export const INTERNAL = "internal";

/** The module below `lib/` of the runtime, without its extension, of an entry that a member has now: `moved/client`. */
export function toMovedPath(entry: string): string {
  return `moved/${entry.slice(2)}`;
}

/**
 * package.json of a member whose modules and declarations import these packages. `isShared`: those of other members import some of its own.
 * `repository`: its address, where the project has one.
 *
 * The peers of the command line are its dependencies as well: where `yarn dlx` runs it, no project provides them.
 */
export function manifest(
  member: Member,
  imported: ReadonlySet<string>,
  isShared: boolean,
  repository?: string,
): object {
  const isCli = member === CLI;
  const optional = Object.keys(member.optionalPeers);
  const names = [...imported].filter((name) => name !== member.name).sort();
  return {
    name: member.name,
    version: VERSION,
    description: member.description,
    license: runtime.license,
    ...toRepositoryFields(repository, member.folder),
    type: "module",
    sideEffects: isCli ? [`./lib/${BIN}`] : false,
    engines: { node: ">=22.12.0" },
    ...isCli ? { bin: { treadle: `./lib/${BIN}` } } : {},
    exports: {
      ...listExports(member),
      ...isShared ? { [`./${INTERNAL}/*.js`]: { types: "./lib/*.d.ts", default: "./lib/chunks/*.js" } } : {},
      "./package.json": "./package.json",
    },
    dependencies: Object.fromEntries(
      names.filter((name) => !optional.includes(name) && (isCli || !member.peers.includes(name)))
        .map((name) => [name, findMemberRange(name)]),
    ),
    peerDependencies: {
      ...Object.fromEntries(member.peers.map((name) => [name, VERSION])),
      ...member.optionalPeers,
    },
    peerDependenciesMeta: Object.fromEntries(optional.map((name) => [name, { optional: true }])),
  };
}

function listExports(member: Member): Record<string, object> {
  const entries = Object.keys(member === RUNTIME ? runtime.exports : member.entries);
  return Object.fromEntries(entries.map((entry) => {
    const module = `./lib/${member.entries[entry] ?? toMovedPath(entry)}`;
    return [entry, { types: `${module}.d.ts`, default: `${module}.js` }];
  }));
}

/** Members name each other by their one version. */
function findMemberRange(name: string): string {
  return MEMBERS.some((member) => member.name === name) ? VERSION : findRange(name);
}

/** The package of a specifier, `@scope/name` of `@scope/name/path`; undefined for a file and for a module of Node. */
export function findPackageName(specifier: string): string | undefined {
  return /^(?!node:|cloudflare:)(?:@[^/]+\/)?[^./@][^/]*/.exec(specifier)?.[0];
}
