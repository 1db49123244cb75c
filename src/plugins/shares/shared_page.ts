// The page of a link for a browser: plain HTML without scripts. hono/html escapes every value.

import { html } from "hono/html";
import type { SharedMedium, SharedMessage, SharedThread } from "../../core/contract/shares.ts";
import { type Html, htmlPage, pageHeaders } from "../../http/browser/html_page.ts";
import { SHOWN } from "../../http/browser/medium_headers.ts";

/** Of the page: its style has the nonce of the content security policy. */
interface Sent {
  readonly status: number;
  readonly nonce: string;
}

/** The page of a thread. */
export function sharedPage(
  { title, sharedAt, messages, next }: SharedThread,
  nonce: string,
): Promise<Response> {
  const name = title ?? "A conversation";
  const content = html`
    <h1 dir="auto">${name}</h1>
    <p class="about">Shared on ${sharedAt.slice(0, 10)}. What came later is not shown.</p>
    ${messages.map(messageText)}
    ${next === null ? "" : html`<p><a href="?after=${next}">More</a></p>`}
  `;
  return toResponse(name, content, { status: 200, nonce });
}

/** The page of a refusal. */
export function refusalPage(title: string, message: string, sent: Sent): Promise<Response> {
  const content = html`
    <h1>${title}</h1>
    <p>${message}</p>
  `;
  return toResponse(title, content, sent);
}

function messageText({ role, parts }: SharedMessage): Html {
  return html`
    <article class="${role}" aria-label="${role === "user" ? "User" : "Assistant"}">
      ${parts.map((part) =>
        part.type === "text" ? html`<p class="text" dir="auto">${part.text}</p>` : mediumText(part)
      )}
    </article>
  `;
}

function mediumText({ type, mediaType, name = mediaType, url }: SharedMedium): Html {
  if (url === undefined) return html`<p class="about">${name}</p>`;
  return type === "image" && SHOWN.test(mediaType)
    ? html`<img src="${url}" alt="${name}" loading="lazy">`
    : html`<p><a href="${url}" download>${name}</a></p>`;
}

async function toResponse(title: string, content: Html, { status, nonce }: Sent): Promise<Response> {
  const page = htmlPage({ title, style: STYLE, nonce }, content);
  const headers = { ...pageHeaders(nonce, { images: "'self'", forms: "'none'" }), ...PRIVATE };
  return new Response(String(await page), { status, headers });
}

const STYLE = `article { margin: 1rem 0; padding: .25rem 1rem; border: 1px solid #8888; border-radius: .5rem }
      .user { margin-left: 3rem; background: #8882 } .text { white-space: pre-wrap }
      .about { font-size: .8rem; opacity: .8 } img { max-width: 100% }`;

/** Headers of all responses by a link: not kept, not in a Referer, not in an index of the web, since the address alone permits the reading. */
export const PRIVATE = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
  "x-content-type-options": "nosniff",
} as const;
