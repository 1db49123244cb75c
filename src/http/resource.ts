// A resource: one path, the methods it takes, and the answers to the methods it does not take.

import { AgentError } from "../core/error.ts";
import { THREAD_ID } from "../core/id.ts";
import type { ThreadRef } from "../core/store.ts";
import type { ThreadView } from "../runtime/result.ts";
import type { App, HttpContext } from "./context.ts";
import { problem } from "./errors.ts";

type Handler = (c: HttpContext) => Response | Promise<Response>;
type Handlers = Partial<Record<"GET" | "POST" | "DELETE", Handler>>;

/** Registers `handlers` on `path`. HEAD comes with GET, OPTIONS tells the methods, everything else is 405 with Allow. */
export function resource(app: App, path: string, handlers: Handlers): void {
  const methods = Object.keys(handlers);
  const allow = [...methods, ...("GET" in handlers ? ["HEAD"] : []), "OPTIONS"].join(", ");
  for (const [method, handler] of Object.entries(handlers)) {
    app.on(method, path, (c) => {
      c.set("route", path);
      return handler(c);
    });
  }
  app.all(path, (c) => {
    c.set("route", path);
    const response = c.req.method === "OPTIONS"
      ? new Response(null, { status: 204 })
      : problem(c, new AgentError("method_not_allowed", `This route takes ${allow}.`));
    response.headers.set("allow", allow);
    return response;
  });
}

/** The thread that the path names. Throws `invalid_path`. */
export function threadOf(c: HttpContext): ThreadRef {
  return { tenant: c.var.tenant, thread: pathName(c, "id", THREAD_ID) };
}

/** The answer to a request that makes a thread; 200 when the same request made it before. */
export function madeThread(c: HttpContext, thread: ThreadView, replayed: boolean): Response {
  const location = `/v1/threads/${thread.id}`;
  return replayed
    ? c.json(thread, 200, { location, "idempotency-replayed": "true" })
    : c.json(thread, 201, { location });
}

/** A name in the path, decoded; anything that does not fit `rule` is `invalid_path` and reaches neither store nor log. */
export function pathName(c: HttpContext, parameter: string, rule: RegExp): string {
  const name = c.req.param(parameter) ?? "";
  if (rule.test(name)) return name;
  throw new AgentError("invalid_path", `The name in the path must match ${rule.source}.`);
}
