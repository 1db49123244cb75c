// RefusedDelivery: deliveries that were refused for one reason, and the limits of what is stored of them.

import * as z from "zod/mini";
import { parseJson } from "../../../core/json.ts";
import { toDay } from "../../../core/store/ledger.ts";

/** The form of the stored text. A text of a later form is neither read nor replaced. */
export const SCHEMA = 1;

/** Milliseconds for which a refusal is kept behind its last delivery: 7 days. */
export const KEPT_MS = 7 * 86_400_000;

/** Most rows of one trigger: of deliveries without a right signature, and of those that are verified. A definition takes 64 KB. */
const MOST = { unverified: 12, verified: 20 } as const;

/** Most characters of a message, and of what a sender has named. */
const CHARACTERS = { message: 200, name: 80 } as const;

const text = z.nullable(z.string());

const rowSchema = z.object({
  /** Empty for a trigger that the deployment does not have. */
  trigger: z.string(),
  /** Of the newest delivery; null where it names none of the deployment. */
  agent: text,
  verified: z.boolean(),
  /** HTTP. */
  status: z.int(),
  /** Of the error; `no_template` where no template took the event. */
  code: z.string(),
  /** Finer than the code where its sender reads one text for several reasons. */
  reason: z.string(),
  message: z.string(),
  /** The kind of the event, such as `issues.opened`. */
  event: text,
  /** The sender's id of the newest event. */
  id: text,
  /** Of the body; null where it was not read and its length is not known. */
  bytes: z.nullable(z.int()),
  /** The beginning of the SHA-256 of the body, base64url; of verified deliveries. */
  digest: text,
  /** Deliveries of one UTC day that are alike, at least. */
  count: z.int(),
  /** Epoch milliseconds. */
  firstAt: z.number(),
  lastAt: z.number(),
});

/** Refusals of one trigger that are alike: of one UTC day, one reason, and when verified one agent and event. */
export type RefusedDelivery = Readonly<z.output<typeof rowSchema>>;

const storedSchema = z.object({ schema: z.literal(SCHEMA), refusals: z.array(rowSchema) });

/** A row with its texts cut to what is kept. */
export function toBounded(row: RefusedDelivery): RefusedDelivery {
  const { message, event, id } = row;
  return {
    ...row,
    message: cut(message, CHARACTERS.message),
    event: event && cut(event, CHARACTERS.name),
    id: id && cut(id, CHARACTERS.name),
  };
}

function cut(text: string, most: number): string {
  return text.slice(0, most).toWellFormed().replace(/\p{Cc}/gu, " ");
}

/**
 * Rows that are alike as one with the facts of its newest delivery; the newest first, without those that are over and beyond the bounds.
 * Deliveries without a right signature displace none that are verified.
 */
export function mergeRefusals(rows: readonly RefusedDelivery[], now: number): RefusedDelivery[] {
  const merged = new Map<string, RefusedDelivery>();
  for (const row of rows.toSorted((a, b) => a.lastAt - b.lastAt)) {
    const key = toKey(row);
    const known = merged.get(key);
    merged.set(
      key,
      known === undefined ? row : { ...row, firstAt: known.firstAt, count: known.count + row.count },
    );
  }
  const left = { unverified: MOST.unverified, verified: MOST.verified };
  return [...merged.values()]
    .filter(({ lastAt }) => lastAt > now - KEPT_MS)
    .sort((a, b) => b.lastAt - a.lastAt)
    .filter(({ verified }) => left[verified ? "verified" : "unverified"]-- > 0);
}

// A stranger chooses the agent of the address and the header with the event: they make no rows of their own before a signature does.
function toKey({ trigger, verified, reason, agent, event, firstAt }: RefusedDelivery): string {
  const own = verified ? [agent, event] : [];
  return JSON.stringify([trigger, verified, reason, toDay(firstAt), ...own]);
}

/** The text that is stored. `writer` makes it another one than that of an isolate which writes the same at the same time. */
export function writeRefusals(refusals: readonly RefusedDelivery[], writer: string): string {
  return JSON.stringify({ schema: SCHEMA, writer, refusals });
}

/** The rows of a stored text; undefined for one of a later form, or of none. */
export function readRefusals(text: string): readonly RefusedDelivery[] | undefined {
  const read = z.safeParse(storedSchema, parseJson(text));
  return read.success ? read.data.refusals : undefined;
}
