// The bytes of media, for callers and by signed links.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import { fromBase64 } from "../../core/content/base64.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { HttpContext, HttpDeps, HttpEnv } from "../../http/context.ts";
import { toPublicUrl } from "../../http/public_url.ts";
import { toThreadRef } from "../../http/routes/threads.ts";
import { place, threadPath, tokenPath } from "../../http/schemas/requests.ts";
import { param, query } from "../../http/validate.ts";
import type { MediaStorage } from "../../kernel/media.ts";
import { findMedium } from "../../kernel/threads/find_medium.ts";
import { describeFields } from "../../core/text/field_meanings.ts";
import { signMedium, verifyMedium } from "./link.ts";
import { mediumHeaders } from "../../http/browser/medium_headers.ts";

const BLOB = /^[0-9a-f]{64}$/;

const mediaPath = z.object({
  id: threadPath.shape.id,
  blob: z.string().check(z.regex(BLOB, `must match ${BLOB.source}`)),
});

/** The index of the entry that has the medium. */
export const mediaQuery = z.strictObject({ entry: place() });
/* @__PURE__ */ describeFields(mediaQuery, { entry: "Index of the entry that has it" });

/** The routes of media. */
export function mediaRoutes(media: Pick<MediaStorage, "read">, deps: HttpDeps) {
  const { store, clock } = deps;
  const answer = async (
    c: HttpContext,
    ref: ThreadRef,
    { id, index }: { readonly id: string; readonly index: number },
    more: Readonly<Record<string, string>> = {},
  ) => {
    const medium = await findMedium(ref, { id, index }, { store });
    const headers = { ...mediumHeaders(medium, id), ...more };
    if (c.req.header("if-none-match") === headers.etag) return c.body(null, 304, headers);
    const base64 = await media.read(ref, medium.source.blob, store);
    return c.body(fromBase64(base64), 200, headers);
  };
  return new Hono<HttpEnv>()
    .get("/v1/threads/:id/media/:blob", param(mediaPath), query(mediaQuery), async (c) => {
      const { id, blob } = c.req.valid("param");
      return await answer(c, toThreadRef(c, { id }), { id: blob, index: c.req.valid("query").entry });
    })
    .get("/v1/threads/:id/media/:blob/link", param(mediaPath), query(mediaQuery), async (c) => {
      const { id, blob } = c.req.valid("param");
      const { entry } = c.req.valid("query");
      const ref = toThreadRef(c, { id });
      const { token, expiresAt } = await signMedium({ ...ref, blob, entry }, deps);
      await findMedium(ref, { id: blob, index: entry }, { store });
      const url = toPublicUrl(c, `/media/${token}`, deps);
      return c.json({ url, expiresAt: new Date(expiresAt).toISOString() });
    })
    .get("/media/:token", param(tokenPath), async (c) => {
      const { blob, entry, expiresAt, ...ref } = await verifyMedium(c.req.valid("param").token, deps);
      return await answer(c, ref, { id: blob, index: entry }, {
        "cache-control": `private, max-age=${Math.floor((expiresAt - clock()) / 1_000)}`,
        // A page of another origin shows it, since the address alone permits that.
        "cross-origin-resource-policy": "cross-origin",
        "referrer-policy": "no-referrer",
      });
    });
}
