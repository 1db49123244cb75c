// When a schedule runs: the times of an expression of cron in a time zone, or one time.
//
// A local time that does not exist, because a clock goes forward, is the first time behind the gap; one that exists twice is the
// first of both, but a field that is `*` or has steps counts both. tests/plugins/schedules has the pins.

import { Cron } from "croner";
import type { Schedule } from "../../core/schedule/schedule.ts";

/** The times of one schedule, in epoch milliseconds. */
export interface Timetable {
  /** What it was made from: another text is another timetable. */
  readonly text: string;
  /** The first time behind `after`; undefined when there is none. */
  next(after: number): number | undefined;
  /** The last time up to and including `until`; undefined when there is none. */
  latest(until: number): number | undefined;
  /** The time of a schedule that runs once. */
  readonly once: number | undefined;
}

/** A timetable, or what is wrong. */
export type ReadTimetable =
  | { readonly ok: true; readonly timetable: Timetable }
  | { readonly ok: false; readonly part: "cron" | "timezone"; readonly detail: string };

/** Reads the times of a schedule whose shape was checked. `now`: an expression without a time behind it is refused. */
export function readTimetable({ cron, at, timezone = "UTC" }: Schedule, now: number): ReadTimetable {
  if (cron === undefined) return { ok: true, timetable: onceAt(Date.parse(at ?? "")) };
  if (!isTimezone(timezone)) {
    return { ok: false, part: "timezone", detail: `${JSON.stringify(timezone)} is no time zone` };
  }
  try {
    const times = new Cron(cron, { timezone, mode: "5-or-6-parts" });
    if (times.nextRun(new Date(now)) === null) {
      return { ok: false, part: "cron", detail: `${JSON.stringify(cron)} is never` };
    }
    return { ok: true, timetable: toRepeating(times, `${cron} ${timezone}`) };
  } catch (thrown) {
    return { ok: false, part: "cron", detail: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

function onceAt(at: number): Timetable {
  return {
    text: new Date(at).toISOString(),
    once: at,
    next: (after) => at > after ? at : undefined,
    latest: (until) => at <= until ? at : undefined,
  };
}

function toRepeating(times: Cron, text: string): Timetable {
  return {
    text,
    once: undefined,
    next: (after) => times.nextRun(new Date(after))?.getTime(),
    latest(until) {
      // The second that is under way counts.
      const behind = Math.floor(until / 1000) * 1000 + 1000;
      return times.previousRuns(1, new Date(behind))[0]?.getTime();
    },
  };
}

/** An empty name would be the zone of the machine. */
function isTimezone(name: string): boolean {
  try {
    return name !== "" && new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
