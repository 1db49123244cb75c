// The facade with the standard set of plugins: a deployment as calls and as routes, from agents alone.

import { withStandard } from "./plugins/standard.ts";
import type { Treadle } from "./treadle/contract.ts";
import { createTreadle as createKernelTreadle } from "./treadle/create_treadle.ts";
import type { TreadleOptions } from "./treadle/options.ts";

/**
 * Makes a {@link Treadle}. Threads of calls belong to the tenant `local`; `as({ tenant })` gives the calls for another. It has
 * the standard set of plugins where `plugins` names none.
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
  return createKernelTreadle(withStandard(options));
}
