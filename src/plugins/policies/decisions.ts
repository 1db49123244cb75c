// The decisions of a policy about the steps of its agents.

import { isOnce } from "../../kernel/choice/resolve.ts";
import { AgentError } from "../../core/error.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { remembered } from "../../core/lru.ts";
import type { PolicyCondition, PolicyView, RuleStates, RunProgress } from "../../core/policy.ts";
import type { PluginFacts } from "../../kernel/hooks/facts.ts";
import type { PluginChoice, PluginHooks } from "../../kernel/hooks/plugin.ts";
import { buildOffer } from "./offer.ts";
import { holds } from "../../core/policy/condition.ts";
import { toolsOfPolicy } from "../../core/policy/policy_schema.ts";
import { findBrokenRules } from "../../core/policy/rule_set.ts";
import {
  adoptStates,
  type CompiledPolicy,
  findSatisfiedKey,
  markSatisfied,
  type PolicyState,
  readPolicyState,
  stateBehind,
  toSlices,
} from "./state.ts";

/** Facts of a step, with what a policy remembers of its thread. */
type Facts = PluginFacts<RuleStates, RunProgress>;

/** The decisions of a policy, made once for each. */
export const getDecisions: (compiled: CompiledPolicy) => PluginHooks<RuleStates, RunProgress> = remembered(
  makeDecisions,
);

function makeDecisions(compiled: CompiledPolicy): PluginHooks<RuleStates, RunProgress> {
  const { policy, rules } = compiled;
  const stateOf = (facts: Facts): PolicyState => readPolicyState(compiled, facts);
  return {
    title: `policy ${policy.name}`,
    shadow: policy.mode === "shadow" ? true : undefined,
    attributes: { policy: policy.name },
    toolNames: toolsOfPolicy(policy),
    adopt: (stored, replayed) => adoptStates(compiled, stored, replayed),
    // Each of these stores the states of all rules, so that no later step reads the history for one.
    take: (_inputs, facts) => toSlices(compiled, stateOf(facts)),
    observed: (calls, facts) =>
      toSlices(compiled, calls.reduce((state, call) => stateBehind(compiled, state, call), stateOf(facts))),
    planned(plan, facts) {
      const key = plan.isReplayed ? findSatisfiedKey(compiled, plan) : plan.satisfied;
      return toSlices(compiled, markSatisfied(stateOf(facts), key));
    },
    offer: (facts) => buildOffer(compiled, stateOf(facts).rules, facts.tools),
    choose: (facts) => chooseBy(compiled, stateOf(facts), facts),
    judge(calls, _when, facts) {
      const broken = findBrokenRules(rules, stateOf(facts).rules, calls.map(({ name }) => name));
      return new Map(calls.flatMap(({ id }, index) => {
        const rule = broken[index];
        return rule === undefined ? [] : [[id, { rule: rule.name }] as const];
      }));
    },
  };
}

/**
 * The choice of the first condition that holds, else the policy's own. A forced choice that was satisfied holds no more.
 *
 * @throws {AgentError} policy_invalid - a condition fails
 */
function chooseBy(
  { policy: { name, choice, conditions }, conditionKeys }: CompiledPolicy,
  { satisfied, lastTool, failures }: PolicyState,
  { steps: step, budgetLeft, user, metadata, plan }: Facts,
): PluginChoice | undefined {
  const view: PolicyView = { step, lastTool, failures, budgetLeft, user, metadata, phase: findPhase(plan) };
  const index = conditions.findIndex(({ when, choice }, place) =>
    !(isOnce(choice) && satisfied.includes(conditionKeys[place] ?? "")) && holdsIn(name, place, when, view)
  );
  const condition = conditions[index];
  if (condition !== undefined) {
    return {
      choice: condition.choice,
      because: `condition ${index} of policy ${name} holds`,
      condition: conditionKeys[index],
    };
  }
  return choice && { choice, because: `policy ${name} says so` };
}

// The error of a deployment's function may have secrets: the caller learns the place alone, and the log has the cause.
function holdsIn(policy: string, place: number, when: PolicyCondition["when"], view: PolicyView): boolean {
  try {
    return holds(when, view);
  } catch (cause) {
    const message =
      `Condition ${place} of policy ${policy} failed: its function threw, or did not return a boolean.`;
    throw new AgentError("policy_invalid", message, { cause });
  }
}

function findPhase(plan: Json): string | null {
  return isJsonObject(plan) && typeof plan.phase === "string" ? plan.phase : null;
}
