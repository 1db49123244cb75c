// What forbids the calls of a plan besides its choice: the rules of the policy, and plugins.

import type { BrokenRule } from "../../choice/verify.ts";
import type { CallBlock } from "../../core/entry.ts";
import { refusedByPlugins } from "../plugins/session_plugins.ts";
import { brokenBy, ruleInWords } from "../policy/session_policy.ts";
import type { Tool } from "../../core/tool.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";

/**
 * For each call what forbids it. A rule of the policy comes before plugins, which judge what the rules have left of the calls of known
 * tools.
 */
export function brokenIn(
  session: Session,
  calls: readonly CallBlock[],
  tools: readonly Pick<Tool, "name">[],
  deps: Pick<RuntimeDeps, "log">,
): readonly (BrokenRule | undefined)[] {
  const { policy, plugins } = session;
  const rules = policy?.compiled.policy.mode === "enforce"
    ? brokenBy(session, calls.map(({ name }) => name))
    : [];
  const policyName = policy?.compiled.policy.name ?? "";
  const byRule = calls.map((_, index): BrokenRule | undefined => {
    const name = rules[index];
    return name === undefined ? undefined : { name, by: ruleInWords(policyName, name) };
  });
  if (plugins === undefined) return byRule;
  const known = new Set(tools.map(({ name }) => name));
  const left = calls.filter(({ name }, index) => byRule[index] === undefined && known.has(name));
  const refused = refusedByPlugins(session, left, deps);
  return calls.map(({ id }, index) => {
    const refusal = refused.get(id);
    if (refusal === undefined) return byRule[index];
    const { plugin, reason } = refusal;
    return { name: plugin, by: `The plugin ${plugin}`, ...(reason === undefined ? {} : { message: reason }) };
  });
}
