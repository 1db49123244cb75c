// The routes of OpenAI's API. app.ts loads this file at the first request to one of them.

import type { HttpContext, HttpDeps } from "../../context.ts";
import { chat } from "./chat.ts";
import { listModels, readModel } from "./models.ts";
import { responses } from "./responses.ts";

/** The handlers of the door. */
export interface OpenAIDoor {
  readonly chat: (c: HttpContext) => Promise<Response>;
  readonly responses: (c: HttpContext) => Promise<Response>;
  readonly models: (c: HttpContext) => Response;
  readonly model: (c: HttpContext) => Response;
}

/** The door of a deployment. */
export function createOpenAIDoor(deps: HttpDeps): OpenAIDoor {
  return {
    chat: (c) => chat(c, deps),
    responses: (c) => responses(c, deps),
    models: (c) => c.json(listModels(deps, c.var.bound)),
    model: (c) => c.json(readModel(c.req.param("model") ?? "", deps, c.var.bound)),
  };
}
