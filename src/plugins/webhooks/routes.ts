// POST /webhooks/:trigger/:agent. The bytes of a delivery are verified before anything is parsed; its input is enqueued with the
// sender's id as its key, and the first step is left to a wake-up.

import { Hono } from "hono/tiny";
import { AgentError, failureFields } from "../../core/error.ts";
import { dayOf } from "../../core/store/ledger.ts";
import { toBase64url } from "../../core/text/byte_text.ts";
import { type Enqueued, enqueueInput } from "../../runtime/wake/enqueue_input.ts";
import type { Delivery, Refusal, SignedToken } from "../../triggers/trigger.ts";
import { baseOf } from "../../http/base_path.ts";
import { readBytes } from "../../http/body.ts";
import { deferOf, type HttpContext, type HttpDeps, type HttpEnv } from "../../http/context.ts";
import { unmatchedQuery } from "./query.ts";
import { query } from "../../http/validate.ts";
import { countUnmatched, readUnmatched } from "./counts.ts";
import { readPayload } from "./payload.ts";
import type { Filled, FillTemplates } from "./templates.ts";
import { eventOfToken } from "./signed_tokens.ts";
import { threadIdOfEvent, toThreadId } from "./thread_id.ts";
import type { OpenTrigger } from "./triggers.ts";

/** What the routes serve. */
export interface OpenWebhooks {
  readonly triggers: ReadonlyMap<string, OpenTrigger>;
  /** By the names of agents; every agent of the deployment has one. */
  readonly templates: ReadonlyMap<string, FillTemplates>;
  readonly maxBodyBytes: number;
  /** The public URL of the deployment with its base path, without a slash at its end; undefined takes that of the request. */
  readonly publicUrl: string | undefined;
}

/** Milliseconds for which an event is recognised: 3 days. Every sender has given up by then, or sends a new event. */
const RECEIPT_MS = 3 * 86_400_000;

/** Milliseconds of the range of days, where its first is not given: 29 days. */
const RANGE_MS = 29 * 86_400_000;

/** The routes of webhooks. */
export function webhookRoutes(open: OpenWebhooks, deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .post("/webhooks/:trigger/:agent", async (c) => await receive(c, c.req.param(), open, deps))
    .get("/v1/analytics/webhooks", query(unmatchedQuery), async (c) => {
      const { to = dayOf(deps.clock()), from = dayOf(Date.parse(to) - RANGE_MS) } = c.req.valid("query");
      return c.json({ from, to, unmatched: await readUnmatched(c.var.tenant, { from, to }, deps) });
    });
}

/** A verified event, by the id that its sender gave it. */
interface Event {
  readonly trigger: OpenTrigger;
  readonly agent: string;
  readonly id: string;
}

async function receive(
  c: HttpContext,
  { trigger: name, agent }: { readonly trigger: string; readonly agent: string },
  open: OpenWebhooks,
  deps: HttpDeps,
): Promise<Response> {
  const body = await readBytes(c.req.raw, { sleep: deps.sleep, limit: open.maxBodyBytes });
  const { headers } = c.req.raw;
  const delivery = { headers, body, url: publicUrlOf(c, open), now: deps.clock() };
  const { trigger, token } = await verifyDelivery(open.triggers.get(name), delivery, c, deps);
  c.set("tenant", trigger.tenant);
  const { payload, isForm } = readPayload(body, headers.get("content-type"));
  const templates = open.templates.get(agent);
  if (templates === undefined) {
    throw new AgentError(
      "agent_unknown",
      "There is no agent of the name in the URL; correct the URL of the webhook.",
    );
  }
  const greeting = trigger.scheme.greetingOf?.({ headers, payload });
  if (greeting !== undefined) return c.json(greeting);
  const facts = trigger.scheme.factsOf({ headers, payload });
  const { tenant } = trigger;
  const id = token === undefined
    ? facts.id || await digestOf(body)
    : await eventOfToken({ tenant, trigger: name, id: facts.id }, token, deps);
  const filled = templates(payload, { trigger: name, id, event: facts.event });
  const answer = filled === undefined
    ? respondUnmatched(c, { trigger: name, agent, tenant }, deps)
    : answerOf(c, await accept(c, { trigger, agent, id }, filled, deps));
  // Slack shows people an error for every other response to what they click and type.
  return isForm && trigger.scheme.name === "slack" ? c.body(null, 200) : answer;
}

/**
 * The trigger, when it verifies the delivery. Its sender reads one text, whatever the reason, and a trigger that is not there is
 * one of the reasons.
 */
async function verifyDelivery(
  trigger: OpenTrigger | undefined,
  delivery: Delivery,
  c: HttpContext,
  { log }: Pick<HttpDeps, "log">,
): Promise<{ readonly trigger: OpenTrigger; readonly token: SignedToken | undefined }> {
  const verdict = await trigger?.scheme.verify(delivery, trigger.secrets, trigger.windowMs);
  if (trigger !== undefined && verdict?.verified) return { trigger, token: verdict.token };
  const reason: Refusal | "trigger_unknown" = verdict?.verified === false
    ? verdict.because
    : "trigger_unknown";
  log("warn", "a webhook was refused", { trigger: trigger?.name ?? null, reason, request: c.var.requestId });
  throw new AgentError(
    "webhook_unverified",
    "The delivery is not verified; the log of the deployment has the reason.",
  );
}

/** What a sender signs is the address that it was given, also where a proxy stands before this server. */
function publicUrlOf(c: HttpContext, { publicUrl }: OpenWebhooks): string {
  const url = URL.parse(c.req.url); // null where the Host header names no host
  if (url === null) return "";
  if (publicUrl === undefined) return `${url.origin}${url.pathname}${url.search}`;
  return `${publicUrl}${url.pathname.slice(baseOf(c).length)}${url.search}`;
}

/** Deliveries of the same body are one event, where the sender has no ids. */
async function digestOf(body: Uint8Array<ArrayBuffer>): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest("SHA-256", body)));
}

function respondUnmatched(
  c: HttpContext,
  names: { readonly trigger: string; readonly agent: string; readonly tenant: string },
  deps: HttpDeps,
): Response {
  const counted = countUnmatched(names, deps).catch((thrown) =>
    deps.log("warn", "an event that no template takes was not counted", failureFields(thrown))
  );
  deferOf(c)(counted);
  return c.body(null, 204);
}

async function accept(
  c: HttpContext,
  { trigger, agent, id }: Event,
  { input, thread: text, joinsUsers, metadata, toolChoice }: Filled,
  deps: HttpDeps,
): Promise<Enqueued & { readonly thread: string }> {
  const thread = text === undefined
    ? await threadIdOfEvent({ trigger: trigger.name, agent, id }, deps.sha256)
    : await toThreadId(text, deps.sha256);
  const enqueued = await enqueueInput(
    {
      ref: { tenant: trigger.tenant, thread },
      agent,
      input,
      receiptMs: RECEIPT_MS,
      ofNobody: !joinsUsers,
      metadata,
      toolChoice,
      // The blanks keep it apart from what a client can send as Idempotency-Key. The id alone makes the event the same.
      idempotency: { key: `webhook ${trigger.name} ${await deps.sha256(id)}`, bodyHash: "webhook" },
      origin: { door: "webhook", by: trigger.name },
    },
    { defer: deferOf(c) },
    deps,
  );
  return { ...enqueued, thread };
}

function answerOf(
  c: HttpContext,
  { type, thread, version }: Enqueued & { readonly thread: string },
): Response {
  return c.json({ thread, status: type, version }, type === "queued" ? 202 : 200);
}
