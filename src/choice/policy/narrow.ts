// What the rules of a policy leave of the tools.

import type { ToolChoice } from "../../core/tool_choice.ts";
import {
  type CompiledRule,
  findBrokenRule,
  findUnansweredRule,
  observeCall,
  toolsIn,
} from "../../core/policy/rule_set.ts";
import type { StandingOffer } from "../offers.ts";
import type { CompiledPolicy } from "./policy_state.ts";

/** Rules and their states. */
export interface CurrentRules {
  readonly compiled: CompiledPolicy;
  readonly states: readonly number[];
}

/** What the rules of a policy leave of the tools. */
export interface PolicyOffer {
  /** Undefined where the policy has no rules. */
  readonly offer: StandingOffer | undefined;
  /** The name of a rule that wants a call which can come no more: a failed one has used up a limit. The run may answer without it. */
  readonly lapsed?: string;
}

/** What the rules leave of the tools in these states. They demand a call where one of them wants one before an answer. */
export function offerOf(
  { compiled: { policy, rules }, states }: CurrentRules,
  tools: readonly string[],
): PolicyOffer {
  if (rules.length === 0) return { offer: undefined };
  const ruleOf = new Map(tools.map((tool) => [tool, findBrokenRule(rules, states, tool)]));
  const permitted = tools.filter((tool) => ruleOf.get(tool) === undefined);
  const unanswered = findUnansweredRule(rules, states);
  const demand = unanswered !== undefined && canStillAnswer(rules, states, permitted)
    ? unanswered
    : undefined;
  const offer: StandingOffer = {
    permits: (tool) => ruleOf.get(tool) === undefined,
    demands: demand !== undefined,
    because(forbidden) {
      const forbidding = forbidden.flatMap((tool) => ruleOf.get(tool)?.name ?? []);
      const reasons = [
        ...forbidding.length > 0 ? [`forbids by ${quoteNames(forbidding)}`] : [],
        ...demand !== undefined ? [`wants a call by ${quoteNames([demand.name])}`] : [],
      ];
      return `policy ${policy.name} ${reasons.join(" and ")}`;
    },
  };
  return { offer, ...(unanswered !== undefined && demand === undefined ? { lapsed: unanswered.name } : {}) };
}

/** Most names of rules in a reason. */
const SHOWN = 3;

function quoteNames(names: readonly string[]): string {
  const different = [...new Set(names)];
  const more = different.length > SHOWN ? ` and ${different.length - SHOWN} more` : "";
  return different.slice(0, SHOWN).map((name) => `"${name}"`).join(", ") + more;
}

/**
 * False when no sequence of completed calls leads to a state in which the run may answer: after failures a rule that wants a call
 * can be one that no call can satisfy any more. Limits are passed over, so true may be wrong; the last step answers anyway.
 */
function canStillAnswer(
  rules: readonly CompiledRule[],
  states: readonly number[],
  permitted: readonly string[],
): boolean {
  const named = rules.flatMap(({ rule }) => toolsIn(rule));
  const tools = new Set([...named, ...permitted]);
  let reached = states;
  for (;;) {
    if (findUnansweredRule(rules, reached) === undefined) return true;
    const tool = [...tools].find((each) => findBrokenRule(rules, reached, each) === undefined);
    if (tool === undefined) return false;
    tools.delete(tool);
    const next = observeCall(rules, reached, tool, "completed");
    reached = rules.map(({ rule: { type } }, index) =>
      (type === "at_most" || type === "never_both" ? reached : next)[index] ?? 0
    );
  }
}

/** A choice in words, for a warning: `tool search`, `allowed search, look`, `none`. */
export function choiceInWords(choice: ToolChoice): string {
  switch (choice.type) {
    case "tool":
      return `tool ${choice.name}`;
    case "allowed":
      return `allowed ${choice.names.join(", ")}${choice.mode === "required" ? " (one of them forced)" : ""}`;
    case "auto":
    case "none":
    case "required":
      return choice.type;
  }
}
