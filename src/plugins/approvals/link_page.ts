// The page of a link to an approval: plain HTML with a form, without scripts. hono/html escapes every value.

import { html } from "hono/html";
import { type Html, htmlPage, pageHeaders } from "../../http/browser/html_page.ts";
import type { WaitingCall } from "../../core/contract/calls.ts";
import type { Entered } from "./link_form.ts";
import { visibleJson, visibleText } from "../../http/visible.ts";

/** A page, ready to send. */
export interface ApprovalPage {
  readonly status: number;
  /** Matches the style of the content security policy. */
  readonly nonce: string;
  readonly body: Html;
}

/** What the page shows besides the call. */
export interface PageFacts {
  readonly by: string;
  /** Epoch milliseconds until which the link is good. */
  readonly expiresAt: number;
  readonly nonce: string;
  /** What was typed before, and why it was refused. */
  readonly entered?: Entered;
  readonly problem?: string;
}

/** The page with the call and the form. */
export function approvalPage(
  { thread, agent, name, args, approval, answer }: WaitingCall,
  { by, expiresAt, nonce, entered = {}, problem }: PageFacts,
): ApprovalPage {
  const isQuestion = approval.asks === true;
  const until = Math.min(expiresAt, Date.parse(approval.expiresAt ?? "") || Infinity);
  const facts: readonly (readonly [string, string])[] = [
    ["Agent", agent],
    ["Thread", thread],
    ["Answer until", new Date(until).toISOString()],
    ["You answer as", visibleText(by)],
    ...(approval.because === undefined ? [] : [["Held by", visibleText(approval.because)] as const]),
    ...(approval.needed > 1
      ? [["Approvals", `${approval.decisions.length} of ${approval.needed}`] as const]
      : []),
  ];
  const body = html`
    <h1>${isQuestion ? "A question" : html`Approve <code>${name}</code>?`}</h1>
    ${isQuestion && typeof args.question === "string"
      ? html`<p class="question">${visibleText(args.question)}</p>`
      : ""}
    <dl>${facts.map(([term, fact]) =>
      html`
        <dt>${term}</dt>
        <dd>${fact}</dd>
      `
    )}</dl>
    <h2>${isQuestion ? "The call" : "Arguments"}</h2>
    <pre>${visibleJson(args)}</pre>
    <p class="digest">Your answer is for exactly these arguments (SHA-256 ${approval.digest}).</p>
    ${problem === undefined
      ? ""
      : html`<p class="problem" role="alert">Nothing is recorded yet. ${problem}</p>`}
    <form method="post">
      ${isQuestion ? answerField(answer?.type === "string", entered.answer) : ""}
      ${approval.edits ? argsField(entered.args ?? visibleJson(args)) : ""}
      <label>Reason, for the record and for the model when you say no
        <textarea name="reason" rows="2" maxlength="2000">${"\n"}${entered.reason ?? ""}</textarea></label>
      <button name="decision" value="approve">${isQuestion ? "Answer" : "Approve"}</button>
      <button name="decision" value="deny">${isQuestion ? "Decline to answer" : "Deny"}</button>
    </form>
  `;
  return page(problem === undefined ? 200 : 422, isQuestion ? "A question" : `Approve ${name}?`, body, nonce);
}

// HTML leaves out a line break behind <textarea>, and one that was typed must stay.
function answerField(isText: boolean, entered = ""): Html {
  return html`<label>${isText ? "Answer" : "Answer, as JSON"}
    <textarea name="answer" rows="3" maxlength="65536">${"\n"}${entered}</textarea></label>`;
}

function argsField(entered: string): Html {
  const rows = Math.min(20, entered.split("\n").length + 1);
  return html`<label>Arguments to approve, as JSON; you may change them
    <textarea name="args" rows="${rows}" maxlength="131072" spellcheck="false">${"\n"}${entered}</textarea></label>`;
}

/** A page with one message. */
export function messagePage(status: number, title: string, message: string, nonce: string): ApprovalPage {
  return page(
    status,
    title,
    html`
      <h1>${title}</h1>
      <p>${message}</p>
    `,
    nonce,
  );
}

function page(status: number, title: string, content: Html, nonce: string): ApprovalPage {
  return { status, nonce, body: htmlPage({ title, style: STYLE, nonce }, content) };
}

const STYLE = `dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem }
      dd { margin: 0 } pre { padding: 1rem; border: 1px solid #8888; white-space: pre-wrap }
      .problem { padding: .5rem 1rem; border: 2px solid #c33 }
      .digest { font-size: .8rem; opacity: .8 } .question { font-size: 1.25rem }
      label, textarea { display: block; width: 100% } textarea { box-sizing: border-box; margin-bottom: 1rem }
      button { font: inherit; padding: .5rem 1rem; margin-right: .5rem }`;

/** The headers of a page: nothing but its own style and form, not kept, not embedded, not in a Referer of another site. */
export function approvalHeaders(nonce: string): Record<string, string> {
  return {
    ...pageHeaders(nonce, { images: "'none'", forms: "'self'" }),
    "referrer-policy": "same-origin",
    "x-robots-tag": "noindex",
  };
}
