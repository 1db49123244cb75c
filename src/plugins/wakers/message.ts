// What a queue carries of a wake-up: names and numbers, as JSON. It comes back from outside, so it is read as untrusted input.

import { type JsonObject, toJsonObject } from "../../core/json.ts";
import { THREAD_ID } from "../../core/text/id.ts";
import type { WakeUp } from "../../core/wake.ts";

/** A wake-up as a queue carries it. */
export interface WakeMessage {
  readonly wake: WakeUp;
  /** How often its work was put off before, from 0. */
  readonly attempt: number;
}

const TENANT = /^[A-Za-z0-9_-]{1,64}$/;

/** The work of a door: `@<kind>/<id>`. */
const WORK = /^@[a-z_-]{1,32}\/[\x21-\x7e]{1,255}$/;

/** The numbers of a wake-up, each of which may be missing. */
const NUMBERS = ["version", "due", "notBefore"] as const satisfies readonly (keyof WakeUp)[];

/** The body of a message, below 1 KB. */
export function toMessage({ wake, attempt }: WakeMessage): JsonObject {
  const { tenant, name, version, due, notBefore } = wake;
  return toJsonObject({ tenant, name, version, due, notBefore, attempt: attempt || undefined });
}

/** The wake-up of a body; undefined for a body that is none. Members that it does not know are passed over. */
export function parseMessage(body: unknown): WakeMessage | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { tenant, name, attempt = 0, ...rest }: Readonly<Record<string, unknown>> = { ...body };
  if (typeof tenant !== "string" || !TENANT.test(tenant)) return undefined;
  if (typeof name !== "string" || !(THREAD_ID.test(name) || WORK.test(name))) return undefined;
  const numbers: { [Field in typeof NUMBERS[number]]?: number } = {};
  for (const field of NUMBERS) {
    const value = rest[field];
    if (value === undefined) continue;
    if (!isCount(value)) return undefined;
    numbers[field] = value;
  }
  return isCount(attempt) ? { wake: { tenant, name, ...numbers }, attempt } : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
