// GET /v1/threads/:id/media/:blob: the bytes of a medium. They come from users and tools, so a browser must never run them.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import { fromBase64 } from "../../core/content/base64.ts";
import type { MediaPart } from "../../core/content/part.ts";
import type { HttpDeps, HttpEnv } from "../../http/context.ts";
import { toThreadRef } from "../../http/routes/threads.ts";
import { place, threadPath } from "../../http/schemas/requests.ts";
import { param, query } from "../../http/validate.ts";
import type { MediaStorage } from "../../kernel/media.ts";
import { findMedium } from "../../kernel/threads/find_medium.ts";
import { describeFields } from "../../core/text/field_meanings.ts";

const BLOB = /^[0-9a-f]{64}$/;

const mediaPath = z.object({
  id: threadPath.shape.id,
  blob: z.string().check(z.regex(BLOB, `must match ${BLOB.source}`)),
});

/** The index of the entry that has the medium. */
export const mediaQuery = z.strictObject({ entry: place() });
/* @__PURE__ */ describeFields(mediaQuery, { entry: "Index of the entry that has it" });

/** The route of media. */
export function mediaRoutes(media: Pick<MediaStorage, "read">, { store }: Pick<HttpDeps, "store">) {
  return new Hono<HttpEnv>().get(
    "/v1/threads/:id/media/:blob",
    param(mediaPath),
    query(mediaQuery),
    async (c) => {
      const { id, blob } = c.req.valid("param");
      const { entry: index } = c.req.valid("query");
      const ref = toThreadRef(c, { id });
      const medium = await findMedium(ref, { id: blob, index }, { store });
      const headers = toHeaders(medium, blob);
      if (c.req.header("if-none-match") === headers.etag) return c.body(null, 304, headers);
      const base64 = await media.read(ref, medium.source.blob, store);
      return c.body(fromBase64(base64), 200, headers);
    },
  );
}

function toHeaders({ mediaType, name }: Pick<MediaPart, "mediaType" | "name">, id: string) {
  const isShown = SHOWN.test(mediaType);
  const file = name === undefined ? "" : `; filename*=UTF-8''${encodeName(name)}`;
  return {
    "content-type": isShown ? mediaType : "application/octet-stream",
    "content-disposition": `${isShown ? "inline" : "attachment"}${file}`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    // The id is that of the bytes: they never change, and belong to the caller alone.
    "cache-control": "private, max-age=31536000, immutable",
    etag: `"${id}"`,
  };
}

/** What a browser shows and cannot run. SVG, HTML, XML and PDF are downloads. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/[a-z0-9.+-]+)$/;

/** RFC 8187: `encodeURIComponent` leaves some characters that a parameter may not have. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
