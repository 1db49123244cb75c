// E17: times are relative on a terminal and exact elsewhere; durations are read as people write them.

import assert from "node:assert/strict";
import { parseDuration } from "../../../src/core/text/duration.ts";
import { toDuration, toRelative } from "../../../src/cli/terminal/times.ts";

const NOW = Date.parse("2026-11-27T12:00:00Z");

const TIMES: readonly (readonly [time: string, expected: string])[] = [
  ["2026-11-27T12:00:00.300Z", "now"],
  ["2026-11-27T11:59:48Z", "12s ago"],
  ["2026-11-27T11:58:59Z", "1m ago"],
  ["2026-11-27T09:00:00Z", "3h ago"],
  ["2026-11-27T14:59:00Z", "in 2h"],
  ["2026-11-25T11:00:00Z", "2d ago"],
  ["2026-10-28T12:00:00Z", "30d ago"],
  ["2026-10-27T12:00:00Z", "2026-10-27"],
  ["2027-01-27T12:00:00Z", "2027-01-27"],
  ["soon", "soon"],
];

for (const [time, expected] of TIMES) {
  Deno.test(`E17: ${time} is shown as "${expected}"`, () => assert.equal(toRelative(time, NOW), expected));
}

Deno.test("E17: durations have one unit", () => {
  const shown = [0, 999, 1_000, 3_240, 59_900, 90_000, 5_400_000].map(toDuration);
  assert.deepEqual(shown, ["0 ms", "999 ms", "1 s", "3.2 s", "59.9 s", "1.5 min", "1.5 h"]);
});

Deno.test("E17: a duration that is typed is a number and a unit", () => {
  assert.deepEqual(["90s", "15m", "2h", "7d"].map(parseDuration), [90_000, 900_000, 7_200_000, 604_800_000]);
  assert.deepEqual(
    ["", "2", "h", "1.5h", "2 h", "2026-11-22", "-1h"].map(parseDuration),
    Array(7).fill(undefined),
  );
});
