// What is said of the calls of a plan besides its choice: the rules of the policy forbid some, and plugins refuse or hold some.

import type { BrokenRule } from "../../choice/verify.ts";
import type { CallBlock } from "../../core/entry.ts";
import type { PluginHold } from "../../kernel/judge_calls.ts";
import { judgedByPlugins, type JudgedThread } from "../plugins/session_plugins.ts";
import { brokenBy, ruleInWords } from "../policy/session_policy.ts";
import type { Tool } from "../../core/tool.ts";
import type { RuntimeDeps } from "../request.ts";
import type { Session } from "../session.ts";

/** What is said of the calls of a plan besides its choice: for each call what forbids it, and by id those that plugins hold. */
export interface JudgedPlan {
  readonly broken: readonly (BrokenRule | undefined)[];
  readonly held: ReadonlyMap<string, PluginHold>;
}

const NO_HOLDS: JudgedPlan["held"] = new Map();

/**
 * A rule of the policy comes before plugins, which judge what the rules have left of the calls of known tools.
 */
export function judgePlan(
  session: JudgedThread & Pick<Session, "policy">,
  calls: readonly CallBlock[],
  tools: readonly Pick<Tool, "name">[],
  deps: Pick<RuntimeDeps, "log">,
): JudgedPlan {
  const { policy, plugins } = session;
  const rules = policy?.compiled.policy.mode === "enforce"
    ? brokenBy(session, calls.map(({ name }) => name))
    : [];
  const policyName = policy?.compiled.policy.name ?? "";
  const byRule = calls.map((_, index): BrokenRule | undefined => {
    const name = rules[index];
    return name === undefined ? undefined : { name, by: ruleInWords(policyName, name) };
  });
  if (plugins === undefined) return { broken: byRule, held: NO_HOLDS };
  const known = new Set(tools.map(({ name }) => name));
  const left = calls.filter(({ name }, index) => byRule[index] === undefined && known.has(name));
  const { refused, held } = judgedByPlugins(session, left, deps);
  const broken = calls.map(({ id }, index) => {
    const refusal = refused.get(id);
    if (refusal === undefined) return byRule[index];
    const { plugin, reason } = refusal;
    return { name: plugin, by: `The plugin ${plugin}`, ...(reason === undefined ? {} : { message: reason }) };
  });
  return { broken, held };
}
