import assert from "node:assert/strict";
import { rememberPlan, timesInARow } from "../../src/choice/loop_guard.ts";

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
  assert.equal(recent.length, 3);
  assert.equal(timesInARow(recent, { name: "get", args: "{}" }, TERMS.key), 3);
  assert.equal(timesInARow(recent, { name: "get", args: "not json" }, TERMS.key), 0);
});
