// Treadle as a user deploys it: createDeps over an environment, startRun in process, createApp over HTTP.

import { createApp, createDeps, standard, startRun } from "../../../src/mod.ts";
import type { AppDeps } from "../../../src/deps/create_deps.ts";
import { nodeSha256 } from "../../../src/deno/node_sha256.ts";
import { WINDOW } from "../lab/window.ts";
import { type Addresses, API_KEY, MODEL, MODEL_KEY, QUESTION, TENANT } from "../lab/workload.ts";
import { defineOrders } from "./agent.ts";
import type { Contender } from "./contender.ts";
import { stepPlugins } from "./step_plugins.ts";

export const agent = defineOrders(WINDOW);

export function createTreadle(addresses: Addresses): Contender {
  const deps = depsOf(addresses);
  const app = createApp(deps);
  return {
    async step(thread) {
      const run = await startRun({ ...REQUEST, ref: { tenant: TENANT, thread }, until: "step" }, deps);
      if (run.type !== "running") throw new Error(`The run is ${run.type}.`);
      const { error, calls, thread: { status } } = await run.run(() => {});
      if (error || status !== "open" || calls.length !== 2) {
        throw error ?? new Error(`The step ended ${status} with ${calls.length} calls.`);
      }
    },
    answer: (request) => app.fetch(request, { defer: () => {} }),
  };
}

/** Whole turns: a message of the user, and the steps to the answer in words. */
export function createTreadleTurns(addresses: Addresses): Contender {
  const deps = depsOf(addresses);
  return {
    async step(thread) {
      const run = await startRun({
        ...REQUEST,
        ref: { tenant: TENANT, thread },
        agent: agent.name,
        inputs: [QUESTION],
        until: "done",
      }, deps);
      if (run.type !== "running") throw new Error(`The run is ${run.type}.`);
      const { error, calls, output, thread: { status } } = await run.run(undefined);
      if (error || calls.length !== 1 || typeof output !== "string") {
        throw error ?? new Error(`The turn ended ${status} with ${calls.length} calls.`);
      }
    },
  };
}

const REQUEST = { inputs: [], toolResults: [], busy: "reject", resumable: false } as const;

function depsOf({ redisUrl, redisToken, modelUrl }: Addresses): AppDeps {
  return createDeps({
    plugins: stepPlugins(Deno.env.get("BENCH_PLUGINS") ?? "", standard()),
    env: {
      UPSTASH_REDIS_REST_URL: redisUrl,
      UPSTASH_REDIS_REST_TOKEN: redisToken,
      TREADLE_API_KEYS: `${TENANT}:${API_KEY}`,
      TREADLE_MODEL: `openai/${MODEL}`,
      TREADLE_HISTORY_CACHE: Deno.env.get("TREADLE_HISTORY_CACHE"),
      OPENAI_API_KEY: MODEL_KEY,
      OPENAI_BASE_URL: modelUrl,
      OPENAI_API: "chat",
    },
    agents: [agent],
    sha256: nodeSha256(), // as src/deno/mod.ts does
    log(level, message, fields) {
      if (level !== "info") console.error(level, message, fields); // the others write no line per request either
    },
  });
}
