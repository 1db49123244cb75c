// Links to approvals: one is made for a call and a person, and its page takes that person's answer. The token in the path is the
// whole authority, so a page of another site that does not know it can send nothing; a browser adds no credential of its own.

import { Hono } from "hono/tiny";
import { AgentError, ERROR_CODES, failureFields, toAgentError } from "../../core/error.ts";
import { type Json, type JsonSchema, parseUntrustedJson } from "../../core/json.ts";
import { check } from "../../core/problems.ts";
import { decideApproval, readWaitingCall } from "../../runtime/threads/approvals.ts";
import type { WaitingCall } from "../../runtime/threads/waiting_call.ts";
import { type ApprovalPage, approvalPage, messagePage, pageHeaders } from "../approval_page.ts";
import { type ApprovalClaims, assertLinks, signApproval, verifyApproval } from "../approval_token.ts";
import { readForm } from "../body.ts";
import type { HttpContext, HttpDeps, HttpEnv } from "../context.ts";
import { refuseForeignForm } from "../cross_site.ts";
import { withFact } from "../route_facts.ts";
import { approvalForm, approvalLinkBody, callPath, tokenPath } from "../schemas/requests.ts";
import { refOf } from "./threads.ts";
import { optionalBody, param } from "../validate.ts";

/** The routes that make links and serve their pages. */
export function approvalLinkRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .post(
      "/v1/threads/:id/approvals/:callId/link",
      param(callPath),
      optionalBody(approvalLinkBody, deps),
      async (c) => {
        const { id, callId } = c.req.valid("param");
        const { by = `link:${deps.random(8).toHex()}`, expiresInMs } = c.req.valid("json");
        const ref = refOf(c, { id });
        assertLinks(deps);
        const { approval: { digest } } = await readWaitingCall(ref, callId, deps);
        const expiresAt = deps.clock() + expiresInMs;
        const token = await signApproval({ ...ref, callId, digest, by, expiresAt }, deps);
        const url = URL.parse(`/approvals/${token}`, c.req.url)?.href;
        if (url === undefined) throw new AgentError("invalid_header", "The Host header names no host.");
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

function answerForm(deps: HttpDeps) {
  return (c: HttpContext) =>
    answerWithPage(c, deps, async (claims, nonce) => {
      refuseForeignForm(c);
      return await decide(claims, await readForm(c.req.raw, deps), nonce, deps);
    });
}

/** Errors are pages too, since a person reads them. */
async function answerWithPage(
  c: HttpContext,
  deps: HttpDeps,
  work: (claims: ApprovalClaims, nonce: string) => Promise<ApprovalPage>,
): Promise<Response> {
  const nonce = deps.random(16).toHex();
  let page: ApprovalPage;
  try {
    page = await work(await verifyApproval(c.req.param("token") ?? "", deps), nonce);
  } catch (thrown) {
    page = refusalPage(c, toAgentError(thrown), nonce, deps);
  }
  return new Response(String(await page.body), { status: page.status, headers: pageHeaders(nonce) });
}

function refusalPage(c: HttpContext, error: AgentError, nonce: string, { log }: HttpDeps): ApprovalPage {
  c.set("errorCode", error.code);
  if (error.status >= 500) log("error", "approval page failed", failureFields(error));
  return messagePage(error.status, ERROR_CODES[error.code].title, error.message, nonce);
}

async function show(claims: ApprovalClaims, nonce: string, deps: HttpDeps): Promise<ApprovalPage> {
  return approvalPage(await callOf(claims, deps), { ...claims, nonce });
}

async function decide(
  { tenant, thread, callId, digest, by }: ApprovalClaims,
  fields: Readonly<Record<string, string>>,
  nonce: string,
  deps: HttpDeps,
): Promise<ApprovalPage> {
  const form = parseForm(fields);
  const ref = { tenant, thread };
  const approved = form.decision === "approve";
  const reason = form.reason.trim() === "" ? {} : { reason: form.reason.trim() };
  const { approval, answer: schema } = await readWaitingCall(ref, callId, deps);
  const answer = approved && approval.asks ? { answer: toAnswer(form.answer ?? "", schema) } : {};
  const decided = await decideApproval(
    ref,
    callId,
    { approved, ...reason, ...answer, digest, by, via: "link" },
    deps,
  );
  const more = decided.missing > 0 ? ` ${decided.missing} more must approve.` : "";
  const title = approved ? approval.asks ? "Answered" : "Approved" : "Denied";
  return messagePage(200, title, `It is recorded for ${by}.${more} You can close this page.`, nonce);
}

/** The call of a link, with the arguments that the link was made for. */
async function callOf(
  { tenant, thread, callId, digest }: ApprovalClaims,
  deps: HttpDeps,
): Promise<WaitingCall> {
  const call = await readWaitingCall({ tenant, thread }, callId, deps);
  if (call.approval.digest === digest) return call;
  throw new AgentError("approval_mismatch", "The call has other arguments than those that this link is for.");
}

function parseForm(fields: Readonly<Record<string, string>>) {
  const checked = check(approvalForm, fields);
  if (checked.ok) return checked.value;
  const wrong = checked.problems.map(({ pointer, detail }) => `${pointer.slice(1)} ${detail}`).join("; ");
  throw new AgentError("invalid_request", `The form does not fit: ${wrong}.`);
}

/** A text where the schema is one of texts; else JSON. */
function toAnswer(text: string, schema: JsonSchema | undefined): Json {
  if (schema?.type === "string") return text;
  const json = parseUntrustedJson(text);
  if (json !== undefined) return json;
  throw new AgentError("invalid_request", 'The answer is not JSON; write text in quotes, such as "yes".');
}
