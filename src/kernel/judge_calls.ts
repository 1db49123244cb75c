// What the plugins of an agent say of calls: those that do not run, and those that people have to release. A refusal beats a hold.

import { LONGEST_APPROVAL_MS, MOST_APPROVALS } from "../core/approval/decision.ts";
import { type AgentError, toAgentError } from "../core/error.ts";
import { redactWords } from "./hook_results.ts";
import { callHook, withoutPromise, WrongResult } from "./call_hook.ts";
import type { CallVerdict, HoldTerms, JudgedCall, StepPlugin } from "./plugin.ts";
import { pluginFailed } from "./plugin_failed.ts";
import type { Redactor } from "./redaction.ts";

/** The plugin that refuses a call, and what it says; undefined where the tool was not offered. */
export interface PluginRefusal {
  readonly plugin: string;
  readonly reason: string | undefined;
}

/** The terms of all plugins that hold a call, and what they say, each by its name. */
export interface PluginHold {
  readonly terms: HoldTerms;
  readonly because: string;
}

/** What plugins say of calls, by call id; nothing of those that pass. */
export interface PluginVerdicts {
  readonly refused: ReadonlyMap<string, PluginRefusal>;
  readonly held: ReadonlyMap<string, PluginHold>;
}

/** A plugin with its `judge`, bound to what it is asked with. */
export interface Judge {
  readonly plugin: StepPlugin;
  readonly judge: () => ReadonlyMap<string, CallVerdict> | undefined;
}

/**
 * What the judges say together: the first of those that refuse a call gives the reason, and the terms of all that hold it count. One
 * that fails refuses all calls, and one that holds a call that is about to run refuses that one: people were asked when it was planned.
 * `onFailure` has the error of both.
 */
export function judgeCalls(
  judges: readonly Judge[],
  calls: readonly JudgedCall[],
  when: "planned" | "acting",
  redactor: Redactor | undefined,
  onFailure: (error: AgentError) => void,
): PluginVerdicts {
  const refused = new Map<string, PluginRefusal>();
  const held = new Map<string, PluginHold>();
  for (const { plugin, judge } of judges) {
    const verdicts = verdictsOf(plugin, calls, judge, onFailure);
    const late = when === "acting" && calls.some(({ id }) => isHold(verdicts.get(id)));
    if (late) onFailure(pluginFailed(plugin.name, "held a call that is about to run, in judge"));
    for (const { id } of calls) {
      const verdict = verdicts.get(id);
      if (verdict === undefined) continue;
      if (isHold(verdict) && !late) held.set(id, joinHolds(held.get(id), plugin, verdict, redactor));
      else if (!refused.has(id)) {
        refused.set(id, {
          plugin: plugin.name,
          reason: isHold(verdict) ? unsure(plugin) : redactWords(verdict.refuse, redactor),
        });
      }
    }
  }
  for (const id of refused.keys()) held.delete(id);
  return { refused, held };
}

/** The terms that satisfy both: more people, the earlier end, and other arguments only where both permit them. */
export function strictest(one: HoldTerms, other: HoldTerms): HoldTerms {
  const { expiresInMs: first = Infinity } = one;
  const { expiresInMs: second = Infinity } = other;
  const expiresInMs = Math.min(first, second);
  return {
    approvals: Math.max(one.approvals ?? 1, other.approvals ?? 1),
    expiresInMs: expiresInMs === Infinity ? undefined : expiresInMs,
    edits: one.edits && other.edits,
  };
}

function joinHolds(
  before: PluginHold | undefined,
  { name }: StepPlugin,
  { hold, because }: Extract<CallVerdict, { hold: unknown }>,
  redactor: Redactor | undefined,
): PluginHold {
  const said = `plugin ${name}: ${redactWords(because, redactor)}`;
  // A copy: the plugin may use the object again, for another thread, before the calls are planned.
  if (before === undefined) return { terms: strictest(hold, hold), because: said };
  return { terms: strictest(before.terms, hold), because: `${before.because}; ${said}` };
}

/** What a plugin says of calls, by id. One that fails refuses all of them. */
function verdictsOf(
  plugin: StepPlugin,
  calls: readonly JudgedCall[],
  judge: Judge["judge"],
  onFailure: (error: AgentError) => void,
): ReadonlyMap<string, CallVerdict> {
  try {
    return callHook(plugin, "judge", () => {
      const verdicts = withoutPromise(judge()) ?? new Map<string, CallVerdict>();
      if (!(verdicts instanceof Map)) throw new WrongResult("returned no Map");
      for (const verdict of verdicts.values()) {
        if (typeof verdict !== "object" || verdict === null) {
          throw new WrongResult("returned a verdict that is none");
        }
        assertVerdict(verdict);
      }
      return verdicts;
    });
  } catch (thrown) {
    onFailure(toAgentError(thrown));
    return new Map(calls.map(({ id }) => [id, { refuse: unsure(plugin) }]));
  }
}

function unsure({ name }: StepPlugin): string {
  return `The plugin ${name} cannot say whether the call may run.`;
}

function isHold(verdict: CallVerdict | undefined): verdict is Extract<CallVerdict, { hold: unknown }> {
  return verdict !== undefined && "hold" in verdict;
}

/** @throws {WrongResult} a verdict that is none: a plugin in JavaScript has no types */
function assertVerdict(verdict: CallVerdict): void {
  if (!isHold(verdict)) {
    if (typeof verdict.refuse === "string" && verdict.refuse !== "") return;
    throw new WrongResult("returned a refusal without words");
  }
  const { hold: { approvals = 1, expiresInMs = 1, edits, ...others }, because } = verdict;
  if ("refuse" in verdict) throw new WrongResult("returned a verdict that both holds and refuses");
  if (typeof because !== "string" || because === "") throw new WrongResult("returned a hold without words");
  // A mistyped term would hold the call on weaker ones.
  if (Object.keys(others).length > 0) throw new WrongResult("returned a hold with a term that there is not");
  if (!isWithin(approvals, MOST_APPROVALS) || !isWithin(expiresInMs, LONGEST_APPROVAL_MS)) {
    throw new WrongResult("returned a hold with terms out of their range");
  }
  // Of two people who change the arguments, neither has approved those of the other.
  if (edits !== undefined && (edits !== true || approvals > 1)) {
    throw new WrongResult("returned a hold that lets several people change the arguments");
  }
}

function isWithin(value: unknown, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
}
