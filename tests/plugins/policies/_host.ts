// The plugins of a lab whose agents have policies.

import type { Agent } from "../../../src/core/agent.ts";
import type { Policy } from "../../../src/core/policy.ts";
import type { AgentFacts } from "../../../src/kernel/hooks/facts.ts";
import type { StepPlugin } from "../../../src/kernel/hooks/plugin.ts";
import { BUILTIN_POLICIES } from "../../../src/plugins/policies/builtin.ts";
import { policyLoader } from "../../../src/plugins/policies/find_policy.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { PolicyCache } from "../../../src/plugins/policies/policy_cache.ts";
import { hostOf, type LabHost } from "../../support/lab.ts";

/** `host` of a lab: finds the built-in policies and `own`, a map that may change between steps, and asks people. */
export function policyHost(
  own: ReadonlyMap<string, Policy> = new Map(),
  plugins: readonly StepPlugin[] = [],
): LabHost {
  return (deps) => {
    const keeping = policies();
    const host = hostOf(...plugins, keeping);
    const builtin = BUILTIN_POLICIES.map((policy) => [policy.name, policy] as const);
    const cache = new PolicyCache();
    host.addLoader(keeping, (agent, thread) => {
      const named = new Map([...builtin, ...own]);
      return policyLoader({ named, cache, deps: deps() })(agent as AgentFacts<Agent["policy"]>, thread);
    });
    return host;
  };
}
