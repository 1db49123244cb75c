// The timeline's rows from what the store has: failed steps, waits that are open, phases, and the facts of the sheet.

import assert from "node:assert/strict";
import type { EntryView } from "../../../src/core/contract/entries.ts";
import type { CallView } from "../../../src/core/contract/calls.ts";
import type { ChildView, ThreadView } from "../../../src/core/contract/threads.ts";
import { findOpenWait } from "../../../src/playground/browser/panels/timeline/open_wait.ts";
import { phaseRows } from "../../../src/playground/browser/panels/timeline/phases.ts";
import {
  callFacts,
  selectionGroups,
  spanLines,
  stepGroups,
} from "../../../src/playground/browser/panels/timeline/sheet_facts.ts";
import { toStoredSteps } from "../../../src/playground/browser/panels/timeline/step.ts";

const START = Date.parse("2026-11-27T12:00:00Z");
const at = (ms: number) => new Date(START + ms).toISOString();
const counters = {
  steps: 2,
  calls: 1,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  microDollars: 0,
  wallMs: 0,
};
const THREAD: ThreadView = {
  id: "t1",
  agent: "shop",
  status: "done",
  version: 2,
  length: 4,
  metadata: {},
  counters,
  createdAt: at(0),
  updatedAt: at(900),
};

const ENTRIES: readonly EntryView[] = [
  { id: "e0", type: "user", at: at(0), version: 1, text: "Refund it." },
  {
    id: "e1",
    type: "assistant",
    at: at(300),
    version: 1,
    finish: "calls",
    model: "openai/gpt",
    blocks: [{ type: "call", id: "c1", name: "refund", args: '{"order":"1002"}' }],
    usage: { inputTokens: 2_000, outputTokens: 100, cachedTokens: 1_000, microDollars: 6_000 },
    selections: [{
      by: "begin",
      query: "Refund",
      selector: "bm25",
      candidates: [["refund", 2.5]],
      selected: ["refund"],
    }],
  },
  {
    id: "e2",
    type: "tool",
    at: at(800),
    version: 2,
    callId: "c1",
    name: "refund",
    outcome: "failed",
    output: null,
    ms: 100,
    error: { kind: "failed", message: "The bank is closed." },
  },
  { id: "e3", type: "failure", at: at(900), version: 2, code: "model_timeout", record: { start: 0 } },
];

function trace(thread: ThreadView, calls: readonly CallView[] = []) {
  return { thread, calls, running: false, entries: ENTRIES, omitted: 0, phases: [] };
}

Deno.test("E15: a stored step whose plan failed has the code and the time of its error", () => {
  const [first, second] = toStoredSteps(trace(THREAD), 0);
  assert.equal(first?.failure, undefined);
  assert.deepEqual(second?.failure, { code: "model_timeout", message: "", at: START + 900 });
  assert.equal(second?.isBad, true);
  assert.deepEqual([first?.did, second?.did], ["chose refund", "ran refund"]);
  assert.deepEqual([first?.facts, first?.microDollars], ["2,000 in, 100 out, 1,000 cached", 6_000]);
  assert.deepEqual(second?.lanes.map(({ callId, isBad }) => [callId, isBad]), [["c1", true]]);
  const error = { code: "model_timeout", message: "No answer in 60 s." };
  const [, last] = toStoredSteps(trace({ ...THREAD, status: "failed", error }), 0);
  assert.equal(last?.failure?.message, "No answer in 60 s.");
});

Deno.test("E15: a step that failed without an entry is a row: the head of its thread tells", () => {
  const error = { code: "budget_exceeded", message: "No tokens are left." };
  const head = { ...THREAD, version: 3, counters: { ...counters, steps: 3 }, error };
  const steps = toStoredSteps(trace(head), 0);
  assert.deepEqual(steps.map(({ number, ms }) => [number, ms === undefined]), [[1, false], [2, false], [
    3,
    true,
  ]]);
  assert.equal(steps[2]?.failure?.code, "budget_exceeded");
});

Deno.test("E15: a thread that waits has an open end with the calls that it waits for", () => {
  const call: CallView = { id: "c2", name: "export", args: {}, state: "deferred" };
  const deferred = { ref: "job", since: at(950), expiresAt: at(90_000) };
  const thread: ThreadView = { ...THREAD, status: "waiting", waitsFor: "deferred" };
  const wait = findOpenWait(trace(thread, [{ ...call, deferred }]), START + 5_000);
  assert.deepEqual([wait?.state.words, wait?.what], ["Waits for a result", "export"]);
  assert.deepEqual([wait?.from, wait?.to], [START + 900, START + 5_000]);
  assert.deepEqual(wait?.lanes.map(({ callId, from }) => [callId, from]), [["c2", START + 950]]);
  assert.equal(findOpenWait(trace(THREAD), START + 5_000), undefined);
  assert.equal(findOpenWait({ ...trace(thread), running: true }, START + 5_000), undefined);
  const rests = findOpenWait(trace({ ...THREAD, status: "open", resumeAt: at(60_000) }), START + 5_000);
  assert.match(rests?.what ?? "", /^until /);
});

Deno.test("D10: phases stand below the step of the call that began them, and those below them behind", () => {
  const parent = { thread: "t1", callId: "c1", phase: "facts", depth: 1, root: "t1", levels: 1 };
  const leaf: ChildView = { phase: "leaf", state: "planned", calls: [], children: [] };
  const facts: ChildView = {
    phase: "facts",
    worker: "research",
    state: "finished",
    calls: [],
    children: [leaf],
    thread: { ...THREAD, id: "t1.facts", createdAt: at(310), updatedAt: at(700), parent },
  };
  const rows = phaseRows(
    [facts, { ...leaf, phase: "later" }],
    toStoredSteps(trace(THREAD), 0),
    START + 5_000,
  );
  assert.deepEqual(
    rows.get(2)?.map(({ phase, depth, state, time }) => [phase, depth, state.words, time?.to]),
    [["facts", 0, "Done", START + 700], ["leaf", 1, "Not started", undefined]],
  );
  assert.deepEqual(rows.get(0)?.map(({ phase }) => phase), ["later"]);
});

Deno.test("E15: the sheet of a step has its spans, usage, cache share and selection", () => {
  const [first, second] = toStoredSteps(trace(THREAD), 0);
  assert.ok(first !== undefined && second !== undefined);
  assert.deepEqual(spanLines(first).map(({ name, offset, ms }) => [name, offset, ms]), [["model", 0, 300]]);
  assert.deepEqual(
    spanLines(second).map(({ name, kind, callId, offset, ms }) => [name, kind, callId, offset, ms]),
    [
      ["tools", "act", undefined, 0, 100],
      ["refund", "act", "c1", 0, 100],
    ],
  );
  const bars = [
    { kind: "act", from: START + 100, to: START + 300 },
    { kind: "begin", from: START, to: START + 100 },
  ] as const;
  const lane = {
    kind: "act",
    name: "pay",
    callId: "c2",
    isBad: false,
    from: START + 150,
    to: START + 200,
  } as const;
  assert.deepEqual(
    spanLines({ bars, lanes: [lane] }).map(({ name, callId, offset, ms }) => [name, callId, offset, ms]),
    [["start", undefined, 0, 100], ["tools", undefined, 100, 200], ["pay", "c2", 150, 50]],
  );
  const groups = stepGroups(first);
  const valueOf = (name: string) => groups.flatMap(({ facts }) => facts).find(([each]) => each === name)?.[1];
  assert.deepEqual(
    ["Model", "Input tokens", "Cache share", "Cost", "Finish reason"].map(valueOf),
    ["openai/gpt", "2,000", "50 % of the input tokens", "$0.006", "calls"],
  );
  assert.deepEqual(stepGroups(second).map(({ title }) => title), ["Error", "Request"]);
  assert.deepEqual(selectionGroups(first)[0]?.facts.slice(0, 4), [
    ["Method", "bm25"],
    ["Words", "Refund"],
    ["Picked", "refund"],
    ["Scores", "refund 2.5"],
  ]);
});

Deno.test("E15: the sheet of a call has its arguments, and how it ended or what it waits for", () => {
  const call = callFacts("c1", ENTRIES, []);
  assert.equal(call?.args, '{\n  "order": "1002"\n}');
  assert.ok(call?.groups[0]?.facts.some(([, value]) => value === "failed: The bank is closed."));
  assert.equal(call?.result, undefined);
  assert.equal(callFacts("c9", ENTRIES, []), undefined);
  const [failed] = ENTRIES.filter((entry) => entry.type === "tool");
  assert.ok(failed !== undefined);
  const ended = { ...failed, outcome: "completed", output: { refunded: 1 }, error: undefined } as const;
  const completed = callFacts("c1", [ended], []);
  assert.equal(completed?.result, '{\n  "refunded": 1\n}');
  const stateOf = (call: ReturnType<typeof callFacts>) =>
    call?.groups.flatMap(({ facts }) => facts).filter(([name]) => name === "State" || name === "Result due");
  assert.deepEqual(stateOf(completed), [["State", "Done"]]);
  const open: CallView = { id: "c2", name: "export", args: { year: 2026 }, state: "deferred" };
  const deferred = callFacts("c2", ENTRIES, [
    { ...open, deferred: { ref: "job", since: at(950), expiresAt: at(90_000) } },
  ]);
  assert.deepEqual(stateOf(deferred), [["State", "Waits for a result"], ["Result due", at(90_000)]]);
  assert.equal(deferred?.args, '{\n  "year": 2026\n}');
  assert.equal(deferred?.result, undefined);
});
