// Where a redirect leads, and what of the request goes there.

import type { Log } from "../core/ports.ts";
import { refused, toOrigin } from "./target.ts";

/** A request, as its next hop has it. */
export interface Hop {
  readonly url: URL;
  readonly init: RequestInit;
}

/** Headers that another origin gets. Every other one may be a credential or a signature. */
const HARMLESS = ["accept", "accept-language", "user-agent"];

/**
 * The request that follows a redirect, as `fetch` follows it: 303, and 301 or 302 of a POST, become a GET. To another origin go
 * only a GET or a HEAD, and of their headers only those that are no secrets.
 *
 * @throws {AgentError} outbound_refused - the redirect is one too many, leads nowhere, or would take a body to another origin
 */
export function nextHop(
  response: Response,
  { url, init }: Hop,
  { isLast, log }: { readonly isLast: boolean; readonly log: Log },
): Hop {
  const refuse = (fix: string) => {
    log("warn", "a request to an address of others was refused", { host: url.host, why: "redirect" });
    return refused("redirect", toOrigin(url), fix, url.host);
  };
  if (isLast) throw refuse("it redirects; name the address that it redirects to");
  const next = URL.parse(response.headers.get("location") ?? "", url);
  if (next === null) throw refuse("it redirects to no URL");
  const after = methodAfter(response.status, init);
  if (next.origin === url.origin) return { url: next, init: after };
  if (after.body) throw refuse("it redirects a request with a body to another origin");
  const headers = new Headers(after.headers);
  const kept = HARMLESS.map((name) => [name, headers.get(name)] as const);
  return {
    url: next,
    init: {
      ...after,
      headers: kept.flatMap(([name, value]): [string, string][] => value === null ? [] : [[name, value]]),
    },
  };
}

function methodAfter(status: number, init: RequestInit): RequestInit {
  const method = (init.method ?? "GET").toUpperCase();
  const becomesGet = status === 303 ? method !== "HEAD" : status < 303 && method === "POST";
  if (!becomesGet) return init;
  const headers = new Headers(init.headers);
  for (const name of ["content-type", "content-length", "content-encoding"]) headers.delete(name);
  const { body: _body, ...rest } = init;
  return { ...rest, method: "GET", headers };
}
