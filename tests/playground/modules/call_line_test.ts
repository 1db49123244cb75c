/** A tool call as one line: its arguments and its output in short, and when its card opens by itself. */
import assert from "node:assert/strict";
import "./_waiting_calls.ts";
import { OUTCOMES } from "../../../src/core/entry.ts";
import {
  argumentsLine,
  opensByItself,
  outputLine,
  textLine,
} from "../../../src/playground/browser/calls/call_line.ts";

Deno.test("E15: the line of a call has its arguments by name, and what is nested by its size", () => {
  const cases: [args: string, line: string][] = [
    ["{}", ""],
    ['{"order":"1002"}', 'order: "1002"'],
    ['{"limit":5,"open":true,"after":null}', "limit: 5, open: true, after: null"],
    [
      '{"to":{"city":"Oslo"},"none":{},"ids":[1,2],"id":[1],"no":[]}',
      "to: {…}, none: {}, ids: [2 items], id: [1 item], no: []",
    ],
    ['{"a key":1}', '"a key": 1'],
    [`{"text":${JSON.stringify("x".repeat(40))}}`, `text: "${"x".repeat(32)}…"`],
    [JSON.stringify({ a: "x".repeat(32), b: "y".repeat(32), c: 1 }), `a: "${"x".repeat(32)}", …`],
    ['"Oslo"', '"Oslo"'],
    ['{"city": "Par', '{"city": "Par'],
    ["", ""],
  ];
  for (const [args, line] of cases) assert.equal(argumentsLine(args), line, args);
});

Deno.test("E15: the line of a call has its output in short, whatever kind of JSON it is", () => {
  const cases: [output: Parameters<typeof outputLine>[0], line: string][] = [
    [{ city: "Paris", tempC: 18 }, '{city: "Paris", tempC: 18}'],
    [{}, "{}"],
    [[{ id: 1 }, { id: 2 }], "[2 items]"],
    ["Drawn.", '"Drawn."'],
    ["x".repeat(100), `"${"x".repeat(72)}…"`],
    [7, "7"],
    [null, "null"],
  ];
  for (const [output, line] of cases) assert.equal(outputLine(output), line);
});

Deno.test("E15: the line of a call shows no character that is unseen or turns others around", () => {
  assert.equal(argumentsLine(JSON.stringify({ to: "ann\u202e 001" })), String.raw`to: "ann\u202e 001"`);
  assert.equal(argumentsLine(JSON.stringify({ "a\u200b": 1 })), String.raw`"a\u200b": 1`);
  assert.equal(textLine("It\u202e is\nfull."), String.raw`It\u202e is full.`);
});

Deno.test("E15: no character of two units is cut in two", () => {
  assert.equal(outputLine({ a: `${"x".repeat(31)}😀😀` }), `{a: "${"x".repeat(31)}…"}`);
});

Deno.test("E15: a call is open by itself when it has failed or waits, and closed when it is done or runs", () => {
  const open = OUTCOMES.filter(opensByItself);
  assert.deepEqual(open, ["failed", "blocked", "unknown"]);
  for (const state of ["approval", "authorization", "client", "deferred", "truncated"] as const) {
    assert.ok(opensByItself(state), state);
  }
  for (const state of ["writing", "planned", "approved", "running", "cancelled"] as const) {
    assert.ok(!opensByItself(state), state);
  }
});
