// POST /webhooks/:trigger/:agent. The bytes of a delivery are verified before anything is parsed; its input is enqueued with the
// sender's id as its key, and a wake-up runs the first step.

import { describeFields } from "../../core/text/field_meanings.ts";
import * as z from "zod/mini";
import { Hono } from "hono/tiny";
import { AgentError, failureFields } from "../../core/error.ts";
import { viewThread } from "../../kernel/snapshot.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { requireWaking } from "../../kernel/plugin_missing.ts";
import type { Enqueued } from "../../http/ports/waking.ts";
import type { Delivery, SignedToken } from "../../triggers/trigger.ts";
import { readBasePath } from "../../http/base_path.ts";
import { readBytes } from "../../http/body.ts";
import { type HttpContext, type HttpDeps, type HttpEnv, resolveDefer } from "../../http/context.ts";
import { DAYS, days, toDays } from "../../http/schemas/days.ts";
import { query } from "../../http/validate.ts";
import { countUnmatched, readUnmatched } from "./counts.ts";
import { readPayload } from "./payload.ts";
import type { Unverified } from "./refusals/reasons.ts";
import { type RefusalPlace, RefusalRecord } from "./refusals/refusal_record.ts";
import { hashBody, type SeenDelivery, toRefused } from "./refusals/seen_delivery.ts";
import { toRefusalView } from "./refusals/view.ts";
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
  /** Whose deliveries are those to a trigger that is not there; undefined where the deployment has several tenants. */
  readonly onlyTenant: string | undefined;
}

/** Milliseconds for which an event is recognised: 3 days. Every sender has stopped its retries by then, or sends a new event. */
const RECEIPT_MS = 3 * 86_400_000;

/** `GET /v1/analytics/webhooks`. */
export const unmatchedQuery = z.strictObject(days());
/* @__PURE__ */ describeFields(unmatchedQuery, DAYS);

/** The routes of webhooks. */
export function webhookRoutes(open: OpenWebhooks, deps: HttpDeps) {
  const refusals = new RefusalRecord(deps);
  return new Hono<HttpEnv>()
    .post("/webhooks/:trigger/:agent", async (c) => {
      const { trigger, agent } = c.req.param();
      const seen: SeenDelivery = { agent: open.templates.has(agent) ? agent : null, bytes: readLength(c) };
      const delivery = { trigger, agent, seen, record };
      try {
        return await receive(c, delivery, open, deps);
      } catch (thrown) {
        if (thrown instanceof AgentError && thrown.status < 500) record(thrown);
        throw thrown;
      }

      function record(refusal: AgentError | undefined) {
        resolveDefer(c)(keepRefusal(delivery, refusal, { open, refusals, now: deps.clock() }));
      }
    })
    .get("/v1/webhooks/refusals", async (c) => {
      const rows = await refusals.read(listPlaces(c.var.tenant, open));
      return c.json({ refusals: rows.map(toRefusalView) });
    })
    .get("/v1/analytics/webhooks", query(unmatchedQuery), async (c) => {
      const range = toDays(c.req.valid("query"), deps);
      return c.json({ ...range, unmatched: await readUnmatched(c.var.tenant, range, deps) });
    });
}

/** A delivery to an address. */
interface Addressed {
  readonly trigger: string;
  readonly agent: string;
  readonly seen: SeenDelivery;
  /** Keeps that nothing has come of it; without an error no template took it. */
  record(refusal: AgentError | undefined): void;
}

/** What the header says, where it says something. */
function readLength(c: HttpContext): number | null {
  const length = Number(c.req.header("content-length") ?? NaN);
  return Number.isSafeInteger(length) && length >= 0 ? length : null;
}

async function keepRefusal(
  { trigger: name, seen }: Addressed,
  refusal: AgentError | undefined,
  { open, refusals, now }: {
    readonly open: OpenWebhooks;
    readonly refusals: RefusalRecord;
    readonly now: number;
  },
): Promise<void> {
  const trigger = open.triggers.get(name);
  const tenant = trigger?.tenant ?? open.onlyTenant;
  if (tenant === undefined) return;
  await refusals.add(
    { tenant, trigger: trigger?.name },
    await toRefused(seen, refusal, { trigger: trigger?.name, now }),
  );
}

function listPlaces(tenant: string, { triggers, onlyTenant }: OpenWebhooks): RefusalPlace[] {
  const own = [...triggers.values()].filter((trigger) => trigger.tenant === tenant);
  const places: RefusalPlace[] = own.map(({ name }) => ({ tenant, trigger: name }));
  return tenant === onlyTenant ? [...places, { tenant, trigger: undefined }] : places;
}

/** A verified event, by the id that its sender gave it. */
interface Event {
  readonly trigger: OpenTrigger;
  readonly agent: string;
  readonly id: string;
}

async function receive(
  c: HttpContext,
  { trigger: name, agent, seen, record }: Addressed,
  open: OpenWebhooks,
  deps: HttpDeps,
): Promise<Response> {
  const body = await readBytes(c.req.raw, { sleep: deps.sleep, limit: open.maxBodyBytes });
  seen.body = body;
  seen.bytes = body.length;
  const { headers } = c.req.raw;
  const delivery = { headers, body, url: resolvePublicUrl(c, open), now: deps.clock() };
  const { trigger, token } = await verifyDelivery(open.triggers.get(name), { delivery, seen }, c, deps);
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
  seen.id = facts.id;
  seen.event = facts.event;
  const { tenant } = trigger;
  const id = token === undefined
    ? facts.id || await hashBody(body) // the same body is the same event, where the sender has no ids
    : await eventOfToken({ tenant, trigger: name, id: facts.id }, token, deps);
  const filled = templates(payload, { trigger: name, id, event: facts.event });
  if (filled === undefined) record(undefined);
  const answer = filled === undefined
    ? respondUnmatched(c, { trigger: name, agent, tenant }, deps)
    : toResponse(c, await accept(c, { trigger, agent, id }, filled, deps));
  // Slack shows people an error for every other response to what they click and type.
  return isForm && trigger.scheme.name === "slack" ? c.body(null, 200) : answer;
}

/**
 * The trigger, when it verifies the delivery. Its sender reads one text, whatever the reason, and a trigger that is not there is
 * one of the reasons.
 */
async function verifyDelivery(
  trigger: OpenTrigger | undefined,
  { delivery, seen }: { readonly delivery: Delivery; readonly seen: SeenDelivery },
  c: HttpContext,
  { log }: Pick<HttpDeps, "log">,
): Promise<{ readonly trigger: OpenTrigger; readonly token: SignedToken | undefined }> {
  const verdict = await trigger?.scheme.verify(delivery, trigger.secrets, trigger.windowMs);
  if (trigger !== undefined && verdict?.verified) {
    seen.verdict = "verified";
    return { trigger, token: verdict.token };
  }
  const reason: Unverified = verdict?.verified === false ? verdict.because : "trigger_unknown";
  seen.verdict = reason;
  log("warn", "a webhook was refused", { trigger: trigger?.name ?? null, reason, request: c.var.requestId });
  throw new AgentError(
    "webhook_unverified",
    "The delivery is not verified; the log of the deployment has the reason.",
  );
}

/** A sender signs the address that it was configured with, also where a proxy stands before this server. */
function resolvePublicUrl(c: HttpContext, { publicUrl }: OpenWebhooks): string {
  const url = URL.parse(c.req.url); // null where the Host header names no host
  if (url === null) return "";
  if (publicUrl === undefined) return `${url.origin}${url.pathname}${url.search}`;
  return `${publicUrl}${url.pathname.slice(readBasePath(c).length)}${url.search}`;
}

function respondUnmatched(
  c: HttpContext,
  names: { readonly trigger: string; readonly agent: string; readonly tenant: string },
  deps: HttpDeps,
): Response {
  const counted = countUnmatched(names, deps).catch((thrown) =>
    deps.log("warn", "an event that no template takes was not counted", failureFields(thrown))
  );
  resolveDefer(c)(counted);
  return c.body(null, 204);
}

type Accepted = Enqueued & { readonly thread: string; readonly failed: string | undefined };

async function accept(
  c: HttpContext,
  { trigger, agent, id }: Event,
  { input, thread: text, joinsUsers, metadata, toolChoice }: Filled,
  deps: HttpDeps,
): Promise<Accepted> {
  const thread = text === undefined
    ? await threadIdOfEvent({ trigger: trigger.name, agent, id }, deps.sha256)
    : await toThreadId(text, deps.sha256);
  const ref = { tenant: trigger.tenant, thread };
  const enqueued = await requireWaking(deps).enqueue(
    {
      ref,
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
    { defer: resolveDefer(c) },
    deps,
  );
  const failed = enqueued.type === "duplicate" ? await findFailure(ref, deps) : undefined;
  return { ...enqueued, thread, failed };
}

/** The code of the failure that a thread rests at: a repetition of its event does not run it again. */
async function findFailure(ref: ThreadRef, deps: HttpDeps): Promise<string | undefined> {
  const { status, error, parked } = await viewThread(ref, deps);
  return parked?.code ?? (status === "failed" ? error?.code : undefined);
}

function toResponse(c: HttpContext, { type, thread, version, failed }: Accepted): Response {
  return c.json({ thread, status: type, version, failed }, type === "queued" ? 202 : 200);
}
