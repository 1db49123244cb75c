// The state of a tenant's alarms: one definition, changed by compare and set, so that of two isolates which evaluate at the same time one
// decides. What is to be sent stands in it until it is sent.

import * as z from "zod/mini";
import { type JsonObject, parseJson } from "../../core/json.ts";
import type { Store } from "../../core/store.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";

/** The kind of the work in the due index, and of the definition that a step leaves. */
export const ALARMS = "alarms";

/** The name of both. */
export const CHECK = "check";

/** The kind and the name of the definition of the state. */
const STATE = "alarms_state";

/** Ids of the endpoints that get its events; all with its events by default. */
const to = z.optional(z.readonly(z.array(z.string())));

const sums = z.tuple([z.number(), z.number()]);

const counted = z.object(lazyShape(() => ({
  /** The last UTC day that was read, and what it had then. */
  day: z.string(),
  sums,
  /** What came since a time, of the time that a rule looks back: the oldest first. */
  spans: z.array(z.tuple([z.number(), z.number(), z.number()])),
})));

const kept = z.object(lazyShape(() => ({
  /** What the rule counts: of another rule with its name the counts begin anew. */
  of: z.string(),
  /** When an isolate with the rule has evaluated it, in epoch milliseconds. */
  seenAt: z.number(),
  value: z.nullable(z.number()),
  counted: z.optional(counted),
  /** Since when it is raised. */
  raisedAt: z.optional(z.number()),
  /** When it has ended last. */
  endedAt: z.optional(z.number()),
  to,
})));

const event = z.object(lazyShape(() => ({
  type: z.enum(["alarm.raised", "alarm.ended"]),
  rule: z.string(),
  at: z.number(),
  data: z.custom<JsonObject>((value) => typeof value === "object" && value !== null),
  to,
})));

const stateSchema = z.object(lazyShape(() => ({
  schema: z.literal(1),
  /** Who has written it: no two texts are the same. */
  by: z.string(),
  checkedAt: z.number(),
  /** When there was something to look at: a raised alarm, a count, a call that waits, or a step. */
  busyAt: z.number(),
  rules: z.record(z.string(), kept),
  /** What is to be sent, the oldest first. */
  events: z.array(event),
  /** Until then the worker `by` sends it. */
  sendingUntil: z.optional(z.number()),
})));

/** The state of a tenant. */
export type AlarmsState = z.output<typeof stateSchema>;

/** The state of one rule. */
export type KeptRule = z.output<typeof kept>;

/** The counts of one rule. */
export type Counted = z.output<typeof counted>;

/** Failed runs or calls, and all calls. */
export type Sums = z.output<typeof sums>;

/** An alarm that is raised or has ended, on its way to the endpoints. */
export type AlarmEvent = z.output<typeof event>;

/** The state of a tenant whose alarms were never evaluated. */
export const BEGINNING: AlarmsState = {
  schema: 1,
  by: "",
  checkedAt: -Infinity,
  busyAt: -Infinity,
  rules: {},
  events: [],
};

/** The state with the text that it was read from, which a change names. */
export interface ReadState {
  readonly text: string | null;
  readonly state: AlarmsState;
}

/** One request. Undefined for a text of a newer form. */
export async function readState(tenant: string, store: Store): Promise<ReadState | undefined> {
  const text = await store.readDefinition(tenant, STATE, STATE) ?? null;
  if (text === null) return { text, state: BEGINNING };
  const read = z.safeParse(stateSchema, parseJson(text));
  return read.success ? { text, state: read.data } : undefined;
}

/** Changes the state; undefined where another worker has changed it before. One request. */
export async function writeState(
  tenant: string,
  { text: before }: Pick<ReadState, "text">,
  state: AlarmsState,
  store: Store,
): Promise<ReadState | undefined> {
  const text = JSON.stringify(state);
  return await store.putDefinition(tenant, STATE, STATE, text, before) ? { text, state } : undefined;
}
