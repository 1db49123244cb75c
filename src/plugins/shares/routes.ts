// The routes of links: those of the owner of a thread, and those of any client that has a link. The token in the path is the whole authority of the
// latter, which read and change nothing.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import { fromBase64 } from "../../core/content/base64.ts";
import { ERROR_CODES, failureFields, toAgentError } from "../../core/error.ts";
import { toHex } from "../../core/text/byte_text.ts";
import { describeFields } from "../../core/text/field_meanings.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";
import type { HttpContext, HttpDeps, HttpEnv } from "../../http/context.ts";
import { mediumHeaders } from "../../http/browser/medium_headers.ts";
import { acceptable } from "../../http/negotiate.ts";
import { toPublicUrl } from "../../http/public_url.ts";
import { toThreadRef } from "../../http/routes/threads.ts";
import { place, threadPath, tokenPath } from "../../http/schemas/requests.ts";
import { optionalBody, param, query } from "../../http/validate.ts";
import { createShare, listShares, revokeShares } from "./manage_shares.ts";
import { readShared, readSharedMedium } from "./read_shared.ts";
import { PRIVATE, refusalPage, sharedPage } from "./shared_page.ts";

/** Most seconds from now to the end of a link: ten years. */
const MOST_SECONDS = 315_360_000;

/** `POST /v1/threads/:id/shares`. */
export const shareBody = z.strictObject(lazyShape(() => ({
  version: z.optional(z.int().check(z.minimum(1))),
  expiresInSeconds: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_SECONDS))),
})));
/* @__PURE__ */ describeFields(shareBody, {
  version:
    "Version of the thread up to which the link has it, such as that of an answer; all that there is by default",
  expiresInSeconds: "Seconds until the link ends: 1 to ten years; when it is revoked by default",
});

const sharePath = z.object(lazyShape(() => ({
  id: threadPath.shape.id,
  share: z.string().check(z.regex(/^[0-9a-f]{32}$/, "must be the id of a link")),
})));

const mediumPath = z.object(lazyShape(() => ({
  token: tokenPath.shape.token,
  blob: z.string().check(z.regex(/^[0-9a-f]{64}$/, "must be the id of a medium")),
})));

/** `GET /shared/:token`. */
export const sharedQuery = z.strictObject({ after: place() });
/* @__PURE__ */ describeFields(sharedQuery, {
  after: "Entries from this index on: `next` of the page before",
});

/** `GET /shared/:token/media/:blob`. */
export const sharedMediumQuery = z.strictObject({ entry: place() });
/* @__PURE__ */ describeFields(sharedMediumQuery, { entry: "Index of the entry that has it" });

/** The routes of links to threads. */
export function shareRoutes(deps: HttpDeps) {
  const path = "/v1/threads/:id/shares";
  return new Hono<HttpEnv>()
    .get(
      path,
      param(threadPath),
      async (c) => c.json({ shares: await listShares(toThreadRef(c, c.req.valid("param")), deps) }),
    )
    .post(path, param(threadPath), optionalBody(shareBody, deps), async (c) => {
      const ref = toThreadRef(c, c.req.valid("param"));
      const { share, token } = await createShare(ref, { ...c.req.valid("json"), by: c.var.by }, deps);
      return c.json({ ...share, url: toPublicUrl(c, `/shared/${token}`, deps) }, 201);
    })
    .delete(path, param(threadPath), async (c) => {
      const ref = toThreadRef(c, c.req.valid("param"));
      return c.json({ shares: await revokeShares(ref, { by: c.var.by }, deps) });
    })
    .delete(`${path}/:share`, param(sharePath), async (c) => {
      const { id, share } = c.req.valid("param");
      return c.json({
        shares: await revokeShares(toThreadRef(c, { id }), { id: share, by: c.var.by }, deps),
      });
    })
    .get(
      "/shared/:token",
      acceptable(JSON_TYPE, "text/html"),
      param(tokenPath),
      query(sharedQuery),
      (c) => respond(c, c.req.valid("param").token, c.req.valid("query").after, deps),
    )
    .get("/shared/:token/media/:blob", param(mediumPath), query(sharedMediumQuery), async (c) => {
      const { token, blob } = c.req.valid("param");
      const place = { blob, entry: c.req.valid("query").entry };
      const { medium, base64 } = await readSharedMedium(token, place, deps);
      const { etag: _, ...headers } = mediumHeaders(medium, blob);
      // A page of another origin shows it, since the address alone permits that.
      const more = { "cross-origin-resource-policy": "cross-origin" };
      return c.body(fromBase64(base64), 200, { ...headers, ...PRIVATE, ...more });
    });
}

const JSON_TYPE = "application/json";

/** JSON, or a page, of which errors are pages too, since a person reads them. */
async function respond(c: HttpContext, token: string, after: number, deps: HttpDeps): Promise<Response> {
  if (c.get("accepted") === JSON_TYPE) {
    const mediumUrl = (blob: string, entry: number) =>
      toPublicUrl(c, `/shared/${token}/media/${blob}?entry=${entry}`, deps);
    return c.json(await readShared(token, { after, mediumUrl }, deps), 200, PRIVATE);
  }
  const nonce = toHex(deps.random(16));
  try {
    // Relative to the page, whatever address a proxy has given it.
    const mediumUrl = (blob: string, entry: number) => `${token}/media/${blob}?entry=${entry}`;
    return await sharedPage(await readShared(token, { after, mediumUrl }, deps), nonce);
  } catch (thrown) {
    const error = toAgentError(thrown);
    const { code, status, message } = error;
    c.set("errorCode", code);
    if (status >= 500) deps.log("error", "the page of a link failed", failureFields(error));
    return await refusalPage(ERROR_CODES[code].title, message, { status, nonce });
  }
}
