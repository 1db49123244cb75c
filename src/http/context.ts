// What every handler is given: the deployment, the platform's facts about this invocation, and what the middleware found.

import type { Context, Hono } from "hono";
import type { ErrorCode } from "../core/error.ts";
import type { Defer } from "../core/ports.ts";
import type { Protocol } from "../protocols/protocol.ts";
import type { ProviderView } from "../choice/provider_view.ts";
import type { RuntimeDeps } from "../runtime/request.ts";
import type { Access } from "./auth.ts";
import type { Trace } from "./trace.ts";

/** What the HTTP surface needs of the deployment. */
export interface HttpDeps extends RuntimeDeps {
  readonly access: Access;
  /** Origins whose pages may call; none by default. */
  readonly corsOrigins: readonly string[];
  /** Every provider there is, in the order of the registry. */
  readonly providers: () => Promise<readonly ProviderView[]>;
  readonly protocols: { readonly events: Protocol };
  /** Milliseconds of silence on a stream after which a comment is sent, so that no proxy takes it for dead. */
  readonly heartbeatMs: number;
  /** Milliseconds between two looks of a resumed stream for new events. */
  readonly pollMs: number;
}

/** The platform's facts about one invocation. functions/ fills them in; none comes from the text of the request. */
export interface Invocation {
  /** Keeps the invocation alive after the response: waitUntil on Workers. */
  readonly defer?: Defer;
  /** The request comes from this machine, so a deployment without keys serves it. */
  readonly local?: boolean;
}

/** The types of Hono's context, for handlers and middleware. */
export type HttpEnv = {
  Bindings: Invocation;
  Variables: {
    tenant: string;
    requestId: string;
    trace: Trace;
    /** The media type to answer with, on routes that offer several. */
    accepted: string;
    /** The code of the problem that was answered. */
    errorCode: ErrorCode;
  };
};

/** An app without the types of its routes. */
export type App = Hono<HttpEnv>;
/** The context of a handler. */
export type HttpContext = Context<HttpEnv>;

/** `defer` of the invocation. Where the platform has none, a promise runs on by itself. */
export function deferOf(c: HttpContext): Defer {
  return c.env?.defer ?? (() => {});
}

/** The deployment for one request: its log lines carry the request's trace id. */
export function tracedDeps(c: HttpContext, deps: HttpDeps): HttpDeps {
  const { traceId } = c.var.trace;
  return {
    ...deps,
    log: (level, message, fields) => deps.log(level, message, { trace: traceId, ...fields }),
  };
}
