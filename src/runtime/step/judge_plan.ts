// What is said of the calls of a plan: whether they satisfy its choice, which of them the rules of the policy and plugins forbid, and
// which of them plugins hold.

import { judgedNames } from "../../choice/bridged_choice.ts";
import { mostCalls } from "../../choice/resolve.ts";
import { toolsToSend } from "../../choice/tool_trimming.ts";
import { type BrokenRule, type ChoiceVerification, verifyChoice } from "../../choice/verify.ts";
import type { Plan } from "../../core/driver.ts";
import { type CallBlock, callsOf } from "../../core/entry.ts";
import { isCancelled } from "../../core/error.ts";
import type { PluginHold } from "../../kernel/judge_calls.ts";
import type { PlanChoice } from "../choice/plan_choice.ts";
import { judgeByPlugins, type JudgedThread } from "../plugins/session_plugins.ts";
import { findBrokenNames, ruleInWords } from "../policy/session_policy.ts";
import type { Tool } from "../../core/tool.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";
import { withReached } from "../session/selected_tools.ts";

/** What is said of the calls of a plan besides its choice: for each call what forbids it, and by id those that plugins hold. */
export interface JudgedPlan {
  readonly broken: readonly (BrokenRule | undefined)[];
  readonly held: ReadonlyMap<string, PluginHold>;
}

/** Whether a plan satisfied its choice, what forbids its calls, and which of them plugins hold. */
export type PlanVerification = ChoiceVerification & JudgedPlan;

/** Of a plan that was interrupted nothing is said but that it is cut. */
export function verifyPlan(
  { blocks, finish }: Plan,
  { effective, reads }: PlanChoice,
  session: Session,
  signal: AbortSignal,
  deps: Pick<RuntimeDeps, "log">,
): PlanVerification {
  const { agent, state } = session;
  const choice = effective.requested;
  if (isCancelled(signal)) return { outcome: { type: "cut" }, satisfies: false, broken: [], held: NO_HOLDS };
  const calls = callsOf({ blocks });
  const called = calls.map(({ name }) => name);
  const tools = toolsToSend(agent, reads);
  const reached = session.selected === undefined ? undefined : withReached(session, blocks);
  const { broken, held } = judgePlan(session, calls, (reached ?? session).agent.tools, deps);
  const verified = verifyChoice(choice, {
    called: reached === undefined ? called : judgedNames(calls, reached, choice),
    broken,
    tools: reached === undefined
      ? tools
      : [...tools, ...reached.agent.tools.filter(({ bridged }) => bridged)],
    finish,
    oneAtMost: mostCalls(agent, state.run) === 1,
  });
  return { ...verified, held };
}

const NO_HOLDS: JudgedPlan["held"] = new Map();

/** A rule of the policy comes before plugins, which judge what the rules have left of the calls of known tools. */
export function judgePlan(
  session: JudgedThread & Pick<Session, "policy">,
  calls: readonly CallBlock[],
  tools: readonly Tool[],
  deps: Pick<RuntimeDeps, "log">,
): JudgedPlan {
  const { policy, plugins } = session;
  const rules = policy?.compiled.policy.mode === "enforce"
    ? findBrokenNames(session, calls.map(({ name }) => name))
    : [];
  const policyName = policy?.compiled.policy.name ?? "";
  const byRule = calls.map((_, index): BrokenRule | undefined => {
    const name = rules[index];
    return name === undefined ? undefined : { of: "rule", name, by: ruleInWords(policyName, name) };
  });
  if (plugins === undefined) return { broken: byRule, held: NO_HOLDS };
  const known = new Set(tools.map(({ name }) => name));
  const left = calls.filter(({ name }, index) => byRule[index] === undefined && known.has(name));
  const { refused, held } = judgeByPlugins(session, left, tools, deps);
  const broken = calls.map(({ id }, index): BrokenRule | undefined => {
    const refusal = refused.get(id);
    if (refusal === undefined) return byRule[index];
    const { plugin, reason } = refusal;
    return { of: "plugin", name: plugin, by: `The plugin ${plugin}`, message: reason };
  });
  return { broken, held };
}
