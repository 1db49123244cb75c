// Weeks of ISO 8601 in UTC: from Monday 00:00, named `2026-W48`. Week 1 has the first Thursday of its year.

const DAY_MS = 86_400_000;

/** Milliseconds of a week. */
export const WEEK_MS = 7 * DAY_MS;

/** The form of a week's name. */
export const WEEK = /^\d{4}-W(?:0[1-9]|[1-4]\d|5[0-3])$/;

/** When the week of a time began, in epoch milliseconds. */
export function weekStart(at: number): number {
  // 1970-01-01 was a Thursday.
  return Math.floor((at + 3 * DAY_MS) / WEEK_MS) * WEEK_MS - 3 * DAY_MS;
}

/**
 * The week of a time in epoch milliseconds.
 *
 * @example
 * ```ts
 * import { toWeek } from "./week.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(toWeek(Date.UTC(2026, 10, 26)), "2026-W48");
 * assert.equal(toWeek(Date.UTC(2027, 0, 3)), "2026-W53");
 * assert.equal(toWeek(Date.UTC(2027, 0, 4)), "2027-W01");
 * ```
 */
export function toWeek(at: number): string {
  const thursday = weekStart(at) + 3 * DAY_MS;
  const year = new Date(thursday).getUTCFullYear();
  const number = 1 + Math.floor((thursday - Date.UTC(year, 0, 1)) / WEEK_MS);
  return `${year}-W${String(number).padStart(2, "0")}`;
}

/** When a week began; undefined for what names no week, such as `2027-W53`. */
export function parseWeek(week: string): number | undefined {
  if (!WEEK.test(week)) return undefined;
  const start = weekStart(Date.UTC(Number(week.slice(0, 4)), 0, 4)) + (Number(week.slice(6)) - 1) * WEEK_MS;
  return toWeek(start) === week ? start : undefined;
}

/** The month of a time, such as `2026-11`, UTC. */
export function toMonth(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}
