// GET /v1/threads/:id/media/:blob: the bytes of a medium. They come from users and tools, so a browser must never run them.

import { Hono } from "hono/tiny";
import { type MediaContent, readMediaContent } from "../../kernel/media/media_view.ts";
import type { HttpDeps, HttpEnv } from "../context.ts";
import { mediaPath, mediaQuery } from "../schemas/requests.ts";
import { param, query } from "../validate.ts";
import { refOf } from "./threads.ts";

/** The route of media. */
export function mediaRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>().get(
    "/v1/threads/:id/media/:blob",
    param(mediaPath),
    query(mediaQuery),
    async (c) => {
      const { id, blob } = c.req.valid("param");
      const { entry: index } = c.req.valid("query");
      const content = await readMediaContent(refOf(c, { id }), { id: blob, index }, deps);
      const headers = headersOf(content, blob);
      if (c.req.header("if-none-match") === headers.etag) return c.body(null, 304, headers);
      return c.body(content.bytes, 200, headers);
    },
  );
}

function headersOf({ mediaType, name }: MediaContent, id: string) {
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
