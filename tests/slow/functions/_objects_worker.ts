// A Worker whose objects are ahead of time, so that what is due in a minute is due now, and whose agent naps.

import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { durableObjects, ThreadsObject as Objects } from "../../../src/cloudflare/durable_objects.ts";
import { serve } from "../../../src/cloudflare/serve.ts";
import type { StoreFactory } from "../../../src/deps/built_in.ts";
import { ALARM_URL } from "../../../src/core/store/alarm.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { scripted } from "../../../src/providers/scripted/provider.ts";
import { schedules } from "../../../src/plugins/schedules/mod.ts";
import { wakes } from "../../../src/plugins/wakes/mod.ts";
import type { ObjectNamespace, ObjectState } from "../../../src/stores/durable_objects/platform.ts";

interface TestState extends ObjectState {
  abort(): void;
}

/** Of each process another lead: TEST_LEAD_MS of its bindings. */
export class ThreadsObject extends Objects {
  readonly #state: TestState;

  constructor(state: TestState, env: { readonly TEST_LEAD_MS: string }) {
    const leadMs = Number(env.TEST_LEAD_MS);
    const { storage } = state;
    const ahead: ObjectState = {
      exports: state.exports,
      waitUntil: (promise) => state.waitUntil(promise),
      acceptWebSocket: (socket, tags) => state.acceptWebSocket(socket, tags),
      getWebSockets: (tag) => state.getWebSockets(tag),
      storage: {
        sql: storage.sql,
        transactionSync: (work) => storage.transactionSync(work),
        async getAlarm() {
          const at = await storage.getAlarm();
          return at === null ? null : at + leadMs;
        },
        setAlarm: (at) => storage.setAlarm(at - leadMs),
        deleteAlarm: () => storage.deleteAlarm(),
        deleteAll: () => storage.deleteAll(),
      },
    };
    super(ahead, env, () => Date.now() + leadMs);
    this.#state = state;
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/evict") this.#state.abort(); // whatever was not written to the disk is gone
    if (pathname === "/readEvents") console.log("read of events");
    return await super.fetch(request);
  }
}

interface TestBindings {
  readonly TEST_FAILING_ALARMS: string;
  readonly TEST_SCHEDULED: string;
  readonly TEST_SHARDS: string;
  readonly THREADS: ObjectNamespace;
}

const nap = defineTool({
  name: "nap",
  description: "Naps.",
  parameters: { type: "object" },
  effect: "pure",
  run: async () => {
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    return "Slept well.";
  },
});

/** In TEST_SHARDS objects. */
const inShards: StoreFactory = (setup) => {
  const { TEST_SHARDS } = setup.bindings as TestBindings;
  return durableObjects({ shards: Number(TEST_SHARDS) })(setup);
};

const parts = {
  providers: [scripted],
  stores: { durable_objects: Object.assign(inShards, { isBound: durableObjects().isBound }) },
};

const worker = serve({
  ...parts,
  plugins: [wakes()],
  agents: [defineAgent({ name: "sleeper", driver: "scripted", tools: [nap] })],
  drivers: [
    createScriptedDriver([{ calls: [{ tool: "nap", args: {} }] }, { says: "Good morning." }]),
  ],
});

/** In its place with TEST_SCHEDULED: its agent runs every third second. */
const scheduled = serve({
  ...parts,
  plugins: [wakes(), schedules()],
  agents: [
    defineAgent({
      name: "clock",
      model: "scripted/demo",
      schedules: [{ name: "often", cron: "*/3 * * * * *", input: "Strike." }],
    }),
  ],
});

let failed = 0;

/** The first alarms of a process fail, as many as TEST_FAILING_ALARMS says. A request to /test/evict ends the object of the only tenant. */
const fetch: typeof worker.fetch = async (request, bindings, invocation) => {
  const { TEST_FAILING_ALARMS, TEST_SCHEDULED, THREADS } = bindings as TestBindings;
  if (new URL(request.url).pathname === "/test/evict") {
    const evicted = THREADS.get(THREADS.idFromName("default")).fetch("https://object/evict", {});
    return await evicted.catch(() => new Response(null, { status: 204 }));
  }
  if (request.url === ALARM_URL) {
    console.log("alarm");
    if (failed++ < Number(TEST_FAILING_ALARMS)) return new Response(null, { status: 500 });
  }
  return await (TEST_SCHEDULED === "1" ? scheduled : worker).fetch(request, bindings, invocation);
};

export default { ...worker, fetch };
