// The policy of an agent: its own, or the current policy with the name that the agent has.

import { type Agent, hasCatalogue } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import { parseJson } from "../../core/json.ts";
import { remembered } from "../../core/lru.ts";
import type { Policy, RuleStates, RunProgress } from "../../core/policy.ts";
import { listNames } from "../../core/text/list_names.ts";
import type { ToolChoice } from "../../core/tool_choice.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { withStoreRetries } from "../../kernel/store_retry.ts";
import type { LoadHooks } from "../../kernel/hooks/load_hooks.ts";
import { getDecisions } from "./decisions.ts";
import type { PolicyCache } from "./policy_cache.ts";
import { agentPolicyProblems, readPolicyShape } from "../../core/policy/policy_schema.ts";
import { compilePolicy } from "./state.ts";

/** The kind of definition that a stored policy is. */
export const POLICY_KIND = "policy";

/** The policies of a deployment. */
export interface Policies {
  /** Those of the deployment and the built-in ones, by name. */
  readonly named: ReadonlyMap<string, Policy>;
  /** The stored ones that this isolate has read. */
  readonly cache: PolicyCache;
  readonly deps: Pick<RuntimeDeps, "store" | "agents" | "clock" | "sleep" | "log">;
}

/** An agent that a policy is to fit. */
export interface FittedAgent {
  readonly name: string;
  /** Names of its tools. */
  readonly tools: readonly string[];
  readonly toolChoice: ToolChoice | undefined;
  readonly hasCatalogue: boolean;
}

/** An agent of the deployment, with its own tools. */
export function fittedAgent(agent: Agent): FittedAgent {
  const { name, tools, toolChoice } = agent;
  return { name, tools: tools.map((tool) => tool.name), toolChoice, hasCatalogue: hasCatalogue(agent) };
}

/** Gives the decisions of the policy of an agent, as its name stands for it at this moment. */
export function policyLoader(policies: Policies): LoadHooks<RuleStates, RunProgress, Agent["policy"]> {
  return (agent, { tenant, tools }) => {
    const policy = agent.config;
    if (policy === undefined) return undefined;
    if (typeof policy !== "string") return getDecisions(compilePolicy(policy));
    const found = findPolicy(policy, { ...agent, tools }, tenant, policies);
    return found instanceof Promise
      ? found.then((policy) => getDecisions(compilePolicy(policy)))
      : getDecisions(compilePolicy(found));
  };
}

/**
 * The policy that a name stands for, for an agent of a tenant. It is a promise only where this isolate has not read the name within the
 * last seconds.
 *
 * @throws {AgentError} policy_unknown - the name is neither stored, nor the deployment's, nor a built-in one
 * @throws {AgentError} policy_invalid - it does not fit the agent's tools
 * @throws {AgentError} store_unavailable, store_corrupt - a policy that cannot be read forbids the step
 */
export function findPolicy(
  name: string,
  agent: FittedAgent,
  tenant: string,
  policies: Policies,
): Policy | Promise<Policy> {
  const cached = policies.cache.get(tenant, name, policies.deps.clock());
  if (cached !== undefined) return fittingPolicy(name, cached.policy, agent, policies);
  return readStoredPolicy(tenant, name, policies).then((stored) =>
    fittingPolicy(name, stored, agent, policies)
  );
}

/**
 * The policy that a tenant has stored under a name, read from the store and cached; undefined when there is none.
 *
 * @throws {AgentError} store_unavailable, store_corrupt
 */
export async function readStoredPolicy(
  tenant: string,
  name: string,
  { cache, deps }: Policies,
): Promise<Policy | undefined> {
  const generation = cache.generation(tenant, name);
  const text = await withStoreRetries(() => deps.store.readDefinition(tenant, POLICY_KIND, name), deps);
  const policy = text === undefined ? undefined : parseStored(name, text);
  cache.keepRead(tenant, name, policy, { generation, now: deps.clock() });
  return policy;
}

function parseStored(name: string, text: string): Policy {
  const read = readPolicyShape(parseJson(text));
  if (read.ok) return read.policy;
  throw new AgentError("store_corrupt", `The stored policy ${name} cannot be read; put it again.`);
}

function fittingPolicy(
  name: string,
  stored: Policy | undefined,
  agent: FittedAgent,
  { named }: Policies,
): Policy {
  const policy = stored ?? named.get(name);
  if (policy === undefined) {
    const known = listNames([...named.keys()].sort());
    throw new AgentError(
      "policy_unknown",
      `Agent ${agent.name} has the policy ${name}, which is not stored; this deployment has: ${known}.`,
    );
  }
  assertFits(agent, policy);
  return policy;
}

/** For each policy the agents that it was found to fit, by name, with the tools that they had. */
const fits = remembered((_: Policy) => new Map<string, string>());

/**
 * Refuses a policy that the agent cannot keep.
 *
 * @throws {AgentError} policy_invalid
 */
export function assertFits({ name, tools, toolChoice, hasCatalogue }: FittedAgent, policy: Policy): void {
  const known = fits(policy);
  const seen = JSON.stringify([tools, toolChoice, hasCatalogue]);
  if (known.get(name) === seen) return;
  const problems = agentPolicyProblems(policy, {
    tools: tools.map((name) => ({ name })),
    toolChoice,
    threadTools: hasCatalogue || undefined,
  });
  if (problems.length > 0) {
    const list = problems.map(({ pointer, detail }) => `${pointer} ${detail}`).join("; ");
    throw new AgentError(
      "policy_invalid",
      `Policy ${policy.name} does not fit agent ${name}: ${list}.`,
      { problems: problems.map(({ pointer, detail, fix }) => ({ pointer, detail: `${detail}; ${fix}` })) },
    );
  }
  known.set(name, seen);
}
