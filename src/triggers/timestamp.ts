// The time that a sender signs with its delivery: a recorded delivery is worth nothing once the window is over.

import { refuse, type Verdict, VERIFIED } from "./trigger.ts";

/** Epoch milliseconds of a text of epoch seconds or milliseconds; undefined when it is none. */
export function parseTime(text: string, unit: "s" | "ms" = "s"): number | undefined {
  if (!/^\d{1,15}$/.test(text)) return undefined;
  const at = Number(text) * (unit === "s" ? 1000 : 1);
  return Number.isSafeInteger(at) ? at : undefined;
}

/** Verified when the time is at most the window away, before or after. */
export function verifyTime(at: number, now: number, windowMs: number): Verdict {
  if (now - at > windowMs) return refuse("timestamp_old");
  if (at - now > windowMs) return refuse("timestamp_ahead");
  return VERIFIED;
}
