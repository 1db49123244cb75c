// The facade: a deployment as calls and as routes, from agents alone.

import { logLine } from "./deps/ports.ts";
import { callsOf } from "./treadle/calls.ts";
import type { Treadle } from "./treadle/contract.ts";
import { Deployments } from "./treadle/deployments.ts";
import type { TreadleOptions } from "./treadle/options.ts";
import { isWorkers } from "./deps/environment.ts";
import { warnOfDeciders } from "./deps/warn_deciders.ts";
import { mountedRoutes } from "./treadle/routes.ts";
import { type Caller, callerAs, LOCAL } from "./treadle/scope.ts";

/**
 * Makes a {@link Treadle}. Threads of calls belong to the tenant `local`; `as({ tenant })` gives the calls for another.
 *
 * @throws {AgentError} config_invalid, agent_invalid, policy_invalid - as {@link createDeps} does; on Workers with the first call
 *
 * @example
 * ```ts
 * import { createTreadle, defineAgent, scenario, createScriptedProvider } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * const greeter = defineAgent({ name: "greeter", model: "scripted/greeter", instructions: "Greet." });
 * const model = createScriptedProvider({ script: scenario().says("Hello, Ann.") });
 * const treadle = createTreadle({ agents: [greeter], store: "memory", providers: [model] });
 *
 * const { output, thread } = await treadle.run("t1", "Hi, I am Ann.");
 * assert.equal(output, "Hello, Ann.");
 * assert.equal(thread.status, "done");
 * await treadle.close();
 * ```
 */
export function createTreadle(options: TreadleOptions): Treadle {
  const deployments = new Deployments(options);
  const { assets, defer = () => {}, log = logLine } = options;
  const routes: Treadle["routes"] = (own = {}) => {
    if (own.authenticate !== undefined && !isWorkers()) warnOfDeciders(options.agents, log);
    return mountedRoutes(deployments, { assets, ...own }, { defer, log });
  };
  let served: ReturnType<Treadle["routes"]> | undefined;
  return treadleOf(LOCAL);

  function treadleOf(caller: Caller): Treadle {
    return {
      ...callsOf(() => ({ deps: deployments.of(), caller }), defer),
      as: (who) => treadleOf(callerAs(who, caller)),
      routes,
      fetch: (request, env, context) => (served ??= routes()).fetch(request, env, context),
      close: () => deployments.close(),
    };
  }
}
