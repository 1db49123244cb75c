// A page of HTML for a person: without scripts, with a style of its own that has the nonce of its content security policy, and never embedded.

import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** A part of a page; hono/html escapes every value in it. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** What stands around the content of a page. */
export interface PageFrame {
  readonly title: string;
  /** CSS besides that of all pages; a constant, since it is not escaped. */
  readonly style: string;
  readonly nonce: string;
}

/** The page as a whole. */
export function htmlPage({ title, style, nonce }: PageFrame, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <style nonce="${nonce}">
      :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
      body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
      ${raw(style)}
    </style>
  </head>
  <body>${content}</body>
</html>`;
}

/** What a page has besides its own style: sources of a content security policy. */
export interface PageSources {
  readonly images: "'self'" | "'none'";
  readonly forms: "'self'" | "'none'";
}

/** The headers of a page: nothing but its own style and these sources, not kept, not embedded. */
export function pageHeaders(nonce: string, { images, forms }: PageSources): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      `img-src ${images}`,
      "base-uri 'none'",
      `form-action ${forms}`,
      "frame-ancestors 'none'",
    ].join("; "),
    "cross-origin-opener-policy": "same-origin",
  };
}
