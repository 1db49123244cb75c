// The inputs of every handler: the deployment, the platform's facts about this invocation, and the variables that
// middleware sets.

import type { Context, Hono } from "hono";
import type { LimitedRequests } from "../core/budget/rate_limit.ts";
import type { AgentError, ErrorCode } from "../core/error.ts";
import type { Origin } from "../core/record.ts";
import type { Defer, Log } from "../core/ports.ts";
import type { ReservedNames } from "../kernel/session/reserved_names.ts";
import type { TraceContext } from "../core/text/trace_context.ts";
import type { Protocol } from "../protocols/protocol.ts";
import type { ProviderView } from "../kernel/choice/provider_view.ts";
import type { RunDeps } from "../kernel/run_deps.ts";
import type { Binding } from "../kernel/owner.ts";
import { logWithTrace } from "../kernel/trace/run_trace.ts";
import type { Forks } from "./ports/forks.ts";
import type { LateResults } from "./ports/late_results.ts";
import type { WakingDeps } from "./ports/waking.ts";
import type { Access } from "./access/access.ts";
import type { StoredKeys } from "./access/keyring.ts";
import type { Scope } from "../core/contract/scope.ts";
import type { TokenSettings } from "./access/token.ts";

/** What the HTTP surface needs of the deployment. */
export interface HttpDeps extends RunDeps, WakingDeps {
  readonly access: Access;
  /** Finds callers beside those of `access`, where that is by keys; undefined where no plugin does. */
  readonly storedKeys?: StoredKeys | undefined;
  /** Links to approvals are signed with the first and verified with any of these; none: there are no links. */
  readonly approvalSecrets: readonly string[];
  /** The address at which others reach the deployment, with its base path and without a slash at its end; undefined where none is set. */
  readonly publicUrl: string | undefined;
  /** Takes results of deferred calls; undefined where no plugin does. */
  readonly lateResults?: LateResults | undefined;
  /** Makes forks of threads; undefined where no plugin does. */
  readonly forks?: Forks | undefined;
  /** Origins whose pages may call; none by default. */
  readonly corsOrigins: readonly string[];
  /** How tokens for browsers are signed and verified. */
  readonly tokens: TokenSettings;
  /** How many requests callers may send; undefined for no limits. */
  readonly rateLimits: LimitedRequests | undefined;
  /** Every provider of the deployment: those of its registry first. */
  readonly providers: () => Promise<readonly ProviderView[]>;
  /** The formats of streams, the preferred one first. */
  readonly protocols: readonly Protocol[];
  /** Milliseconds between two comments on a silent stream. They keep proxies from closing it. */
  readonly heartbeatMs: number;
  /** Milliseconds between two reads of new events by a resumed stream. */
  readonly pollMs: number;
}

/** The platform's facts about one invocation. functions/ sets them; none comes from the text of the request. */
export interface Invocation {
  /** Keeps the invocation alive after the response: waitUntil on Workers. */
  readonly defer?: Defer;
  /** The request comes from this machine, so a deployment without keys serves it. */
  readonly local?: boolean;
  /** Why a request of this machine is not served without keys, where the platform knows more than that there are none. */
  readonly refusal?: string | undefined;
}

/** The types of Hono's context, for handlers and middleware. */
export type HttpEnv = {
  Bindings: Invocation;
  Variables: {
    tenant: string;
    /** The name of the caller in records; see access/keyring.ts and access/identity.ts. */
    by: string | undefined;
    /** The caller's user, whose threads alone it has; unset for a caller that has those of the tenant. */
    user?: string;
    /** What the caller may do; unset for a caller that may do everything. */
    scopes?: ReadonlySet<Scope>;
    /** What the caller's token is bound to; unset for a caller without a token. */
    bound?: Binding;
    /** Names that are a plugin's: no caller acts as one of its users. */
    reserved: readonly ReservedNames[];
    requestId: string;
    /** The span of the request; on the route that runs steps that of the run, where it has one. */
    trace: TraceContext;
    /** The span that the request's headers name; unset where they name none. */
    caller?: TraceContext;
    /** The media type of the response, on routes that offer several. */
    accepted: string;
    /** The response of an error on a path below the base path, where a plugin has a form of its own; unset where none has. */
    formatError?: (path: string, error: AgentError) => Response | undefined;
    /** The code of the problem in the response. */
    errorCode: ErrorCode;
  };
};

/** An app without the types of its routes. */
export type App = Hono<HttpEnv>;
/** The context of a handler. */
export type HttpContext = Context<HttpEnv>;

/**
 * What keeps the invocation alive: `defer` of the invocation, or waitUntil where an app on Workers mounts this one. `otherwise`
 * counts where there is neither; by default it does nothing, for a platform that keeps promises running by itself.
 */
export function resolveDefer(c: HttpContext, otherwise: Defer = () => {}): Defer {
  if (typeof c.env?.defer === "function") return c.env.defer;
  const context = findExecutionContext(c);
  return context === undefined ? otherwise : (promise) => context.waitUntil(promise);
}

/** The getter of Hono throws where there is none. */
function findExecutionContext(c: HttpContext): HttpContext["executionCtx"] | undefined {
  try {
    return c.executionCtx;
  } catch {
    return undefined;
  }
}

/** Who sends the request, and the way in that it takes; for what the request brings into a thread. */
export function readOrigin(c: HttpContext, door: string): Origin {
  const by = c.get("by");
  return by === undefined ? { door } : { by, door };
}

/** The log of one request: each line has the ids of the request's span. */
export function tracedLog(c: HttpContext, log: Log): Log {
  return logWithTrace(log, c.get("trace"));
}
