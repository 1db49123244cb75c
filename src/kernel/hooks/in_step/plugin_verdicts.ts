// What plugins say of calls: of those of a new plan, and of pending ones that are about to run.

import type { PlannedCall } from "../../../core/call.ts";
import type { CallBlock, Observation } from "../../../core/entry.ts";
import { resolveArgs } from "../../../core/held_calls/people.ts";
import type { Tool } from "../../../core/tool.ts";
import type { JudgedCall } from "../facts.ts";
import type { PluginRefusal, PluginVerdicts } from "../judge_calls.ts";
import type { RuntimeDeps } from "../../deps.ts";
import { callsAboutToRun, toBlocked } from "../../held_calls/about_to_run.ts";
import type { Session, SessionPlugins } from "../../session.ts";
import { argsIn, findJudgedTool } from "./observed_call.ts";
import { buildFacts, type FactsOf, failureLog } from "./session_plugins.ts";

/** A thread whose plan is judged. */
export interface JudgedThread extends FactsOf, Pick<Session, "own"> {
  readonly plugins?: Pick<SessionPlugins, "compiled" | "plan"> | undefined;
}

/**
 * What plugins say of the calls of a new plan. A tool of a catalogue that an offer denies was not offered, though the
 * choice has the bridge to it; the other calls are judged, but for those whose arguments are none, which do not run in any case. `tools` are
 * those of the plan.
 */
export function judgeByPlugins(
  session: JudgedThread,
  calls: readonly CallBlock[],
  tools: readonly Tool[],
  deps: Pick<RuntimeDeps, "log">,
): PluginVerdicts {
  const { plugins, own } = session;
  if (plugins === undefined) return NO_VERDICTS;
  const { compiled, plan } = plugins;
  const facts = buildFacts(session);
  const onFailure = failureLog(session, deps);
  const isOwn = (called: string) => own.tools.some(({ name }) => name === called);
  const bridged = own.threadTools === undefined ? [] : calls.filter(({ name }) => !isOwn(name));
  const denials = bridged.length === 0
    ? new Map<string, PluginRefusal>()
    : compiled.denials(plan, bridged.map(({ name }) => name), facts, onFailure);
  const refused = new Map<string, PluginRefusal>();
  for (const { id, name } of bridged) {
    const denial = denials.get(name);
    if (denial !== undefined) refused.set(id, denial);
  }
  const judged = calls.flatMap(({ id, name, args: text }) => {
    const args = refused.has(id) ? undefined : argsIn(text);
    return args === undefined ? [] : [{ id, name, args, tool: findJudgedTool(tools, name) }];
  });
  const verdicts = compiled.judge(plan, judged, "planned", facts, onFailure);
  return { ...verdicts, refused: new Map([...refused, ...verdicts.refused]) };
}

const NO_VERDICTS: PluginVerdicts = { refused: new Map(), denied: new Map(), held: new Map(), shadowed: [] };

/** What plugins say of the pending calls that are about to run. */
export interface VerdictsNow {
  /** The observations of those that are refused. */
  readonly refused: ReadonlyMap<string, Observation>;
  /** For each of the judged calls why it is denied; undefined for one that is not. */
  readonly denials: ReadonlyMap<string, string | undefined>;
}

/** The verdicts on pending calls that are about to run. */
export function judgeByPluginsNow(
  session: Pick<Session, "plugins" | "marks" | "pending"> & FactsOf,
  deps: Pick<RuntimeDeps, "log">,
): VerdictsNow {
  const { plugins, pending, marks } = session;
  const refused = new Map<string, Observation>();
  const denials = new Map<string, string | undefined>();
  if (plugins === undefined) return { refused, denials };
  const about = callsAboutToRun(pending, marks);
  const judged = about.map((call) => toJudgedCall(call, session));
  const { compiled, calls } = plugins;
  const verdicts = compiled.judge(calls, judged, "acting", buildFacts(session), failureLog(session, deps));
  for (const call of about) {
    denials.set(call.id, verdicts.denied.get(call.id));
    const refusal = verdicts.refused.get(call.id);
    if (refusal === undefined) continue;
    const {
      by,
      rule,
      reason = rule === undefined ? `${by} did not permit it.` : `${by} no longer permits it.`,
    } = refusal;
    refused.set(call.id, toBlocked(call, reason));
  }
  return { refused, denials };
}

/** A call that is about to run, with the arguments that people have given it. */
function toJudgedCall(call: PlannedCall, { marks, agent }: Pick<Session, "marks" | "agent">): JudgedCall {
  const { id, name, disposition } = call;
  const mark = marks.get(id);
  const judged = { id, name, args: resolveArgs(call, mark), tool: findJudgedTool(agent.tools, name) };
  return disposition.type === "approve" ? { ...judged, approvals: mark?.decisions?.length } : judged;
}

/**
 * Why a call does not run, with its arguments as they are now; undefined where nothing denies it. A call that was not among those of
 * {@link judgeByPluginsNow}, or whose arguments a hook has changed, is judged by itself.
 */
export function findPluginDenial(
  call: PlannedCall,
  session: Session,
  { denials }: Pick<VerdictsNow, "denials">,
  deps: Pick<RuntimeDeps, "log">,
): string | undefined {
  const { plugins, pending } = session;
  const judged = toJudgedCall(call, session);
  const isUnasked = !plugins?.compiled.judgesForPeople && call.disposition.type !== "approve";
  if (isUnasked && judged.tool !== undefined && judged.tool.needsApproval !== false) return UNASKED;
  if (plugins === undefined) return undefined;
  if (denials.has(call.id) && pending.includes(call)) return denials.get(call.id);
  let hasFailed = false;
  const log = failureLog(session, deps);
  const { denied } = plugins.compiled.judge(
    plugins.calls,
    [judged],
    "acting",
    buildFacts(session),
    (error) => {
      hasFailed = true;
      log(error);
    },
  );
  return denied.get(call.id) ?? (hasFailed ? UNSURE : undefined);
}

/** What becomes of a call that people would have to release, in a deployment that asks none. */
export const UNASKED = "It needs an approval, and no plugin of the deployment asks people.";

const UNSURE = "A plugin cannot say whether it needs an approval.";
