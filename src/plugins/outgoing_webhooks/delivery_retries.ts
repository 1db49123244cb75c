// A delivery: the messages of a step, or of another part of the deployment, for the endpoints, and the state of each endpoint.

import * as z from "zod/mini";
import type { JsonObject } from "../../core/json.ts";
import type { RandomBytes } from "../../core/ports.ts";
import { fnv64 } from "../../core/text/hash.ts";
import { newId } from "../../core/text/id.ts";
import { type Endpoint, OUTGOING_EVENTS, type OutgoingEvent, takes } from "./endpoint.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";

/** The kind of its definition, and of its name in the due index. */
export const DELIVERY = "delivery";

/**
 * Milliseconds before each attempt but the first: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, as Standard Webhooks recommends. What
 * has failed eight times, after 28 hours, is a dead letter.
 */
const BACKOFF_MS = [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000];

/** Milliseconds that a receiver may ask for by `retry-after`, at most. */
const MAX_RETRY_AFTER_MS = 86_400_000;

const last = z.object(
  lazyShape(() => ({ at: z.number(), status: z.optional(z.number()), code: z.optional(z.string()) })),
);

const target = z.object(lazyShape(() => ({
  endpoint: z.string(),
  message: z.string(),
  attempts: z.number(),
  at: z.number(),
  last: z.optional(last),
})));

const delivery = z.object(lazyShape(() => ({
  version: z.optional(z.object({ number: z.number(), head: z.optional(z.string()) })),
  thread: z.optional(z.string()),
  agent: z.optional(z.string()),
  at: z.number(),
  messages: z.array(z.object({ id: z.string(), type: z.enum(OUTGOING_EVENTS) })),
  data: z.custom<JsonObject>((value) => typeof value === "object" && value !== null),
  targets: z.optional(z.array(target)),
})));

/** How an attempt ended, when it did not succeed: the status of the response, or the code of the failure. */
export interface LastAttempt {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
}

/** One message on its way to one endpoint. */
export interface Target {
  readonly endpoint: string;
  /** Its webhook-id, the same on every attempt. */
  readonly message: string;
  /** Attempts that have failed. */
  readonly attempts: number;
  /** Epoch milliseconds of the next attempt. */
  readonly at: number;
  readonly last?: LastAttempt | undefined;
}

/** What is kept as a definition of the kind {@link DELIVERY}. */
export interface Delivery {
  /** What must stand for the messages to be true; missing once it has stood, and for one that is sent again by hand. */
  readonly version?: { readonly number: number; readonly head?: string | undefined } | undefined;
  /** Missing for an event of no thread; so is the agent. */
  readonly thread?: string | undefined;
  readonly agent?: string | undefined;
  /** Epoch milliseconds of the events. */
  readonly at: number;
  readonly messages: readonly { readonly id: string; readonly type: OutgoingEvent }[];
  readonly data: JsonObject;
  /** Missing until an attempt has failed: before, they are those that take the events. */
  readonly targets?: readonly Target[] | undefined;
}

/** Where an id has the mark of its thread: an id that names none has another character there. */
const MARK_AT = "whd_".length + 9;

/**
 * A new id; in the order of their texts ids are in the order of their times. It ends with a mark of the thread, by which a removal of
 * the thread finds it without reading all others.
 */
export function newDeliveryId(at: number, thread: string, random: RandomBytes): string {
  return `whd_${at.toString(36).padStart(9, "0")}u${newId("whd", random).slice(4, 8)}${hashThread(thread)}`;
}

/** False where the id, or that of one of its messages, is known to be of another thread. */
export function mayBelongTo(id: string, thread: string): boolean {
  return id[MARK_AT] !== "u" || id.startsWith(hashThread(thread), MARK_AT + 5);
}

function hashThread(thread: string): string {
  return fnv64(thread).slice(0, 7);
}

/** Undefined for a text that is none. */
export function readDelivery(text: string): Delivery | undefined {
  const read = z.safeParse(delivery, JSON.parse(text));
  return read.success ? read.data : undefined;
}

/** Where the messages go, with the first attempt at `now`. */
export function listTargets(
  { messages, agent }: Pick<Delivery, "messages" | "agent">,
  endpoints: readonly Endpoint[],
  now: number,
): Target[] {
  return endpoints.flatMap((endpoint) =>
    messages.filter(({ type }) => takes(endpoint, { type, agent }))
      .map(({ id }) => ({ endpoint: endpoint.id, message: id, attempts: 0, at: now }))
  );
}

/**
 * The body of a message: the same text on every attempt. A sentence for people stands where incoming webhooks of Slack and Mattermost read
 * theirs; Slack ignores the other members (hastic-zzz/hastic-server#708).
 */
export function formatBody({ at, messages, data }: Delivery, message: string): string {
  const type = messages.find(({ id }) => id === message)?.type;
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), text: data.text, data });
}

/**
 * The target after one more failure; undefined after the last attempt. The time is up to 20 % earlier than that of the table, so that
 * what failed together is not sent together again.
 */
export function afterFailure(
  target: Target,
  last: LastAttempt,
  { retryAfterMs = 0, random }: { readonly retryAfterMs?: number | undefined; readonly random: RandomBytes },
): Target | undefined {
  const waitMs = BACKOFF_MS[target.attempts];
  if (waitMs === undefined) return undefined;
  const [byte = 0] = random(1);
  const jittered = waitMs * (1 - byte / 255 * 0.2);
  const at = last.at + Math.round(Math.max(jittered, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)));
  return { ...target, attempts: target.attempts + 1, at, last };
}
