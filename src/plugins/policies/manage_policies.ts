// The policies that are visible to a tenant, and its stored ones.

import { AgentError } from "../../core/error.ts";
import type { PolicyDetail, PolicyLine } from "../../core/contract/policies.ts";
import type { Policy, PolicyOrigin } from "../../core/policy.ts";
import type { FieldProblem } from "../../core/problems.ts";
import { assertFits, fittedAgent, type Policies, POLICY_KIND, readStoredPolicy } from "./find_policy.ts";
import { BUILTIN_POLICIES } from "./builtin.ts";
import { policyProblems } from "../../core/policy/policy_schema.ts";

/** The names of all policies that agents of a tenant can have, sorted. */
export async function listPolicies(
  tenant: string,
  { named, deps }: Policies,
): Promise<PolicyLine[]> {
  const stored = await deps.store.listDefinitions(tenant, POLICY_KIND);
  const names = [...new Set([...stored, ...named.keys()])].sort();
  return names.map((name) => ({ name, origin: stored.includes(name) ? "stored" : toOrigin(name, named) }));
}

/**
 * The policy that a name stands for now.
 *
 * @throws {AgentError} policy_unknown
 */
export async function viewPolicy(tenant: string, name: string, policies: Policies): Promise<PolicyDetail> {
  const stored = await readStoredPolicy(tenant, name, policies);
  if (stored !== undefined) return toDetail(stored, "stored", policies);
  const policy = policies.named.get(name);
  if (policy === undefined) throw policyUnknown(name, "see GET /v1/policies");
  return toDetail(policy, toOrigin(name, policies.named), policies);
}

/**
 * Stores a policy. In this isolate it holds from the next step on.
 *
 * @throws {AgentError} policy_invalid - its rules contradict each other, or an agent that names it cannot keep it
 */
export async function putPolicy(tenant: string, policy: Policy, policies: Policies): Promise<PolicyDetail> {
  const { cache, deps } = policies;
  const problems = policyProblems(policy);
  if (problems.length > 0) throw invalid(policy.name, problems);
  for (const agent of deps.agents.values()) {
    if (agent.policy === policy.name) assertFits(fittedAgent(agent), policy);
  }
  await deps.store.putDefinition(tenant, POLICY_KIND, policy.name, JSON.stringify(policy));
  cache.keepWritten(tenant, policy.name, policy, deps.clock());
  return toDetail(policy, "stored", policies);
}

/**
 * Removes a stored policy.
 *
 * @throws {AgentError} policy_unknown
 */
export async function removePolicy(tenant: string, name: string, { cache, deps }: Policies): Promise<void> {
  const removed = await deps.store.removeDefinition(tenant, POLICY_KIND, name);
  cache.keepWritten(tenant, name, undefined, deps.clock());
  if (!removed) throw policyUnknown(name, "no policy of this name is stored");
}

function toOrigin(name: string, named: Policies["named"]): PolicyOrigin {
  return BUILTIN_POLICIES.some((builtin) => builtin === named.get(name)) ? "built-in" : "deployment";
}

function toDetail(policy: Policy, origin: PolicyOrigin, { deps: { agents } }: Policies): PolicyDetail {
  const { name, description, mode, rules, choice, conditions } = policy;
  return {
    name,
    origin,
    description,
    mode,
    rules,
    choice: choice ?? null,
    conditions: conditions.map(({ when, choice }) => ({
      when: typeof when === "function" ? null : when,
      choice,
    })),
    agents: [...agents.values()].filter((agent) => agent.policy === name).map((agent) => agent.name),
  };
}

function policyUnknown(name: string, what: string): AgentError {
  return new AgentError("policy_unknown", `There is no policy ${name}: ${what}.`);
}

function invalid(name: string, problems: readonly FieldProblem[]): AgentError {
  const list = problems.map(({ pointer, detail }) => `${pointer} ${detail}`).join("; ");
  return new AgentError("policy_invalid", `Policy ${name} contradicts itself: ${list}.`, {
    problems: problems.map(({ pointer, detail, fix = "correct it." }) => ({
      pointer,
      detail: `${detail}; ${fix}`,
    })),
  });
}
