// What the plugins of an agent say of calls: those that do not run, and those that people have to release. A refusal beats a hold.

import { LONGEST_APPROVAL_MS, MOST_APPROVALS } from "../core/approval/decision.ts";
import { type AgentError, toAgentError } from "../core/error.ts";
import { inReport, redactWords, titleOf } from "./hook_results.ts";
import { callHook, withoutPromise, WrongResult } from "./call_hook.ts";
import type { JudgedCall } from "./facts.ts";
import type { CallVerdict, HoldTerms, PluginHooks, RuleRefusal, StepPlugin } from "./plugin.ts";
import { pluginFailed } from "./plugin_failed.ts";
import type { Redactor } from "./redaction.ts";

/** The plugin that refuses a call, and what it says. */
export interface PluginRefusal {
  readonly plugin: string;
  /** What refuses, as the beginning of a sentence: `The plugin limits`, `The rule "no pay" of policy careful`. */
  readonly by: string;
  /** The name of the rule, where the plugin names one. */
  readonly rule?: string;
  /** What the model reads; undefined where it is not more than what refuses. */
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
  /** What plugins in shadow would have done: a call, and as the beginning of a sentence what would forbid or hold it. */
  readonly shadowed: readonly ShadowedCall[];
}

/** A call that a plugin in shadow would have forbidden or held. */
export interface ShadowedCall {
  readonly id: string;
  readonly by: string;
  readonly would: "forbid" | "hold";
}

/** A plugin with its `judge`, bound to what it is asked with. */
export interface Judge {
  readonly plugin: StepPlugin;
  readonly hooks: PluginHooks;
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
  const shadowed: ShadowedCall[] = [];
  for (const { plugin, hooks, judge } of judges) {
    const verdicts = verdictsOf(plugin, calls, judge, { isShadow: hooks.shadow === true, onFailure });
    if (hooks.shadow) {
      shadowed.push(...findShadowed(plugin, hooks, calls, verdicts));
      continue;
    }
    const late = when === "acting" && calls.some(({ id }) => isHold(verdicts.get(id)));
    if (late) onFailure(pluginFailed(plugin.name, "held a call that is about to run, in judge"));
    for (const { id } of calls) {
      const verdict = verdicts.get(id);
      if (verdict === undefined) continue;
      if (isHold(verdict) && !late) {
        held.set(
          id,
          joinHolds(held.get(id), inReport(plugin, hooks, redactWords(verdict.because, redactor)), verdict),
        );
      } else if (!refused.has(id)) refused.set(id, toRefusal(plugin, hooks, verdict, redactor));
    }
  }
  for (const id of refused.keys()) held.delete(id);
  return { refused, held, shadowed };
}

/** @param verdict - a hold comes too late */
function toRefusal(
  plugin: StepPlugin,
  hooks: PluginHooks,
  verdict: CallVerdict,
  redactor: Redactor | undefined,
): PluginRefusal {
  const { name } = plugin;
  if (isRule(verdict)) {
    const rule = redactWords(verdict.rule, redactor);
    return { plugin: name, by: ruleInWords(plugin, hooks, rule), rule, reason: undefined };
  }
  const reason = isHold(verdict) ? unsure(plugin) : redactWords(verdict.refuse, redactor);
  return { plugin: name, by: `The plugin ${name}`, reason };
}

function findShadowed(
  plugin: StepPlugin,
  hooks: PluginHooks,
  calls: readonly JudgedCall[],
  verdicts: ReadonlyMap<string, CallVerdict>,
): ShadowedCall[] {
  return calls.flatMap(({ id }) => {
    const verdict = verdicts.get(id);
    if (verdict === undefined) return [];
    const by = isRule(verdict)
      ? ruleInWords(plugin, hooks, verdict.rule)
      : capitalized(titleOf(plugin, hooks));
    return [{ id, by, would: isHold(verdict) ? "hold" as const : "forbid" as const }];
  });
}

function ruleInWords(plugin: StepPlugin, hooks: PluginHooks, rule: string): string {
  return `The rule "${rule}" of ${titleOf(plugin, hooks)}`;
}

function capitalized(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
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
  because: string,
  { hold }: Extract<CallVerdict, { hold: unknown }>,
): PluginHold {
  // A copy: the plugin may use the object again, for another thread, before the calls are planned.
  if (before === undefined) return { terms: strictest(hold, hold), because };
  return { terms: strictest(before.terms, hold), because: `${before.because}; ${because}` };
}

/** What a plugin says of calls, by id. One that fails refuses all of them; in shadow it changes none. */
function verdictsOf(
  plugin: StepPlugin,
  calls: readonly JudgedCall[],
  judge: Judge["judge"],
  { isShadow, onFailure }: { readonly isShadow: boolean; readonly onFailure: (error: AgentError) => void },
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
    if (isShadow) return new Map();
    return new Map(calls.map(({ id }) => [id, { refuse: unsure(plugin) }]));
  }
}

function unsure({ name }: StepPlugin): string {
  return `The plugin ${name} cannot say whether the call may run.`;
}

function isHold(verdict: CallVerdict | undefined): verdict is Extract<CallVerdict, { hold: unknown }> {
  return verdict !== undefined && "hold" in verdict;
}

function isRule(verdict: CallVerdict): verdict is RuleRefusal {
  return "rule" in verdict;
}

/** @throws {WrongResult} a verdict that is none: a plugin in JavaScript has no types */
function assertVerdict(verdict: CallVerdict): void {
  if (isRule(verdict)) {
    if ("refuse" in verdict || "hold" in verdict) throw new WrongResult("returned a verdict of two kinds");
    if (typeof verdict.rule === "string" && verdict.rule !== "") return;
    throw new WrongResult("returned a rule without a name");
  }
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
