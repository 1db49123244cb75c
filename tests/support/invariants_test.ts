// The checker that every test of a thread relies on: each rule can fail.

import assert from "node:assert/strict";
import type { Entry } from "../../src/core/entry.ts";
import type { StepEventBody } from "../../src/core/event.ts";
import type { Message } from "../../src/core/model/provider.ts";
import type { EffectiveChoice } from "../../src/core/tool_choice/choice_report.ts";
import {
  assertHistory,
  assertLegalForEveryDialect,
  assertLinearHistory,
  assertStable,
  assertWellFormedStream,
} from "./invariants.ts";

const user: Message = { role: "user", text: "hi" };
const says = (text: string): Message => ({ role: "assistant", blocks: [{ type: "text", text }] });
const calls = (...ids: string[]): Message => ({
  role: "assistant",
  blocks: ids.map((id) => ({ type: "call", id, name: "look", args: "{}" })),
});
const answers = (callId: string, name = "look"): Message => ({
  role: "tool",
  callId,
  name,
  text: "ok",
  failed: false,
});

Deno.test("P7: messages that every dialect takes are legal", () => {
  assertLegalForEveryDialect([]);
  assertLegalForEveryDialect([user, says("hello"), user, calls("a", "b"), answers("a"), answers("b"), user]);
  assertLegalForEveryDialect([user, calls("a"), answers("a"), calls("b"), answers("b"), says("done")]);
});

const ILLEGAL: readonly { readonly why: RegExp; readonly messages: readonly Message[] }[] = [
  { why: /first message/, messages: [says("hello")] },
  { why: /first message/, messages: [answers("a")] },
  { why: /follows a user message/, messages: [user, user] },
  { why: /follows an assistant message/, messages: [user, says("a"), says("b")] },
  { why: /says nothing/, messages: [user, { role: "assistant", blocks: [] }] },
  { why: /empty text block/, messages: [user, says("")] },
  { why: /id of a call/, messages: [user, calls("a b"), answers("a b")] },
  { why: /id of a call/, messages: [user, calls("a".repeat(41)), answers("a".repeat(41))] },
  { why: /there twice/, messages: [user, calls("a"), answers("a"), calls("a"), answers("a")] },
  { why: /not answered/, messages: [user, calls("a"), user] },
  { why: /not answered/, messages: [user, calls("a")] },
  { why: /another call/, messages: [user, calls("a", "b"), answers("b"), answers("a")] },
  { why: /another call/, messages: [user, calls("a"), answers("a"), answers("a")] },
  { why: /another call/, messages: [user, calls("a"), answers("a", "other")] },
];

for (const { why, messages } of ILLEGAL) {
  const roles = messages.map(({ role }) => role).join(", ");
  Deno.test(`P7: messages are refused when ${why.source} (${roles})`, () => {
    assert.throws(() => assertLegalForEveryDialect(messages), why);
  });
}

const entry = { at: 1, version: 1 };
const asked: Entry = { ...entry, type: "user", id: "e1", text: "hi" };
const planned: Entry = {
  ...entry,
  type: "assistant",
  id: "e2",
  blocks: [{ type: "call", id: "a", name: "look", args: "{}" }],
  finish: "calls",
  model: "scripted/demo",
  usage: { inputTokens: 0, outputTokens: 0 },
};
const observed: Entry = {
  ...entry,
  type: "tool",
  id: "e3",
  callId: "a",
  name: "look",
  outcome: "completed",
  output: 1,
  ms: 0,
};

Deno.test("E13: a history has one observation for each call, at once and in order", () => {
  assertHistory([asked, planned, observed]);
  assertHistory([asked, planned], ["a"]);
  assert.throws(() => assertLinearHistory([asked, planned]), /calls of the last plan/);
  assert.throws(() => assertLinearHistory([asked, planned, observed], ["a"]), /calls of the last plan/);
  assert.throws(() => assertLinearHistory([asked, observed]), /another call/);
  assert.throws(
    () => assertLinearHistory([asked, planned, observed, { ...observed, id: "e4" }]),
    /another call/,
  );
  assert.throws(() => assertLinearHistory([asked, planned, { ...asked, id: "e4" }]), /stands between/);
  assert.throws(() => assertLinearHistory([asked, asked]), /stands twice/);
  assert.throws(() => assertLinearHistory([{ ...asked, version: 2 }, planned], ["a"]), /version falls/);
});

Deno.test("E13: what was read of a history stays as it was", () => {
  assertStable([asked], [asked, planned]);
  assert.throws(() => assertStable([asked], [{ ...asked, id: "e9" }]), /not what it was/);
  assert.throws(() => assertStable([asked, planned], [asked]), /not what it was/);
});

Deno.test("C4: a restarted plan has ended its blocks and numbers the next ones behind them", () => {
  const choice: EffectiveChoice = {
    requested: { type: "auto" },
    source: "default",
    sent: null,
    toolsSent: [],
    enforcement: "none",
    prefix: "kept",
    because: "",
    warnings: [],
  };
  const text = (block: number): StepEventBody[] => [
    { type: "text.started", block },
    { type: "text.ended", block },
  ];
  const check = (...told: StepEventBody[]) => {
    const start: StepEventBody = {
      type: "step.started",
      thread: "t",
      agent: "a",
      step: 1,
      model: "m",
      choice: null,
      at: 1,
    };
    const end: StepEventBody = {
      type: "step.finished",
      step: 1,
      version: 1,
      status: "done",
      finish: "stop",
      outcome: null,
      continues: false,
    };
    assertWellFormedStream([start, ...told, end].map((event, index) => ({ ...event, seq: index + 1 })));
  };
  const restarted = (from: number): StepEventBody => ({
    type: "plan.restarted",
    model: "m",
    choice,
    reason: "violation",
    because: "missing",
    from,
  });
  check(restarted(0), ...text(0));
  check(...text(0), ...text(1), restarted(2), ...text(2), restarted(3));
  assert.throws(() => check(...text(0), restarted(0)), /number of blocks/);
  assert.throws(() => check(...text(0), restarted(1), ...text(0)), /starts after the plan was restarted/);
  assert.throws(
    () => check({ type: "text.started", block: 0 }, restarted(1)),
    /blocks open at plan.restarted/,
  );
});
