// Content negotiation (RFC 9110 section 12.5.1). hono/accepts parses the header. The choice is by hand: the package
// has no result for 406 and lets `*` + `/*` outweigh a `q=0`.

import type { Context, MiddlewareHandler } from "hono";
import { accepts } from "hono/accepts";
import { AgentError } from "../core/error.ts";
import type { Protocol } from "../protocols/protocol.ts";
import type { HttpContext, HttpDeps, HttpEnv } from "./context.ts";

/**
 * Chooses the media type of the response out of `offered` (best first) and sets it as `accepted`. It stands before
 * the validators of its route, so a request without an acceptable type is not read.
 *
 * @throws {AgentError} not_acceptable, from the middleware.
 */
export function acceptable(...offered: readonly string[]): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    c.set("accepted", negotiate(c, offered));
    await next();
  };
}

/** The media types of the streams that a deployment can send, the preferred one first. */
export function listContentTypes({ protocols }: HttpDeps): string[] {
  return protocols.map(({ contentType }) => contentType);
}

/** The protocol whose media type was chosen; undefined when the response is no stream. */
export function findProtocol(c: HttpContext, { protocols }: HttpDeps): Protocol | undefined {
  return protocols.find(({ contentType }) => contentType === c.get("accepted"));
}

/**
 * The media type of the response, out of `offered` (best first). The most specific range decides the weight of a
 * type, a weight of 0 forbids it, and the order of `offered` decides between equal weights. Without a header the
 * first is chosen.
 *
 * @throws {AgentError} not_acceptable when no offered type is accepted.
 *
 * @example
 * ```ts
 * import { Hono } from "hono/tiny";
 * import { negotiate } from "./negotiate.ts";
 * import assert from "node:assert/strict";
 *
 * const app = new Hono().get("/", (c) => c.text(negotiate(c, ["application/json", "text/event-stream"])));
 * const response = await app.request("/", { headers: { accept: "text/event-stream, application/json;q=0.9" } });
 * assert.equal(await response.text(), "text/event-stream");
 * ```
 */
export function negotiate(c: Context, offered: readonly string[]): string {
  const [best = ""] = offered;
  const header = "Accept";
  const chosen = accepts(c, {
    header,
    supports: [...offered],
    default: best,
    match: (ranges) => chooseBest(offered, ranges),
  });
  if (chosen !== "") return chosen;
  throw new AgentError("not_acceptable", `This route answers ${offered.join(" or ")}; accept one of them.`);
}

interface Range {
  readonly type: string;
  readonly params: Readonly<Record<string, string>>;
  readonly q: number;
}

/** The type with the highest weight, or an empty text when every type has the weight 0. */
function chooseBest(offered: readonly string[], ranges: readonly Range[]): string {
  const legal = ranges.filter(({ type, params: { q = "1" } }) =>
    WEIGHT.test(q) && /^[^\s/]+\/[^\s/]+$/.test(type)
  );
  let best = { type: "", weight: 0 };
  for (const type of offered) {
    const weight = findWeight(type, legal);
    if (weight > best.weight) best = { type, weight };
  }
  return best.type;
}

const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

function findWeight(type: string, ranges: readonly Range[]): number {
  const wider = [type, `${type.split("/")[0]}/*`, "*/*"];
  for (const candidate of wider) {
    const range = ranges.find((range) => range.type.toLowerCase() === candidate);
    if (range !== undefined) return range.q;
  }
  return 0;
}
