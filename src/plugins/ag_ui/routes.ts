// The routes of AG-UI.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import { NAME } from "../../core/text/id.ts";
import type { HttpContext, HttpDeps, HttpEnv } from "../../http/context.ts";
import { param, query } from "../../http/validate.ts";
import type { Busy } from "../../kernel/request.ts";
import { CHAT_MODES } from "../../http/conversation/modes.ts";
import { postAgUi } from "./door.ts";
import { describeFields } from "../../core/text/field_meanings.ts";

const agent = z.string().check(z.regex(NAME, `must match ${NAME.source}`));

/** How far a request goes. */
export const agUiQuery = z.strictObject({
  mode: z.optional(z.enum(CHAT_MODES, `must be ${CHAT_MODES.join(" or ")}`)),
});
/* @__PURE__ */ describeFields(agUiQuery, {
  mode:
    "`full`, the default: to an answer; `step`: one plan and its calls, and the client runs again; `execute`: the outputs are the answer",
});

/** `/agui` for the default agent, `/agui/:agent` for any. */
export function agUiRoutes(deps: HttpDeps, busy: Busy = "steer") {
  const post = (c: HttpContext) => postAgUi(c, { name: c.req.param("agent"), busy }, deps);
  return new Hono<HttpEnv>()
    .post("/agui", query(agUiQuery), post)
    .post("/agui/:agent", param(z.object({ agent })), query(agUiQuery), post);
}
