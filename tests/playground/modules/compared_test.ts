// Where two histories part, and what each came to behind that.

import assert from "node:assert/strict";
import type { EntryView } from "../../../src/core/contract/entries.ts";
import {
  compareHistories,
  lastAnswerVersion,
  sumSteps,
} from "../../../src/playground/browser/places/compare/compared.ts";

const AT = "2026-01-01T00:00:00.000Z";

function user(version: number, text: string): EntryView {
  return { type: "user", id: `u${version}`, version, at: AT, text };
}

function answer(version: number, text: string, call?: string): EntryView {
  const calls = call === undefined
    ? []
    : [{ type: "call" as const, id: `c${version}`, name: call, args: "{}" }];
  return {
    type: "assistant",
    id: `a${version}`,
    version,
    at: AT,
    blocks: [{ type: "text", text }, ...calls],
    finish: call === undefined ? "stop" : "calls",
    model: "scripted/small",
    usage: { inputTokens: 10, outputTokens: 2, microDollars: 5 },
  };
}

function tool(version: number, callId: string): EntryView {
  return {
    type: "tool",
    id: `t${version}`,
    version,
    at: AT,
    callId,
    name: "look",
    outcome: "completed",
    output: 1,
    ms: 3,
  };
}

/** Two messages, the second of them answered with a call. */
const LOOKED = [
  user(1, "Hi"),
  answer(1, "Hello"),
  user(2, "Look"),
  answer(2, "", "look"),
  tool(3, "c2"),
  answer(3, "Done"),
];

Deno.test("V2: two histories are compared behind what both begin with, step by step", () => {
  const right = [user(1, "Hi"), answer(1, "Hello"), user(2, "Look"), answer(2, "It is there.")];
  const { shared, pairs } = compareHistories(LOOKED, right);
  assert.equal(shared, 3);
  assert.deepEqual(pairs.map(([one, other]) => [one?.text, other?.text]), [["", "It is there."], [
    "Done",
    undefined,
  ]]);
  assert.deepEqual(pairs[0]?.[0]?.calls, [{ name: "look", args: "{}", outcome: "completed" }]);
  const totals = sumSteps(pairs.flatMap(([one]) => one ?? []));
  assert.deepEqual(totals, {
    models: ["scripted/small"],
    steps: 2,
    calls: 1,
    inputTokens: 20,
    outputTokens: 4,
    microDollars: 10,
  });
});

Deno.test("V2: the last message is answered again from the first plan behind it", () => {
  assert.equal(lastAnswerVersion(LOOKED), 2);
  assert.equal(lastAnswerVersion([user(1, "Hi")]), undefined);
  assert.equal(lastAnswerVersion([]), undefined);
});
