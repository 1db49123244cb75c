// P1: pieces of calls find their call, in every form that servers were seen to send them. R1 to R9 are the rules.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { ModelEvent } from "../../../src/core/model/provider.ts";
import { ResponseBuilder } from "../../../src/providers/_wire/response/response_builder.ts";
import { type CallDelta, CallTracker } from "../../../src/providers/_wire/response/call_tracker.ts";
import { createAliases } from "../../../src/providers/_wire/calls/tool_names.ts";

const offered = new Set(["a", "b", "get_weather"]);

interface Tracked {
  readonly calls: [string, string][];
  /** What a client has of each call that adds up the deltas. */
  readonly shown: string[];
  readonly warnings: string[];
}

function track(deltas: Partial<CallDelta>[]): Tracked {
  const events: ModelEvent[] = [];
  const builder = new ResponseBuilder(createAliases([]), new Map(), (event) => events.push(event));
  const tracker = new CallTracker(builder, offered);
  for (const delta of deltas) {
    tracker.push({ index: undefined, id: undefined, name: undefined, args: undefined, ...delta });
  }
  tracker.end();
  const calls = builder.blocks().flatMap((block): [string, string][] =>
    block.type === "call" ? [[block.name, block.args]] : []
  );
  const warnings = events.flatMap((event) => event.type === "warning" ? [event.warning.code] : []);
  const shown = events.flatMap((started) =>
    started.type === "call.started"
      ? [
        events.flatMap((event) =>
          event.type === "call.delta" && event.block === started.block ? [event.text] : []
        ).join(""),
      ]
      : []
  );
  return { calls, shown, warnings };
}

const cases: [name: string, deltas: Partial<CallDelta>[], calls: [string, string][]][] = [
  ["R1: a known id continues its call, whatever the index", [
    { index: 0, id: "x", name: "a", args: "" },
    { index: 1, id: "x", args: "{}" },
  ], [["a", "{}"]]],
  ["R1: name and id repeated in every piece (Kimi, MiniMax)", [
    { index: 0, id: "x", name: "a", args: '{"p":' },
    { index: 0, id: "x", name: "a", args: "1}" },
  ], [["a", '{"p":1}']]],
  ["R2: a new id with a name is a new call, also at the same index (old Ollama)", [
    { index: 0, id: "x", name: "a", args: "{}" },
    { index: 0, id: "y", name: "a", args: '{"p":1}' },
  ], [["a", "{}"], ["a", '{"p":1}']]],
  ["R2: a new id with the same name and a continuation is the same call", [
    { index: 0, id: "x", name: "a", args: '{"p":' },
    { index: 0, id: "y", name: "a", args: "1}" },
  ], [["a", '{"p":1}']]],
  ["R3: a new id without a name continues (LM Studio, Mistral)", [
    { index: 0, id: "x", name: "a", args: "" },
    { index: 0, id: "y", name: "", args: '{"p"' },
    { index: 0, id: "z", name: "", args: ":1}" },
  ], [["a", '{"p":1}']]],
  ["R4: no id and a known index continue", [
    { index: 1, id: "x", name: "a", args: "" },
    { index: 1, args: "{}" },
  ], [["a", "{}"]]],
  ["R4: no ids, all at index 0, whole calls (Ollama /v1)", [
    { index: 0, name: "a", args: "{}" },
    { index: 0, name: "b", args: "{}" },
    { index: 0, name: "b", args: '{"p":1}' },
  ], [["a", "{}"], ["b", "{}"], ["b", '{"p":1}']]],
  ["R4: two calls without arguments, at one index, by known names", [
    { index: 0, name: "a", args: "" },
    { index: 0, name: "b", args: "" },
  ], [["a", "{}"], ["b", "{}"]]],
  ["R4: a name split across pieces is joined (Gemini compatibility)", [
    { index: 0, id: "x", name: "get_" },
    { index: 0, name: "weather", args: "" },
    { index: 0, args: "{}" },
  ], [["get_weather", "{}"]]],
  ["R5: neither id nor index, but a name, is a new call", [
    { name: "a", args: "{}" },
    { name: "b", args: "{}" },
  ], [["a", "{}"], ["b", "{}"]]],
  ["R5: nothing but arguments continues the only call", [{ name: "a", args: '{"p"' }, { args: ":1}" }], [[
    "a",
    '{"p":1}',
  ]]],
  ["R5: nothing but arguments goes to the only open call, whatever began last", [
    { id: "x", name: "a", args: "" },
    { id: "y", name: "b", args: "{}" },
    { args: '{"p":1}' },
  ], [["a", '{"p":1}'], ["b", "{}"]]],
  ["R5: pieces without id and index follow the call that began last", [
    { id: "x", name: "a", args: "" },
    { args: '{"p":1}' },
    { id: "y", name: "b", args: "" },
    { args: '{"p":' },
    { args: "2}" },
  ], [["a", '{"p":1}'], ["b", '{"p":2}']]],
  ["R5: a piece that fits no open call spoils one, and leaves none that runs without it", [
    { name: "a", args: "{}" },
    { name: "b", args: '{"p":1}' },
    { args: ',"q":2}' },
  ], [["a", "{}"], ["b", '{"p":1},"q":2}']]],
  ["R5: pieces whose indexes are not those of their calls (Bedrock behind LibreChat)", [
    { index: 1, id: "x", name: "a", args: "" },
    { index: 0, args: '{"p":1}' },
    { index: 2, id: "y", name: "b", args: "" },
    { index: 1, args: '{"p":2}' },
  ], [["a", '{"p":1}'], ["b", '{"p":2}']]],
  ["R6: a piece without a name never opens a call", [{ index: 0, id: "x", args: "{}" }], []],
  ["R7: one id for two calls (Azure)", [
    { index: 0, id: "x", name: "a", args: "{}" },
    { index: 1, id: "x", name: "b", args: "{}" },
  ], [["a", "{}"], ["b", "{}"]]],
  ["R7: one id for two calls, repeated in every piece", [
    { index: 0, id: "x", name: "a", args: "" },
    { index: 1, id: "x", name: "b", args: "" },
    { index: 0, id: "x", args: '{"p":1}' },
    { index: 1, id: "x", args: '{"p":2}' },
  ], [["a", '{"p":1}'], ["b", '{"p":2}']]],
  ["R8: a call that opens with {} or null gets the arguments that follow", [
    { index: 0, id: "x", name: "a", args: "{}" },
    { index: 0, args: '{"p":1}' },
    { index: 1, id: "y", name: "a", args: "null" },
    { index: 1, args: '{"p":2}' },
  ], [["a", '{"p":1}'], ["a", '{"p":2}']]],
  ["R8: arguments that are neither text nor an object are kept, to be judged malformed", [
    { index: 0, id: "x", name: "a", args: ["Paris"] },
    { index: 1, id: "y", name: "a", args: 5 },
  ], [["a", '["Paris"]'], ["a", "5"]]],
  ["R8: the whole text once more, spaced differently", [
    { index: 0, id: "x", name: "a", args: '{"p":1}' },
    { index: 0, id: "x", name: "a", args: '{"p": 1}' },
  ], [["a", '{"p":1}']]],
  ["R8: arguments as an object, at once and repeated", [
    { index: 0, id: "x", name: "a", args: { p: 1 } },
    { index: 0, id: "x", args: { p: 1 } },
  ], [["a", '{"p":1}']]],
  ["R8: the whole text once more is not appended", [
    { index: 0, id: "x", name: "a", args: '{"p":1}' },
    { index: 0, id: "x", args: '{"p":1}' },
  ], [["a", '{"p":1}']]],
  ["R9: no arguments are {}", [
    { index: 0, id: "w", name: "a", args: "" },
    { index: 1, id: "x", name: "a", args: "null" },
    { index: 2, id: "y", name: "a", args: " \n" },
    { index: 3, id: "z", name: "a" },
  ], [["a", "{}"], ["a", "{}"], ["a", "{}"], ["a", "{}"]]],
  ["R9: two calls without arguments under ids of their own at one index", [
    { index: 0, id: "x", name: "a", args: "" },
    { index: 0, id: "y", name: "a", args: null },
    { index: 0, id: "z", name: "a" },
  ], [["a", "{}"], ["a", "{}"], ["a", "{}"]]],
  ["R9: {} in two pieces, with and without blanks", [
    { index: 0, id: "x", name: "a", args: "{" },
    { index: 0, args: "}" },
    { index: 1, id: "y", name: "a", args: " {" },
    { index: 1, args: "} " },
  ], [["a", "{}"], ["a", " {} "]]],
  ["R8: a call that opens with {} in two pieces gets the arguments that follow", [
    { index: 0, id: "x", name: "a", args: "{" },
    { index: 0, args: "}" },
    { index: 0, args: '{"p":1}' },
  ], [["a", '{"p":1}']]],
  ["R9: null in two pieces", [
    { index: 0, id: "x", name: "a", args: "nu" },
    { index: 0, args: "ll" },
  ], [["a", "{}"]]],
  ["names from Object.prototype are names", [
    { index: 0, id: "__proto__", name: "__proto__", args: "{}" },
    { index: 1, id: "constructor", name: "constructor", args: "{}" },
  ], [["__proto__", "{}"], ["constructor", "{}"]]],
];
for (const [name, deltas, calls] of cases) {
  Deno.test(`P1: ${name}`, () => {
    const tracked = track(deltas);
    assert.deepEqual(tracked.calls, calls);
    assert.deepEqual(tracked.shown, calls.map(([, args]) => args));
  });
}

Deno.test("P1: a piece before any call is dropped with a warning", () => {
  const { calls, warnings } = track([{ args: "}" }, { name: "a", args: "{}" }]);
  assert.deepEqual(calls, [["a", "{}"]]);
  assert.deepEqual(warnings, ["call_delta_dropped"]);
});

// How a server writes the pieces of a call: the first one and those after it.
type Style = (index: number, name: string, args: string, first: boolean) => Partial<CallDelta>;
const interleaved: Record<string, Style> = {
  openai: (index, name, args, first) => first ? { index, id: `c${index}`, name, args } : { index, args },
  repeating: (index, name, args) => ({ index, id: `c${index}`, name, args }),
  "by id": (index, name, args, first) => first ? { id: `c${index}`, name, args } : { id: `c${index}`, args },
};
const inSequence: Record<string, Style> = {
  ...interleaved,
  "ids rotate": (index, name, args, first) => ({
    index,
    id: crypto.randomUUID(),
    name: first ? name : "",
    args,
  }),
};

const someCalls = fc.array(
  fc.record({
    name: fc.constantFrom("a", "b", "unknown", "__proto__"),
    args: fc.dictionary(fc.string(), fc.jsonValue()).map((args) => JSON.stringify(args)),
    cuts: fc.array(fc.nat(40), { maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 5 },
);

Deno.test("P1: calls survive any cutting, in order, in every style", () => {
  fc.assert(fc.property(someCalls, fc.constantFrom(...Object.values(inSequence)), (calls, style) => {
    const deltas = calls.flatMap((call, index) => toDeltas(call, index, style));
    assertTracked(deltas, calls);
  }));
});

Deno.test("P1: interleaved calls survive any cutting", () => {
  fc.assert(
    fc.property(
      someCalls,
      fc.constantFrom(...Object.values(interleaved)),
      fc.infiniteStream(fc.nat()),
      (calls, style, picks) => {
        const queues = calls.map((call, index) => toDeltas(call, index, style));
        // Calls begin in order; what follows comes in any order.
        const deltas = queues.flatMap((queue) => queue.splice(0, 1));
        while (queues.some((queue) => queue.length > 0)) {
          const open = queues.filter((queue) => queue.length > 0);
          deltas.push(...open[(picks.next().value ?? 0) % open.length]?.splice(0, 1) ?? []);
        }
        assertTracked(deltas, calls);
      },
    ),
  );
});

function assertTracked(
  deltas: Partial<CallDelta>[],
  calls: readonly { readonly name: string; readonly args: string }[],
): void {
  const tracked = track(deltas);
  assert.deepEqual(tracked.calls, calls.map(({ name, args }) => [name, args]));
  assert.deepEqual(tracked.shown, calls.map(({ args }) => args));
}

function toDeltas(
  call: { name: string; args: string; cuts: number[] },
  index: number,
  style: Style,
): Partial<CallDelta>[] {
  const cuts = [...new Set(call.cuts.map((cut) => Math.min(cut, call.args.length)))].sort((a, b) => a - b);
  const bounds = [0, ...cuts, call.args.length];
  return bounds.slice(1).map((end, part) =>
    style(index, call.name, call.args.slice(bounds[part], end), part === 0)
  );
}
