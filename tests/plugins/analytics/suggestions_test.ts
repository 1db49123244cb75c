import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { CountedPlan } from "../../../src/kernel/hooks/counted_step.ts";
import type { Suggestion } from "../../../src/plugins/analytics/contract.ts";
import { readCounts } from "../../../src/plugins/analytics/counts/read_count.ts";
import { type SuggestionKind, THRESHOLDS } from "../../../src/plugins/analytics/suggestions/suggestion.ts";
import { suggest } from "../../../src/plugins/analytics/suggestions/suggestions.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";
import type { Usage } from "../../../src/core/usage.ts";
import type { ChoiceSource } from "../../../src/core/tool_choice/choice_report.ts";
import { daysOf, STEP, type StepOfDay, stepOfDay, TOOLS } from "./_steps.ts";

interface Made {
  readonly day?: string;
  readonly choice?: ToolChoice;
  readonly plan?: Partial<CountedPlan>;
  readonly policy?: string;
  readonly source?: ChoiceSource;
  readonly usage?: Usage;
}

function made(
  times: number,
  { day = "2026-11-20", choice, plan, policy, source, usage }: Made,
): StepOfDay[] {
  const step: StepOfDay = {
    day,
    agent: "weather",
    step: {
      ...STEP,
      attributes: policy === undefined ? {} : { policy },
      plan: {
        choice: {
          requested: choice ?? { type: "auto" },
          source: source ?? "default",
          enforcement: "native",
        },
        tools: TOOLS,
        isFirst: true,
        called: [],
        broken: [],
        outcome: { type: "satisfied" },
        corrected: undefined,
        refused: [],
        cuts: [],
        ms: 1,
        ...plan,
      },
      ...(usage === undefined ? {} : { usage }),
    },
  };
  return Array<StepOfDay>(times).fill(step);
}

function suggested(steps: readonly StepOfDay[], isKnown = false): Suggestion[] {
  return suggest(readCounts(daysOf(steps)).counts, () => isKnown);
}

function only(kind: SuggestionKind, found: readonly Suggestion[]): Suggestion[] {
  return found.filter((each) => each.kind === kind);
}

const cached = (cachedTokens: number): Usage => ({ inputTokens: 10_000, outputTokens: 10, cachedTokens });

Deno.test("a cache share that fell is explained by the cuts of its last day, with advice for the most frequent cause", () => {
  const before = [
    ...made(10, { day: "2026-11-18", usage: cached(9_500) }),
    ...made(10, { day: "2026-11-20", usage: cached(9_000), plan: { cuts: ["window"] } }),
  ];
  const last = (share: number, plan: Partial<CountedPlan> = {}) =>
    made(5, { day: "2026-11-22", usage: cached(share), plan });
  const found = only(
    "cache_share_fell",
    suggested([...before, ...last(4_000, { cuts: ["agent", "pins"] }), ...last(4_000, { cuts: ["agent"] })]),
  );
  assert.deepEqual(found, [{
    kind: "cache_share_fell",
    subject: { agent: "weather", model: "a/b" },
    message: "Agent weather with a/b read 40 % of its input from a cache on its last day, and 93 % before. " +
      "Prompts were cut for agent (10), pins (5). Definitions that differ between isolates or deployments " +
      "begin new prompts: leave dates and texts of requests out of them.",
    evidence: {
      cachedTokens: 40_000,
      cuts_agent: 10,
      cuts_pins: 5,
      earlierCachedTokens: 185_000,
      earlierInputTokens: 200_000,
      inputTokens: 100_000,
    },
    threshold: { inputTokens: 50_000, points: 20 },
    days: { first: "2026-11-18", last: "2026-11-22", count: 3 },
  }]);
  const [uncut] = only("cache_share_fell", suggested([...before, ...last(4_000)]));
  assert.match(uncut?.message ?? "", /No prompt was cut: look for the warning prefix_changed/);
  const missed = [
    ...last(4_000, { cacheMiss: "input_changed" }),
    ...last(4_000, { cacheMiss: "tools_changed" }),
    ...last(4_000, { cacheMiss: "tools_changed" }),
  ];
  const [named] = only("cache_share_fell", suggested([...before, ...missed]));
  assert.match(named?.message ?? "", / The provider says: tools_changed \(10\), input_changed \(5\)\.$/);
  assert.equal(named?.evidence.misses_tools_changed, 10);
  assert.deepEqual(only("cache_share_fell", suggested([...before, ...last(7_500)])), [], "fewer points");
  assert.deepEqual(
    only("cache_share_fell", suggested([...before, ...last(0).slice(1)])),
    [],
    "too few tokens",
  );
  assert.deepEqual(only("cache_share_fell", suggested(last(0))), [], "one day alone");
});

const FORCED = { choice: { type: "tool", name: "search" }, plan: { called: ["search"] } } as const;

Deno.test("C10: a tool that is always called also unforced needs no forced choice, with the evidence", () => {
  const steps = [
    ...made(20, { ...FORCED, source: "agent" }),
    ...made(20, { plan: { called: ["search"] }, day: "2026-11-22" }),
    // Later plans of the same runs answer, and say nothing about the first.
    ...made(20, { plan: { isFirst: false } }),
  ];
  assert.deepEqual(only("unneeded_force", suggested(steps)), [{
    kind: "unneeded_force",
    subject: { agent: "weather", tool: "search" },
    message:
      "Agent weather called search in all 20 answers that were forced to, and in all 20 first answers of runs that were not. The forced choice may be left out.",
    evidence: { forced: 20, forcedAndChosen: 20, unforced: 20, unforcedAndChosen: 20 },
    threshold: { forced: 20, unforced: 20 },
    days: { first: "2026-11-20", last: "2026-11-22", count: 2 },
  }]);
  const but = (more: readonly StepOfDay[]) => only("unneeded_force", suggested([...steps, ...more]));
  assert.deepEqual(but(made(1, {})), [], "one first plan without the call");
  const violated = { called: [], outcome: { type: "violated", how: "missing" } } as const;
  assert.deepEqual(but(made(1, { ...FORCED, plan: violated })), [], "one violation under the forced choice");
  assert.deepEqual(only("unneeded_force", suggested(steps.slice(1))), [], "fewer than the threshold");
});

Deno.test("C10: required is not needed where every first plan calls a tool anyhow", () => {
  const steps = [
    ...made(20, { choice: { type: "required" }, plan: { called: ["fetch"] } }),
    ...made(19, { plan: { called: ["fetch"] } }),
    ...made(1, { plan: { called: ["search"] } }),
  ];
  const [found] = only("unneeded_force", suggested(steps));
  assert.deepEqual(found?.subject, { agent: "weather", choice: "required" });
  assert.deepEqual(only("unneeded_force", suggested([...steps, ...made(1, {})])), []);
});

Deno.test("C10: a tool that is offered and never called is named once its offers reach the threshold", () => {
  const offers = THRESHOLDS.never_chosen.offered;
  const steps = made(offers, { plan: { called: ["search"] } });
  const found = only("never_chosen", suggested(steps));
  assert.deepEqual(found.map(({ subject: { tool } }) => tool), ["delete", "fetch", "get_weather"]);
  assert.deepEqual(found[0]?.evidence, { offered: 100 });
  assert.deepEqual(only("never_chosen", suggested(steps.slice(1))), []);
});

Deno.test("C10: a policy counts as violated often from a number and a percentage on", () => {
  const violated = { outcome: { type: "violated", how: "rule" } } as const;
  const policy = "production";
  const steps = (bad: number, good: number) =>
    suggested([...made(bad, { policy, plan: violated }), ...made(good, { policy })]);
  assert.equal(only("policy_violated", steps(10, 90)).length, 1);
  assert.equal(only("policy_violated", steps(10, 91)).length, 0, "less than 10 %");
  assert.equal(only("policy_violated", steps(9, 0)).length, 0, "fewer than 10");
  const foreign = {
    policy,
    source: "request",
    plan: { outcome: { type: "violated", how: "missing" } },
  } as const;
  assert.equal(
    only("policy_violated", suggested(made(50, foreign))).length,
    0,
    "the request's choice, not the policy's",
  );
});

Deno.test("C10: a refused feature is suggested for the table unless the table has it", () => {
  const steps = made(1, { plan: { refused: [{ model: "a/b", feature: "required" }] } });
  const [found] = only("capability_missing", suggested(steps));
  assert.deepEqual(found?.subject, { model: "a/b", feature: "required" });
  assert.deepEqual(found?.evidence, { refusals: 1 });
  assert.deepEqual(only("capability_missing", suggested(steps, true)), []);
});

Deno.test("C10: a tool that fails often and a choice that is always degraded are named", () => {
  const acting = (outcome: "completed" | "failed") =>
    made(1, {}).map((each): StepOfDay => ({
      ...each,
      step: { ...each.step, calls: [{ name: "search", outcome, ms: 1, resultTokens: 0, notRun: undefined }] },
    }));
  const calls = (failed: number, completed: number) => [
    ...Array.from({ length: failed }, () => acting("failed")).flat(),
    ...Array.from({ length: completed }, () => acting("completed")).flat(),
  ];
  assert.deepEqual(only("tool_fails", suggested(calls(4, 16)))[0]?.evidence, { calls: 20, failed: 4 });
  assert.deepEqual(only("tool_fails", suggested(calls(3, 17))), []);
  assert.deepEqual(only("tool_fails", suggested(calls(19, 0))), []);

  const choice = { requested: { type: "required" }, source: "default", enforcement: "announced" } as const;
  const degraded = made(20, { plan: { choice } });
  const [found] = only("always_degraded", suggested(degraded));
  assert.deepEqual(found?.subject, { agent: "weather", model: "a/b", choice: "required" });
  assert.deepEqual(
    only("always_degraded", suggested([...degraded, ...made(1, { choice: { type: "required" } })])),
    [],
  );
});

Deno.test("C10: every suggestion about any steps has evidence at its threshold, and the days that have it", () => {
  const many = fc.array(fc.tuple(stepOfDay, fc.constantFrom(1, 30, 120)), { maxLength: 12 });
  fc.assert(
    fc.property(many, (found) => {
      const steps = found.flatMap(([step, times]) => Array<StepOfDay>(times).fill(step));
      const days = new Set(steps.map(({ day }) => day));
      for (const { kind, subject, evidence, threshold, days: range } of suggested(steps)) {
        assert.deepEqual(threshold, THRESHOLDS[kind]);
        const of = (name: string) => evidence[name] ?? 0;
        switch (kind) {
          case "unneeded_force":
            assert.ok(of("forced") >= 20 && of("forcedAndChosen") === of("forced"));
            assert.ok(of("unforced") >= 20 && of("unforcedAndChosen") === of("unforced"));
            break;
          case "never_chosen": {
            assert.ok(of("offered") >= 100 && of("chosen") === 0);
            const ofAgent = steps.filter(({ agent }) => agent === subject.agent);
            const chosen = ofAgent.some(({ step: { plan } }) =>
              plan?.tools.includes(subject.tool ?? "") &&
              plan.called.includes(subject.tool ?? "") &&
              plan.choice.requested.type === "auto"
            );
            assert.equal(chosen, false);
            break;
          }
          case "policy_violated":
            assert.ok(of("violated") + (evidence.corrected ?? 0) >= 10);
            break;
          case "capability_missing":
            assert.ok(of("refusals") >= 1);
            break;
          case "tool_fails":
            assert.ok(of("calls") >= 20 && of("failed") * 5 >= of("calls"));
            break;
          case "always_degraded":
            assert.ok(of("plans") >= 20 && of("degraded") === of("plans"));
            break;
        }
        assert.ok(days.has(range.first) && days.has(range.last) && range.count <= days.size);
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("C10: the order of the counts changes no suggestion", () => {
  const many = fc.array(fc.tuple(stepOfDay, fc.constantFrom(1, 30, 120)), { maxLength: 8 });
  fc.assert(
    fc.property(many, (found) => {
      const steps = found.flatMap(([step, times]) => Array<StepOfDay>(times).fill(step));
      assert.deepEqual(suggested(steps), suggested([...steps].reverse()));
    }),
    { numRuns: 30 },
  );
});
