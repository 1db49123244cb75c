// What else lists every provider: their variables and their imports in src, and in the examples and the page of variables
// the variables of the servers that speak OpenAI's API, by their profiles.

import config from "../../../deno.json" with { type: "json" };
import type { ProviderDefinition } from "../../core/model/provider.ts";
import { type CompatibleProfile, PROFILES } from "../../providers/openai/compatible.ts";

/** A file that `deno task providers` keeps current. */
export interface ListedFile {
  /** From the root of the project. */
  readonly path: string;
  /** The file as it has to be. */
  current(text: string): string;
}

type Providers = readonly (readonly [name: string, definition: ProviderDefinition])[];

/** The files, by the providers of the registry. */
export async function listedFiles(providers: Providers): Promise<readonly ListedFile[]> {
  const known = await knownModule(providers);
  return [
    { path: "src/deps/provider_names.ts", current: () => known },
    { path: "src/deps/provider_variables.ts", current: () => variablesModule(providers) },
    { path: ".env.example", current: (text) => withBlock(text, COMMENT, writeExample(servers())) },
    { path: ".dev.vars.example", current: (text) => withBlock(text, COMMENT, writeWorkerExample(servers())) },
    { path: "docs/configuration.md", current: (text) => withBlock(text, MARKDOWN, writeTable(servers())) },
  ];
}

/** The servers with an address; the one without is any server, and is described by hand. */
function servers(): readonly Server[] {
  return Object.values<CompatibleProfile>(PROFILES).flatMap(({ name, baseURL, needsKey }) =>
    baseURL === undefined ? [] : [{ name, baseURL, needsKey, prefix: name.toUpperCase() }]
  ).toSorted((one, other) => one.name < other.name ? -1 : 1);
}

interface Server {
  readonly name: string;
  readonly baseURL: string;
  readonly needsKey: boolean;
  /** Of its variables. */
  readonly prefix: string;
}

function variablesModule(providers: Providers): string {
  const lines = providers.flatMap(([name, { variables }]) =>
    variables.length === 0 ? [] : [`  // ${name}`, ...variables.map((variable) => `  "${variable}",`)]
  );
  return `// The names of the providers' environment variables, for what needs them without loading twenty modules. Written by deno task
// providers.

/** Every variable that a provider of the registry reads. */
export const PROVIDER_VARIABLES: readonly string[] = [
${lines.join("\n")}
];
`;
}

/** @throws {Error} when no entry of the package exports a provider */
async function knownModule(providers: Providers): Promise<string> {
  const prefix = "./providers/";
  const entries = Object.entries(config.exports).filter(([entry]) => entry.startsWith(prefix));
  const exported = await Promise.all(entries.map(async ([entry, file]) => {
    const module: object = await import(new URL(`../../../${file}`, import.meta.url).href);
    return Object.entries(module).map(([variable, value]) =>
      [value, { variable, entry: entry.slice(prefix.length) }] as const
    );
  }));
  const byDefinition = new Map<unknown, { readonly variable: string; readonly entry: string }>(
    exported.flat(),
  );
  const lines = providers.map(([name, definition]) => {
    const found = byDefinition.get(definition);
    if (found === undefined) throw new Error(`No entry of the package exports the provider ${name}.`);
    const { has = [] } = definition.capabilities;
    const parts = [
      ...found.variable === name ? [] : [`variable: "${found.variable}"`],
      ...found.entry === name ? [] : [`entry: "${found.entry}"`],
      ...has.length === 0 ? [] : [`has: [${has.map((feature) => `"${feature}"`).join(", ")}]`],
    ];
    return `  ${name}: ${parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`},`;
  });
  return `// What is known of each provider of the package where its module is not loaded or not there. Written by deno task providers.

import type { SeldomFeature } from "../core/model/capability.ts";

/** A provider of the package. */
export interface KnownProvider {
  /** What a file imports, and the entry below \`@treadle/treadle/providers\` that exports it; its name by default. */
  readonly variable?: string;
  readonly entry?: string;
  /** Features that few APIs have, as its table has them; none by default. */
  readonly has?: readonly SeldomFeature[];
}

/** By name. */
export const KNOWN_PROVIDERS: Readonly<Record<string, KnownProvider>> = {
${lines.join("\n")}
};
`;
}

function writeExample(all: readonly Server[]): string {
  return all.map(({ name, baseURL, needsKey, prefix }) =>
    [
      `# ${name}${needsKey ? "" : ", which needs no key unless it is told to."}`,
      `# ${prefix}_API_KEY=`,
      `# ${prefix}_BASE_URL=${baseURL}`,
    ].join("\n")
  ).join("\n\n");
}

function writeWorkerExample(all: readonly Server[]): string {
  return all.map(({ baseURL, needsKey, prefix }) =>
    needsKey ? `# ${prefix}_API_KEY=` : `# ${prefix}_BASE_URL=${baseURL}`
  ).join("\n");
}

function writeTable(all: readonly Server[]): string {
  const rows = all.flatMap(({ baseURL, needsKey, prefix }) => [
    [`\`${prefix}_API_KEY\``, needsKey ? "required at the default URL" : "unset"],
    [`\`${prefix}_BASE_URL\``, `\`${baseURL}\``],
  ]);
  const cells = [["variable", "default"], ...rows];
  const widths = [0, 1].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const [head = "", ...lines] = cells.map((row) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  );
  return [head, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...lines].join("\n");
}

interface Marks {
  readonly begin: string;
  readonly end: string;
}

const COMMENT: Marks = {
  begin: "# Servers that speak OpenAI's API (written by deno task providers):",
  end: "# Servers that speak OpenAI's API: end.",
};
const MARKDOWN: Marks = {
  begin: "<!-- servers: written by deno task providers -->",
  end: "<!-- servers: end -->",
};

/** @throws {Error} when the file has no such place */
function withBlock(text: string, { begin, end }: Marks, block: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`There is no section between ${begin} and ${end}.`);
  return `${text.slice(0, from + begin.length)}\n\n${block}\n\n${text.slice(to)}`;
}
