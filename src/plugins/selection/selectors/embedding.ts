// Selector embedding: the tools whose texts are nearest to the query, by the cosine of vectors that an embedder makes.

import { type JsonObject, toJsonObject } from "../../../core/json.ts";
import { Lru } from "../../../core/lru.ts";
import { ModelError } from "../../../core/model/model_error.ts";
import type { Warning } from "../../../core/tool_choice/choice_report.ts";
import { rankByScore, selectByScore } from "../by_score.ts";
import { DEFAULT_TIMEOUT_MS, withDeadline } from "../deadline.ts";
import { cosineOfUnits, type Embedder } from "../embedders/embedder.ts";
import type { SelectorIo, ToolCatalogue, ToolSelector } from "../selector.ts";
import { textOfQuery } from "../tool_text.ts";
import { ToolVectors } from "./_tool_vectors.ts";
import type { ScoredPair } from "./calibrate.ts";

/** The embedder, and what has a default. */
export interface EmbeddingOptions {
  readonly embedder: Embedder;
  /**
   * The cosine below which a tool is not selected. By default 0.75 for embedders of the scale `cosine-ada` and none for all others,
   * where a fixed number means nothing: `calibrate` finds one. `"none"` turns it off.
   */
  readonly minimumScore?: number | "none";
  /** Longest time of a selection in milliseconds; 1,500 by default. Vectors that were made until then are kept. */
  readonly timeoutMs?: number;
}

/** A query with a tool, and whether the tool is right for it. */
export interface LabelledPair {
  readonly text: string;
  readonly tool: string;
  readonly relevant: boolean;
}

/** Selects by vectors. */
export interface EmbeddingSelector extends ToolSelector {
  /**
   * Makes the vectors of a catalogue that are missing, without a time limit but the signal: when a version is published, so that no
   * step waits for it. Returns how many were made.
   *
   * @throws as {@link Embedder.embed}
   */
  prepare(catalogue: ToolCatalogue, io: SelectorIo): Promise<{ readonly embedded: number }>;
  /**
   * The cosines of labelled pairs, for `calibrate`. Pairs with a tool that the catalogue does not have are left out.
   *
   * @throws as {@link Embedder.embed}
   */
  scorePairs(pairs: readonly LabelledPair[], catalogue: ToolCatalogue, io: SelectorIo): Promise<ScoredPair[]>;
}

type Vector = Float32Array<ArrayBuffer>;

/** The threshold for cosines of text-embedding-ada-002. */
const ADA_MINIMUM = 0.75;

/** Vectors of queries that an isolate keeps: a step selects again for the same words. */
const QUERIES = 200;

/**
 * Selects by cosine; scores of candidates are cosines and comparable between selections. The vectors of tools are kept by the content
 * of their texts, in the isolate and in `io.cache`, so that after a change of the catalogue only changed tools are embedded. Where the
 * vectors of the model have another dimension than those that are kept, another model answers under the name: the kept ones are
 * dropped and made again, with the warning `embedding_dimension_changed`. An empty query selects nothing beyond `keep` and `least`.
 *
 * Rejects with model_timeout after `timeoutMs`, else as {@link Embedder.embed}.
 */
export function embedding(options: EmbeddingOptions): EmbeddingSelector {
  const { embedder, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const threshold = resolveThreshold(options);
  const vectors = new ToolVectors(embedder);
  const queries = new Lru<Vector>(QUERIES);
  const provider = `${embedder.name}/${embedder.model}`;

  async function embedQuery(text: string, io: SelectorIo): Promise<Vector> {
    const [vector] = await embedder.embed([text], io);
    if (vector === undefined) {
      throw new ModelError("model_protocol", `${provider}: no vector came.`, { provider });
    }
    queries.set(text, vector);
    return vector;
  }

  /** The query and the tools in one space. */
  async function embedAll(text: string, catalogue: ToolCatalogue, io: SelectorIo): Promise<Embedded> {
    const kept = queries.get(text);
    const [first, gathered] = await Promise.all([
      kept ?? embedQuery(text, io),
      vectors.gather(catalogue, io),
    ]);
    if (hasDimension(gathered.rows, first.length)) return { ...gathered, query: first };
    // A kept vector of the query may be the old one of the two.
    const query = kept === undefined ? first : await embedQuery(text, io);
    const again = await vectors.gather(catalogue, io, query.length);
    if (!hasDimension(again.rows, query.length)) {
      throw new ModelError("model_protocol", `${provider}: its vectors have different dimensions.`, {
        provider,
      });
    }
    const warnings = [...gathered.warnings, ...again.warnings, ...changes(gathered.rows, query, provider)];
    return { rows: again.rows, query, warnings };
  }

  return {
    name: "embedding",
    settings: toSettings(embedder, threshold, timeoutMs),
    async select(query, catalogue, io) {
      const text = textOfQuery(query.text);
      if (text === "" || catalogue.tools.length === 0) return selectByScore([], query, catalogue, threshold);
      const deadline = { timeoutMs, what: `selector embedding (${provider})` };
      const all = await withDeadline(deadline, io, (io) => embedAll(text, catalogue, io));
      const scores = catalogue.tools.map(({ name }, at) => ({ name, score: cosineAt(all, at) }));
      const { warnings } = all;
      return {
        ...selectByScore(rankByScore(scores), query, catalogue, threshold),
        warnings: warnings.length === 0 ? undefined : warnings,
      };
    },
    async prepare(catalogue, io) {
      const [tool] = catalogue.tools;
      if (tool === undefined) return { embedded: 0 };
      const [probe] = await embedder.embed([tool.name], io); // says which dimension the model has today
      const { embedded } = await vectors.gather(catalogue, io, probe?.length);
      return { embedded };
    },
    async scorePairs(pairs, catalogue, io) {
      const places = new Map(catalogue.tools.map(({ name }, at) => [name, at]));
      const scored: ScoredPair[] = [];
      for (const { text, tool, relevant } of pairs) {
        const at = places.get(tool);
        const query = textOfQuery(text);
        if (at === undefined || query === "") continue;
        scored.push({ relevant, score: cosineAt(await embedAll(query, catalogue, io), at) });
      }
      return scored;
    },
  };
}

interface Embedded {
  readonly query: Vector;
  readonly rows: readonly Vector[];
  readonly warnings: readonly Warning[];
}

function cosineAt({ query, rows }: Embedded, at: number): number {
  const row = rows[at];
  return row === undefined ? -1 : cosineOfUnits(query, row);
}

function hasDimension(rows: readonly Vector[], dimension: number): boolean {
  return rows.every((row) => row.length === dimension);
}

function changes(old: readonly Vector[], query: Vector, provider: string): Warning[] {
  const changed = old.filter((row) => row.length !== query.length);
  const [first] = changed;
  if (first === undefined) return [];
  const message = `Vectors of ${provider} have ${query.length} dimensions and had ${first.length}: ` +
    `those of ${changed.length} tools were dropped and made again. The model behind the name is another one.`;
  return [{ code: "embedding_dimension_changed", message }];
}

function resolveThreshold({ embedder, minimumScore }: EmbeddingOptions): number | undefined {
  if (minimumScore !== undefined) return minimumScore === "none" ? undefined : minimumScore;
  return embedder.scale === "cosine-ada" ? ADA_MINIMUM : undefined;
}

function toSettings(embedder: Embedder, threshold: number | undefined, timeoutMs: number): JsonObject {
  const { name, model, variant } = embedder;
  return toJsonObject({ embedder: name, model, variant, minimumScore: threshold, timeoutMs });
}
