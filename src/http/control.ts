// Control of a thread from outside its steps: cancel, fork, and the answers of humans about calls.

import { THREAD_ID } from "../core/id.ts";
import { decideApproval } from "../runtime/approvals.ts";
import { forkThread } from "../runtime/fork.ts";
import { cancelThread } from "../runtime/threads.ts";
import { readBody, readOptionalBody } from "./body.ts";
import type { App, HttpDeps } from "./context.ts";
import { pathName, resource, threadOf } from "./resource.ts";
import { approvalBody, emptyBody, forkBody } from "./schemas.ts";

export function controlRoutes(app: App, deps: HttpDeps): void {
  resource(app, "/v1/threads/:id/cancel", {
    POST: async (c) => {
      const ref = threadOf(c);
      await readOptionalBody(c.req.raw, emptyBody);
      return c.json(await cancelThread(ref, deps));
    },
  });

  resource(app, "/v1/threads/:id/fork", {
    POST: async (c) => {
      const source = threadOf(c);
      const { version, id } = (await readOptionalBody(c.req.raw, forkBody)).value;
      const thread = await forkThread(source, { version, thread: id }, deps);
      return c.json(thread, 201, { location: `/v1/threads/${thread.id}` });
    },
  });

  resource(app, "/v1/threads/:id/approvals/:callId", {
    POST: async (c) => {
      const ref = threadOf(c);
      const callId = pathName(c, "callId", THREAD_ID);
      return c.json(await decideApproval(ref, callId, (await readBody(c.req.raw, approvalBody)).value, deps));
    },
  });
}
