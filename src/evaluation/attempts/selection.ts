// One attempt at a case of a selector.

import { AgentError } from "../../core/error.ts";
import type { RuntimeDeps } from "../../runtime/deps.ts";
import type { ObservedSelection, Verdict } from "../data/attempt.ts";
import type { SelectionEvaluation } from "../define.ts";
import { ranksOf } from "../measures/retrieval.ts";

/** Selects as many tools as the largest place at which recall is measured. */
export async function attemptSelection(
  { cases, selector, catalogue, at }: SelectionEvaluation,
  place: number,
  { fetch, sources }: RuntimeDeps,
): Promise<{ readonly observed: ObservedSelection; readonly verdict: Verdict }> {
  const selectionCase = cases[place];
  if (selectionCase === undefined) throw new AgentError("internal", `There is no case at ${place}.`);
  const io = { fetch, env: sources.env, signal: new AbortController().signal };
  const made = selector.select({ text: selectionCase.query, most: Math.max(...at) }, catalogue, io);
  const { tools, warnings = [] } = made instanceof Promise ? await made : made;
  return {
    observed: {
      type: "selection",
      tools: [...tools],
      warnings: warnings.map(({ code, message }) => `${code}: ${message}`),
    },
    verdict: { kind: "selection", ranks: ranksOf(selectionCase.expected ?? [], tools) },
  };
}
