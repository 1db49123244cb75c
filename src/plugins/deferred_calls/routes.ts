// Deferred calls: /v1/threads/:id/calls/:callId/result for callers and signed URLs for the service that does the work, whose token in the path
// is the whole authority; and .../detach, which lets the run go on without the result.

import { Hono } from "hono/tiny";
import { completeCall } from "./complete_call.ts";
import { detachCall } from "./detach_call.ts";
import type { BroughtResult } from "../../http/ports/late_results.ts";
import { resolveDecider } from "../../http/access/acting_user.ts";
import { type HttpDeps, type HttpEnv, resolveDefer } from "../../http/context.ts";
import { verifyResult } from "./token.ts";
import { callResultBody, toResult } from "../../http/schemas/call_result.ts";
import { callPath, tokenPath } from "../../http/schemas/requests.ts";
import { toThreadRef } from "../../http/routes/threads.ts";
import { body, param } from "../../http/validate.ts";

/** The routes that take results. */
export function callResultRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .post(
      "/v1/threads/:id/calls/:callId/result",
      param(callPath),
      body(callResultBody, deps),
      async (c) => {
        const { id, callId } = c.req.valid("param");
        const given: BroughtResult = {
          result: toResult(c.req.valid("json")),
          by: resolveDecider(c.var, undefined),
          via: "api",
        };
        return c.json(
          await completeCall(toThreadRef(c, { id }), callId, given, { defer: resolveDefer(c) }, deps),
        );
      },
    )
    .post("/v1/threads/:id/calls/:callId/detach", param(callPath), async (c) => {
      const { id, callId } = c.req.valid("param");
      return c.json(await detachCall(toThreadRef(c, { id }), callId, { defer: resolveDefer(c) }, deps));
    })
    .post(
      "/callbacks/:token",
      param(tokenPath),
      body(callResultBody, deps),
      async (c) => {
        const claims = await verifyResult(c.req.valid("param").token, deps);
        const { tenant, thread, callId, createdAt } = claims;
        const given: BroughtResult = {
          result: toResult(c.req.valid("json")),
          by: "callback",
          via: "link",
          createdAt,
        };
        return c.json(
          await completeCall({ tenant, thread }, callId, given, { defer: resolveDefer(c) }, deps),
        );
      },
    );
}
