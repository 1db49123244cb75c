// One attempt at a case of a selector.

import { AgentError } from "../../core/error.ts";
import type { RankedTools, RankedWords } from "../../core/tool/thread_tools.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { newThread } from "../agents/tools_alone.ts";
import type { ObservedSelection, Verdict } from "../data/attempt.ts";
import type { SelectionEvaluation, SelectionSource } from "../define.ts";
import { findRanks } from "../measures/retrieval.ts";

/** Selects as many tools as the largest place at which recall is measured. */
export async function attemptSelection(
  { cases, from, at }: SelectionEvaluation,
  place: number,
  tenant: string,
  deps: RuntimeDeps,
): Promise<{ readonly observed: ObservedSelection; readonly verdict: Verdict }> {
  const selectionCase = cases[place];
  if (selectionCase === undefined) throw new AgentError("internal", `There is no case at ${place}.`);
  const words = { text: selectionCase.query, most: Math.max(...at) };
  const { tools, warnings = [] } = await rank(from, words, tenant, deps);
  return {
    observed: {
      type: "selection",
      tools: [...tools],
      warnings: warnings.map(({ code, message }) => `${code}: ${message}`),
    },
    verdict: { kind: "selection", ranks: findRanks(selectionCase.expected ?? [], tools) },
  };
}

async function rank(
  from: SelectionSource,
  words: RankedWords,
  tenant: string,
  { fetch, sources }: RuntimeDeps,
): Promise<RankedTools> {
  if (from.type === "list") {
    const io = { fetch, env: sources.env, signal: new AbortController().signal };
    return await from.selector.select(words, from.catalogue, io);
  }
  const ranked = from.agent.threadTools?.rank?.(words, newThread({ tenant }, []), sources);
  return await ranked ?? { tools: [] };
}
