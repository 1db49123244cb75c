// How well a selector finds the tools of queries whose right tools are known: recall@k and the mean reciprocal rank.

import { AgentError } from "../../core/error.ts";
import type { SelectorIo, ToolCatalogue, ToolSelector } from "./selector.ts";

/** A query whose right tools are known. */
export interface RetrievalCase {
  readonly query: string;
  /** Names of tools; a case without one says nothing of retrieval and is not counted. */
  readonly expected: readonly string[];
}

/** What became of one case. */
export interface RetrievalResult {
  /** Place of the case among those that were given, from 0. */
  readonly place: number;
  /** What was selected, the best first: at most k names. */
  readonly tools: readonly string[];
  /** Share of the expected tools among them, from 0 to 1. */
  readonly recall: number;
  /** 1 / the rank of the first expected tool among the selected ones; 0 when none is among them. */
  readonly reciprocalRank: number;
}

/** Means over the cases, each from 0 to 1; 0 where no case was counted. */
export interface RetrievalMeasure {
  readonly k: number;
  /** Cases that were counted. */
  readonly cases: number;
  /** Mean share of the expected tools among the first k. */
  readonly recall: number;
  /** Share of the cases with every expected tool among the first k. */
  readonly complete: number;
  /** Mean reciprocal rank within the first k. */
  readonly mrr: number;
  /** In the order of the cases. */
  readonly results: readonly RetrievalResult[];
}

/** How it is measured. */
export interface RetrievalOptions {
  /** Tools that are selected for a query; 8 by default. */
  readonly k?: number;
  /** What the selector reaches. Its signal ends the measurement. */
  readonly io: SelectorIo;
}

/**
 * Selects k tools for every case, one after the other, and compares them with the expected ones.
 *
 * @example
 * ```ts
 * import { measureRetrieval } from "./retrieval_measure.ts";
 * import { all } from "./selectors/all.ts";
 * import assert from "node:assert/strict";
 *
 * const tools = ["a", "b", "c"].map((name) => ({ name, description: "", parameters: { type: "object" } }));
 * const cases = [{ query: "", expected: ["a"] }, { query: "", expected: ["b", "c"] }];
 * const io = { fetch, env: {}, signal: new AbortController().signal };
 * const measure = await measureRetrieval(all(), { version: "1", tools }, cases, { k: 2, io });
 * assert.equal(measure.recall, 0.75); // a; b, but not c
 * assert.equal(measure.mrr, 0.75); // ranks 1 and 2
 * ```
 *
 * @throws {AgentError} tool_unknown when a case expects a tool that the catalogue does not have; what the selector throws.
 */
export async function measureRetrieval(
  selector: ToolSelector,
  catalogue: ToolCatalogue,
  cases: readonly RetrievalCase[],
  { k = 8, io }: RetrievalOptions,
): Promise<RetrievalMeasure> {
  checkNames(catalogue, cases);
  const results: RetrievalResult[] = [];
  for (const [place, { query, expected }] of cases.entries()) {
    if (expected.length === 0) continue;
    io.signal.throwIfAborted();
    const selection = await selector.select({ text: query, most: k }, catalogue, io);
    results.push({ place, ...compareTools(selection.tools.slice(0, k), expected) });
  }
  return {
    k,
    cases: results.length,
    recall: mean(results.map(({ recall }) => recall)),
    complete: mean(results.map(({ recall }) => recall === 1 ? 1 : 0)),
    mrr: mean(results.map(({ reciprocalRank }) => reciprocalRank)),
    results,
  };
}

function compareTools(
  tools: readonly string[],
  expected: readonly string[],
): Omit<RetrievalResult, "place"> {
  const right = new Set(expected);
  const first = tools.findIndex((name) => right.has(name));
  return {
    tools,
    recall: tools.filter((name) => right.has(name)).length / right.size,
    reciprocalRank: first === -1 ? 0 : 1 / (first + 1),
  };
}

/** A case that no selector can get right is a mistake of the set. */
function checkNames({ tools }: ToolCatalogue, cases: readonly RetrievalCase[]): void {
  const names = new Set(tools.map(({ name }) => name));
  for (const { query, expected } of cases) {
    const missing = expected.find((name) => !names.has(name));
    if (missing === undefined) continue;
    throw new AgentError(
      "tool_unknown",
      `The case "${query.slice(0, 80)}" expects the tool "${missing}", which the catalogue does not have.`,
    );
  }
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
