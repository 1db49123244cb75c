// What is said of the calls of a plan: whether they satisfy its choice, which of them plugins forbid, and which of them plugins hold.

import { judgedNames } from "../choice/bridged_choice.ts";
import { mostCalls } from "../choice/resolve.ts";
import { toolsToSend } from "../choice/tool_trimming.ts";
import { type BrokenRule, type ChoiceVerification, verifyChoice } from "../choice/verify.ts";
import type { Plan } from "../../core/driver.ts";
import { type CallBlock, listCalls } from "../../core/entry.ts";
import { isCancelled } from "../../core/error.ts";
import type { PluginHold, ShadowedCall } from "../hooks/judge_calls.ts";
import type { PlanChoice } from "../plan/plan_choice.ts";
import { judgeByPlugins, type JudgedThread } from "../hooks/in_step/plugin_verdicts.ts";
import type { Tool } from "../../core/tool.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";
import { withCalled } from "../session/thread_tools.ts";

/** What is said of the calls of a plan besides its choice: for each call what forbids it, and by id those that plugins hold. */
export interface JudgedPlan {
  readonly broken: readonly (BrokenRule | undefined)[];
  readonly held: ReadonlyMap<string, PluginHold>;
  readonly shadowed: readonly ShadowedCall[];
  /** People are asked about the calls of tools that need approval; where they are not, such a call does not run. */
  readonly asksPeople: boolean;
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
  if (isCancelled(signal)) return { outcome: { type: "cut" }, satisfies: false, ...nothingSaid(session) };
  const calls = listCalls({ blocks });
  const called = calls.map(({ name }) => name);
  const tools = toolsToSend(agent, reads);
  const reached = session.opened && withCalled(session, blocks);
  const { broken, ...said } = judgePlan(session, calls, (reached ?? session).agent.tools, deps);
  const verified = verifyChoice(choice, {
    called: reached === undefined ? called : judgedNames(calls, reached, choice),
    broken,
    tools: reached === undefined
      ? tools
      : [...tools, ...reached.agent.tools.filter(({ bridged }) => bridged)],
    finish,
    oneAtMost: mostCalls(agent, state.run) === 1,
  });
  return { ...verified, ...said };
}

function nothingSaid({ plugins }: Pick<JudgedThread, "plugins">): JudgedPlan {
  const asksPeople = plugins?.compiled.judgesForPeople ?? false;
  return { broken: [], held: new Map(), shadowed: [], asksPeople };
}

/** Plugins judge the calls of tools that the thread has. */
export function judgePlan(
  session: JudgedThread,
  calls: readonly CallBlock[],
  tools: readonly Tool[],
  deps: Pick<RuntimeDeps, "log">,
): JudgedPlan {
  if (session.plugins === undefined) return nothingSaid(session);
  const known = new Set(tools.map(({ name }) => name));
  const { refused, ...said } = judgeByPlugins(
    session,
    calls.filter(({ name }) => known.has(name)),
    tools,
    deps,
  );
  const broken = calls.map(({ id }): BrokenRule | undefined => {
    const refusal = refused.get(id);
    if (refusal === undefined) return undefined;
    const { plugin, by, rule, reason } = refusal;
    return rule === undefined
      ? { of: "plugin", name: plugin, by, message: reason }
      : { of: "rule", name: rule, by, message: reason };
  });
  return { ...nothingSaid(session), broken, ...said };
}
