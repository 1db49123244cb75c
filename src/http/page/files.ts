// GET / and the files of that page: a chat that shows every step of an agent, over the public API alone. The files are those of
// src/playground, the member @treadle/studio. The entrypoint reads them, Deno from a module, Workers from static assets, so the page is
// not part of a cold start.

import type { ReadAsset } from "../../core/ports.ts";
import { sha256Hex } from "../../core/text/sha256.ts";
import { PAGE_NAMES } from "./names.ts";

/** Nothing but this page's own files and this deployment's API: no inline script, no style, no other origin. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  // The page in which apps of MCP servers run, and where a frame may go: to no other site.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // The only text that becomes markup is what DOMPurify has returned.
  "require-trusted-types-for 'script'",
  "trusted-types dompurify",
].join("; ");

/** A file of the page. */
export interface PlaygroundFile {
  /** Below the base path. */
  readonly path: string;
  /**
   * The response to GET: 200, or 304 for a current `if-none-match`. Rejects as the reading does. The page names its files below
   * the base path, such as `/agents`; by default there is none.
   */
  respond(request: Request, base?: string): Promise<Response>;
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  txt: "text/plain; charset=utf-8",
};

interface Content {
  readonly base: string;
  readonly text: string;
  /** A strong tag: the start of the text's SHA-256. */
  readonly etag: string;
}

/**
 * The files of the page, for the app to route, and the modules of plugins among them; each is read on first use. They hold nothing secret
 * and need no key.
 *
 * @example
 * ```ts
 * import { playgroundFiles } from "./files.ts";
 * import assert from "node:assert/strict";
 *
 * const files = playgroundFiles((name) => Promise.resolve(`<!doctype html><title>${name}</title>`));
 * const page = files.find(({ path }) => path === "/");
 * const response = await page?.respond(new Request("http://127.0.0.1:8787/"));
 * assert.equal(response?.headers.get("content-type"), "text/html; charset=utf-8");
 * ```
 */
export function playgroundFiles(
  readAsset: ReadAsset,
  pageModules: ReadonlyMap<string, string> = new Map(),
): readonly PlaygroundFile[] {
  const modules = Array.from(pageModules, ([plugin, text]): File => [toFileName(plugin), text]);
  return [...PAGE_NAMES.map((name): File => [name]), ...modules].map(([name, known]) => {
    const path = name === "index.html" ? "/" : `/playground/${name}`;
    const type = TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
    // The texts are kept and not their promises: on Workers a request may not await the I/O of another request.
    let read = known;
    let kept: Content | undefined;
    return {
      path,
      async respond({ headers }, base = "") {
        read ??= await readAsset(name);
        const content = kept?.base === base
          ? kept
          : await createContent(path === "/" ? prefixLinks(read, base) : read, base);
        kept = content;
        return toResponse(type, content, headers.get("if-none-match"));
      },
    };
  });
}

/** A name below `playground/`, and the text where it is known. */
type File = readonly [name: string, text?: string];

/** The name of a plugin's module, as hono reads it in a path. A plugin may have slashes, dots and blanks in its name. */
function toFileName(plugin: string): string {
  return `plugins/${decodeURI(encodeURIComponent(plugin).replaceAll("%25", "%2525"))}.js`;
}

/** The page with its links below the base path; its scripts take the path from their own URL. */
function prefixLinks(page: string, base: string): string {
  return page.replaceAll(/ (href|src)="\/(?!\/)/g, ` $1="${base.replaceAll("&", "&amp;")}/`);
}

async function createContent(text: string, base: string): Promise<Content> {
  return { base, text, etag: `"${(await sha256Hex(text)).slice(0, 20)}"` };
}

// `no-cache` makes browsers revalidate the files they keep, so that after a deployment all files are of the same
// version. By hand: hono/etag hashes the text again for every response.
function toResponse(type: string, { text, etag }: Content, ifNoneMatch: string | null): Response {
  const unchanged = matches(ifNoneMatch, etag);
  const headers = new Headers({
    "etag": etag,
    "cache-control": "no-cache",
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  if (unchanged) return new Response(null, { status: 304, headers });
  headers.set("content-type", type);
  return new Response(text, { status: 200, headers });
}

/** RFC 9110 section 13.1.2: a list of tags or `*`, compared weakly, since a proxy that compresses makes tags weak. */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  const candidates = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return candidates.includes("*") || candidates.includes(etag);
}
