// GET / and what that page loads: a chat that shows every step of an agent, over the API that all clients use. browser/ has
// the sources of the page, dist/ the files that are served. The entrypoint passes the function that reads dist/: Deno has a
// file system, Workers have static assets beside the script, so that no cold start pays for the page.

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

/** Reads one file of src/playground/dist/ by its name, such as `index.html`. Rejects when it cannot. */
export type ReadPage = (name: string) => Promise<string>;

/** A file of the page and the handler of its route. */
export interface PlaygroundFile {
  readonly path: string;
  /** Answers GET. */
  answer(request: Request): Promise<Response>;
}

/** What the page is made of, by the name in dist/. */
const FILES = [
  { path: "/", name: "index.html", type: "text/html; charset=utf-8" },
  { path: "/playground/app.css", name: "app.css", type: "text/css; charset=utf-8" },
  { path: "/playground/app.js", name: "app.js", type: "text/javascript; charset=utf-8" },
] as const;

interface Content {
  readonly text: string;
  /** A strong tag: the start of the text's SHA-256. */
  readonly etag: string;
}

/**
 * The files of the page, for the app to route; each is read on first use. They hold nothing secret and need no key.
 *
 * @example
 * ```ts
 * import { playgroundFiles } from "./playground.ts";
 * import assert from "node:assert/strict";
 *
 * const files = playgroundFiles((name) => Promise.resolve(`<!doctype html><title>${name}</title>`));
 * const page = files.find(({ path }) => path === "/");
 * const response = await page?.answer(new Request("http://127.0.0.1:8787/"));
 * assert.equal(response?.headers.get("content-type"), "text/html; charset=utf-8");
 * ```
 */
export function playgroundFiles(readPage: ReadPage): readonly PlaygroundFile[] {
  return FILES.map(({ path, name, type }) => {
    // Kept when it has come, not as a promise: on Workers one request may not wait for the I/O of another.
    let content: Content | undefined;
    return {
      path,
      async answer({ headers }) {
        content ??= await withTag(await readPage(name));
        return respond(type, content, headers.get("if-none-match"));
      },
    };
  });
}

async function withTag(text: string): Promise<Content> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return { text, etag: `"${new Uint8Array(digest).toHex().slice(0, 20)}"` };
}

// `no-cache` lets browsers keep the files and revalidate each: after a deployment no page is half old and half new.
function respond(type: string, { text, etag }: Content, ifNoneMatch: string | null): Response {
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
