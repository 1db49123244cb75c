// The policies that a tenant sees, and what it stores of its own.

import { AgentError } from "../../core/error.ts";
import type { PolicyDetail, PolicyLine } from "../../core/contract/policies.ts";
import type { Policy } from "../../core/policy.ts";
import { BUILTIN_POLICIES } from "../../core/policy/builtin.ts";
import { policyProblems } from "../../core/policy/policy_schema.ts";
import type { FieldProblem } from "../../core/problems.ts";
import type { RuntimeDeps } from "../deps.ts";
import { assertFits, POLICY_KIND, readStoredPolicy } from "./find_policy.ts";

/** Every {@link PolicyOrigin}. */
export const POLICY_ORIGINS = ["stored", "deployment", "built-in"] as const;

/** Where a policy is defined. A stored one replaces the deployment's, and that a built-in one. */
export type PolicyOrigin = typeof POLICY_ORIGINS[number];

/** The names of all policies that agents of a tenant can have, sorted. */
export async function listPolicies(
  tenant: string,
  deps: RuntimeDeps,
): Promise<PolicyLine[]> {
  const stored = await deps.store.listDefinitions(tenant, POLICY_KIND);
  const names = [...new Set([...stored, ...deps.policies.keys()])].sort();
  return names.map((name) => ({ name, origin: stored.includes(name) ? "stored" : originOf(name, deps) }));
}

/**
 * The policy that a name stands for now.
 *
 * @throws {AgentError} policy_unknown
 */
export async function viewPolicy(tenant: string, name: string, deps: RuntimeDeps): Promise<PolicyDetail> {
  const stored = await readStoredPolicy(tenant, name, deps);
  if (stored !== undefined) return toDetail(stored, "stored", deps);
  const policy = deps.policies.get(name);
  if (policy === undefined) throw policyUnknown(name, "see GET /v1/policies");
  return toDetail(policy, originOf(name, deps), deps);
}

/**
 * Stores a policy. In this isolate it holds from the next step on.
 *
 * @throws {AgentError} policy_invalid - its rules contradict each other, or an agent that names it cannot keep it
 */
export async function putPolicy(tenant: string, policy: Policy, deps: RuntimeDeps): Promise<PolicyDetail> {
  const problems = policyProblems(policy);
  if (problems.length > 0) throw invalid(policy.name, problems);
  for (const agent of deps.agents.values()) if (agent.policy === policy.name) assertFits(agent, policy);
  await deps.store.putDefinition(tenant, POLICY_KIND, policy.name, JSON.stringify(policy));
  deps.storedPolicies.keepWritten(tenant, policy.name, policy, deps.clock());
  return toDetail(policy, "stored", deps);
}

/**
 * Removes a stored policy.
 *
 * @throws {AgentError} policy_unknown
 */
export async function removePolicy(tenant: string, name: string, deps: RuntimeDeps): Promise<void> {
  const removed = await deps.store.removeDefinition(tenant, POLICY_KIND, name);
  deps.storedPolicies.keepWritten(tenant, name, undefined, deps.clock());
  if (!removed) throw policyUnknown(name, "no policy of this name is stored");
}

function originOf(name: string, { policies }: RuntimeDeps): PolicyOrigin {
  return BUILTIN_POLICIES.some((builtin) => builtin === policies.get(name)) ? "built-in" : "deployment";
}

function toDetail(policy: Policy, origin: PolicyOrigin, { agents }: RuntimeDeps): PolicyDetail {
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
