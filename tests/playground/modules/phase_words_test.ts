// The states of phases in the words of threads.

import assert from "node:assert/strict";
import type { CallView } from "../../../src/core/contract/calls.ts";
import type { ChildView } from "../../../src/core/contract/threads.ts";
import { stateOfPhase } from "../../../src/playground/browser/panels/timeline/phases.ts";

const CHILD: ChildView = { phase: "facts", state: "running", calls: [], children: [] };

const THREAD: NonNullable<ChildView["thread"]> = {
  id: "t1",
  agent: "research",
  status: "open",
  version: 1,
  length: 1,
  metadata: {},
  counters: {
    steps: 1,
    calls: 0,
    inputTokens: 0,
    outputTokens: 0,
    cachedTokens: 0,
    microDollars: 0,
    wallMs: 0,
  },
  createdAt: "2026-11-27T12:00:00Z",
  updatedAt: "2026-11-27T12:00:00Z",
};

function held(asks: boolean): CallView {
  return {
    id: "c1",
    name: "sign",
    args: {},
    state: "approval",
    approval: { digest: "d", needed: 1, decisions: [], ...(asks ? { asks: true } : {}) },
  } as CallView;
}

const STATES: readonly (readonly [Partial<ChildView>, string])[] = [
  [{ state: "planned" }, "Not started"],
  [{ state: "finished" }, "Done"],
  [{ state: "failed" }, "Failed"],
  [{ state: "cancelled" }, "Cancelled"],
  [{}, "Running"],
  [{ thread: THREAD }, "Running"],
  [{ thread: { ...THREAD, status: "done" } }, "Done"],
  [{ thread: { ...THREAD, status: "waiting", waitsFor: "deferred" } }, "Waits for a result"],
  [{ thread: { ...THREAD, status: "waiting" }, calls: [held(false)] }, "Needs approval"],
  [{ calls: [held(true)] }, "Needs answer"],
  [{ calls: [held(true), held(false)] }, "Needs approval"],
];

for (const [changes, words] of STATES) {
  Deno.test(`D10: a phase with ${JSON.stringify(changes).slice(0, 60)} is called ${words}`, () => {
    assert.equal(stateOfPhase({ ...CHILD, ...changes }, 0).words, words);
  });
}
