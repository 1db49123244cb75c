// GET / and what that page loads: a chat that shows every step of an agent, made of the same API that any client has.
// The files are in browser/ as browsers read them; assets.ts holds their text, because Workers have no file system and the
// bundler of wrangler cannot import text.

import { type Asset, ASSETS } from "./assets.ts";

/** Nothing but this page's own files and this deployment's API: no inline script, no style, no other origin. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export interface PlaygroundFile {
  readonly path: string;
  /** Answers GET. */
  answer(request: Request): Response;
}

/**
 * The files of the page, for the app to route. They hold nothing secret and need no key.
 *
 * @example
 * ```ts
 * import { PLAYGROUND } from "./playground.ts";
 * import assert from "node:assert/strict";
 *
 * const page = PLAYGROUND.find(({ path }) => path === "/");
 * const response = page?.answer(new Request("http://127.0.0.1:8787/"));
 * assert.equal(response?.headers.get("content-type"), "text/html; charset=utf-8");
 * ```
 */
export const PLAYGROUND: readonly PlaygroundFile[] = ASSETS.map((asset) => ({
  path: asset.path,
  answer: ({ headers }) => answer(asset, headers.get("if-none-match")),
}));

// `no-cache` lets browsers keep the files and makes them ask: after a deployment no page is half old and half new.
function answer({ type, etag, text }: Asset, ifNoneMatch: string | null): Response {
  const unchanged = matches(ifNoneMatch, etag);
  return new Response(unchanged ? null : text, {
    status: unchanged ? 304 : 200,
    headers: {
      ...(unchanged ? {} : { "content-type": type }),
      "etag": etag,
      "cache-control": "no-cache",
      "content-security-policy": CONTENT_SECURITY_POLICY,
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  });
}

/** RFC 9110 section 13.1.2: a list of tags or `*`, compared weakly, since a proxy that compresses makes tags weak. */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  const candidates = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return candidates.includes("*") || candidates.includes(etag);
}
