// S10: weeks by their names, counts in the store, and what bounds them.

import assert from "node:assert/strict";
import fc from "fast-check";
import type { Entry, ToolEntry } from "../../../../src/core/entry.ts";
import { ThreadCounter } from "../../../../src/plugins/selection/monitoring/count_thread.ts";
import {
  addCounts,
  countIntent,
  countPair,
  countsOfTool,
  countsOfVariant,
  listIntents,
  listPairs,
  newCounts,
  readCounts,
  type UsageCounts,
  writeCounts,
} from "../../../../src/plugins/selection/monitoring/counts.ts";
import { callsThatFell } from "../../../../src/plugins/selection/monitoring/falls.ts";
import { parseWeek, toWeek, WEEK_MS, weekStart } from "../../../../src/plugins/selection/monitoring/week.ts";

Deno.test("S10: every time lies in the week that its name begins and ends, and weeks follow each other", () => {
  const time = fc.integer({ min: Date.parse("1995-01-01"), max: Date.parse("2100-01-01") });
  fc.assert(fc.property(time, (at) => {
    const [start, week] = [weekStart(at), toWeek(at)];
    assert.ok(start <= at && at < start + WEEK_MS);
    assert.equal(new Date(start).getUTCDay(), 1);
    assert.equal(parseWeek(week), start);
    assert.ok(toWeek(start + WEEK_MS) > week, "names sort as their weeks do");
  }));
  for (const wrong of ["2026-W00", "2027-W53", "2026-48", "2026-W54", "", "2026-W481"]) {
    assert.equal(parseWeek(wrong), undefined, wrong);
  }
  // The days of ISO 8601 at ends of years.
  const days = {
    "2026-12-31": "2026-W53",
    "2027-01-03": "2026-W53",
    "2024-12-30": "2025-W01",
    "2021-01-03": "2020-W53",
  };
  for (const [day, week] of Object.entries(days)) assert.equal(toWeek(Date.parse(`${day}T12:00:00Z`)), week);
});

const NO_TERMS = { variantOf: () => undefined, categoriesOf: () => undefined };

const name = fc.constantFrom("red", "blue", "__proto__", "constructor", 'a "b" \u{1f3a8}');
const added = fc.array(fc.record({ tool: name, other: fc.option(name), n: fc.integer({ min: 1, max: 9 }) }));

function countsFrom(rows: readonly { tool: string; other: string | null; n: number }[]): UsageCounts {
  const counts = newCounts();
  for (const { tool, other, n } of rows) {
    counts.threads += n;
    countsOfTool(counts, tool).calls += n;
    countsOfVariant(counts, tool, other ?? "default").callsSquared += n;
    countPair(counts, { month: "2026-11", ranked: other, called: tool, count: n });
    countIntent(counts, { month: "2026-11", category: tool, called: other, count: n, misrouted: n % 2 });
  }
  return counts;
}

Deno.test("S10: counts come back from the store as they were, and sums do not depend on the order", () => {
  fc.assert(fc.property(added, added, (one, other) => {
    const [first, second] = [countsFrom(one), countsFrom(other)];
    assert.deepEqual(readCounts(writeCounts(first)), first);
    const [sum, reversed] = [newCounts(), newCounts()];
    addCounts(sum, first);
    addCounts(sum, second);
    addCounts(reversed, second);
    addCounts(reversed, first);
    assert.deepEqual(sum, reversed);
    assert.deepEqual(sum, countsFrom([...one, ...other]));
  }));
  // Counts of before the matrix of categories have none, and a version of before reads the others of now.
  const { intents: _, ...before } = JSON.parse(
    writeCounts(countsFrom([{ tool: "red", other: "blue", n: 3 }])),
  );
  assert.deepEqual([before.schema, [...listIntents(readCounts(JSON.stringify(before)) ?? assert.fail())]], [
    1,
    [],
  ]);
  for (const text of ["", "{}", '{"schema":2}', "null"]) assert.equal(readCounts(text), undefined, text);
});

Deno.test("S10: a call counts by what became of it in its own thread: not where it was moved away, was brought or is the bridge", () => {
  const at = Date.parse("2026-11-25T12:00:00Z");
  const counter = new ThreadCounter(new Set([toWeek(at)]));
  const ends: readonly Partial<ToolEntry>[] = [
    { outcome: "completed" },
    { outcome: "failed" },
    { outcome: "unknown" },
    { outcome: "skipped" },
    { outcome: "denied" },
    { outcome: "blocked" },
    { outcome: "skipped", movedTo: "t2" },
    { outcome: "completed", brought: true },
    { outcome: "completed", name: "call_tool" },
    { outcome: "completed", name: "search_tools" },
  ];
  for (const [index, end] of ends.entries()) {
    const entry = {
      type: "tool",
      version: index,
      id: `e${index}`,
      callId: `c${index}`,
      name: "red",
      output: null,
      ms: 1,
      at,
    } as const;
    counter.take({ ...entry, outcome: "completed", ...end });
  }
  const counts = newCounts();
  counter.finish(NO_TERMS, () => counts);
  const rows = Array.from(
    counts.tools,
    ([name, { calls, failed, refused }]) => [name, calls, failed, refused],
  );
  assert.deepEqual([rows, counts.searches], [[["red", 3, 2, 3]], 1]);
});

Deno.test("S10: a selection waits for its call until the next words of the user, and no plan or late result ends it", () => {
  const at = Date.parse("2026-11-25T12:00:00Z");
  const decision = {
    by: "begin",
    query: "",
    selector: "s",
    candidates: [["red", 1]],
    selected: ["red"],
  } as const;
  const user = (more: object): Entry => ({ type: "user", version: 1, id: "u", at, text: "", ...more });
  const answer = (more: object): Entry => ({
    type: "assistant",
    version: 1,
    id: "a",
    at,
    blocks: [],
    usage: { inputTokens: 1, outputTokens: 1 },
    finish: "stop",
    model: "scripted/m",
    ...more,
  });
  const call = { type: "call", id: "c1", name: "red", args: "{}" };
  const calledBehind = (entry: Entry) => {
    const counter = new ThreadCounter(new Set([toWeek(at)]));
    for (const each of [answer({ selections: [decision] }), entry, answer({ blocks: [call] })]) {
      counter.take(each);
    }
    const counts = newCounts();
    counter.finish(NO_TERMS, () => counts);
    return [...listPairs(counts)].map(([, , called]) => called);
  };
  assert.deepEqual(calledBehind(user({ plan: {} })), ["red"]);
  assert.deepEqual(calledBehind(user({ resultOf: "c0" })), ["red"]);
  assert.deepEqual(calledBehind(user({})), [null]);
});

Deno.test("S7, S10: a call is misrouted when its tool is of other categories than the query, and not when none is known", () => {
  const at = Date.parse("2026-11-25T12:00:00Z");
  const entry = {
    version: 1,
    at,
    usage: { inputTokens: 1, outputTokens: 1 },
    finish: "stop",
    model: "m",
  } as const;
  const counter = new ThreadCounter(new Set([toWeek(at)]));
  const select = (categories: readonly string[] | undefined, ...called: readonly string[]) => {
    const decision = {
      by: "begin",
      query: "",
      selector: "s",
      candidates: [],
      selected: ["a"],
      categories,
    } as const;
    const blocks = called.map((name, index) => ({
      type: "call" as const,
      id: `c${index}`,
      name,
      args: "{}",
      via: { name: "call_tool" },
    }));
    counter.take({ type: "assistant", id: "a", ...entry, blocks, selections: [decision] });
  };
  select(["money", "mail"], "pay");
  select(["money"], "send", "pay");
  select(["mail", "money"], "pay_by_mail");
  select(["mail"], "unknown");
  select(["mail"]);
  select(undefined, "send");
  const terms: Record<string, string[]> = { pay: ["money"], send: ["mail"], pay_by_mail: ["money", "mail"] };
  const counts = newCounts();
  counter.finish({ ...NO_TERMS, categoriesOf: (tool) => terms[tool] }, () => counts);
  assert.deepEqual(
    [...listIntents(counts)].map(([, category, called, of]) => [category, called, of.count, of.misrouted]),
    [
      ["money", "pay", 1, 0],
      ["money", "send", 1, 1],
      ["mail", "pay_by_mail", 1, 0],
      ["mail", "unknown", 1, 0],
      ["mail", null, 1, 0],
    ],
  );
});

Deno.test("S10: a model that makes up names fills no week beyond its bounds", () => {
  const counts = newCounts();
  for (let index = 0; index < 6_000; index++) {
    countsOfTool(counts, `made_up_${index}`).calls += 1;
    countPair(counts, { month: "2026-11", ranked: "red", called: `made_up_${index}` });
    const category = `topic_${index % 100}`;
    countIntent(counts, { month: "2026-11", category, called: `made_up_${index}`, count: 1, misrouted: 1 });
  }
  countPair(counts, { month: "2026-11", ranked: "red", called: "red" });
  assert.equal(counts.tools.size, 5_001);
  assert.equal(counts.tools.get("(others)")?.calls, 1_000);
  const cells = [...listPairs(counts)];
  assert.equal(cells.length, 52);
  assert.equal(cells.reduce((sum, [, , , count]) => sum + count, 0), 6_001);
  const asked = [...listIntents(counts)];
  assert.equal(asked.length, 51 * 51);
  assert.equal(asked.reduce((sum, [, , , { misrouted }]) => sum + misrouted, 0), 6_000);
});

Deno.test("S10: calls have fallen by more than half, from the least number on, whatever the share is set to", () => {
  const week = (calls: Record<string, number>) => {
    const counts = newCounts();
    for (const [tool, count] of Object.entries(calls)) countsOfTool(counts, tool).calls = count;
    return counts;
  };
  const [before, now] = [week({ a: 40, b: 40, c: 19, d: 20, e: 41 }), week({ a: 19, b: 20, e: 21, f: 9 })];
  const names = (fall: number, least: number) =>
    callsThatFell(before, now, { fall, least }).map(({ tool, before, calls }) =>
      `${tool} ${before} ${calls}`
    );
  assert.deepEqual(names(0.5, 20), ["a 40 19", "d 20 0"]);
  assert.deepEqual(names(0.5, 1), ["a 40 19", "d 20 0", "c 19 0"]);
  assert.deepEqual(names(0.9, 20), ["d 20 0"]);
  assert.deepEqual(names(0, 40), ["a 40 19", "b 40 20", "e 41 21"]);
});
