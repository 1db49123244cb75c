// The policy of an agent: its own, or the one that its name stands for at this moment.

import { type CompiledPolicy, compilePolicy } from "../../choice/policy/policy_state.ts";
import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import { parseJson } from "../../core/json.ts";
import type { Policy } from "../../core/policy.ts";
import { agentPolicyProblems, readPolicyShape } from "../../core/policy/policy_schema.ts";
import { listNames } from "../../core/text/list_names.ts";
import { withStoreRetries } from "../store_retry.ts";
import type { RuntimeDeps } from "../deps.ts";

/** The kind of definition that a stored policy is. */
export const POLICY_KIND = "policy";

type Deps = Pick<RuntimeDeps, "store" | "policies" | "storedPolicies" | "clock" | "sleep" | "log">;

/**
 * The policy of an agent for a tenant. It is a promise only when a name is looked up that this isolate has not read within the
 * last seconds; an agent with a policy of its own needs no store.
 *
 * @throws {AgentError} policy_unknown - the name is neither stored, nor the deployment's, nor a built-in one
 * @throws {AgentError} policy_invalid - it does not fit the agent's tools
 * @throws {AgentError} store_unavailable, store_corrupt - a policy that cannot be read forbids the step
 */
export function policyOf(
  agent: Agent,
  policy: string | Policy,
  tenant: string,
  deps: Deps,
): CompiledPolicy | Promise<CompiledPolicy> {
  if (typeof policy !== "string") return compilePolicy(policy);
  const cached = deps.storedPolicies.get(tenant, policy, deps.clock());
  if (cached !== undefined) return compileFor(agent, policy, cached.policy, deps);
  return readStoredPolicy(tenant, policy, deps).then((stored) => compileFor(agent, policy, stored, deps));
}

/**
 * The policy that a tenant has stored under a name, read from the store and cached; undefined when there is none.
 *
 * @throws {AgentError} store_unavailable, store_corrupt
 */
export async function readStoredPolicy(
  tenant: string,
  name: string,
  deps: Deps,
): Promise<Policy | undefined> {
  const generation = deps.storedPolicies.generation(tenant, name);
  const text = await withStoreRetries(() => deps.store.readDefinition(tenant, POLICY_KIND, name), deps);
  const policy = text === undefined ? undefined : parseStored(name, text);
  deps.storedPolicies.keepRead(tenant, name, policy, { generation, now: deps.clock() });
  return policy;
}

function parseStored(name: string, text: string): Policy {
  const read = readPolicyShape(parseJson(text));
  if (read.ok) return read.policy;
  throw new AgentError("store_corrupt", `The stored policy ${name} cannot be read; put it again.`);
}

function compileFor(
  agent: Agent,
  name: string,
  stored: Policy | undefined,
  { policies }: Deps,
): CompiledPolicy {
  const policy = stored ?? policies.get(name);
  if (policy === undefined) {
    const known = listNames([...policies.keys()].sort());
    throw new AgentError(
      "policy_unknown",
      `Agent ${agent.name} has the policy ${name}, which is not stored; this deployment has: ${known}.`,
    );
  }
  assertFits(agent, policy);
  return compilePolicy(policy);
}

/** The agents that a policy was found to fit. */
const fits = new WeakMap<Policy, WeakSet<Agent>>();

/**
 * Refuses a policy that the agent cannot keep.
 *
 * @throws {AgentError} policy_invalid
 */
export function assertFits(agent: Agent, policy: Policy): void {
  const known = fits.get(policy) ?? new WeakSet();
  if (known.has(agent)) return;
  const problems = agentPolicyProblems(policy, agent);
  if (problems.length > 0) {
    const list = problems.map(({ pointer, detail }) => `${pointer} ${detail}`).join("; ");
    throw new AgentError(
      "policy_invalid",
      `Policy ${policy.name} does not fit agent ${agent.name}: ${list}.`,
      { problems: problems.map(({ pointer, detail, fix }) => ({ pointer, detail: `${detail}; ${fix}` })) },
    );
  }
  fits.set(policy, known.add(agent));
}
