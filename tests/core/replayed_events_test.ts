// What is stored, as the events that said it: a client folds them to what it was shown first.

import assert from "node:assert/strict";
import { EMPTY_CONVERSATION } from "../../src/react/client/collect/conversation.ts";
import { fold } from "../../src/react/client/collect/fold.ts";
import type { CallView } from "../../src/core/contract/calls.ts";
import type { Block } from "../../src/core/entry.ts";
import type { StepEventBody } from "../../src/core/event.ts";
import { replayBlock, replayCall, replayOutcome } from "../../src/core/history/replayed_events.ts";

const BLOCKS: readonly Block[] = [
  { type: "reasoning", text: "Two tools." },
  { type: "text", text: "I look." },
  { type: "call", id: "c1", name: "look", args: '{"at":1}' },
];
const AT = "2026-11-29T00:00:00.000Z";
const CALL = { id: "c1", name: "look", args: { at: 1 } } as const;

function foldAll(bodies: readonly StepEventBody[]) {
  return bodies.reduce((state, body, index) => fold(state, { ...body, seq: index + 1 }), EMPTY_CONVERSATION);
}

Deno.test("E4: a stored answer and its outcome are replayed as the parts that a client has of them", () => {
  const error = { kind: "failed", message: "no" } as const;
  const outcome = { callId: "c1", name: "look", outcome: "failed", output: null, error, ms: 5 } as const;
  const events = [
    ...BLOCKS.flatMap((block, number) => [...replayBlock(block, number)]),
    replayOutcome(outcome),
  ];
  const [message] = foldAll(events).messages;
  assert.ok(message?.role === "assistant");
  assert.deepEqual(message.parts, [
    { type: "reasoning", block: 0, text: "Two tools." },
    { type: "text", block: 1, text: "I look." },
    {
      type: "call",
      block: 2,
      callId: "c1",
      name: "look",
      args: '{"at":1}',
      state: "failed",
      output: null,
      error,
      ms: 5,
    },
  ]);
});

Deno.test("E4: a call without an entry is replayed by the one event of where it stands", () => {
  const approval = { digest: "d".repeat(43), needed: 2, decisions: [], asks: true, expiresAt: AT } as const;
  const calls: [CallView, StepEventBody["type"] | undefined, string | undefined][] = [
    [{ ...CALL, state: "pending" }, undefined, undefined],
    [{ ...CALL, state: "authorization" }, undefined, undefined],
    [{ ...CALL, state: "client" }, "result.requested", "client"],
    [{ ...CALL, state: "deferred", deferred: { ref: 7, expiresAt: AT } }, "call.deferred", "deferred"],
    [{ ...CALL, state: "deferred" }, undefined, undefined],
    [{ ...CALL, state: "approval", approval }, "approval.requested", "approval"],
    [{ ...CALL, state: "completed", output: 3 }, "tool.finished", "completed"],
  ];
  for (const [call, type, state] of calls) {
    const events = [...replayCall(call)];
    assert.deepEqual(events.map((event) => event.type), type === undefined ? [] : [type], call.state);
    const { messages, approvals } = foldAll(events);
    const parts = messages.flatMap((message) => message.role === "assistant" ? message.parts : []);
    assert.deepEqual(parts.map((part) => part.type === "call" && part.state), state ? [state] : []);
    if (type !== "approval.requested") continue;
    const { digest, approvals: needed, expiresAt, asks } = approvals[0] ?? assert.fail();
    assert.deepEqual([digest, needed, expiresAt, asks], [approval.digest, 2, Date.parse(AT), true]);
  }
});
