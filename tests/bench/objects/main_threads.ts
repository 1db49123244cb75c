// The Worker with the bench's agent. Its threads are in Redis, in objects of another workerd, or in those of this one, by its bindings.

import { ThreadsObject } from "../../../src/cloudflare/durable_objects.ts";
import { serve } from "../../../src/cloudflare/mod.ts";
import type { CloudflareEntry } from "../../../src/cloudflare/serve.ts";
import { remembered } from "../../../src/core/lru.ts";
import type { ObjectStub } from "../../../src/stores/durable_objects/platform.ts";
import { defineOrders } from "../contenders/agent.ts";
import { metered, readBill } from "./meter.ts";
import { remoteObjects } from "./remote.ts";

export { ThreadsObject };
export const MeteredThreads = metered((state, env) => new ThreadsObject(state, env));

const worker = serve({
  agents: [defineOrders({ entries: 4_000, bytes: 16 * 1024 * 1024, repeatedCalls: 1_000 })],
  log(level, message, fields) {
    if (level !== "info") console.error(level, message, JSON.stringify(fields)); // the peer writes no line per request either
  },
});

interface Bindings {
  /** The workerd with the objects. */
  readonly OBJECTS?: ObjectStub;
}

const withThreads = remembered((bindings: Bindings) => {
  const { OBJECTS } = bindings;
  return OBJECTS === undefined
    ? bindings
    : { ...bindings, THREADS: remoteObjects({ fetch: (url, init) => OBJECTS.fetch(url, init) }) };
});

const fetch: CloudflareEntry["fetch"] = (request, bindings, invocation) =>
  request.url.endsWith("/bill")
    ? Response.json(readBill())
    : worker.fetch(request, withThreads(bindings), invocation);

export default { ...worker, fetch };
