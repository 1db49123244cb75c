// Row E9: the times of schedules, through changes of clocks, short months and leap years. Pins of what the docs say.

import assert from "node:assert/strict";
import type { Schedule } from "../../../src/core/schedule/schedule.ts";
import { readTimetable, type Timetable } from "../../../src/plugins/schedules/timetable.ts";

function timetable(cron: string, timezone?: string): Timetable {
  const schedule: Schedule = { name: "s", input: "x", cron, ...(timezone === undefined ? {} : { timezone }) };
  const read = readTimetable(schedule, Date.parse("2026-01-01T00:00:00Z"));
  assert(read.ok, `${cron}: ${read.ok ? "" : read.detail}`);
  return read.timetable;
}

function times({ next }: Timetable, from: string, count: number): string[] {
  const found: string[] = [];
  for (let at: number | undefined = Date.parse(from); found.length < count;) {
    at = next(at);
    if (at === undefined) break;
    found.push(new Date(at).toISOString().replace(/:00\.000Z$/, "Z"));
  }
  return found;
}

const TABLE: readonly [
  what: string,
  cron: string,
  timezone: string | undefined,
  from: string,
  ...string[],
][] = [
  ["UTC without a time zone", "30 3 * * *", undefined, "2026-11-22T12:00Z", "2026-11-23T03:30Z"],
  ["a half-hour zone", "0 3 * * *", "Asia/Kolkata", "2026-01-29T22:00Z", "2026-01-30T21:30Z"],
  [
    "a time that does not exist is the first behind the gap",
    ...[
      "30 2 * * *",
      "Europe/Berlin",
      "2026-03-28T12:00Z",
      "2026-03-29T01:00Z",
      "2026-03-30T00:30Z",
    ] as const,
  ],
  [
    "a time that exists twice is the first of both",
    ...[
      "30 2 * * *",
      "Europe/Berlin",
      "2026-10-24T12:00Z",
      "2026-10-25T00:30Z",
      "2026-10-26T01:30Z",
    ] as const,
  ],
  [
    "every hour counts both hours that have one name",
    ...["30 * * * *", "Europe/Berlin", "2026-10-24T23:45Z"] as const,
    "2026-10-25T00:30Z",
    "2026-10-25T01:30Z",
    "2026-10-25T02:30Z",
  ],
  [
    "another zone that goes back",
    ...[
      "15 1 * * *",
      "America/New_York",
      "2026-10-31T12:00Z",
      "2026-11-01T05:15Z",
      "2026-11-02T06:15Z",
    ] as const,
  ],
  ["a leap day", "0 0 29 2 *", undefined, "2026-03-01T00:00Z", "2028-02-29T00:00Z", "2032-02-29T00:00Z"],
  ["no leap day in 2100", "0 0 29 2 *", undefined, "2096-03-01T00:00Z", "2104-02-29T00:00Z"],
  [
    "short months are left out",
    "0 0 31 * *",
    undefined,
    "2026-01-31T00:00Z",
    "2026-03-31T00:00Z",
    "2026-05-31T00:00Z",
  ],
  ["days of the week by name", "0 9 * * MON-FRI", undefined, "2026-11-20T10:00Z", "2026-11-23T09:00Z"],
  ["Sunday is 0 and 7", "0 0 * * 7", undefined, "2026-11-21T00:00Z", "2026-11-22T00:00Z"],
];

for (const [what, cron, timezone, from, ...expected] of TABLE) {
  Deno.test(`E9: a schedule's times: ${what}`, () => {
    assert.deepEqual(times(timetable(cron, timezone), from, expected.length), expected);
  });
}

Deno.test("E9: a sixth field is the second, and a time counts until the next", () => {
  const { next, latest } = timetable("*/20 * * * * *");
  const at = Date.parse("2026-11-22T12:00:20Z");
  assert.equal(next(at - 1), at);
  assert.equal(next(at), at + 20_000);
  assert.deepEqual([latest(at), latest(at + 999), latest(at + 19_999)], [at, at, at]);
  assert.equal(latest(at - 1), at - 20_000);
});

Deno.test("E9: the last time of a schedule is one of its times, also where clocks change", () => {
  const days: readonly [string, string][] = [
    ["Europe/Berlin", "2026-03-28T20:00Z"],
    ["Europe/Berlin", "2026-10-24T20:00Z"],
    ["America/New_York", "2026-03-07T20:00Z"],
    ["America/New_York", "2026-10-31T20:00Z"],
    ["Australia/Lord_Howe", "2026-04-04T08:00Z"],
    ["Australia/Lord_Howe", "2026-10-03T08:00Z"],
  ];
  for (const [zone, from] of days) {
    for (const cron of ["30 2 * * *", "*/15 * * * *", "0 1-3 * * *", "15 1 * * *"]) {
      const table = timetable(cron, zone);
      const known = times(table, from, 40).map((time) => Date.parse(time));
      for (const [place, at] of known.entries()) {
        const behind = known[place + 1] ?? at + 60_000;
        for (const now of [at, at + 1, at + 59_000, behind - 1]) {
          if (now < behind) {
            assert.equal(table.latest(now), at, `${cron} ${zone} ${new Date(now).toISOString()}`);
          }
        }
      }
    }
  }
});

Deno.test("E9: a schedule with one time has it once", () => {
  const read = readTimetable({ name: "s", input: "x", at: "2026-12-01T10:00:00+01:00" }, 0);
  assert(read.ok);
  const at = Date.parse("2026-12-01T09:00:00Z");
  const { once, next, latest } = read.timetable;
  assert.deepEqual([once, next(at - 1), next(at), latest(at - 1), latest(at)], [
    at,
    at,
    undefined,
    undefined,
    at,
  ]);
});

const WRONG: readonly [Partial<Schedule>, part: string, RegExp][] = [
  [{ cron: "60 * * * *" }, "cron", /minute/],
  [{ cron: "0 25 * * *" }, "cron", /hour/],
  [{ cron: "0 0 30 2 *" }, "cron", /is never/],
  [{ cron: "0 0 * * FUNDAY" }, "cron", /./],
  [{ cron: "0 3 * * * * 2026" }, "cron", /./],
  [{ cron: "0 3 * * *", timezone: "Mars/Olympus" }, "timezone", /"Mars\/Olympus" is no time zone/],
  [{ cron: "0 3 * * *", timezone: "" }, "timezone", /is no time zone/],
];

for (const [wrong, part, detail] of WRONG) {
  Deno.test(`E9: a schedule with ${JSON.stringify(wrong)} is refused`, () => {
    const read = readTimetable({ name: "s", input: "x", ...wrong }, Date.now());
    assert(!read.ok);
    assert.equal(read.part, part);
    assert.match(read.detail, detail);
  });
}
