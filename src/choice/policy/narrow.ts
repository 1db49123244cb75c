// What the rules of a policy leave of a choice.

import { isForced, permits, type ToolChoice } from "../../core/tool_choice.ts";
import {
  breakingRule,
  type CompiledRule,
  observed,
  toolsIn,
  unansweredRule,
} from "../../core/policy/rule_set.ts";
import type { ResolvedChoice } from "../resolved_choice.ts";
import type { CompiledPolicy } from "./policy_state.ts";

/** Rules and their states. */
export interface StandingRules {
  readonly compiled: CompiledPolicy;
  readonly states: readonly number[];
}

/**
 * The choice within the rules: the tools that both permit, forced where the choice forces or a rule wants a call before an
 * answer. Rules never force where the choice is `none`.
 *
 * | choice | rules | result |
 * |---|---|---|
 * | `none` | any | `none` |
 * | any other | permit all its tools and an answer | the choice itself |
 * | any other | permit some of its tools | these: `tool` or `allowed` |
 * | any other | permit none of its tools, and want a call first | the tools that they permit, forced |
 * | any other | permit none of its tools | `none` |
 *
 * A rule that wants a call which can come no more (a failed one has used up a limit) is reported as `lapsed`, and the run answers.
 */
export function narrowed(
  resolved: ResolvedChoice,
  { compiled: { policy, rules }, states }: StandingRules,
  tools: readonly string[],
): ResolvedChoice {
  const { choice } = resolved;
  if (choice.type === "none" || rules.length === 0 || tools.length === 0) return resolved;
  const ruleOf = new Map(tools.map((tool) => [tool, breakingRule(rules, states, tool)]));
  const permitted = tools.filter((tool) => ruleOf.get(tool) === undefined);
  const wanted = tools.filter((tool) => permits(choice, tool));
  const both = wanted.filter((tool) => permitted.includes(tool));
  const unanswered = unansweredRule(rules, states);
  const demand = unanswered !== undefined && canStillAnswer(rules, states, permitted)
    ? unanswered
    : undefined;
  const lapsed = unanswered !== undefined && demand === undefined ? { lapsed: unanswered.name } : {};
  const forces = isForced(choice) || demand !== undefined;
  if (both.length === wanted.length && forces === isForced(choice)) return { ...resolved, ...lapsed };
  const names = both.length > 0 || demand === undefined ? both : permitted;
  const forbidding = wanted.flatMap((tool) => ruleOf.get(tool)?.name ?? []);
  const reasons = [
    ...forbidding.length > 0 ? [`forbids by ${quoted(forbidding)}`] : [],
    ...demand !== undefined ? [`wants a call by ${quoted([demand.name])}`] : [],
  ];
  return {
    ...resolved,
    choice: among(names, forces, choice, tools),
    source: "rule",
    because: `policy ${policy.name} ${reasons.join(" and ")}; else ${resolved.because}`,
    underlying: choice,
    forbidden: tools.filter((tool) => !permitted.includes(tool)),
    ...lapsed,
  };
}

/** Most names of rules in a reason. */
const SHOWN = 3;

function quoted(names: readonly string[]): string {
  const different = [...new Set(names)];
  const more = different.length > SHOWN ? ` and ${different.length - SHOWN} more` : "";
  return different.slice(0, SHOWN).map((name) => `"${name}"`).join(", ") + more;
}

function among(
  names: readonly string[],
  forces: boolean,
  choice: ToolChoice,
  tools: readonly string[],
): ToolChoice {
  const [first] = names;
  if (first === undefined) return { type: "none" };
  const times = forces && isForced(choice) && "times" in choice && choice.times !== undefined
    ? { times: choice.times }
    : {};
  if (names.length === tools.length) return forces ? { type: "required", ...times } : { type: "auto" };
  if (forces && names.length === 1) return { type: "tool", name: first, ...times };
  return { type: "allowed", names: [...names], mode: forces ? "required" : "auto", ...times };
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
    if (unansweredRule(rules, reached) === undefined) return true;
    const tool = [...tools].find((each) => breakingRule(rules, reached, each) === undefined);
    if (tool === undefined) return false;
    tools.delete(tool);
    const next = observed(rules, reached, tool, "completed");
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
