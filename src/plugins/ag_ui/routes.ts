// The routes of AG-UI. What answers them is loaded at the first request, so that a deployment without such clients does not pay
// for it at its start.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import { NAME } from "../../core/text/id.ts";
import type { HttpContext, HttpDeps, HttpEnv } from "../../http/context.ts";
import { param, query } from "../../http/validate.ts";
import type { Busy } from "../../runtime/request.ts";
import { CHAT_MODES } from "../../http/conversation/modes.ts";

const agent = z.string().check(z.regex(NAME, `must match ${NAME.source}`));

/** How far a request goes. */
export const agUiQuery = z.strictObject({
  mode: z.optional(z.enum(CHAT_MODES, `must be ${CHAT_MODES.join(" or ")}`)),
});

/** What a deployment sets of the door. */
export interface AgUiOptions {
  /**
   * What becomes of a message that comes while a run of its thread goes on, where the request does not say it (`forwardedProps.busy`): the
   * next step takes it (`steer`, the default), it waits for the end of the run (`queue`), the step is cancelled (`interrupt`), or the
   * message is refused with `thread_busy` (`reject`).
   */
  readonly busy?: Busy | undefined;
}

/** `/agui` for the default agent, `/agui/:agent` for any. */
export function agUiRoutes(deps: HttpDeps, { busy = "steer" }: AgUiOptions = {}) {
  const post = async (c: HttpContext) =>
    (await import("./door.ts")).postAgUi(c, { name: c.req.param("agent"), busy }, deps);
  return new Hono<HttpEnv>()
    .post("/agui", query(agUiQuery), post)
    .post("/agui/:agent", param(z.object({ agent })), query(agUiQuery), post);
}
