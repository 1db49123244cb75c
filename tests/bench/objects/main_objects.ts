// The objects in a workerd of their own, as on the platform, where they are elsewhere than the Worker. A request has the name of its object in
// a header; one without gets the bill.

import { ThreadsObject } from "../../../src/cloudflare/durable_objects.ts";
import type { ObjectNamespace } from "../../../src/stores/durable_objects/platform.ts";
import { type AgentEnv, AgentObject } from "./agent_object.ts";
import { metered, meterGlobals, readBill } from "./meter.ts";
import { NAME_HEADER } from "./remote.ts";

meterGlobals();

export { AgentObject, ThreadsObject };
export const MeteredThreads = metered((state, env) => new ThreadsObject(state, env));
export const MeteredAgent = metered((state, env: AgentEnv) => new AgentObject(state, env));

export default {
  async fetch(request: Request, { OBJECTS }: { readonly OBJECTS: ObjectNamespace }): Promise<Response> {
    const name = request.headers.get(NAME_HEADER);
    if (name === null) return Response.json(readBill());
    return await OBJECTS.get(OBJECTS.idFromName(name)).fetch(request.url, request);
  },
};
