// Examples of tools from their use: the inputs of users in runs in which a call of the tool completed. They belong to one tenant.

import type { EntryView } from "../../../core/contract/entries.ts";

/** A query that led to a completed call. */
export interface Use {
  readonly query: string;
  readonly tool: string;
}

/** Characters of a query that may be an example; longer ones say more than the tool is for. */
const LONGEST = 500;

/** Most examples of a tool. */
export const MOST_EXAMPLES = 20;

/** The uses in a history, oldest first. A run of several inputs has the last of them; a result that came late is no query. */
export function usesIn(entries: readonly EntryView[]): readonly Use[] {
  let query: string | undefined;
  return entries.flatMap((entry): Use[] => {
    if (entry.type === "user") {
      if (entry.resultOf === undefined && entry.plan === undefined) query = toQuery(entry.text);
      return [];
    }
    if (entry.type !== "tool" || entry.outcome !== "completed" || query === undefined) return [];
    return [{ query, tool: entry.name }];
  });
}

function toQuery(text: string): string | undefined {
  const query = text.replaceAll(/\s+/g, " ").trim();
  return query === "" || query.length > LONGEST ? undefined : query;
}

/**
 * The examples of a tool with queries of users behind them, the newest first, each once. Those of its author stay; `undefined` where
 * nothing is new.
 *
 * @example
 * ```ts
 * import { withUses } from "./examples_from_use.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(withUses(["send a parcel"], ["Where is it?", "Send a parcel"]), ["send a parcel", "Where is it?"]);
 * assert.equal(withUses(["send a parcel"], ["Send a parcel"]), undefined);
 * ```
 */
export function withUses(
  examples: readonly string[],
  queries: readonly string[],
): readonly string[] | undefined {
  const known = new Set(examples.map(plain));
  const more: string[] = [];
  for (const query of queries) {
    if (examples.length + more.length >= MOST_EXAMPLES) break;
    if (known.has(plain(query))) continue;
    known.add(plain(query));
    more.push(query);
  }
  return more.length === 0 ? undefined : [...examples, ...more];
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
}
