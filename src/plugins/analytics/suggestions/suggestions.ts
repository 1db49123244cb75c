// The suggestions that the counts of days lead to.

import { isDegraded } from "../tables/to_table.ts";
import { isForcedKind } from "../counts/choice_kind.ts";
import { cacheShareFell } from "./cache_share.ts";
import { UNKNOWN_TOOL } from "../counts/count_letters.ts";
import { Evidence } from "./evidence.ts";
import type { ReadCount } from "../counts/read_count.ts";
import { type IsKnownLack, THRESHOLDS } from "./suggestion.ts";
import type { Suggestion } from "../contract.ts";

/** The suggestions that follow from the counts, by kind and subject. */
export function suggest(counts: readonly ReadCount[], isKnownLack: IsKnownLack): Suggestion[] {
  return [
    ...findUnneededForcedTools(counts),
    ...findUnneededRequired(counts),
    ...neverChosen(counts),
    ...policyViolated(counts),
    ...capabilityMissing(counts, isKnownLack),
    ...toolFails(counts),
    ...alwaysDegraded(counts),
    ...cacheShareFell(counts),
  ];
}

/** A forced choice of a tool that was called in each plan under it, and in each first plan of a run without it. */
function findUnneededForcedTools(counts: readonly ReadCount[]): Suggestion[] {
  const found = new Evidence();
  for (const { day, group: { agent }, fact, count } of counts) {
    if (fact.type === "offered" && (fact.kind === "named" || fact.kind === "unsent")) {
      for (const tool of fact.tools) found.add({ agent, tool }, day, "forced", count);
    } else if (fact.type === "offered" && fact.kind === "first") {
      for (const tool of fact.tools) found.add({ agent, tool }, day, "unforced", count);
    } else if (fact.type === "chosen" && (fact.kind === "named" || fact.kind === "first")) {
      const name = fact.kind === "named" ? "forcedAndChosen" : "unforcedAndChosen";
      found.add({ agent, tool: fact.tool }, day, name, count);
    }
  }
  const threshold = THRESHOLDS.unneeded_force;
  return found.suggestions("unneeded_force", threshold, ({ agent, tool }, number) => {
    const [forced, unforced] = [number("forced"), number("unforced")];
    if (forced < threshold.forced || unforced < threshold.unforced) return undefined;
    if (number("forcedAndChosen") < forced || number("unforcedAndChosen") < unforced) return undefined;
    return `Agent ${agent} called ${tool} in all ${forced} answers that were forced to, and in all ${unforced} first answers of runs that were not. The forced choice may be left out.`;
  });
}

/** The same of `required`, which names no tool. */
function findUnneededRequired(counts: readonly ReadCount[]): Suggestion[] {
  const found = new Evidence();
  for (const { day, group: { agent }, fact, count } of counts) {
    if (fact.type !== "plan") continue;
    const subject = { agent, choice: "required" } as const;
    if (fact.kind === "required") {
      found.add(subject, day, "forced", count);
      if (fact.end === "satisfied") found.add(subject, day, "forcedAndChosen", count);
    } else if (
      fact.isFirst && (fact.kind === "auto" || fact.kind === "allowed") && offers(fact.enforcement)
    ) {
      found.add(subject, day, "unforced", count);
      if (fact.called) found.add(subject, day, "unforcedAndChosen", count);
    }
  }
  const threshold = THRESHOLDS.unneeded_force;
  return found.suggestions("unneeded_force", threshold, ({ agent }, number) => {
    const [forced, unforced] = [number("forced"), number("unforced")];
    if (forced < threshold.forced || unforced < threshold.unforced) return undefined;
    if (number("forcedAndChosen") < forced || number("unforcedAndChosen") < unforced) return undefined;
    return `Agent ${agent} called a tool in all ${forced} answers that had to call one, and in all ${unforced} first answers of runs that could answer in words. The forced choice may be left out.`;
  });
}

function offers(enforcement: string): boolean {
  return enforcement !== "withheld" && enforcement !== "none";
}

function neverChosen(counts: readonly ReadCount[]): Suggestion[] {
  const found = new Evidence();
  for (const { day, group: { agent }, fact, count } of counts) {
    if (fact.type === "offered" && fact.kind !== "unsent") {
      for (const tool of fact.tools) found.add({ agent, tool }, day, "offered", count);
    } else if (fact.type === "chosen") {
      found.add({ agent, tool: fact.tool }, day, "chosen", count);
    }
  }
  const threshold = THRESHOLDS.never_chosen;
  return found.suggestions("never_chosen", threshold, ({ agent, tool }, number) => {
    const offered = number("offered");
    if (offered < threshold.offered || number("chosen") > 0) return undefined;
    return `Agent ${agent} was offered ${tool} in ${offered} answers and never called it. Its description may be changed, or the tool left out.`;
  });
}

/** A policy whose choices or rules were violated often, dropped answers included. */
function policyViolated(counts: readonly ReadCount[]): Suggestion[] {
  const found = new Evidence();
  for (const { day, group: { agent, policy, source }, fact, count } of counts) {
    if (policy === "") continue;
    const isOfPolicy = source === "policy" || source === "condition" || source === "rule";
    if (fact.type === "plan") {
      const { end } = fact;
      found.add({ agent, policy }, day, "plans", count);
      const isViolated = end !== "satisfied" && end !== "cut" && end !== "failed";
      if (isViolated && (isOfPolicy || end === "rule")) found.add({ agent, policy }, day, "violated", count);
    } else if (fact.type === "corrected" && (isOfPolicy || fact.how === "rule")) {
      found.add({ agent, policy }, day, "corrected", count);
    } else if (fact.type === "not_run" && fact.why === "rule") {
      found.add({ agent, policy }, day, "callsRefused", count);
    }
  }
  const threshold = THRESHOLDS.policy_violated;
  return found.suggestions("policy_violated", threshold, ({ agent, policy }, number) => {
    const [plans, violated] = [number("plans"), number("violated") + number("corrected")];
    if (violated < threshold.violated || violated * 100 < plans * threshold.percent) return undefined;
    return `Agent ${agent} broke policy ${policy} in ${violated} of ${plans} answers. The instructions may name the rule, or the policy may be changed.`;
  });
}

/** A feature that a model's API refused and that the capability table does not have as a lack. */
function capabilityMissing(counts: readonly ReadCount[], isKnownLack: IsKnownLack): Suggestion[] {
  const found = new Evidence();
  for (const { day, group, fact, count } of counts) {
    if (fact.type !== "refused") continue;
    found.add({ model: fact.model ?? group.model, feature: fact.feature }, day, "refusals", count);
  }
  const threshold = THRESHOLDS.capability_missing;
  return found.suggestions("capability_missing", threshold, ({ model = "", feature }, number) => {
    const refusals = number("refusals");
    if (feature === undefined || refusals < threshold.refusals || isKnownLack(model, feature)) {
      return undefined;
    }
    return `The API of ${model} refused ${feature} in ${refusals} requests, and the capability table does not have it. The table, or the capabilities of the agent, may have it.`;
  });
}

function toolFails(counts: readonly ReadCount[]): Suggestion[] {
  const found = new Evidence();
  for (const { day, group: { agent }, fact, count } of counts) {
    if (fact.type !== "ran" || fact.tool === UNKNOWN_TOOL) continue;
    found.add({ agent, tool: fact.tool }, day, "calls", count);
    if (fact.end === "failed") found.add({ agent, tool: fact.tool }, day, "failed", count);
  }
  const threshold = THRESHOLDS.tool_fails;
  return found.suggestions("tool_fails", threshold, ({ agent, tool }, number) => {
    const [calls, failed] = [number("calls"), number("failed")];
    if (calls < threshold.calls || failed * 100 < calls * threshold.percent) return undefined;
    return `${failed} of ${calls} calls of ${tool} by agent ${agent} failed. The tool, or the description of its arguments, may be changed.`;
  });
}

/** A forced choice that the model's API was never certain to keep. */
function alwaysDegraded(counts: readonly ReadCount[]): Suggestion[] {
  const found = new Evidence();
  for (const { day, group: { agent, model }, fact, count } of counts) {
    if (fact.type !== "plan" || !isForcedKind(fact.kind)) continue;
    const subject = { agent, model, choice: fact.kind };
    found.add(subject, day, "plans", count);
    if (isDegraded(fact)) found.add(subject, day, "degraded", count);
  }
  const threshold = THRESHOLDS.always_degraded;
  return found.suggestions("always_degraded", threshold, ({ agent, model, choice }, number) => {
    const plans = number("plans");
    if (plans < threshold.plans || number("degraded") < plans) return undefined;
    return `All ${plans} answers of agent ${agent} under ${choice} with ${model} were not certain to keep to it: the API cannot hold the model to it. Another model, or another choice, may be used.`;
  });
}
