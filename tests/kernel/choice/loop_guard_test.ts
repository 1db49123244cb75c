import assert from "node:assert/strict";
import { findRepetition, rememberPlan, timesInARow } from "../../../src/kernel/choice/loop_guard.ts";

const TERMS = { limit: 3, key: "a key" };

const call = (args: string, name = "get") => ({ name, args });

Deno.test("C7: the same call in a row is counted, whatever the order of its keys", () => {
  let recent: string[] = [];
  recent = rememberPlan(recent, [call('{"a":1,"b":2}')], TERMS);
  recent = rememberPlan(recent, [call('{"b":2, "a":1}')], TERMS);
  assert.equal(timesInARow(recent, { name: "get", args: '{"a":1,"b":2}' }, TERMS.key), 2);
  assert.equal(timesInARow(recent, { name: "get", args: '{"a":1}' }, TERMS.key), 0);
  assert.equal(timesInARow(recent, { name: "put", args: '{"a":1,"b":2}' }, TERMS.key), 0);
});

Deno.test("C7: another plan between breaks the row; parallel calls are each counted", () => {
  let recent = rememberPlan([], [call("{}"), call("{}", "other")], TERMS);
  recent = rememberPlan(recent, [call("{}"), call('{"x":1}', "other")], TERMS);
  assert.equal(timesInARow(recent, { name: "get", args: "{}" }, TERMS.key), 2);
  assert.equal(timesInARow(recent, { name: "other", args: "{}" }, TERMS.key), 0);
  assert.equal(timesInARow(recent, { name: "other", args: '{"x":1}' }, TERMS.key), 1);
  recent = rememberPlan(recent, [], TERMS);
  assert.equal(timesInARow(recent, { name: "get", args: "{}" }, TERMS.key), 0);
});

Deno.test("C7: what is remembered stays bounded", () => {
  let recent: string[] = [];
  for (let index = 0; index < 100; index++) recent = rememberPlan(recent, [call("{}")], TERMS);
  assert.equal(recent.length, 4);
  assert.equal(timesInARow(recent, { name: "get", args: "{}" }, TERMS.key), 4);
  assert.equal(timesInARow(recent, { name: "get", args: "not json" }, TERMS.key), 0);
});

Deno.test("C7: cycles of up to four plans with the same calls are found, and none of plans that change", () => {
  const after = (limit: number, plans: readonly string[], next: string) => {
    const terms = { ...TERMS, limit };
    const recent = plans.reduce<string[]>(
      (marks, plan) => rememberPlan(marks, [...plan].map((name) => call("{}", name)), terms),
      [],
    );
    return findRepetition(recent, call("{}", next), terms);
  };
  const rounds = (plans: readonly string[], times: number) => Array(times).fill(plans).flat();
  for (const plans of [["a", "b"], ["a", "b", "c"], ["ab", "c", "a", "d"]]) {
    const cycle = plans.length;
    assert.deepEqual(after(3, rounds(plans, 3), "a"), { times: 3, cycle }, `${plans}`);
    assert.deepEqual(
      after(3, ["x", ...rounds(plans, 3)], "a"),
      { times: 3, cycle },
      `${plans} behind another`,
    );
    assert.equal(after(3, rounds(plans, 3).slice(1), "a"), undefined, `${plans} one too few`);
    assert.equal(after(3, rounds(plans, 3), "x"), undefined, `${plans} and something new`);
  }
  assert.deepEqual(after(3, ["ab", "ba", "ab", "c", "ba", "c", "ab", "c", "ab", "c"], "b")?.cycle, 2);
  assert.equal(after(3, rounds(["a", "b", "c", "d", "e"], 5), "a"), undefined, "five");
  assert.equal(after(3, ["a", "b", "a", "c", "a", "d"], "a"), undefined, "the others change");
  assert.equal(after(1, ["a", "b"], "a"), undefined, "one round is none");
  assert.deepEqual(after(1, ["a", "b", "a", "b"], "a"), { times: 2, cycle: 2 });
  assert.deepEqual(after(3, ["a", "a", "a"], "a"), { times: 3 });
});
