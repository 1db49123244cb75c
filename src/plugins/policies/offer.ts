// The tools that the rules of a policy allow.

import type { ToolOffer } from "../../kernel/hooks/plugin.ts";
import {
  type CompiledRule,
  findBrokenRule,
  findUnansweredRule,
  observeCall,
  toolsIn,
} from "../../core/policy/rule_set.ts";
import type { CompiledPolicy } from "./state.ts";

/**
 * What the rules leave of the tools in these states, one a rule. They demand a call where one of them wants one before an answer. A rule whose call can come
 * no more, because a failed one has used up a limit, has a warning, and the run may answer without it. Undefined where they say nothing.
 */
export function buildOffer(
  { policy: { name }, rules }: CompiledPolicy,
  states: readonly number[],
  tools: readonly string[],
): ToolOffer | undefined {
  if (rules.length === 0) return undefined;
  const ruleOf = new Map(tools.map((tool) => [tool, findBrokenRule(rules, states, tool)]));
  const permitted = tools.filter((tool) => ruleOf.get(tool) === undefined);
  const unanswered = findUnansweredRule(rules, states);
  if (unanswered === undefined && permitted.length === tools.length) return undefined;
  const isKeepable = unanswered !== undefined && canStillAnswer(rules, states, permitted);
  const demand = isKeepable ? unanswered : undefined;
  return {
    deny: tools.filter((tool) => ruleOf.get(tool) !== undefined),
    demand: demand === undefined ? undefined : true,
    ruleOf: (tool) => ruleOf.get(tool)?.name,
    because(forbidden) {
      const forbidding = forbidden.flatMap((tool) => ruleOf.get(tool)?.name ?? []);
      const reasons = [
        ...forbidding.length > 0 ? [`forbids by ${quoteNames(forbidding)}`] : [],
        ...demand !== undefined ? [`wants a call by ${quoteNames([demand.name])}`] : [],
      ];
      return `policy ${name} ${reasons.join(" and ")}`;
    },
    warnings: unanswered === undefined || isKeepable ? [] : [{
      code: "policy_lapsed",
      message: `The rule "${unanswered.name}" of policy ${name} can no longer be kept in this run: ` +
        "no call that the rules permit would satisfy it. The run may end with an answer without it.",
    }],
  };
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
