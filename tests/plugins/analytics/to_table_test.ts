import assert from "node:assert/strict";
import * as fc from "fast-check";
import {
  type ChoiceRow,
  type CountName,
  type Dimension,
  DIMENSIONS,
} from "../../../src/plugins/analytics/tables/choice_table.ts";
import { toFailures } from "../../../src/plugins/analytics/tables/to_failures.ts";
import { toTable } from "../../../src/plugins/analytics/tables/to_table.ts";
import type { CountedPlan } from "../../../src/kernel/hooks/counted_step.ts";
import { readCountedDays } from "../../../src/kernel/hooks/step_counts.ts";
import { readCounts } from "../../../src/plugins/analytics/counts/read_count.ts";
import { isForced, permits } from "../../../src/core/tool_choice.ts";
import { daysOf, type StepOfDay, stepOfDay } from "./_steps.ts";

const steps = fc.array(stepOfDay, { maxLength: 30 });

function countsOf(found: readonly StepOfDay[]) {
  return readCounts(daysOf(found));
}

function plansOf(found: readonly StepOfDay[]): CountedPlan[] {
  return found.flatMap(({ step: { plan } }) => plan === undefined ? [] : [plan]);
}

function offeredBy({ choice: { requested }, tools }: CountedPlan): string[] {
  return tools.filter((name) => permits(requested, name));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** What a row about plans comes to, straight from the steps. */
function naivePlanCounts(found: readonly StepOfDay[]): Record<string, number> {
  const plans = plansOf(found);
  const calls = found.flatMap(({ step }) => step.calls);
  const count = (has: (plan: CountedPlan) => boolean) => plans.filter(has).length;
  const ended = (type: string) => count(({ outcome }) => outcome?.type === type);
  return {
    steps: found.length,
    plans: plans.length,
    offered: count((plan) => offeredBy(plan).length > 0),
    forced: count(({ choice }) => isForced(choice.requested)),
    chosen: count(({ called }) => called.length > 0),
    satisfied: ended("satisfied"),
    violated: ended("violated"),
    cut: ended("cut"),
    failed: count(({ outcome }) => outcome === null),
    corrected: count(({ corrected }) => corrected !== undefined),
    degraded: count(({ choice: { requested, enforcement } }) =>
      enforcement === "announced" && isForced(requested) ||
      (enforcement === "withheld" && isForced(requested))
    ),
    native: count(({ choice }) => choice.enforcement === "native"),
    withoutTools: count(({ choice }) => choice.enforcement === "none"),
    refusedByApi: sum(plans.map(({ refused }) => refused.length)),
    refusedByPeople: calls.filter(({ notRun }) => notRun === "denied").length,
    inputTokens: sum(found.map(({ step }) => step.usage.inputTokens)),
    cachedTokens: sum(found.map(({ step }) => step.usage.cachedTokens ?? 0)),
    cacheWriteTokens: sum(found.map(({ step }) => step.usage.cacheWriteTokens ?? 0)),
    uncachedTokens: sum(
      found.map(({ step: { usage } }) =>
        usage.inputTokens - (usage.cachedTokens ?? 0) - (usage.cacheWriteTokens ?? 0)
      ),
    ),
    promptCuts: sum(plans.map(({ cuts }) => cuts.length)),
    microDollars: sum(found.map(({ step }) => step.usage.microDollars ?? 0)),
  };
}

function assertCounts({ counts }: ChoiceRow, expected: Record<string, number>): void {
  const actual = Object.fromEntries(counts);
  for (const [name, count] of Object.entries(expected)) assert.equal(actual[name] ?? 0, count, name);
}

Deno.test("C9: rows by any dimensions are what a naive count of the same steps comes to", () => {
  const planDimensions = DIMENSIONS.filter((dimension) => dimension !== "tool");
  fc.assert(
    fc.property(steps, fc.subarray(planDimensions), (found, by) => {
      const { rows, unresolved } = toTable(countsOf(found), { by });
      assert.equal(unresolved, 0);
      const keyOf = ({ day, agent, step: { model, attributes: { policy = "" } } }: StepOfDay) => {
        const values: Partial<Record<Dimension, string>> = { day, agent, model, policy };
        return JSON.stringify(by.map((dimension) => values[dimension]));
      };
      const groups = Map.groupBy(found, keyOf);
      assert.equal(rows.length, groups.size);
      for (const row of rows) {
        const members = groups.get(JSON.stringify(by.map((dimension) => row.by[dimension]))) ?? [];
        assertCounts(row, naivePlanCounts(members));
        assert.equal(row.latencyMs, sum(plansOf(members).map(({ ms }) => ms)));
        assert.equal(sum(row.buckets), plansOf(members).length);
      }
    }),
  );
});

Deno.test("C9: failures by any dimensions are what a naive count of the same steps results in", () => {
  fc.assert(
    fc.property(steps, fc.subarray([...DIMENSIONS]), (found, by) => {
      const rows = toFailures(countsOf(found).counts, { by });
      const keyOf = (of: Readonly<Partial<Record<Dimension, string>>>, code: string | undefined) =>
        JSON.stringify([...by.filter((each) => each !== "tool").map((each) => of[each]), code]);
      const naive = Map.groupBy(
        found.filter(({ step }) => step.failure !== undefined),
        ({ day, agent, step: { model, attributes: { policy = "" }, failure } }) =>
          keyOf({ day, agent, model, policy }, failure?.code),
      );
      assert.deepEqual(
        new Map(rows.map(({ by, error, failed, retryable }) => [keyOf(by, error), [failed, retryable]])),
        new Map(
          [...naive].map(([key, members]) => [
            key,
            [true, false].map((isFinal) =>
              members.filter(({ step }) => step.failure?.isFinal === isFinal).length
            ),
          ]),
        ),
      );
      const sums = rows.map(({ failed, retryable }) => failed + retryable);
      assert.deepEqual(sums, sums.toSorted((one, other) => other - one), "the most frequent first");
      const ofOne = toFailures(countsOf(found).counts, { by: ["agent"], agent: "weather" });
      assert.ok(ofOne.every(({ by }) => by.agent === "weather"));
    }),
  );
});

Deno.test("L6: the bill of input is that of each kind of token at the rate of its model", () => {
  const price = { input: 3, output: 15, cached: 0.3, cacheWrite: 3.75 };
  fc.assert(
    fc.property(steps, (found) => {
      const priceOf = (model: string) => model === "openai/gpt-5" ? price : undefined;
      const { rows } = toTable(countsOf(found), { by: ["model"] }, priceOf);
      for (const { by, counts } of rows) {
        const of = (name: CountName) => counts.get(name) ?? 0;
        const rate = by.model === "openai/gpt-5" ? price : { input: 0, cached: 0, cacheWrite: 0 };
        assert.equal(of("uncachedMicroDollars"), of("uncachedTokens") * rate.input);
        assert.equal(of("cachedMicroDollars"), Math.round(of("cachedTokens") * rate.cached));
        assert.equal(of("cacheWriteMicroDollars"), Math.round(of("cacheWriteTokens") * rate.cacheWrite));
      }
    }),
  );
});

Deno.test("C9: rows of a tool are what a naive count comes to, and no tool is chosen more often than offered", () => {
  fc.assert(
    fc.property(steps, (found) => {
      const { rows } = toTable(countsOf(found), { by: ["tool"] });
      for (const row of rows) {
        const tool = row.by.tool ?? "";
        const plans = plansOf(found);
        const isOffered = (plan: CountedPlan) => offeredBy(plan).includes(tool);
        const offered = plans.filter(isOffered);
        assertCounts(row, {
          offered: offered.length,
          chosen: offered.filter(({ called }) => called.includes(tool)).length,
          forced: plans.filter(({ choice: { requested } }) =>
            isForced(requested) && requested.type !== "required" && permits(requested, tool)
          ).length,
        });
        assert.ok((row.counts.get("chosen") ?? 0) <= (row.counts.get("offered") ?? 0));
        assert.equal(sum(row.buckets), row.counts.get("calls") ?? 0);
      }
    }),
  );
});

Deno.test("C9: filters leave the rows that they name, unchanged", () => {
  fc.assert(
    fc.property(steps, (found) => {
      const counts = countsOf(found);
      const all = toTable(counts, { by: ["tool", "agent"] }).rows;
      const one = toTable(counts, { by: ["tool", "agent"], agent: "weather", tool: "fetch" }).rows;
      assert.deepEqual(one, all.filter(({ by }) => by.agent === "weather" && by.tool === "fetch"));
      const bare = toTable(counts, { by: [], tool: "fetch" }).rows;
      assert.deepEqual(
        bare.map(({ counts }) => counts),
        toTable(counts, { by: ["tool"], tool: "fetch" }).rows.map(({ counts }) => counts),
      );
    }),
  );
});

Deno.test("C9: steps without a definition of what they belong to are reported, and in no row", () => {
  const counts = new Map([["0123456789|Pans11", 3], ["0123456789|U", 3], ["0123456789|s", 2]]);
  counts.set("9876543210|D=weather,a/b,,d,fetch,search", 2).set("9876543210|U=1", 4)
    .set("9876543210|Pans01", 4);
  counts.set("webhooks|/unmatched/a/b", 7).set("other/9876543210|Pans01", 8);
  const read = readCounts(readCountedDays("", [{ day: "2026-11-22", accounts: new Map(), counts }]));
  const { rows, unresolved } = toTable(read, { by: ["tool"] });
  assert.equal(unresolved, 5);
  assert.deepEqual(rows.map(({ by, counts }) => [by.tool, counts.get("offered")]), [["search", 4]]);
  assert.equal(toTable(read, { by: [] }).rows[0]?.counts.get("steps"), 4);
});
