import assert from "node:assert/strict";
import { rememberPlan, timesInARow } from "../../src/choice/loop_guard.ts";

const call = (args: string, name = "get") => ({ name, args });

Deno.test("C7: the same call in a row is counted, whatever the order of its keys", () => {
  let recent: string[] = [];
  recent = rememberPlan(recent, [call('{"a":1,"b":2}')], 3);
  recent = rememberPlan(recent, [call('{"b":2, "a":1}')], 3);
  assert.equal(timesInARow(recent, "get", '{"a":1,"b":2}'), 2);
  assert.equal(timesInARow(recent, "get", '{"a":1}'), 0);
  assert.equal(timesInARow(recent, "put", '{"a":1,"b":2}'), 0);
});

Deno.test("C7: another plan between breaks the row; parallel calls are each counted", () => {
  let recent = rememberPlan([], [call("{}"), call("{}", "other")], 3);
  recent = rememberPlan(recent, [call("{}"), call('{"x":1}', "other")], 3);
  assert.equal(timesInARow(recent, "get", "{}"), 2);
  assert.equal(timesInARow(recent, "other", "{}"), 0);
  assert.equal(timesInARow(recent, "other", '{"x":1}'), 1);
  recent = rememberPlan(recent, [], 3);
  assert.equal(timesInARow(recent, "get", "{}"), 0);
});

Deno.test("C7: what is remembered stays bounded", () => {
  let recent: string[] = [];
  for (let index = 0; index < 100; index++) recent = rememberPlan(recent, [call("{}")], 3);
  assert.equal(recent.length, 3);
  assert.equal(timesInARow(recent, "get", "{}"), 3);
  assert.equal(timesInARow(recent, "get", "not json"), 0);
});
