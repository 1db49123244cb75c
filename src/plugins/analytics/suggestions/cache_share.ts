// The share of input that a provider read from its cache, and why it fell: the cuts of prompts, by cause.

import { THRESHOLDS } from "./suggestion.ts";
import type { Suggestion } from "../contract.ts";
import { CUT_CAUSES, type CutCause } from "../../../core/entry.ts";
import { Evidence } from "./evidence.ts";
import type { ReadCount } from "../counts/read_count.ts";

/** What may be changed about cuts of one cause. */
const ADVICE: Readonly<Record<CutCause, string>> = {
  model: "Threads that change their model begin a new prompt: keep one model for a thread.",
  window: "A larger historyTokens or historyEntries, or compaction, moves the window less often.",
  summary: "A larger afterTokens or afterEntries makes summaries less often.",
  pins: "Pins that change begin a new prompt: pin early, or change several at once.",
  task: "A larger window keeps the task of a run within it.",
  agent:
    "Definitions that differ between isolates or deployments begin new prompts: leave dates and texts of requests out of them.",
  choice:
    'hold: "strict" and onUnsupported: "error" hold a choice by other tools: the default holds it by a notice.',
  tools: "read_output is left out while the model must call any other tool: force one by name.",
  notices: "The model refuses notices: name that in the capabilities of the agent.",
  thinking:
    "Something between Treadle and the model changes prompts: the warning thinking_left_out says what.",
  form: "A last try in words has another form: raise maxRetries, or use a model that writes JSON.",
  compaction: "A larger afterTokens or afterEntries has the provider write summaries less often.",
  version: "Threads of an earlier version begin a new prompt once.",
};

const NO_CUT =
  "No prompt was cut: look for the warning prefix_changed, for long pauses and for new threads with long prompts.";

/** An agent whose share on its last day is lower than on the days before. */
export function cacheShareFell(counts: readonly ReadCount[]): Suggestion[] {
  const lastDays = new Map<string, string>();
  for (const { day, group: { agent, model } } of counts) {
    const key = JSON.stringify([agent, model]);
    if (day > (lastDays.get(key) ?? "")) lastDays.set(key, day);
  }
  const found = new Evidence();
  const reasons = new Set<string>();
  for (const { day, group: { agent, model }, fact, count } of counts) {
    const isLast = lastDays.get(JSON.stringify([agent, model])) === day;
    if (fact.type === "prompt_cut" && isLast) found.add({ agent, model }, day, `cuts_${fact.why}`, count);
    if (fact.type === "cache_miss" && isLast) {
      found.add({ agent, model }, day, `${MISSES}${fact.reason}`, count);
      reasons.add(fact.reason);
    }
    if (fact.type !== "sum" || fact.of !== "inputTokens" && fact.of !== "cachedTokens") continue;
    found.add({ agent, model }, day, isLast ? fact.of : BEFORE[fact.of], count);
  }
  const threshold = THRESHOLDS.cache_share_fell;
  return found.suggestions("cache_share_fell", threshold, ({ agent, model }, number) => {
    const [input, before] = [number("inputTokens"), number(BEFORE.inputTokens)];
    if (input < threshold.inputTokens || before < threshold.inputTokens) return undefined;
    const share = Math.round(100 * number("cachedTokens") / input);
    const shareBefore = Math.round(100 * number(BEFORE.cachedTokens) / before);
    if (shareBefore - share < threshold.points) return undefined;
    return `Agent ${agent} with ${model} read ${share} % of its input from a cache on its last day, and ${shareBefore} % before. ${
      describeCauses(number)
    }${describeMisses(reasons, number)}`;
  });
}

/** The names of the numbers of the days before the last one. */
const BEFORE = { inputTokens: "earlierInputTokens", cachedTokens: "earlierCachedTokens" } as const;

const MISSES = "misses_";

/** What the vendor says of its cache, the most frequent first. */
function describeMisses(reasons: ReadonlySet<string>, number: (name: string) => number): string {
  const said = [...reasons].map((reason) => ({ reason, count: number(`${MISSES}${reason}`) }))
    .filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
  if (said.length === 0) return "";
  return ` The provider says: ${said.map(({ reason, count }) => `${reason} (${count})`).join(", ")}.`;
}

function describeCauses(number: (name: string) => number): string {
  const causes = CUT_CAUSES.map((why) => ({ why, count: number(`cuts_${why}`) }))
    .filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
  const [most] = causes;
  if (most === undefined) return NO_CUT;
  return `Prompts were cut for ${causes.map(({ why, count }) => `${why} (${count})`).join(", ")}. ${
    ADVICE[most.why]
  }`;
}
