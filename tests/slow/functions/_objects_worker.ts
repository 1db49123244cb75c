// A Worker whose objects are ahead of time, so that what is due in a minute is due now, and whose agent naps.

import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { durableObjects, ThreadsObject as Objects } from "../../../src/cloudflare/durable_objects.ts";
import { serve } from "../../../src/cloudflare/serve.ts";
import { ALARM_URL } from "../../../src/core/store/alarm.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { scripted } from "../../../src/providers/scripted/provider.ts";
import { wakes } from "../../../src/plugins/wakes/mod.ts";
import type { ObjectState } from "../../../src/stores/durable_objects/platform.ts";

/** Of each process another one: TEST_LEAD_MS of its bindings. */
export class ThreadsObject extends Objects {
  constructor(state: ObjectState, env: { readonly TEST_LEAD_MS: string }) {
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
      },
    };
    super(ahead, env, () => Date.now() + leadMs);
  }
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

const worker = serve({
  plugins: [wakes()],
  providers: [scripted],
  stores: { durable_objects: durableObjects() },
  agents: [defineAgent({ name: "sleeper", driver: "scripted", tools: [nap] })],
  drivers: [
    createScriptedDriver([{ calls: [{ tool: "nap", args: {} }] }, { says: "Good morning." }]),
  ],
});

let failed = 0;

/** The first alarms of a process fail, as many as TEST_FAILING_ALARMS says. */
const fetch: typeof worker.fetch = (request, bindings, invocation) => {
  const isFailing = request.url === ALARM_URL &&
    failed < Number(Reflect.get(bindings, "TEST_FAILING_ALARMS"));
  if (!isFailing) return worker.fetch(request, bindings, invocation);
  failed += 1;
  return new Response(null, { status: 500 });
};

export default { ...worker, fetch };
