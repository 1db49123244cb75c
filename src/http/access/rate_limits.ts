// Rate limits: how many requests a key, a token and a user may send in a time.

import type { MiddlewareHandler } from "hono";
import { AgentError, failureFields } from "../../core/error.ts";
import {
  LIMITED,
  type LimitedRequests,
  type LimitStanding,
  type RateLimits,
  type Subject,
} from "../../core/budget/rate_limit.ts";
import type { HttpContext, HttpEnv } from "../context.ts";
import type { PluginDeps } from "../plugin.ts";
import { problem } from "../errors.ts";
import { createIsPublic, type IsPublic } from "./public_paths.ts";

/**
 * Counts each request of a known caller, and refuses one that is over a limit with `rate_limited` before its route runs. Responses
 * have RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10). A limiter that fails refuses nothing: its
 * absence must not be that of the deployment.
 */
export function limitRequests(
  { limits, limiter }: LimitedRequests,
  { log, openedPlugins }: Pick<PluginDeps, "log" | "openedPlugins">,
): MiddlewareHandler<HttpEnv> {
  const isPublic = createIsPublic(openedPlugins);
  return async (c, next) => {
    const subjects = listSubjects(c, limits, isPublic);
    if (subjects.length === 0) return await next();
    let standings: readonly LimitStanding[];
    try {
      standings = await limiter.take(subjects);
    } catch (thrown) {
      log("warn", "the rate limiter failed; the request is served", failureFields(thrown));
      return await next();
    }
    const over = subjects.findIndex((_, index) => standings[index]?.isWithin === false);
    const subject = subjects[over];
    if (subject === undefined) await next();
    else c.res = problem(c, toRefusal(subject, standings[over]));
    c.res.headers.set("ratelimit-policy", subjects.map(formatPolicy).join(", "));
    c.res.headers.set(
      "ratelimit",
      subjects.map(({ type }, index) => formatStanding(type, standings[index])).join(", "),
    );
  };
}

/** Those of the caller; none on a public path. */
function listSubjects(c: HttpContext, limits: RateLimits, isPublic: IsPublic): readonly Subject[] {
  const { tenant, by = "all", user, bound } = c.var;
  if (tenant === undefined || isPublic(c)) return [];
  const ids = {
    key: bound === undefined && user === undefined ? `${tenant}/${by}` : undefined,
    token: bound?.id,
    user: user === undefined ? undefined : `${tenant}/${user}`,
  };
  return LIMITED.flatMap((type) => {
    const limit = limits[type];
    const id = ids[type];
    return limit === undefined || id === undefined ? [] : [{ type, id, ...limit }];
  });
}

function toRefusal({ type, requests, windowMs }: Subject, standing: LimitStanding | undefined): AgentError {
  const { resetMs: retryAfterMs = windowMs } = standing ?? {};
  return new AgentError(
    "rate_limited",
    `This ${type} has sent ${requests} requests in ${windowMs / 1000} s; retry after ${
      Math.ceil(retryAfterMs / 1000)
    } s.`,
    { retryAfterMs, details: { limit: type } },
  );
}

function formatPolicy({ type, requests, windowMs }: Subject): string {
  return `"${type}";q=${requests};w=${windowMs / 1000}`;
}

function formatStanding(
  type: string,
  { remaining, resetMs }: LimitStanding = { isWithin: true, remaining: 0, resetMs: 0 },
) {
  return `"${type}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`;
}
