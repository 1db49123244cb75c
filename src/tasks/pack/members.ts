// The packages that npm gets, one for each member of the workspace: the runtime, and a package for each folder of src whose
// deno.json has a name. All have the version of the runtime, and name each other with it: a release publishes all of them.

import runtime from "../../../deno.json" with { type: "json" };
import cli from "../../cli/deno.json" with { type: "json" };
import evaluation from "../../evaluation/deno.json" with { type: "json" };
import studio from "../../playground/deno.json" with { type: "json" };
import channels from "../../plugins/channels/deno.json" with { type: "json" };
import react from "../../react/deno.json" with { type: "json" };
import bridge from "../../redis_rest/deno.json" with { type: "json" };

/** A package. */
export interface Member {
  readonly name: string;
  /** What it is, in one line for the registry. */
  readonly description: string;
  /** Its folder in the project, with a slash at its end. */
  readonly folder: string;
  /** Its modules below src without an extension, by entry: `{ "./client": "react/client/mod" }`. */
  readonly entries: Readonly<Record<string, string>>;
  /**
   * Whether its modules share those of the runtime, in place of copies of the few that they use. It then works with the runtime of its
   * own version alone.
   */
  readonly isBesideRuntime: boolean;
  /** Packages that the user's own modules share with it. */
  readonly peers: readonly string[];
  /** Packages that some of its users need, by the range that it works with. npm does not install them with it. */
  readonly optionalPeers: Readonly<Record<string, string>>;
}

/** The version of all packages. */
export const VERSION: string = runtime.version;

/** The name of the package that has the step, plugins, providers and stores. */
export const RUNTIME_NAME: string = runtime.name;

const RANGES: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...runtime.imports, ...cli.imports, ...bridge.imports })
    .map(([name, target]) => [name, target.slice(`npm:${name}@`.length)]),
);

/** The command line. It has the bin `treadle`. */
export const CLI: Member = {
  name: cli.name,
  description: "The command line of Treadle: new projects, a server that restarts, evaluations, deployments.",
  folder: "src/cli/",
  entries: findEntries("src/cli/", cli.exports),
  isBesideRuntime: true,
  peers: [runtime.name, evaluation.name],
  optionalPeers: { "@redis/client": findRange("@redis/client") },
};

/** The page. The runtime imports it by its name, where it is installed. */
export const STUDIO: Member = {
  name: studio.name,
  description: "The page of a Treadle deployment: its threads, runs, approvals and figures.",
  folder: "src/playground/",
  entries: findEntries("src/playground/", studio.exports),
  isBesideRuntime: false,
  peers: [],
  optionalPeers: {},
};

const OTHERS: readonly Member[] = [
  {
    name: evaluation.name,
    description: "Evaluations of Treadle agents: cases, gates, scores, judges and reports.",
    folder: "src/evaluation/",
    entries: findEntries("src/evaluation/", evaluation.exports),
    isBesideRuntime: true,
    peers: [runtime.name],
    optionalPeers: {},
  },
  {
    name: channels.name,
    description: "Treadle agents in Slack, Telegram, Discord and GitHub.",
    folder: "src/plugins/channels/",
    entries: findEntries("src/plugins/channels/", channels.exports),
    isBesideRuntime: true,
    peers: [runtime.name],
    optionalPeers: {},
  },
  CLI,
  STUDIO,
  {
    name: react.name,
    description: "Hooks for React and a typed client of Treadle deployments.",
    folder: "src/react/",
    entries: findEntries("src/react/", react.exports),
    isBesideRuntime: false,
    peers: [],
    optionalPeers: { "react": ">=18", "ai": ">=6", "@ai-sdk/react": ">=3" },
  },
  {
    name: bridge.name,
    description: "The REST protocol of Upstash in front of a Redis of one's own.",
    folder: "src/redis_rest/",
    entries: findEntries("src/redis_rest/", bridge.exports),
    isBesideRuntime: false,
    peers: [],
    optionalPeers: {},
  },
];

/** Entries of the runtime that members have now, by the names that lead to them: `./client` is `@treadle/react/client`. */
export const MOVED: ReadonlyMap<string, string> = new Map(
  Object.entries(runtime.exports).flatMap(([entry, source]) => {
    const name = findEntryName(toModulePath(source));
    return name === undefined ? [] : [[entry, name] as const];
  }),
);

/** The package with the step. Of what members have it keeps the old names, for whom the member is installed. */
export const RUNTIME: Member = {
  name: runtime.name,
  description:
    "An agent runtime for the edge: each request runs one step of an agent, on Deno and Cloudflare Workers.",
  folder: "",
  entries: Object.fromEntries(
    Object.entries(runtime.exports).filter(([entry]) => !MOVED.has(entry))
      .map(([entry, source]) => [entry, toModulePath(source)]),
  ),
  isBesideRuntime: true,
  peers: [],
  optionalPeers: {
    "@modelcontextprotocol/client": findRange("@modelcontextprotocol/client"),
    "@upstash/qstash": findRange("@upstash/qstash"),
    ...Object.fromEntries(
      OTHERS.filter((member) => member !== CLI).map(({ name }) => [name, runtime.version]),
    ),
  },
};

/** Every package, the runtime first: where two of them use a module, the first has it. */
export const MEMBERS: readonly Member[] = [RUNTIME, ...OTHERS];

/** The source of every entry of every package, by the names that it is imported by, old ones included: `src/react/client/mod.ts`. */
export const ENTRY_SOURCES: Readonly<Record<string, string>> = Object.fromEntries(
  MEMBERS.flatMap(({ name, entries }) =>
    Object.entries(entries).map(([entry, module]) => [`${name}${entry.slice(1)}`, `src/${module}.ts`])
  ).concat(
    Object.entries(runtime.exports).map((
      [entry, source],
    ) => [`${runtime.name}${entry.slice(1)}`, source.slice(2)]),
  ),
);

/** The last word of the name, for a folder: `cli` of `@treadle/cli`. */
export function toFolderName({ name }: Member): string {
  return name.slice(name.indexOf("/") + 1);
}

/** The name by which others import a module below src, `@treadle/evaluation` for `evaluation/mod`; undefined where it is no member's entry. */
export function findEntryName(module: string): string | undefined {
  for (const { name, entries } of OTHERS) {
    const entry = Object.entries(entries).find(([, path]) => path === module)?.[0];
    if (entry !== undefined) return `${name}${entry.slice(1)}`;
  }
  return undefined;
}

/**
 * The range of a package that modules of src import.
 *
 * @throws {Error} no manifest names it
 */
export function findRange(name: string): string {
  const range = RANGES.get(name);
  if (range !== undefined) return range;
  throw new Error(`The package imports ${name}, which deno.json does not name in its imports.`);
}

/** The path of a module below `lib/`, without its extension: `./src/deno/mod.ts` is `deno/mod`. */
export function toModulePath(source: string): string {
  return source.replace(/^\.\/src\//, "").replace(/\.ts$/, "");
}

function findEntries(folder: string, exports: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(exports).map(([entry, source]) => [entry, toModulePath(`./${folder}${source.slice(2)}`)]),
  );
}
