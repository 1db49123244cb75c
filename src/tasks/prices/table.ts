// The tables of prices: rows out of the data of @earendil-works/pi-ai, which follows models.dev, and the module of each.

import * as z from "zod/mini";
import { withMultiples } from "../../core/budget/price_multiples.ts";
import { priceIn } from "../../core/budget/price_table.ts";
import { OWN_ROWS } from "./own_rows.ts";

/** The provider that each table is of, and the file of the source that it is made from; none has own rows alone. */
export const TABLES: Readonly<Record<string, string | undefined>> = {
  anthropic: "anthropic",
  azure: "azure",
  bedrock: "amazon-bedrock",
  cerebras: "cerebras",
  cohere: undefined,
  deepseek: "deepseek",
  fireworks: "fireworks",
  gemini: "google",
  groq: "groq",
  mistral: "mistral",
  openai: "openai",
  openrouter: "openrouter",
  together: "together",
  workers_ai: "cloudflare-workers-ai",
  xai: "xai",
};

/** The part that is read of the source's models; xAI counts reasoning apart from output, and bills both. */
const APART: ReadonlySet<string> = new Set(["xai"]);

/** Rows for names that differ in a region; what they say of a model is no row of its own. */
const MULTIPLES: Readonly<Record<string, readonly string[]>> = {
  bedrock: ["apac.* x1.05", "au.* x1", "eu.* x1", "global.* x1", "in.* x1", "jp.* x1", "us.* x1"],
};

const rate = z.number();
const rates = { input: rate, output: rate, cacheRead: rate, cacheWrite: rate };
const cost = z.object({
  ...rates,
  tiers: z.optional(z.array(z.object({ ...rates, inputTokensAbove: z.number() }))),
});
type Cost = z.output<typeof cost>;

/** A file of the source: models by name, in groups by API. */
export const sourceFile = z.record(
  z.string(),
  z.record(
    z.string(),
    z.object({
      id: z.string(),
      type: z.optional(z.string()),
      cost: z.optional(cost),
      contextWindow: z.optional(z.int().check(z.gte(0))),
    }),
  ),
);

/**
 * The rows of one provider, sorted, with our own, and without those that the others say. `:batch` of OpenRouter is a price of its batches,
 * which are not requested here (openrouter.ai/docs/batch-quickstart). A model with another unit than tokens of a chat has none, nor has one without a
 * price unless its name says that it is free.
 *
 * @throws {Error} when an own row is of a model that the source has
 */
export function listRows(provider: string, file: z.output<typeof sourceFile>): readonly string[] {
  const found = new Map<string, string>();
  for (const group of Object.values(file)) {
    for (const { id, type = "chat", cost, contextWindow } of Object.values(group)) {
      if (type !== "chat" || cost === undefined || cost.input < 0 || /\s|:batch$/.test(id)) continue;
      if (cost.input === 0 && cost.output === 0 && !id.endsWith(":free")) continue;
      found.set(id, toRow(id, cost, contextWindow, APART.has(provider)));
    }
  }
  for (const row of OWN_ROWS[provider] ?? []) {
    const name = row.slice(0, row.indexOf(" "));
    if (found.has(name)) throw new Error(`The source has ${provider}/${name}: remove it from own_rows.ts.`);
    found.set(name, row);
  }
  const rows = new Set([...MULTIPLES[provider] ?? [], ...[...found.values()].sort()]);
  for (const [name, row] of found) {
    rows.delete(row);
    if (!saysSame(rows, name, row)) rows.add(row);
  }
  return [...rows].sort();
}

/** Whether rows give a model the price that its own row has. */
export function saysSame(rows: Iterable<string>, name: string, row: string): boolean {
  const price = (lines: Iterable<string>) =>
    JSON.stringify(priceIn(withMultiples(`\n${[...lines].join("\n")}\n`), name));
  return price(rows) === price([row, ...rows]);
}

/** A history has at most 524,288 bytes by default, a token has at least one, and two thirds of a context are the history's. */
const WIDE = 524_288 * 3 / 2;

/**
 * Of several tiers the highest one counts from the first on: a budget holds what is never too little. A window that ends where a tier
 * begins is what the source wants to pay for, and not that of the model; one that no history of the default size fills is left out.
 */
function toRow(id: string, cost: Cost, window: number | undefined, apart: boolean): string {
  const [first] = cost.tiers ?? [];
  const last = cost.tiers?.at(-1);
  const isNamed = window !== undefined && window > 0 && window < WIDE && window !== first?.inputTokensAbove;
  return [
    id,
    ...formatColumns(cost),
    ...(first === undefined || last === undefined
      ? []
      : [`>${first.inputTokensAbove}`, ...formatColumns(last)]),
    ...(apart ? ["apart"] : []),
    ...(isNamed ? [`=${window}`] : []),
  ].join(" ");
}

/** 0 stands for no rate of its own. */
function formatColumns({ input, output, cacheRead, cacheWrite }: Omit<Cost, "tiers">): readonly string[] {
  const [cached, written] = [cacheRead, cacheWrite].map((rate) =>
    rate === 0 || rate === input ? "-" : String(rate)
  );
  const columns = [String(input), String(output), cached ?? "-", written ?? "-"];
  return columns.slice(0, columns.findLastIndex((column) => column !== "-") + 1);
}

/** Where the rows come from. */
export interface Source {
  readonly version: string;
  /** When that version was published, as an ISO date. */
  readonly date: string;
}

/** The module of a table. Its digest shows an edit by hand. */
export async function buildModule(rows: readonly string[], { version, date }: Source): Promise<string> {
  const text = `${date.replaceAll("-", "")}\n${rows.join("\n")}\n`;
  return `// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai ${version} (MIT, data of
// models.dev) of ${date}, and src/tasks/prices/own_rows.ts. SHA-256: ${await hashText(text)}

/** A table of core/budget/price_table.ts. */
export const PRICES = \`${text}\`;
`;
}

/** The source and the rows of a module; undefined for one that the command did not write, or that was edited. */
export async function readModule(
  module: string,
): Promise<{ readonly source: Source; readonly rows: readonly string[] } | undefined> {
  const [, version = "", date = ""] = /pi-ai (\S+) [^]*? of (\d{4}-\d\d-\d\d),/.exec(module) ?? [];
  const [, text = ""] = /`\S*\n([^`]*)\n`;\n$/.exec(module) ?? [];
  const [source, rows] = [{ version, date }, text.split("\n")];
  return await buildModule(rows, source) === module ? { source, rows } : undefined;
}

async function hashText(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}
