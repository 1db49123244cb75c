// The facade: a deployment as calls and as routes.

import { logLine } from "../deps/ports.ts";
import { createCalls } from "./calls.ts";
import type { Treadle } from "./contract.ts";
import { Deployments } from "./deployments.ts";
import type { KernelTreadleOptions } from "./options.ts";
import { isWorkers } from "../deps/environment.ts";
import { warnOfDeciders } from "../deps/warn_deciders.ts";
import { mountRoutes } from "./routes.ts";
import { type Caller, callerAs, LOCAL } from "./scope.ts";

/**
 * Makes a {@link Treadle} of the plugins that are listed, and of no other.
 *
 * @throws {AgentError} config_invalid, agent_invalid, policy_invalid - as {@link createDeps} does; on Workers with the first call
 */
export function createTreadle(options: KernelTreadleOptions): Treadle {
  const deployments = new Deployments(options);
  const { assets, defer = () => {}, log = logLine } = options;
  const routes: Treadle["routes"] = (own = {}) => {
    if (own.authenticate !== undefined && !isWorkers()) warnOfDeciders(options.agents, log);
    return mountRoutes(deployments, { assets, ...own }, { defer, log });
  };
  let served: ReturnType<Treadle["routes"]> | undefined;
  return treadleOf(LOCAL);

  function treadleOf(caller: Caller): Treadle {
    return {
      ...createCalls(() => ({ deps: deployments.of(), caller }), defer),
      as: (who) => treadleOf(callerAs(who, caller)),
      routes,
      fetch: (request, env, context) => (served ??= routes()).fetch(request, env, context),
      close: () => deployments.close(),
    };
  }
}
