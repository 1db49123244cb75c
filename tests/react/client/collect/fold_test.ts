// The fold of events into a conversation: by properties over any stream, and by what each event does.

import assert from "node:assert/strict";
import * as fc from "fast-check";
import {
  addInput,
  type Conversation,
  EMPTY_CONVERSATION,
  fold,
  type StepEvent,
} from "../../../../src/react/client/mod.ts";
import type { StepEventBody } from "../../../../src/core/event.ts";
import { anyLog } from "../../../support/events/any_run.ts";

function foldAll(events: readonly StepEvent[], from: Conversation = EMPTY_CONVERSATION): Conversation {
  return events.reduce(fold, from);
}

Deno.test("collect: the fold of any stream that was cut and resumed is the fold of the whole", () => {
  const cuts = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 });
  fc.assert(
    fc.property(anyLog, cuts, (events, cuts) => {
      let state = EMPTY_CONVERSATION;
      for (const [cut, overlap] of cuts) {
        const seen = events.findIndex(({ seq }) => seq > state.seq);
        const place = seen < 0 ? events.length : seen;
        // A resume begins at or before the place, and may end anywhere.
        state = foldAll(events.slice(Math.max(0, place - overlap % 20), place + cut % 30), state);
      }
      assert.deepEqual(foldAll(events, state), foldAll(events));
    }),
    { numRuns: 500 },
  );
});

Deno.test("collect: a state that was folded on is unchanged", () => {
  fc.assert(fc.property(anyLog, (events) => {
    const states = [EMPTY_CONVERSATION];
    for (const event of events) states.push(fold(deepFreeze(states.at(-1) ?? EMPTY_CONVERSATION), event));
    assert.deepEqual(states.at(-1), foldAll(events));
  }));
});

Deno.test("collect: what plan.restarted and a vanished worker leave is in no message, what was committed is", () => {
  fc.assert(fc.property(anyLog, (events) => {
    const { messages } = foldAll(events);
    const parts = messages.flatMap((message) => message.role === "assistant" ? message.parts : []);
    const calls = parts.flatMap((part) => part.type === "call" ? [part.callId] : []);
    assert.deepEqual(voidedCalls(events).filter((callId) => calls.includes(callId)), []);
    const committed = committedCalls(events);
    assert.deepEqual(committed.filter((callId) => !calls.includes(callId)), []);
    assert.equal(calls.length, new Set(calls).size, "each call is shown once");
  }));
});

/** The ids of the calls in answers that were committed. */
function committedCalls(events: readonly StepEvent[]): string[] {
  let open: { readonly block: number; readonly callId: string }[] = [];
  const committed: string[] = [];
  for (const event of events) {
    if (event.type === "step.started") open = [];
    if (event.type === "call.ready") open.push(event);
    if (event.type === "plan.restarted") open = open.filter(({ block }) => block >= event.from);
    if (event.type === "step.finished") committed.push(...open.map(({ callId }) => callId));
  }
  return committed;
}

/** The ids of the calls in answers that plan.restarted made void. */
function voidedCalls(events: readonly StepEvent[]): string[] {
  let open: string[] = [];
  const voided: string[] = [];
  for (const event of events) {
    if (event.type === "step.started") open = [];
    if (event.type === "call.started") open.push(event.callId);
    if (event.type === "plan.restarted") voided.push(...open.splice(0));
  }
  return voided;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}

// By event ---------------------------------------------------------------------------------------------------------------

function numbered(...bodies: readonly StepEventBody[]): StepEvent[] {
  return bodies.map((body, index): StepEvent => ({ ...body, seq: 1_000_001 + index }));
}

const STARTED = {
  type: "step.started",
  thread: "t",
  agent: "a",
  step: 1,
  model: "x/y",
  choice: null,
  at: 0,
} as const;
const FINISHED: Extract<StepEventBody, { type: "step.finished" }> = {
  type: "step.finished",
  step: 1,
  version: 3,
  status: "done",
  finish: "stop",
  outcome: null,
  continues: false,
};

Deno.test("collect: deltas are joined by block, and the commit gives the message its version", () => {
  const { messages, status, seq } = foldAll(
    numbered(
      STARTED,
      { type: "reasoning.started", block: 0 },
      { type: "reasoning.delta", block: 0, text: "Hm" },
      { type: "text.started", block: 1 },
      { type: "text.delta", block: 1, text: "A" },
      { type: "reasoning.delta", block: 0, text: "m." },
      { type: "text.delta", block: 1, text: "B" },
      FINISHED,
    ),
    addInput(EMPTY_CONVERSATION, ["one", "two"]),
  );
  assert.deepEqual(messages, [
    { role: "user", text: "one" },
    { role: "user", text: "two" },
    {
      role: "assistant",
      model: "x/y",
      version: 3,
      finish: "stop",
      parts: [{ type: "reasoning", block: 0, text: "Hmm." }, { type: "text", block: 1, text: "AB" }],
    },
  ]);
  assert.deepEqual([status, seq], ["done", 1_000_008]);
});

Deno.test("collect: a call goes from its first delta over its approval to its outcome, in the message that planned it", () => {
  const asked = numbered(
    STARTED,
    { type: "call.started", block: 0, callId: "c1", name: "remove" },
    { type: "call.delta", block: 0, callId: "c1", text: '{"id":' },
    { type: "call.delta", block: 0, callId: "c1", text: "1}" },
    { type: "call.ready", block: 0, callId: "c1", name: "remove", args: '{"id":1}', readiness: "ready" },
    { type: "approval.requested", callId: "c1", name: "remove", args: { id: 1 }, digest: "d", approvals: 2 },
    { ...FINISHED, status: "waiting" },
    { ...STARTED, step: 2 },
    { type: "tool.started", callId: "c1", name: "remove", args: { id: 2 }, attempt: 1 },
    {
      type: "tool.finished",
      callId: "c1",
      name: "remove",
      outcome: "failed",
      output: null,
      ms: 4,
      error: { kind: "failed", message: "The disk is full." },
    },
    { type: "text.started", block: 0 },
    FINISHED,
  );
  const states = asked.map((_, index) => {
    const { messages: [message], approvals } = foldAll(asked.slice(0, index + 1));
    const part = message?.role === "assistant" ? message.parts[0] : undefined;
    return part?.type === "call" ? `${part.state} ${part.args} ${approvals.length}` : "";
  });
  assert.deepEqual(states, [
    "",
    "streaming  0",
    'streaming {"id": 0',
    'streaming {"id":1} 0',
    'pending {"id":1} 0',
    'approval {"id":1} 1',
    'approval {"id":1} 1',
    'approval {"id":1} 1',
    'running {"id":2} 0',
    'failed {"id":2} 0',
    'failed {"id":2} 0',
    'failed {"id":2} 0',
  ]);
  assert.deepEqual(foldAll(asked).messages.map(({ role }) => role), ["assistant", "assistant"]);
});

Deno.test("collect: a step that failed leaves its words and its error, one that another took over leaves nothing", () => {
  const failed = (code: "model_server" | "step_cancelled" | "step_fenced") =>
    foldAll(numbered(
      STARTED,
      { type: "text.started", block: 0 },
      { type: "text.delta", block: 0, text: "Half" },
      { type: "text.ended", block: 0 },
      { type: "call.started", block: 1, callId: "c1", name: "x" },
      { type: "call.ready", block: 1, callId: "c1", name: "x", args: "", readiness: "truncated" },
      { type: "step.failed", step: 1, version: 2, error: { code, message: "No.", retryable: true } },
    ));
  const kept = {
    role: "assistant",
    model: "x/y",
    finish: null,
    parts: [{ type: "text", block: 0, text: "Half" }],
  };
  const broken = failed("model_server");
  assert.deepEqual(broken.messages, [{ ...kept, version: null, interrupted: true }]);
  assert.deepEqual([broken.status, broken.error?.code], ["failed", "model_server"]);
  const cancelled = failed("step_cancelled");
  assert.deepEqual(cancelled.messages, [{ ...kept, version: 2, interrupted: true }]);
  assert.deepEqual([cancelled.status, cancelled.error], ["cancelled", undefined]);
  assert.deepEqual(failed("step_fenced").messages, []);
  const after = foldAll(
    [{ ...STARTED, step: 2, seq: 2_000_001 }, { ...FINISHED, question: "Which?", seq: 2_000_002 }],
    broken,
  );
  assert.deepEqual([after.error, after.question, after.messages.length], [undefined, "Which?", 1]);
});

Deno.test("collect: phases have their steps, and their approvals go when a later step of the phase has ended", () => {
  const phase = { thread: "t.p", phase: "p", callId: "run" };
  const ask = (callId: string): StepEventBody => ({
    type: "approval.requested",
    callId,
    thread: "t.p",
    name: "remove",
    args: {},
    digest: callId,
  });
  const events = numbered(
    STARTED,
    { type: "child.started", ...phase, worker: "w" },
    ask("c1"),
    { type: "child.step", ...phase, step: 1, status: "waiting" },
    { type: "child.started", ...phase, worker: "w" },
    ask("c2"),
    { type: "child.step", ...phase, step: 2, status: "waiting" },
    { type: "child.finished", ...phase, outcome: "finished" },
  );
  const open = events.map((_, index) =>
    foldAll(events.slice(0, index + 1)).approvals.map(({ callId }) => callId)
  );
  assert.deepEqual(open, [[], [], ["c1"], ["c1"], ["c1"], ["c1", "c2"], ["c2"], []]);
  assert.deepEqual(foldAll(events).phases, [
    { ...phase, worker: "w", state: "finished", step: 2, status: "waiting" },
  ]);
});

Deno.test("collect: usage is summed, warnings are those of the run, and unknown events change nothing but the place", () => {
  const usage = { type: "usage", inputTokens: 1, outputTokens: 2, microDollars: 3, estimated: true } as const;
  const state = foldAll(numbered(
    { ...STARTED },
    { type: "warning", code: "model_retried", message: "Again." },
    usage,
    { ...usage, cachedTokens: 4 },
    FINISHED,
  ));
  assert.deepEqual(state.usage, {
    inputTokens: 2,
    outputTokens: 4,
    microDollars: 6,
    cachedTokens: 4,
    estimated: true,
  });
  assert.deepEqual(state.warnings, [{ code: "model_retried", message: "Again." }]);
  assert.deepEqual(fold(state, { ...STARTED, seq: 2_000_001 }).warnings, []);
  const unknown: StepEvent = JSON.parse('{"type":"mood.changed","seq":3000001}');
  assert.deepEqual(fold(state, unknown), { ...state, seq: 3_000_001 });
});
