// Links to approvals: one is made for a call and a person, and its page takes that person's answer. The token in the path is the
// whole authority, so a page of another site that does not know it can send nothing; a browser adds no credential of its own.

import { Hono } from "hono/tiny";
import { isAbout } from "../../core/approval/verdict.ts";
import { AgentError, ERROR_CODES, failureFields, toAgentError } from "../../core/error.ts";
import type { Defer } from "../../core/ports.ts";
import { toHex } from "../../core/text/byte_text.ts";
import { decideApproval } from "../../kernel/threads/decide_approval.ts";
import { readWaitingCall } from "./waiting_call.ts";
import type { WaitingCall } from "../../core/contract/calls.ts";
import { readFields, toFormAnswer } from "./link_form.ts";
import { approvalHeaders, type ApprovalPage, approvalPage, messagePage } from "./link_page.ts";
import { type ApprovalClaims, assertLinks, signApproval, verifyApproval } from "./link_token.ts";
import { resolveDecider } from "../../http/access/acting_user.ts";
import { toPublicUrl } from "../../http/public_url.ts";
import { visibleText } from "../../http/visible.ts";
import { readForm } from "../../http/body.ts";
import { type HttpContext, type HttpDeps, type HttpEnv, resolveDefer } from "../../http/context.ts";
import { refuseForeignForm } from "../../http/access/cross_site.ts";
import { withFact } from "../../http/route_facts.ts";
import { callPath, tokenPath } from "../../http/schemas/requests.ts";
import { approvalForm, approvalLinkBody } from "./schemas.ts";
import { toThreadRef } from "../../http/routes/threads.ts";
import { optionalBody, param } from "../../http/validate.ts";

/** The routes that make links and serve their pages. */
export function approvalLinkRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .post(
      "/v1/threads/:id/approvals/:callId/link",
      param(callPath),
      optionalBody(approvalLinkBody, deps),
      async (c) => {
        const { id, callId } = c.req.valid("param");
        const { by: named, expiresInMs } = c.req.valid("json");
        const by = resolvePerson(c, named, deps);
        const ref = toThreadRef(c, { id });
        assertLinks(deps);
        const { waiting: { approval: { digest } }, createdAt } = await readWaitingCall(ref, callId, deps);
        const expiresAt = deps.clock() + expiresInMs;
        const claims = { ...ref, createdAt, callId, digest, by, key: c.var.by, expiresAt };
        const token = await signApproval(claims, deps);
        const url = toPublicUrl(c, `/approvals/${token}`, deps);
        return c.json({ url, expiresAt: new Date(expiresAt).toISOString(), digest, by });
      },
    )
    .get(
      "/approvals/:token",
      param(tokenPath),
      (c) => answerWithPage(c, deps, (claims, nonce) => show(claims, nonce, deps)),
    )
    .post(
      "/approvals/:token",
      param(tokenPath),
      withFact(answerForm(deps), { type: "form", schema: approvalForm }),
    );
}

/** Who answers with a link: the person it names, or the link itself. A caller with a user makes links for that user alone. */
function resolvePerson(c: HttpContext, named: string | undefined, { random }: HttpDeps): string {
  if (named !== undefined || c.var.user !== undefined) return resolveDecider(c.var, named);
  return `link:${toHex(random(8))}`;
}

function answerForm(deps: HttpDeps) {
  return (c: HttpContext) =>
    answerWithPage(c, deps, async (claims, nonce) => {
      refuseForeignForm(c);
      const fields = await readForm(c.req.raw, deps);
      return await decide(claims, { fields, nonce, defer: resolveDefer(c) }, deps);
    });
}

/** Errors are pages too, since a person reads them. */
async function answerWithPage(
  c: HttpContext,
  deps: HttpDeps,
  work: (claims: ApprovalClaims, nonce: string) => Promise<ApprovalPage>,
): Promise<Response> {
  const nonce = toHex(deps.random(16));
  let page: ApprovalPage;
  try {
    page = await work(await verifyApproval(c.req.param("token") ?? "", deps), nonce);
  } catch (thrown) {
    page = refusalPage(c, toAgentError(thrown), nonce, deps);
  }
  return new Response(String(await page.body), { status: page.status, headers: approvalHeaders(nonce) });
}

function refusalPage(c: HttpContext, error: AgentError, nonce: string, { log }: HttpDeps): ApprovalPage {
  c.set("errorCode", error.code);
  if (error.status >= 500) log("error", "approval page failed", failureFields(error));
  return messagePage(error.status, ERROR_CODES[error.code].title, error.message, nonce);
}

async function show(claims: ApprovalClaims, nonce: string, deps: HttpDeps): Promise<ApprovalPage> {
  return approvalPage(await readCall(claims, deps), { ...claims, nonce });
}

async function decide(
  claims: ApprovalClaims,
  { fields, nonce, defer }: {
    readonly fields: Readonly<Record<string, string>>;
    readonly nonce: string;
    readonly defer: Defer;
  },
  deps: HttpDeps,
): Promise<ApprovalPage> {
  const form = readFields(fields);
  const call = await readCall(claims, deps);
  const { tenant, thread, callId, digest, by, key } = claims;
  try {
    const answer = { ...toFormAnswer(form, call), digest, by, key, via: "link" } as const;
    const { missing } = await decideApproval({ tenant, thread }, callId, answer, deps, { defer });
    const more = missing > 0 ? ` ${missing} more must approve.` : "";
    const title = form.approved ? call.approval.asks ? "Answered" : "Approved" : "Denied";
    return messagePage(
      200,
      title,
      `It is recorded for ${visibleText(by)}.${more} You can close this page.`,
      nonce,
    );
  } catch (thrown) {
    if (!(thrown instanceof AgentError) || thrown.code !== "invalid_request") throw thrown;
    // Nothing is recorded: the person corrects what was typed.
    return approvalPage(call, { ...claims, nonce, entered: form, problem: thrown.message });
  }
}

/** The call of a link, in the thread and with the arguments that the link was made for. */
async function readCall(
  { tenant, thread, createdAt: meant, callId, digest }: ApprovalClaims,
  deps: HttpDeps,
): Promise<WaitingCall> {
  const { waiting, createdAt } = await readWaitingCall({ tenant, thread }, callId, deps);
  if (meant !== undefined && meant !== createdAt) {
    throw new AgentError("call_unknown", "The thread of this link was removed; another one has its id now.");
  }
  if (await isAbout({ ...waiting, id: callId }, { digest })) return waiting;
  throw new AgentError("approval_mismatch", "The call has other arguments than those that this link is for.");
}
