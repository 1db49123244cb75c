// Arbitrary finished steps, and the days that their counts make.

import * as fc from "fast-check";
import { sleep } from "../../../src/deps/ports.ts";
import { CUT_CAUSES, OUTCOMES } from "../../../src/core/entry.ts";
import { FEATURES } from "../../../src/core/model/capability.ts";
import type { LedgerDay } from "../../../src/core/store/ledger.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";
import { CHOICE_SOURCES, ENFORCEMENTS, VIOLATIONS } from "../../../src/core/tool_choice/choice_report.ts";
import { CountGroups } from "../../../src/kernel/hooks/count_groups.ts";
import type { CountedCall, CountedPlan, CountedStep } from "../../../src/kernel/hooks/counted_step.ts";
import { readStepCounts } from "../../../src/kernel/hooks/hook_results.ts";
import { type CountedDay, readCountedDays } from "../../../src/kernel/hooks/step_counts.ts";
import { AgentGroups } from "../../../src/plugins/analytics/counts/count_group.ts";
import { countStep } from "../../../src/plugins/analytics/counts/count_step.ts";

export const TOOLS: readonly string[] = ["search", "fetch", "delete", "get_weather"];

/** A step without a plan and without calls. */
export const STEP: CountedStep = {
  tenant: "acme",
  user: null,
  metadata: {},
  tools: TOOLS,
  model: "a/b",
  attributes: {},
  plan: undefined,
  calls: [],
  usage: { inputTokens: 0, outputTokens: 0 },
  ms: 0,
};

const choice: fc.Arbitrary<ToolChoice> = fc.oneof(
  fc.constantFrom<ToolChoice>({ type: "auto" }, { type: "none" }, { type: "required" }),
  fc.constantFrom(...TOOLS).map((name): ToolChoice => ({ type: "tool", name })),
  fc.record({
    type: fc.constant<"allowed">("allowed"),
    names: fc.subarray([...TOOLS], { minLength: 1 }),
    mode: fc.constantFrom("auto", "required"),
  }),
);

const call: fc.Arbitrary<CountedCall> = fc.record({
  name: fc.constantFrom(...TOOLS, "invented"),
  outcome: fc.constantFrom(...OUTCOMES),
  ms: fc.nat(5_000_000),
  resultTokens: fc.nat(20_000),
  notRun: fc.constantFrom(
    undefined,
    undefined,
    undefined,
    ...["rule", "choice", "denied", "blocked", "skipped"] as const,
    ...["surplus", "malformed", "repeated", "unknown_tool", "answered"] as const,
  ),
});

const plan: fc.Arbitrary<CountedPlan> = fc.record({
  choice: fc.record({
    requested: choice,
    source: fc.constantFrom(...CHOICE_SOURCES),
    enforcement: fc.constantFrom(...ENFORCEMENTS),
  }),
  // A choice is enforced with the tools that it names, or with none.
  tools: fc.constantFrom(TOOLS, []),
  isFirst: fc.boolean(),
  called: fc.array(fc.constantFrom(...TOOLS, "invented"), { maxLength: 3 }),
  broken: fc.array(fc.constantFrom(undefined, "rule 0"), { maxLength: 3 }),
  outcome: fc.oneof(
    fc.constantFrom(null, { type: "satisfied" as const }, { type: "cut" as const }),
    fc.record({ type: fc.constant("violated" as const), how: fc.constantFrom(...VIOLATIONS) }),
  ),
  corrected: fc.constantFrom(undefined, undefined, ...VIOLATIONS),
  refused: fc.array(
    fc.record({ model: fc.constantFrom("openai/gpt-5", "a/b~c|d,e"), feature: fc.constantFrom(...FEATURES) }),
    { maxLength: 1 },
  ),
  cuts: fc.subarray([...CUT_CAUSES], { maxLength: 2 }),
  ms: fc.nat(100_000),
});

const usage = fc.record({
  inputTokens: fc.nat(10_000),
  outputTokens: fc.nat(1_000),
  cachedTokens: fc.constantFrom(undefined, 0, 512),
  cacheWriteTokens: fc.constantFrom(undefined, 0, 256),
  microDollars: fc.constantFrom(undefined, 0, 17, 1_000),
}).map(({ inputTokens, cachedTokens, cacheWriteTokens, microDollars, ...usage }) => ({
  ...usage,
  // Input includes both.
  inputTokens: inputTokens + (cachedTokens ?? 0) + (cacheWriteTokens ?? 0),
  ...(cachedTokens === undefined ? {} : { cachedTokens }),
  ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
  ...(microDollars === undefined ? {} : { microDollars }),
}));

export interface StepOfDay {
  readonly day: string;
  readonly agent: string;
  readonly step: CountedStep;
}

/** A finished step of an agent on a day. */
export const stepOfDay: fc.Arbitrary<StepOfDay> = fc.record({
  day: fc.constantFrom("2026-11-20", "2026-11-21", "2026-11-22"),
  agent: fc.constantFrom("weather", "support"),
  step: fc.record({
    model: fc.constantFrom("openai/gpt-5", "bedrock/a|b,c%~:1"),
    attributes: fc.constantFrom<CountedStep["attributes"]>({}, { policy: "production" }),
    plan: fc.option(plan, { nil: undefined }),
    calls: fc.array(call, { maxLength: 3 }),
    failure: fc.constantFrom(
      undefined,
      undefined,
      { code: "model_auth" as const, isFinal: true },
      { code: "model_overloaded" as const, isFinal: true },
      { code: "model_overloaded" as const, isFinal: false },
    ),
    usage,
  }).map((step): CountedStep => ({ ...STEP, ...step })),
});

/** What a ledger has of these steps, each of which has brought what it belongs to. */
export function ledgerOf(steps: readonly StepOfDay[]): LedgerDay[] {
  const days = new Map<string, Map<string, number>>();
  for (const { day, agent, step } of steps) {
    const sums = days.get(day) ?? new Map<string, number>();
    days.set(day, sums);
    const counted = { of: new AgentGroups(agent).textOf(step), added: countStep(step) };
    const booked = readStepCounts("", counted);
    const { counts } = new CountGroups().write(booked === undefined ? [] : [booked], step.tenant, day);
    for (const [group, added] of counts) {
      for (const [name, count] of added) {
        sums.set(`${group}|${name}`, (sums.get(`${group}|${name}`) ?? 0) + count);
      }
    }
  }
  return [...days].map(([day, counts]) => ({ day, accounts: new Map(), counts }));
}

/** The same as the plugin reads it. */
export function daysOf(steps: readonly StepOfDay[]): CountedDay[] {
  return readCountedDays("", ledgerOf(steps));
}

/** Leaves out the pauses between retries; the limit of a step stays. */
export function sleepFaster(ms: number, signal?: AbortSignal): Promise<void> {
  return sleep(ms < 5_000 ? 0 : ms, signal);
}
