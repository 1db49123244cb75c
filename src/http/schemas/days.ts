// The days of a query: which it has, what they mean, and what stands for those that it has not.

import * as z from "zod/mini";
import type { Clock } from "../../core/ports.ts";
import { toDay } from "../../core/store/ledger.ts";

/** Milliseconds between the last day of a range and the first, where the request has no first day: 29 days. */
const RANGE_MS = 29 * 86_400_000;

/** Made once, with the first query that has days. */
let shape: ReturnType<typeof makeShape> | undefined;

function makeShape() {
  const day = z.iso.date("must be a day such as 2026-11-22");
  return { from: z.optional(day), to: z.optional(day) };
}

/** The days of a query, UTC such as `2026-11-22`; both are included. */
export const days = () => shape ??= makeShape();

/** What the days of a query mean. */
export const DAYS = {
  from: "The first day, UTC, such as `2026-11-22`; 29 days before `to` by default",
  to: "The last day; today by default. At most 100 days",
};

/** Days of a request, both included; the last 30 by default. */
export interface DayRange {
  /** By default 29 days before `to`. */
  readonly from?: string | undefined;
  /** Today by default. */
  readonly to?: string | undefined;
}

/** The days of a request with those that it leaves out. */
export function toDays(
  { from, to }: DayRange,
  { clock }: { readonly clock: Clock },
): { readonly from: string; readonly to: string } {
  const last = to ?? toDay(clock());
  return { from: from ?? toDay(Date.parse(last) - RANGE_MS), to: last };
}
