// functions/cloudflare.ts on Durable Objects, as the kill loop needs it: an object is evicted by a request, gives the lease of a dead worker
// back by another, and says which calls are about to be marked as started.

import worker from "../../../functions/cloudflare.ts";
import { ThreadsObject as Objects } from "../../../src/cloudflare/durable_objects.ts";
import type { ObjectNamespace, ObjectState } from "../../../src/stores/durable_objects/platform.ts";

interface TestState extends ObjectState {
  abort(reason: string): void;
}

/** Variables of the loop. */
interface TestBindings {
  readonly THREADS: ObjectNamespace;
  /** Gets the ids of calls. */
  readonly TEST_MARKS: string;
}

export class ThreadsObject extends Objects {
  readonly #state: TestState;
  readonly #marks: string;

  constructor(state: TestState, bindings: TestBindings) {
    super(state, bindings);
    this.#state = state;
    this.#marks = bindings.TEST_MARKS;
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/evict") this.#state.abort("evicted"); // whatever was not written to the disk is gone
    if (pathname === "/expire") {
      const sql = "UPDATE threads SET lease_owner = NULL, lease_until = NULL WHERE thread = ?";
      this.#state.storage.sql.exec(sql, searchParams.get("thread"));
      return new Response();
    }
    if (pathname !== "/markStarted") return await super.fetch(request);
    const body = await request.text();
    const [, , ids] = JSON.parse(body).args;
    await fetch(this.#marks, { method: "POST", body: JSON.stringify(ids) });
    return await super.fetch(new Request(request.url, { method: "POST", body }));
  }
}

/** A request to /test/… goes to the object of its tenant. */
const toObject: typeof worker.fetch = async (request, bindings, invocation) => {
  const { pathname, search, searchParams } = new URL(request.url);
  if (!pathname.startsWith("/test/")) return await worker.fetch(request, bindings, invocation);
  const { THREADS } = bindings as TestBindings;
  const object = THREADS.get(THREADS.idFromName(searchParams.get("tenant") ?? ""));
  try {
    return await object.fetch(`https://object/${pathname.slice("/test/".length)}${search}`, {});
  } catch {
    return new Response(null, { status: 204 }); // evicted
  }
};

export default { ...worker, fetch: toObject };
