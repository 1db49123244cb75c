// Selector hybrid: words and vectors together by reciprocal rank fusion; words alone where vectors fail.

import { lexical as byWords } from "./lexical.ts";
import { AgentError } from "../../../core/error.ts";
import type { Clock } from "../../../core/ports.ts";
import type { Warning } from "../../../core/tool_choice/choice_report.ts";
import { rankByScore, selectByScore } from "../by_score.ts";
import { DEFAULT_TIMEOUT_MS, withDeadline } from "../deadline.ts";
import type { Selection, SelectionQuery, SelectorIo, ToolCatalogue, ToolSelector } from "../selector.ts";

/** The two selectors, and what has a default. */
export interface HybridOptions {
  /** The one that always answers: `lexical()` by default. */
  readonly lexical?: ToolSelector;
  /** The one that may fail: `embedding()`, `upstashVector()`. */
  readonly embedding: ToolSelector;
  /** Longest wait for `embedding` in milliseconds; 1,500 by default. */
  readonly timeoutMs?: number;
  /**
   * Milliseconds for which `embedding` is not called after it failed, so that a service that is down does not cost every step its
   * timeout; 10,000 by default. A service that states a wait gets it, up to a minute.
   */
  readonly restMs?: number;
  /** Damps the first ranks; 60 by default. */
  readonly k?: number;
  /** Date.now by default. */
  readonly clock?: Clock;
}

/** Tools of each list that are fused, or twice `most` where that is more. */
const DEPTH = 50;

const LONGEST_REST_MS = 60_000;

/**
 * Runs both selectors side by side and fuses their ranks: a tool has the sum of 1 / (k + rank) over the lists it stands in, ranks
 * from 1. Scores of the two need no common scale. Where `embedding` fails, is late or has no key, the selection is that of `lexical`
 * alone with the warning `selection_degraded`; where `lexical` fails, the other way round. Rejects when both fail, and with the reason
 * of the signal when the step ends.
 *
 * @example
 * ```ts
 * import { hybrid } from "./hybrid.ts";
 * import type { ToolSelector } from "../selector.ts";
 * import assert from "node:assert/strict";
 *
 * const fixed = (...tools: string[]): ToolSelector => ({ name: "fixed", settings: {}, select: () => ({ tools, candidates: [] }) });
 * const selector = hybrid({ lexical: fixed("a", "b"), embedding: fixed("c", "b") });
 * const tools = ["a", "b", "c"].map((name) => ({ name, description: "", parameters: {} }));
 * const io = { fetch, env: {}, signal: new AbortController().signal };
 * const { tools: selected } = await selector.select({ text: "x", most: 2 }, { version: "1", tools }, io);
 * assert.deepEqual(selected, ["b", "a"]); // b stands in both lists
 * ```
 */
export function hybrid(options: HybridOptions): ToolSelector {
  const { lexical = byWords(), embedding, k = 60, timeoutMs = DEFAULT_TIMEOUT_MS, clock = Date.now } =
    options;
  const { restMs = 10_000 } = options;
  let restsUntil = -Infinity;

  async function byVectors(
    query: SelectionQuery,
    catalogue: ToolCatalogue,
    io: SelectorIo,
  ): Promise<Selection> {
    const left = restsUntil - clock();
    if (left > 0) {
      throw new AgentError(
        "model_overloaded",
        `It failed before and is tried again in ${Math.ceil(left)} ms.`,
      );
    }
    try {
      const deadline = { timeoutMs, what: `selector ${embedding.name}` };
      return await withDeadline(deadline, io, async (io) => await embedding.select(query, catalogue, io));
    } catch (error) {
      if (!io.signal.aborted) restsUntil = clock() + computeRest(error, restMs);
      throw error;
    }
  }

  return {
    name: "hybrid",
    settings: {
      lexical: { name: lexical.name, ...lexical.settings },
      embedding: { name: embedding.name, ...embedding.settings },
      k,
      timeoutMs,
      restMs,
    },
    async select(query, catalogue, io) {
      const deep = { ...query, most: Math.max(DEPTH, 2 * query.most), least: 0, keep: [] };
      const [vectors, words] = await Promise.allSettled([
        byVectors(deep, catalogue, io),
        attempt(() => lexical.select(deep, catalogue, io)),
      ]);
      io.signal.throwIfAborted();
      if (words.status === "rejected" && vectors.status === "rejected") throw words.reason;
      if (vectors.status === "rejected") {
        return withWarning(
          await lexical.select(query, catalogue, io),
          toDegradedWarning(lexical, embedding, vectors.reason),
        );
      }
      if (words.status === "rejected") {
        const selected = selectByScore(fuse([vectors.value.tools], catalogue, k), query, catalogue);
        return withWarning(
          { ...vectors.value, ...selected, threshold: vectors.value.threshold },
          toDegradedWarning(embedding, lexical, words.reason),
        );
      }
      const lists = [words.value, vectors.value];
      const selected = selectByScore(fuse(lists.map(({ tools }) => tools), catalogue, k), query, catalogue);
      const categories = lists.map((list) => list.categories).find((each) => each !== undefined);
      const warnings = lists.flatMap((list) => list.warnings ?? []);
      return { ...selected, categories, warnings: warnings.length === 0 ? undefined : warnings };
    },
  };
}

/** What fails at once fails as a promise too, so that the other selector is waited for. */
async function attempt<T>(run: () => T | Promise<T>): Promise<T> {
  return await run();
}

function fuse(lists: readonly (readonly string[])[], catalogue: ToolCatalogue, k: number) {
  const scores = new Map<string, number>();
  for (const list of lists) {
    list.forEach((name, at) => scores.set(name, (scores.get(name) ?? 0) + 1 / (k + at + 1)));
  }
  return rankByScore(catalogue.tools.flatMap(({ name }) => {
    const score = scores.get(name);
    return score === undefined ? [] : [{ name, score }];
  }));
}

function computeRest(error: unknown, restMs: number): number {
  if (!(error instanceof AgentError)) return restMs;
  if (error.code === "config_invalid") return 0; // it costs nothing, and the key may come
  return error.retryAfterMs === undefined ? restMs : Math.min(error.retryAfterMs, LONGEST_REST_MS);
}

function toDegradedWarning(alone: ToolSelector, failed: ToolSelector, reason: unknown): Warning {
  const why = reason instanceof AgentError ? `${reason.code}: ${reason.message}` : "an unexpected error";
  return {
    code: "selection_degraded",
    message: `Tools were selected by ${alone.name} alone, since ${failed.name} failed (${why})`,
  };
}

function withWarning(selection: Selection, warning: Warning): Selection {
  return { ...selection, warnings: [...selection.warnings ?? [], warning] };
}
