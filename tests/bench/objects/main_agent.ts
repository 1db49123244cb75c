// The Worker of the peer: it checks the key and passes the step on to the object of the thread.

import type { ObjectStub } from "../../../src/stores/durable_objects/platform.ts";
import { threadOf } from "../contenders/contender.ts";
import { API_KEY } from "../lab/workload.ts";
import { remoteObjects } from "./remote.ts";

export default {
  async fetch(request: Request, { OBJECTS }: { readonly OBJECTS: ObjectStub }): Promise<Response> {
    if (request.method !== "POST") return new Response();
    if (request.headers.get("authorization") !== `Bearer ${API_KEY}`) {
      return new Response(null, { status: 401 });
    }
    const namespace = remoteObjects({ fetch: (url, init) => OBJECTS.fetch(url, init) });
    const object = namespace.get(namespace.idFromName(threadOf(request)));
    return await object.fetch("https://object/step", { method: "POST", body: await request.text() });
  },
};
