// What the plugins of an agent say of calls: those that do not run, and those that people have to release. A refusal beats a hold.

import { LONGEST_APPROVAL_MS, MOST_APPROVALS } from "../../core/approval/decision.ts";
import { type AgentError, toAgentError } from "../../core/error.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import { inReport, redactWords, toTitle } from "./hook_results.ts";
import { callHook, withoutPromise, WrongResult } from "./call_hook.ts";
import type { JudgedCall } from "./facts.ts";
import type {
  CallHold,
  CallRefusal,
  CallVerdict,
  HoldTerms,
  PluginHooks,
  RuleRefusal,
  StepPlugin,
} from "./plugin.ts";
import { pluginFailed } from "./plugin_failed.ts";
import type { Redactor } from "./redaction.ts";

/** The plugin that refuses a call, and what it says. */
export interface PluginRefusal {
  readonly plugin: string;
  /** What refuses, as the beginning of a sentence: `The plugin limits`, `The rule "no pay" of guard careful`. */
  readonly by: string;
  /** The name of the rule, where the plugin names one. */
  readonly rule?: string;
  /** What the model reads; undefined where it is not more than what refuses. */
  readonly reason: string | undefined;
}

/** The terms of all plugins that hold a call. */
export interface PluginHold {
  readonly terms: HoldTerms;
  /** What they say, each by its name; undefined where none says anything. */
  readonly because: string | undefined;
  /** What they report. */
  readonly warnings: readonly Warning[];
}

/** What plugins say of calls, by call id; nothing of those that pass. */
export interface PluginVerdicts {
  readonly refused: ReadonlyMap<string, PluginRefusal>;
  /** What the first of those says that deny a call; also of one that another plugin refuses. */
  readonly denied: ReadonlyMap<string, string>;
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

/** When and where calls are judged. */
export interface Judging {
  readonly when: "planned" | "acting";
  /** The deployment has a plugin by which people are asked. */
  readonly asksPeople: boolean;
  readonly redactor: Redactor | undefined;
  readonly onFailure: (error: AgentError) => void;
}

/** A plugin with its `judge`, bound to what it is asked with. */
export interface Judge {
  readonly plugin: StepPlugin;
  readonly hooks: PluginHooks;
  readonly judge: () => ReadonlyMap<string, CallVerdict> | undefined;
}

/**
 * What the judges say together: the first of those that refuse a call gives the reason, and the terms of all that hold it count. One
 * that fails refuses all calls, and one whose verdict has no place here the call: people are asked when it is planned, where the
 * deployment asks any. `onFailure` has the error of both.
 */
export function judgeCalls(
  judges: readonly Judge[],
  calls: readonly JudgedCall[],
  judging: Judging,
): PluginVerdicts {
  const { redactor, onFailure } = judging;
  const refused = new Map<string, PluginRefusal>();
  const denied = new Map<string, string>();
  const held = new Map<string, PluginHold>();
  const shadowed: ShadowedCall[] = [];
  for (const { plugin, hooks, judge } of judges) {
    const verdicts = callJudgeHook(plugin, calls, judge, { isShadow: hooks.shadow === true, onFailure });
    if (hooks.shadow) {
      shadowed.push(...findShadowed(plugin, hooks, calls, verdicts));
      continue;
    }
    let misplaced: string | undefined;
    for (const { id } of calls) {
      const verdict = verdicts.get(id);
      if (verdict === undefined) continue;
      const why = whyMisplaced(verdict, judging);
      misplaced ??= why;
      if (why !== undefined) {
        keepFirst(refused, id, toRefusal(plugin, hooks, { refuse: unsure(plugin) }, undefined));
      } else if ("hold" in verdict) {
        held.set(id, joinHolds(held.get(id), { plugin, hooks }, verdict, redactor));
      } else if ("deny" in verdict) keepFirst(denied, id, redactWords(verdict.deny, redactor));
      else keepFirst(refused, id, toRefusal(plugin, hooks, verdict, redactor));
    }
    if (misplaced !== undefined) onFailure(pluginFailed(plugin.name, misplaced));
  }
  for (const id of refused.keys()) held.delete(id);
  return { refused, denied, held, shadowed };
}

/** The refusal of a call whose tool an offer denies, by this rule where it names one. */
export function toDenial(
  plugin: StepPlugin,
  hooks: PluginHooks,
  rule: string | undefined,
  redactor: Redactor | undefined,
): PluginRefusal {
  if (rule !== undefined) return toRefusal(plugin, hooks, { rule }, redactor);
  return { plugin: plugin.name, by: `The plugin ${plugin.name}`, reason: undefined };
}

function toRefusal(
  plugin: StepPlugin,
  hooks: PluginHooks,
  verdict: CallRefusal | RuleRefusal,
  redactor: Redactor | undefined,
): PluginRefusal {
  const { name } = plugin;
  if ("refuse" in verdict) {
    return { plugin: name, by: `The plugin ${name}`, reason: redactWords(verdict.refuse, redactor) };
  }
  const rule = redactWords(verdict.rule, redactor);
  return { plugin: name, by: ruleInWords(plugin, hooks, rule), rule, reason: undefined };
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
    const by = "rule" in verdict
      ? ruleInWords(plugin, hooks, verdict.rule)
      : capitalized(toTitle(plugin, hooks));
    return [{ id, by, would: "hold" in verdict ? "hold" as const : "forbid" as const }];
  });
}

function ruleInWords(plugin: StepPlugin, hooks: PluginHooks, rule: string): string {
  return `The rule "${rule}" of ${toTitle(plugin, hooks)}`;
}

function capitalized(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** Why there is no such verdict at this point, as what the plugin has done; undefined where there is. */
function whyMisplaced(verdict: CallVerdict, { when, asksPeople }: Judging): string | undefined {
  if ("deny" in verdict) {
    return when === "planned" ? "denied a call that is only planned, in judge" : undefined;
  }
  if (!("hold" in verdict)) return undefined;
  if (when === "acting") return "held a call that is about to run, in judge";
  return asksPeople ? undefined : "held a call in judge, and no plugin of the deployment asks people";
}

function keepFirst<Value>(map: Map<string, Value>, id: string, value: Value): void {
  if (!map.has(id)) map.set(id, value);
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
  { plugin, hooks }: Pick<Judge, "plugin" | "hooks">,
  { hold, because, warning }: CallHold,
  redactor: Redactor | undefined,
): PluginHold {
  const said = because === null ? [] : [inReport(plugin, hooks, redactWords(because, redactor))];
  const told = warning === undefined ? [] : [{
    code: warning.code,
    message: redactWords(warning.message, redactor),
  }];
  const words = before?.because === undefined ? said : [before.because, ...said];
  return {
    // A copy: the plugin may use the object again, for another thread, before the calls are planned.
    terms: strictest(before?.terms ?? hold, hold),
    because: words.length === 0 ? undefined : words.join("; "),
    warnings: [...before?.warnings ?? [], ...told],
  };
}

/** What a plugin says of calls, by id. One that fails refuses all of them; in shadow it changes none. */
function callJudgeHook(
  plugin: StepPlugin,
  calls: readonly JudgedCall[],
  judge: Judge["judge"],
  { isShadow, onFailure }: { readonly isShadow: boolean; readonly onFailure: (error: AgentError) => void },
): ReadonlyMap<string, CallVerdict> {
  try {
    return callHook(plugin, "judge", () => {
      const verdicts = withoutPromise(judge()) ?? new Map<string, CallVerdict>();
      if (!(verdicts instanceof Map)) throw new WrongResult("returned no Map");
      const given: readonly unknown[] = [...verdicts.values()];
      if (given.some((verdict) => verdict instanceof Promise)) {
        void Promise.allSettled(given); // one that rejects later would end the process
        throw new WrongResult("returned a verdict that is a promise");
      }
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

/** @throws {WrongResult} a verdict that is none: a plugin in JavaScript has no types */
function assertVerdict(verdict: CallVerdict): void {
  if (["hold", "deny", "refuse", "rule"].filter((kind) => kind in verdict).length > 1) {
    throw new WrongResult("returned a verdict of two kinds");
  }
  if ("hold" in verdict) return assertHold(verdict);
  if ("rule" in verdict) {
    if (!isWords(verdict.rule)) throw new WrongResult("returned a rule without a name");
    return;
  }
  if (!isWords("deny" in verdict ? verdict.deny : verdict.refuse)) {
    throw new WrongResult(`returned a ${"deny" in verdict ? "denial" : "refusal"} without words`);
  }
}

/** @throws {WrongResult} */
function assertHold(
  { hold: { approvals = 1, expiresInMs = 1, edits, ...others }, because, warning }: CallHold,
): void {
  if (because !== null && !isWords(because)) throw new WrongResult("returned a hold without words");
  if (warning !== undefined && !(isWords(warning?.code) && isWords(warning.message))) {
    throw new WrongResult("returned a hold with a warning without words");
  }
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

function isWords(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isWithin(value: unknown, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
}
