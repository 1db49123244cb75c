// Times and durations as people read them. On a terminal a time is "3min ago"; elsewhere it is exact.

import { terminalWidth } from "./style.ts";

const relative = new Intl.RelativeTimeFormat("en", { style: "narrow" });

/** Seconds of the units, the longest first. */
const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]] as const;

/** Days after which a date says more than their number. */
const MOST_DAYS = 30;

/** A time of ISO 8601 as results show it: relative on a terminal. */
export function showTime(time: string, now: number = Date.now()): string {
  return terminalWidth() === undefined ? time : toRelative(time, now);
}

/** `3min ago`, `in 2h`; the day alone where it is more than 30 days away. */
export function toRelative(time: string, now: number): string {
  const seconds = Math.round((Date.parse(time) - now) / 1_000);
  if (Number.isNaN(seconds)) return time;
  const size = Math.abs(seconds);
  if (size > MOST_DAYS * 86_400) return time.slice(0, 10);
  if (size < 1) return "now";
  const [unit, length] = UNITS.find(([, length]) => size >= length) ?? ["second", 1];
  return relative.format(Math.trunc(seconds / length), unit);
}

/** `820 ms`, `3.2 s`, `12 min`, `4.5 h`. */
export function toDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${toTenths(ms / 1_000)} s`;
  if (ms < 3_600_000) return `${toTenths(ms / 60_000)} min`;
  return `${toTenths(ms / 3_600_000)} h`;
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
