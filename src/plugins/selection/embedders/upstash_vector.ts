// Selector upstash_vector: an index of Upstash Vector keeps the vectors and searches them; nothing of them is in the isolate.

import { AgentError } from "../../../core/error.ts";
import { isJsonObject, type Json, type JsonObject, toJsonObject } from "../../../core/json.ts";
import { ModelError } from "../../../core/model/model_error.ts";
import type { Warning } from "../../../core/tool_choice/choice_report.ts";
import { rankByScore, selectByScore } from "../by_score.ts";
import { DEFAULT_TIMEOUT_MS, withDeadline } from "../deadline.ts";
import type { Candidate, SelectorIo, ToolCatalogue, ToolSelector } from "../selector.ts";
import { textOfQuery, textOfTool } from "../tool_text.ts";
import { type Embedder, keyOfText, requireText } from "./embedder.ts";
import { postJson, type Refusal, toRefusalError } from "./post_json.ts";

/** All have defaults. */
export interface UpstashVectorOptions {
  /**
   * Makes the vectors. Without one the index embeds by itself, for which it was created with an embedding model. With one the index
   * was created with its dimensions.
   */
  readonly embedder?: Embedder;
  /** Of the index; the default one by default. It has tools alone. */
  readonly namespace?: string;
  /**
   * The function that the index was created with; COSINE by default. The index answers (1 + cosine) / 2, which is turned back, so that
   * a minimum means the same as with `embedding`. Scores of the other two stay as the index has them.
   */
  readonly similarity?: "COSINE" | "DOT_PRODUCT" | "EUCLIDEAN";
  /** The score below which a tool is not selected; none by default. */
  readonly minimumScore?: number;
  /** Longest time of a selection in milliseconds; 1,500 by default. */
  readonly timeoutMs?: number;
  /** The variable with the URL; UPSTASH_VECTOR_REST_URL by default. */
  readonly urlVariable?: string;
  /** The variable with the token; UPSTASH_VECTOR_REST_TOKEN by default. */
  readonly tokenVariable?: string;
}

/** Selects by an index that is written when a catalogue is published. */
export interface UpstashVectorSelector extends ToolSelector {
  /**
   * Writes the tools of a catalogue that the index does not have. A tool has one entry for each text it ever had, so versions of a
   * catalogue stand beside each other. The index shows new entries a moment later, not at once. Safe to repeat.
   *
   * @throws {ModelError} with the code of the failure
   * @throws {AgentError} config_invalid, when the URL or the token is missing
   */
  publish(catalogue: ToolCatalogue, io: SelectorIo): Promise<{ readonly written: number }>;
  /** Removes every entry of the namespace that none of the catalogues has. */
  prune(catalogues: readonly ToolCatalogue[], io: SelectorIo): Promise<{ readonly removed: number }>;
}

/** Entries of one write. With vectors of 1,536 dimensions it is 2 to 3 MB of JSON. */
const WRITE = 100;

/** Ids of one read, of one deletion and of one page. */
const IDS = 1_000;

/** Hits of one query: other versions of the catalogue have some of them. Where they have too many, a second query is deeper. */
const LEAST_HITS = 50;
const MOST_HITS = 1_000;

/**
 * A selector over the REST API of Upstash Vector. It writes nothing while it selects: `publish` does, so a catalogue that was never
 * published rejects with config_invalid, and one of which the index has a part is selected from with the warning
 * `selection_index_incomplete`. The dimension of an index is fixed: vectors of another model are refused by it (model_invalid_request),
 * and a new index is needed.
 *
 * Sources: upstash.com/docs/vector/api (get-started, upsert-data, upsert, query-data, query, fetch, range, delete),
 * upstash.com/docs/vector/features/similarityfunctions, and @upstash/vector 1.2.3, whose commands have the same paths and bodies.
 */
export function upstashVector(options: UpstashVectorOptions = {}): UpstashVectorSelector {
  const { embedder, minimumScore, timeoutMs = DEFAULT_TIMEOUT_MS, namespace, similarity = "COSINE" } =
    options;
  const idsOf = memoizeIds(embedder);
  const call = (endpoint: string, body: unknown, io: SelectorIo) => post(endpoint, body, options, io);

  /** The hits by their ids, the best first; by the vector, or by the text where the index embeds. */
  async function search(text: string, vector: Float32Array | undefined, topK: number, io: SelectorIo) {
    const result = vector === undefined
      ? await call("query-data", { data: text, topK }, io)
      : await call("query", { vector: [...vector], topK }, io);
    if (!Array.isArray(result)) throw broken();
    return result.map((hit) => {
      if (!isJsonObject(hit) || typeof hit.score !== "number") throw broken();
      return { id: String(hit.id), score: similarity === "COSINE" ? 2 * hit.score - 1 : hit.score };
    });
  }

  async function searchCatalogue(
    text: string,
    most: number,
    catalogue: ToolCatalogue,
    io: SelectorIo,
  ): Promise<Found> {
    const { names } = idsOf(catalogue);
    const wanted = Math.min(2 * most, names.size);
    const [vector] = await embedder?.embed([text], io) ?? [];
    for (let topK = Math.min(MOST_HITS, Math.max(LEAST_HITS, 4 * most));; topK = MOST_HITS) {
      const hits = await search(text, vector, topK, io);
      const known = hits.filter(({ id }) => names.has(id));
      if (known.length < wanted && hits.length === topK && topK < MOST_HITS) continue;
      const scores = new Map<string, number>();
      for (const { id, score } of known) names.get(id)?.forEach((name) => scores.set(name, score));
      const found = catalogue.tools.flatMap(({ name }): Candidate[] => {
        const score = scores.get(name);
        return score === undefined ? [] : [{ name, score }];
      });
      return { found, others: hits.length - known.length, isAll: hits.length < topK };
    }
  }

  async function readMissing(
    catalogue: ToolCatalogue,
    io: SelectorIo,
  ): Promise<[id: string, text: string][]> {
    const missing: [string, string][] = [];
    for (const chunk of splitChunks([...idsOf(catalogue).texts], IDS)) {
      const result = await call("fetch", { ids: chunk.map(([id]) => id) }, io);
      if (!Array.isArray(result) || result.length !== chunk.length) throw broken();
      missing.push(...chunk.filter((_, at) => result[at] === null));
    }
    return missing;
  }

  async function write(entries: readonly [id: string, text: string][], io: SelectorIo): Promise<void> {
    const vectors = await embedder?.embed(entries.map(([, text]) => text), io);
    if (vectors === undefined) await call("upsert-data", entries.map(([id, data]) => ({ id, data })), io);
    else await call("upsert", entries.map(([id], at) => ({ id, vector: [...vectors[at] ?? []] })), io);
  }

  return {
    name: "upstash_vector",
    settings: toSettings(options, timeoutMs),
    async select(query, catalogue, io) {
      const text = textOfQuery(query.text);
      if (text === "" || catalogue.tools.length === 0) {
        return selectByScore([], query, catalogue, minimumScore);
      }
      const deadline = { timeoutMs, what: "selector upstash_vector" };
      const { found, others, isAll } = await withDeadline(deadline, io, (io) => {
        return searchCatalogue(text, query.most, catalogue, io);
      });
      if (found.length === 0) throw unpublished(namespace, others);
      const warnings = incomplete(found.length, others, isAll, catalogue);
      return {
        ...selectByScore(rankByScore(found), query, catalogue, minimumScore),
        warnings: warnings.length === 0 ? undefined : warnings,
      };
    },
    async publish(catalogue, io) {
      const missing = await readMissing(catalogue, io);
      for (const chunk of splitChunks(missing, WRITE)) await write(chunk, io);
      return { written: missing.length };
    },
    async prune(catalogues, io) {
      const wanted = new Set(catalogues.flatMap((catalogue) => [...idsOf(catalogue).names.keys()]));
      const others: string[] = [];
      for (let cursor = "0"; cursor !== "";) {
        const page = await call("range", { cursor, limit: IDS }, io);
        if (!isJsonObject(page) || !Array.isArray(page.vectors)) throw broken();
        const ids = page.vectors.map((each) => isJsonObject(each) ? String(each.id) : "");
        others.push(...ids.filter((id) => !wanted.has(id)));
        cursor = typeof page.nextCursor === "string" ? page.nextCursor : "";
      }
      for (const ids of splitChunks(others, IDS)) await call("delete", { ids }, io);
      return { removed: others.length };
    },
  };
}

/** What a search found of a catalogue. */
interface Found {
  /** In the order of the catalogue. */
  readonly found: readonly Candidate[];
  /** Entries of other catalogues that were found. */
  readonly others: number;
  /** The namespace has no further entries. */
  readonly isAll: boolean;
}

/** The entries of a catalogue by their ids: the texts, and the names, of which two may have one text. */
interface Ids {
  readonly texts: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, readonly string[]>;
}

function memoizeIds(embedder: Embedder | undefined): (catalogue: ToolCatalogue) => Ids {
  const made = new WeakMap<ToolCatalogue, Ids>();
  const model = embedder ?? OWN_MODEL;
  return (catalogue) => {
    const known = made.get(catalogue);
    if (known !== undefined) return known;
    const texts = new Map<string, string>();
    const names = new Map<string, string[]>();
    for (const tool of catalogue.tools) {
      const text = textOfTool(tool);
      const id = keyOfText(model, text);
      texts.set(id, text);
      names.set(id, [...names.get(id) ?? [], tool.name]);
    }
    const ids = { texts, names };
    made.set(catalogue, ids);
    return ids;
  };
}

/** An index has one model for its whole life. */
const OWN_MODEL = { name: "upstash_vector", model: "" };

async function post(
  endpoint: string,
  body: unknown,
  { namespace, urlVariable, tokenVariable }: UpstashVectorOptions,
  io: SelectorIo,
): Promise<Json> {
  const url = requireText(io.env, urlVariable ?? "UPSTASH_VECTOR_REST_URL").replace(/\/+$/, "");
  const token = requireText(io.env, tokenVariable ?? "UPSTASH_VECTOR_REST_TOKEN");
  const source = { provider: PROVIDER, secrets: [token] };
  const json = await postJson({
    ...source,
    url: `${url}/${endpoint}${namespace === undefined ? "" : `/${encodeURIComponent(namespace)}`}`,
    headers: { authorization: `Bearer ${token}` },
    body,
    readRefusal,
  }, io);
  if (!isJsonObject(json)) throw broken();
  if (json.error !== undefined) throw toRefusalError(source, readRefusal(json), {});
  return json.result ?? null;
}

const PROVIDER = "upstash_vector";

/** `{error: "Unauthorized: Invalid auth token", status: 401}`. */
function readRefusal(body: Json | undefined): Refusal {
  return isJsonObject(body) && typeof body.error === "string" ? { text: body.error } : {};
}

function broken(): ModelError {
  return new ModelError("model_protocol", `${PROVIDER}: the answer has another form than its API says.`, {
    provider: PROVIDER,
    phase: "stream",
  });
}

function unpublished(namespace: string | undefined, others: number): AgentError {
  const where = namespace === undefined ? "the default namespace" : `namespace ${namespace}`;
  return new AgentError(
    "config_invalid",
    `Among ${others} entries that the index has in ${where} there is no tool of the catalogue: publish the catalogue, and wait ` +
      "until the index shows it.",
  );
}

function incomplete(found: number, others: number, isAll: boolean, { tools }: ToolCatalogue): Warning[] {
  if (isAll && found < tools.length) {
    const message =
      `The index has ${found} of the ${tools.length} tools of the catalogue: publish the catalogue.`;
    return [{ code: "selection_index_incomplete", message }];
  }
  if (others <= 2 * found) return [];
  const message =
    `The index has ${others} entries of other catalogues beside ${found} of this one: prune the index.`;
  return [{ code: "selection_index_incomplete", message }];
}

function toSettings(options: UpstashVectorOptions, timeoutMs: number): JsonObject {
  const { embedder, namespace, similarity = "COSINE", minimumScore } = options;
  return toJsonObject({
    embedder: embedder?.name,
    model: embedder?.model,
    namespace,
    similarity,
    minimumScore,
    timeoutMs,
  });
}

function splitChunks<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}
