// Selector routed: the categories that a query is about raise the tools that belong to them. They never cut others off.

import { AgentError } from "../../../core/error.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { Warning } from "../../../core/tool_choice/choice_report.ts";
import { rankByScore, selectByScore } from "../by_score.ts";
import { type CategoryScore, getCategories, type ToolCategory, voteForCategories } from "../categories.ts";
import { DEFAULT_TIMEOUT_MS, withDeadline } from "../deadline.ts";
import type {
  Candidate,
  Selection,
  SelectionQuery,
  SelectorIo,
  ToolCatalogue,
  ToolSelector,
} from "../selector.ts";

/**
 * Says which categories a query is about: the likeliest ones, in any order, out of those that are given. An empty list says that it
 * does not know. It is given those of the catalogue, and its answer is not trusted to be among them.
 */
export interface Classify {
  (text: string, categories: readonly ToolCategory[], io: SelectorIo): Promise<readonly CategoryScore[]>;
  /** Without secrets: part of the selector's settings. */
  readonly settings?: JsonObject;
}

/** The selector and the classifier, and what has a default. */
export interface RoutedOptions {
  /** Ranks the tools: `lexical()`, `hybrid()`. */
  readonly selector: ToolSelector;
  /**
   * A function, such as that of `classifyByChat`, or a selector, such as `lexical()`: the tools that it finds vote for their
   * categories.
   */
  readonly classify: Classify | ToolSelector;
  /** How much a category of score 1 raises its tools, in parts of the score of the first rank; 0.3 by default. */
  readonly boost?: number;
  /** Longest wait for the classifier in milliseconds; 1,500 by default. */
  readonly timeoutMs?: number;
}

/** Damps the first ranks. With a boost of 0.3 a tool of the right category moves from rank 8 to 3, and from 50 to 13. */
const K = 10;

/** Tools of the list that is ranked anew, or four times `most` where that is more. */
const DEPTH = 50;

/** Tools that vote. */
const VOTERS = 20;

/**
 * A tool at rank r of `selector` has the score 1 / (10 + r), and 0 where it was not found; its likeliest category adds its own score
 * times `boost` / 11. So a tool of the right category that has no word of the query still comes, behind the best of the others, and
 * a wrong classification moves tools and loses none. Both run side by side.
 *
 * Where the classifier fails, is late, answers nothing or names a category that the catalogue does not have, that part of the prior is
 * left out with the warning `category_unknown`; no category stands in for it. `Selection.categories` has those that were found.
 */
export function routed(options: RoutedOptions): ToolSelector {
  const { selector, classify, boost = 0.3, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  async function findCategories(
    query: SelectionQuery,
    catalogue: ToolCatalogue,
    io: SelectorIo,
  ): Promise<Prior> {
    const categories = getCategories(catalogue);
    if (categories.length === 0) return { scores: new Map(), warnings: [unknown("no tool has a category")] };
    const deadline = { timeoutMs, what: "classifier of categories" };
    try {
      const scores = await withDeadline(
        deadline,
        io,
        async (io) =>
          typeof classify === "function"
            ? await classify(query.text, categories, io)
            : voteForCategories((await classify.select(toVoters(query), catalogue, io)).tools, catalogue),
      );
      return toPrior(scores, categories);
    } catch (error) {
      io.signal.throwIfAborted();
      const why = error instanceof AgentError ? `${error.code}: ${error.message}` : "an unexpected error";
      return { scores: new Map(), warnings: [unknown(`the classifier failed (${why})`)] };
    }
  }

  return {
    name: "routed",
    settings: {
      selector: { name: selector.name, ...selector.settings },
      classify: { name: classify.name, ...classify.settings },
      boost,
      timeoutMs,
    },
    async select(query, catalogue, io) {
      if (query.text.trim() === "") return await selector.select(query, catalogue, io);
      const deep = { ...query, most: Math.max(DEPTH, 4 * query.most), least: 0, keep: [] };
      const [ranked, prior] = await Promise.all([
        (async () => await selector.select(deep, catalogue, io))(),
        findCategories(query, catalogue, io),
      ]);
      const warnings = [...ranked.warnings ?? [], ...prior.warnings];
      const categories = rankByScore([...prior.scores].map(([name, score]) => ({ name, score })));
      return {
        ...selectByScore(raise(ranked, prior.scores, boost, catalogue), query, catalogue),
        categories: categories.length === 0 ? undefined : categories.map(({ name }) => name),
        warnings: warnings.length === 0 ? undefined : warnings,
      };
    },
  };
}

/** What is known of a query's categories; their scores are above 0. */
interface Prior {
  readonly scores: ReadonlyMap<string, number>;
  readonly warnings: readonly Warning[];
}

function toVoters({ text, isAvailable }: SelectionQuery): SelectionQuery {
  return { text, most: VOTERS, isAvailable };
}

function toPrior(scores: readonly CategoryScore[], categories: readonly ToolCategory[]): Prior {
  const names = new Set(categories.map(({ name }) => name));
  const known = new Map<string, number>();
  const strange = new Set<string>();
  for (const { category, score } of scores) {
    if (!names.has(category)) strange.add(category);
    else if (score > 0) known.set(category, Math.max(known.get(category) ?? 0, Math.min(1, score)));
  }
  const warnings = [...strange].slice(0, 3).map((name) =>
    unknown(`the classifier named ${JSON.stringify(String(name).slice(0, 60))}, which no tool has`)
  );
  if (known.size === 0 && warnings.length === 0) warnings.push(unknown("the classifier named none"));
  return { scores: known, warnings };
}

function unknown(why: string): Warning {
  return { code: "category_unknown", message: `Tools were selected without a category: ${why}.` };
}

function raise(
  { tools }: Selection,
  scores: ReadonlyMap<string, number>,
  boost: number,
  catalogue: ToolCatalogue,
): Candidate[] {
  const ranks = new Map(tools.map((name, at) => [name, 1 / (K + at + 1)]));
  return rankByScore(catalogue.tools.flatMap(({ name, categories = [] }): Candidate[] => {
    const likeliest = Math.max(0, ...categories.map((category) => scores.get(category) ?? 0));
    const score = (ranks.get(name) ?? 0) + boost * likeliest / (K + 1);
    return score > 0 ? [{ name, score }] : [];
  }));
}
