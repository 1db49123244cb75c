// Arbitrary finished steps, and the days that their counts make.

import * as fc from "fast-check";
import { CUT_CAUSES } from "../../../src/core/entry.ts";
import { type CountGroup, writeGroup } from "../../../src/choice/analytics/count_group.ts";
import {
  type CountedCall,
  countStep,
  type FinishedPlan,
  type FinishedStep,
} from "../../../src/choice/analytics/count_step.ts";
import type { Disposition } from "../../../src/core/call.ts";
import { OUTCOMES } from "../../../src/core/entry.ts";
import { FEATURES } from "../../../src/core/model/capability.ts";
import type { LedgerDay } from "../../../src/core/store/ledger.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";
import { CHOICE_SOURCES, ENFORCEMENTS, VIOLATIONS } from "../../../src/core/tool_choice/choice_report.ts";

export const TOOLS = ["search", "fetch", "delete", "get_weather"].map((name) => ({
  ...{ name, description: "", parameters: { type: "object" } },
}));
const NAMES = TOOLS.map(({ name }) => name);

const choice: fc.Arbitrary<ToolChoice> = fc.oneof(
  fc.constantFrom<ToolChoice>({ type: "auto" }, { type: "none" }, { type: "required" }),
  fc.constantFrom(...NAMES).map((name): ToolChoice => ({ type: "tool", name })),
  fc.record({
    type: fc.constant<"allowed">("allowed"),
    names: fc.subarray(NAMES, { minLength: 1 }),
    mode: fc.constantFrom("auto", "required"),
  }),
);

const disposition = fc.constantFrom<Disposition>(
  { type: "run" },
  { type: "approve" },
  { type: "approve", asks: true },
  { type: "surplus", limit: 1 },
  { type: "malformed", reason: "" },
  { type: "unknown_tool", available: [] },
  { type: "forbidden" },
  { type: "forbidden", reason: "rule" },
  { type: "repeated", times: 3 },
);

const call: fc.Arbitrary<CountedCall> = fc.record({
  call: fc.record({ name: fc.constantFrom(...NAMES, "invented"), disposition }),
  observation: fc.record({ outcome: fc.constantFrom(...OUTCOMES), ms: fc.nat(5_000_000) }),
  settledBy: fc.constantFrom("rule" as const, "caller" as const, undefined, undefined),
});

const plan: fc.Arbitrary<FinishedPlan> = fc.record({
  choice: fc.record({ requested: choice, enforcement: fc.constantFrom(...ENFORCEMENTS) }),
  // A choice is enforced with the tools that it names, or with none.
  tools: fc.constantFrom(TOOLS, []),
  isFirst: fc.boolean(),
  called: fc.array(fc.constantFrom(...NAMES, "invented"), { maxLength: 3 }),
  broken: fc.array(fc.constantFrom(undefined, "rule 0"), { maxLength: 3 }),
  outcome: fc.oneof(
    fc.constantFrom(null, { type: "satisfied" as const }, { type: "cut" as const }),
    fc.record({ type: fc.constant("violated" as const), how: fc.constantFrom(...VIOLATIONS) }),
  ),
  corrected: fc.constantFrom(undefined, undefined, ...VIOLATIONS),
  refused: fc.array(
    fc.record({ model: fc.constantFrom(undefined, "a/b~c|d,e"), feature: fc.constantFrom(...FEATURES) }),
    { maxLength: 1 },
  ),
  cuts: fc.subarray([...CUT_CAUSES], { maxLength: 2 }),
  ms: fc.nat(100_000),
});

/** A finished step; its group and its day. */
export const countedStep = fc.record({
  day: fc.constantFrom("2026-11-20", "2026-11-21", "2026-11-22"),
  group: fc.record({
    agent: fc.constantFrom("weather", "support"),
    model: fc.constantFrom("openai/gpt-5", "bedrock/a|b,c%~:1"),
    policy: fc.constantFrom("", "production"),
    source: fc.constantFrom(...CHOICE_SOURCES, undefined),
  }),
  step: fc.record({
    plan: fc.option(plan, { nil: undefined }),
    acted: fc.array(call, { maxLength: 3 }),
    usage: fc.record({
      inputTokens: fc.nat(10_000),
      outputTokens: fc.nat(1_000),
      cachedTokens: fc.constantFrom(undefined, 0, 512),
      cacheWriteTokens: fc.constantFrom(undefined, 0, 256),
    }).map(({ inputTokens, cachedTokens, cacheWriteTokens, ...usage }) => ({
      ...usage,
      // Input includes both.
      inputTokens: inputTokens + (cachedTokens ?? 0) + (cacheWriteTokens ?? 0),
      ...(cachedTokens === undefined ? {} : { cachedTokens }),
      ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
    })),
    microDollars: fc.nat(1_000),
  }).map((step): FinishedStep => ({
    ...step,
    agent: { tools: TOOLS },
  })),
});

export interface CountedStep {
  readonly day: string;
  readonly group: Omit<CountGroup, "tools">;
  readonly step: FinishedStep;
}

/** What a ledger has of these steps. */
export function ledgerOf(steps: readonly CountedStep[]): LedgerDay[] {
  const days = new Map<string, Map<string, number>>();
  for (const { day, group, step } of steps) {
    const counts = days.get(day) ?? new Map<string, number>();
    days.set(day, counts);
    const { hash, definition } = writeGroup({ ...group, tools: step.agent.tools.map(({ name }) => name) });
    for (const [name, count] of countStep(step).set(definition, 1)) {
      const key = `${hash}|${name}`;
      counts.set(key, (counts.get(key) ?? 0) + count);
    }
  }
  return [...days].map(([day, counts]) => ({ day, accounts: new Map(), counts }));
}
