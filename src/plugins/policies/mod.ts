// The entry `@treadle/treadle/policies`: named rules about tools and the choice of a plan, which agents share.

import * as z from "zod/mini";
import type { Agent } from "../../core/agent.ts";
import type { Policy, RuleStates, RunProgress } from "../../core/policy.ts";
import type { Plugin } from "../../http/plugin.ts";
import { definePlugin } from "../../http/define_plugin.ts";
import { assertFits, fittedAgent, policyLoader } from "./find_policy.ts";
import { PolicyCache } from "./policy_cache.ts";
import { policyRoutes } from "./routes.ts";
import { BUILTIN_POLICIES } from "./builtin.ts";
import { NEW_SLICES } from "./state.ts";

const ruleStates = z.record(z.string(), z.number());
const runProgress = z.object({
  rules: ruleStates,
  lastTool: z.optional(z.string()),
  failures: z.optional(z.number()),
});

/**
 * Keeps the policies of agents (`policy` of the definition), and serves `/v1/policies`, where a tenant changes its own without a deploy. It
 * is part of the standard set. `own` are policies that agents name, beyond the built-in ones; one of the same name replaces a built-in one.
 *
 * @throws {AgentError} policy_invalid - when the deployment is made: the policy that an agent names does not fit the agent
 *
 * @example
 * ```ts
 * import { createTreadle, defineAgent, definePolicy, defineTool } from "../../mod.ts";
 * import { policies } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * const tools = ["confirm", "pay"].map((name) => defineTool({ name, description: name, effect: "pure", run: () => "ok" }));
 * const shop = defineAgent({ name: "shop", model: "scripted/demo", tools, policy: "careful" });
 * const careful = definePolicy({ name: "careful", rules: [{ type: "after", tool: "pay", after: "confirm" }] });
 * const treadle = createTreadle({ agents: [shop], plugins: [policies([careful])], store: "memory", env: { TREADLE_OPEN: "1" } });
 *
 * const response = await treadle.fetch(new Request("http://localhost/v1/policies/careful"));
 * assert.equal((await response.json()).origin, "deployment");
 * await treadle.close();
 * ```
 */
export function policies(own: readonly Policy[] = []): Plugin<RuleStates, RunProgress> {
  return definePlugin<RuleStates, RunProgress, Agent["policy"]>({
    name: "policies",
    safety: true,
    slices: {
      thread: { schema: ruleStates, initial: NEW_SLICES.thread },
      run: { schema: runProgress, initial: NEW_SLICES.run },
    },
    configOf: ({ policy }) => policy,
    compile: ({ config }) => config === undefined ? undefined : {},
    open({ deps, policies: ofDeployment }) {
      const named = new Map(
        [...BUILTIN_POLICIES, ...ofDeployment, ...own].map((policy) => [policy.name, policy]),
      );
      for (const agent of deps.agents.values()) assertNamedFits(agent, named);
      const opened = { named, cache: new PolicyCache(), deps };
      return { routes: policyRoutes(opened, deps), load: policyLoader(opened) };
    },
  });
}

// A name that is not there may be that of a policy which a tenant stores.
function assertNamedFits(agent: Agent, named: ReadonlyMap<string, Policy>): void {
  const policy = typeof agent.policy === "string" ? named.get(agent.policy) : undefined;
  if (policy !== undefined) assertFits(fittedAgent(agent), policy);
}
