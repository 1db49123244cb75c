// What answers the routes of OpenAI's API.

import type { HttpContext, HttpDeps } from "../../http/context.ts";
import { chat } from "./chat.ts";
import { listModels, readModel } from "./models.ts";
import {
  cancelResponse,
  listInputItems,
  readResponse,
  removeResponse,
  type ResponseQuery,
} from "./stored/handlers.ts";
import { responses } from "./responses.ts";

/** The handlers of the door. */
export interface OpenAIDoor {
  readonly chat: (c: HttpContext) => Promise<Response>;
  readonly responses: (c: HttpContext) => Promise<Response>;
  readonly readResponse: (c: HttpContext, query: ResponseQuery) => Promise<Response>;
  readonly removeResponse: (c: HttpContext) => Promise<Response>;
  readonly cancelResponse: (c: HttpContext) => Promise<Response>;
  readonly listInputItems: (
    c: HttpContext,
    query: Parameters<typeof listInputItems>[1],
  ) => Promise<Response>;
  readonly models: (c: HttpContext) => Response;
  readonly model: (c: HttpContext) => Response;
}

/** The door of a deployment. */
export function createOpenAIDoor(deps: HttpDeps): OpenAIDoor {
  return {
    chat: (c) => chat(c, deps),
    responses: (c) => responses(c, deps),
    readResponse: (c, query) => readResponse(c, query, deps),
    removeResponse: (c) => removeResponse(c, deps),
    cancelResponse: (c) => cancelResponse(c, deps),
    listInputItems: (c, query) => listInputItems(c, query, deps),
    models: (c) => c.json(listModels(deps, c.var.bound)),
    model: (c) => c.json(readModel(c.req.param("model") ?? "", deps, c.var.bound)),
  };
}
