// What the deployments without a client are made of, on both runtimes: an agent that a webhook starts, a clock that the test moves
// ahead, and a queue that loses and doubles messages.

import { Hono } from "hono/tiny";
import { type Agent, defineAgent } from "../../../../src/mod.ts";
import { type App, type HttpEnv, resolveDefer } from "../../../../src/http/context.ts";
import type { Plugin } from "../../../../src/http/plugin.ts";
import { isQueueProducer, type QueueProducer } from "../../../../src/plugins/wakers/queues.ts";
import { mulberry32 } from "../../../support/mulberry32.ts";
import { instructions, tools } from "../_agents.ts";

export const agents: Agent[] = [
  defineAgent({
    name: "worker",
    instructions,
    tools,
    webhooks: [{ trigger: "standard", event: "job.created", thread: "{/data/thread}", input: "{/data/job}" }],
  }),
];

let aheadMs = 0;

/** The time of the deployment: the minute after which the pump repairs a wake-up is not waited for. */
export const clock = () => Date.now() + aheadMs;

/** POST /test/pump?ahead=<ms> sets by how much the clock is ahead, and runs the pump as a cron trigger does. */
export function cron(): Plugin {
  return {
    name: "cron",
    open({ deps, env }) {
      aheadMs = Number(env.TEST_AHEAD_MS ?? 0);
      const routes: App = new Hono<HttpEnv>();
      routes.post("/test/pump", async (c) => {
        aheadMs = Number(c.req.query("ahead"));
        return c.json(await deps.wakes.pump({ defer: resolveDefer(c) }));
      });
      return { routes };
    },
  };
}

/** Of the messages to the queue WAKES 30 % are lost and 30 % sent twice, by TEST_SEED. */
export function lossy(door: Plugin): Plugin {
  return {
    name: door.name,
    open(deployment) {
      const { WAKES, TEST_SEED } = deployment.env;
      if (!isQueueProducer(WAKES)) throw new Error("There is no queue WAKES.");
      const random = mulberry32(Number(TEST_SEED));
      const send: QueueProducer["send"] = async (body, options) => {
        const [lost, doubled] = [random(), random()];
        if (lost < 0.3) return console.log("LOST");
        await WAKES.send(body, options);
        if (doubled >= 0.3) return;
        console.log("DOUBLED");
        await WAKES.send(body, options);
      };
      return door.open?.({ ...deployment, env: { ...deployment.env, WAKES: { send } } }) ?? {};
    },
  };
}
