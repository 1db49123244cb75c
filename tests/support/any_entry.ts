// Random entries and histories for property tests: every shape that is ever stored, with texts that JSON has to escape.

import fc from "fast-check";
import {
  type AssistantEntry,
  type Block,
  type ChoiceRecord,
  CUT_CAUSES,
  type Entry,
  NOTICE_SUBJECTS,
  type Outcome,
  type ToolEntry,
  type UserEntry,
} from "../../src/core/entry.ts";
import type { ApprovalRecord } from "../../src/core/approval/decision.ts";
import type { RequestRecord } from "../../src/core/record.ts";
import type { Json } from "../../src/core/json.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("", "\\", '"', '\\"', '","blocks":[{', "}]}", '"}]}', "\u2028\n", "\ud83e\udd84", "null"),
);
const base = { at: fc.nat(), version: fc.nat({ max: 1_000_000 }) };
const id = fc.oneof(fc.stringMatching(/^[a-z]+_[a-z0-9]{8}$/), text);

const name = fc.oneof(fc.constantFrom("get_weather", "look-up"), text);
const args = fc.oneof(fc.constantFrom("{}", '{"city":"Zürich","note":"\\"quoted\\""}'), text);

/** Opaque parts of one of two providers. */
const meta = fc.record({
  provider: fc.constantFrom("openai", "elsewhere"),
  model: fc.constantFrom("m", "n"),
  data: fc.oneof(
    fc.constant<Json>({ type: "reasoning_content" }),
    fc.constant<Json>({ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "x" }),
    fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value))),
  ),
});

const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text }),
  fc.record({ type: fc.constant("text" as const), text, meta }),
  fc.record({ type: fc.constant("reasoning" as const), text, meta }, { requiredKeys: ["type", "text"] }),
  fc.record({ type: fc.constant("call" as const), id, name, args }),
  fc.record({ type: fc.constant("call" as const), id, name, args }),
);

/** What was asked of an answer that is worth a record. */
const choice: fc.Arbitrary<ChoiceRecord> = fc.record({
  requested: fc.oneof(
    fc.constant({ type: "required" as const }),
    text.map((chosen) => ({ type: "tool" as const, name: chosen, times: "always" as const })),
    fc.array(text).map((names) => ({ type: "allowed" as const, names, mode: "auto" as const })),
  ),
  source: fc.constantFrom("request", "agent"),
  enforcement: fc.constantFrom("native", "announced"),
  outcome: fc.oneof(
    fc.constantFrom({ type: "satisfied" as const }, { type: "cut" as const }),
    fc.constantFrom("missing" as const, "wrong_tool" as const).map((how) => ({
      type: "violated" as const,
      how,
    })),
  ),
  corrected: fc.constant("missing" as const),
}, { requiredKeys: ["requested", "source", "enforcement", "outcome"] });

const origin = { by: text, door: fc.constantFrom("steps", "elsewhere") };
const digest = fc.stringMatching(/^[A-Za-z0-9_-]{43}$/);

const record: fc.Arbitrary<RequestRecord> = fc.record({
  request: digest,
  start: fc.nat(),
  head: text,
  definition: digest,
  response: text,
  finish: text,
  fingerprint: text,
  tools: digest,
  lacks: fc.constant(["tool", "none"] as const),
  parallel: fc.constant(false as const),
  choice: fc.constant({ type: "required" as const }),
  hint: text,
  model: text,
}, { requiredKeys: ["start"] });

const json = fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value)));

const approval: fc.Arbitrary<ApprovalRecord> = fc.record({
  outcome: fc.constantFrom("approved", "denied", "expired", "unanswered"),
  digest: text,
  decisions: fc.array(
    fc.record({
      approved: fc.boolean(),
      reason: text,
      at: fc.nat(),
      by: text,
      via: fc.constantFrom("api", "link", "page"),
      key: text,
      digest: text,
      edit: fc.record({ args: fc.record({ to: text, more: json }), digest: text }),
      answer: json,
    }, { requiredKeys: ["approved", "at"] }),
    { maxLength: 3 },
  ),
});

export const anyUser: fc.Arbitrary<UserEntry> = fc.record({
  ...base,
  type: fc.constant("user" as const),
  id,
  text,
  ...origin,
}, { requiredKeys: ["at", "version", "type", "id", "text"] });

export const anyAssistant: fc.Arbitrary<AssistantEntry> = fc.record({
  ...base,
  type: fc.constant("assistant" as const),
  id,
  blocks: fc.array(block, { maxLength: 4 }),
  finish: fc.constantFrom("stop", "calls", "length" as const),
  model: text,
  usage: fc.record({
    inputTokens: fc.nat(),
    outputTokens: fc.nat(),
    cachedTokens: fc.nat(),
    cacheWriteTokens: fc.nat(),
    reasoningTokens: fc.nat(),
    estimated: fc.constant(true as const),
  }, { requiredKeys: ["inputTokens", "outputTokens"] }),
  interrupted: fc.constant(true as const),
  choice,
  record,
}, { requiredKeys: ["at", "version", "type", "id", "blocks", "finish", "model", "usage"] });

export const anyTool: fc.Arbitrary<ToolEntry> = fc.record({
  ...base,
  type: fc.constant("tool" as const),
  id,
  callId: id,
  name: text,
  outcome: fc.constantFrom<Outcome>("completed", "completed", "completed", "failed", "unknown"),
  output: fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value))),
  error: fc.record({ kind: fc.constant("failed" as const), message: text }),
  ms: fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e6, noNaN: true })),
  ...origin,
  approval,
}, { requiredKeys: ["at", "version", "type", "id", "callId", "name", "outcome", "output", "ms"] });

const anySummary: fc.Arbitrary<Entry> = fc.record({
  ...base,
  type: fc.constant("summary" as const),
  id,
  text,
  through: fc.nat(),
  record,
}, { requiredKeys: ["at", "version", "type", "id", "text", "through"] });

const anyNotice: fc.Arbitrary<Entry> = fc.record({
  ...base,
  type: fc.constant("notice" as const),
  id,
  about: fc.constantFrom(...NOTICE_SUBJECTS),
  text,
  tools: fc.record({
    added: fc.array(
      fc.record({
        name: id,
        description: text,
        parameters: fc.constant({ type: "object" as const, properties: { about: { const: "plan" } } }),
      }),
      { maxLength: 2 },
    ),
    withdrawn: fc.array(id, { maxLength: 2 }),
  }, { requiredKeys: [] }),
  until: fc.constant("next_input" as const),
}, { requiredKeys: ["at", "version", "type", "id", "about", "text"] });

const anyCut: fc.Arbitrary<Entry> = fc.record({
  ...base,
  type: fc.constant("cut" as const),
  id,
  why: fc.subarray([...CUT_CAUSES], { minLength: 1 }),
  start: fc.nat(),
  task: fc.constant(true as const),
  plan: json,
}, { requiredKeys: ["at", "version", "type", "id", "why", "start"] });

export const anyEntry: fc.Arbitrary<Entry> = fc.oneof(
  anyUser,
  anyAssistant,
  anyTool,
  anySummary,
  anyNotice,
  anyCut,
);

/** Entries whose calls are mostly observed, as a thread has them, between entries in any order. */
export const anyHistory: fc.Arbitrary<Entry[]> = fc.array(
  fc.oneof(
    { arbitrary: anyEntry.map((entry) => [entry]), weight: 1 },
    {
      arbitrary: fc.tuple(anyAssistant, fc.array(anyTool, { maxLength: 3 })).map(([assistant, some]) => {
        const calls = assistant.blocks.filter((each) => each.type === "call");
        const tools = some.length === 3
          ? calls.map((_, index) => some[index % 3] ?? some[0]).filter((t) => t !== undefined)
          : some;
        return [
          assistant,
          ...tools.map((tool, index) => ({ ...tool, callId: calls[index]?.id ?? tool.callId })),
        ];
      }),
      weight: 3,
    },
    { arbitrary: anyUser.map((entry) => [entry]), weight: 2 },
  ),
  { maxLength: 12 },
).map((parts) => parts.flat());
