// S8: intervals, trajectories and retrieval by numbers that were worked out by hand.

import assert from "node:assert/strict";
import { wilson } from "../../src/core/share_interval.ts";
import type { ObservedRun } from "../../src/evaluation/data/attempt.ts";
import { judgeChoice } from "../../src/evaluation/measures/choice.ts";
import { estimate } from "../../src/evaluation/measures/interval.ts";
import { findForbidden, matchTrajectory } from "../../src/evaluation/measures/trajectory.ts";
import { holdBack } from "../../src/evaluation/selection/hold_back.ts";
import { defineEvaluation } from "../../src/evaluation/define.ts";
import type { ToolSelector } from "../../src/plugins/selection/selector.ts";
import { runEvaluation } from "./_run.ts";

const rounded = (bounds: readonly number[]) => bounds.map((bound) => bound.toFixed(4));

Deno.test("S8: Wilson's interval has the textbook values, and is exact at 0 and 1", () => {
  assert.deepEqual(rounded(wilson(0.8, 10)), ["0.4902", "0.9433"]);
  assert.deepEqual(rounded(wilson(0, 10)), ["0.0000", "0.2775"]);
  assert.deepEqual(rounded(wilson(1, 10)), ["0.7225", "1.0000"]);
  assert.equal(wilson(0, 3)[0], 0);
  assert.equal(wilson(1, 3)[1], 1);
});

Deno.test("S8: repeats widen the interval to that of the cases when they agree, and not when they differ", () => {
  const samples = (...rows: readonly (readonly number[])[]) =>
    rows.flatMap((row, index) => row.map((value) => ({ cluster: String(index), value })));
  const bounds = (found: ReturnType<typeof estimate>) => rounded([found.low ?? NaN, found.high ?? NaN]);
  // Four repeats that always agree say no more than one: 2 of 4 cases.
  assert.deepEqual(bounds(estimate(samples([1, 1], [1, 1], [0, 0], [0, 0]))), rounded(wilson(0.5, 4)));
  // Repeats that differ within each case are as good as 8 cases.
  assert.deepEqual(bounds(estimate(samples([1, 0], [1, 0], [0, 1], [1, 0]))), rounded(wilson(0.5, 8)));
  // All of ten attempts right, in two cases: two cases are what is known.
  assert.deepEqual(bounds(estimate(samples([1, 1, 1, 1, 1], [1, 1, 1, 1, 1]))), rounded(wilson(1, 2)));
  assert.deepEqual(estimate([]), { value: null, n: 0, low: null, high: null, method: "none" });
  const half = estimate(samples([0.5], [0.5], [0.5]));
  assert.deepEqual([half.value, half.low, half.high, half.method], [0.5, 0.5, 0.5, "bootstrap"]);
});

Deno.test("S8: what is no share has the bounds that leave 2.5 % of its resampled means below and 2.5 % above", () => {
  // Half of the cases 0, half of them 10: the mean of n is 10 binomial shares, whose deviation is 5 by the root of n.
  const n = 400;
  const samples = Array.from({ length: n }, (_, index) => ({ cluster: `${index}`, value: index % 2 * 10 }));
  const { value, low, high, method } = estimate(samples);
  assert.deepEqual([value, method], [5, "bootstrap"]);
  // The 1.6449 deviations of 90 % would be 0.411.
  for (const half of [5 - (low ?? NaN), (high ?? NaN) - 5]) {
    assert.ok(Math.abs(half - 1.96 * 5 / n ** 0.5) < 0.04, `${half}`);
  }
});

Deno.test("S8: examples of a tool are queries that expect it, so many, each of several tools too, and no case has their texts", () => {
  const queries = [["a1", "a"], ["a2", "a"], ["a3", "a"], ["ab", "a", "b"], ["b1", "b"], ["none"]].map(
    ([query = "", ...expected]) => ({ query, expected: expected.length === 0 ? null : expected }),
  );
  const tools = ["a", "b"].map((name) => ({
    name,
    description: name,
    parameters: {},
    examples: [`${name} by hand`],
  }));
  const shared = new Set<string>();
  for (let seed = 1; seed <= 12; seed++) {
    const held = holdBack(tools, queries, { examples: 2, seed });
    const drawn = held.tools.map(({ name, examples: [own, ...more] = [] }) => {
      assert.equal(own, `${name} by hand`);
      assert.ok(more.every((text) => text.includes(name)), more.join());
      return more;
    });
    assert.deepEqual(drawn.map(({ length }) => length), [2, 2]);
    assert.ok(drawn[1]?.includes("ab"), "of the two that expect b one expects a, too");
    shared.add(`${drawn[0]?.includes("ab")}`);
    const known = drawn.flat();
    assert.deepEqual(
      held.queries.map(({ query }) => query).toSorted(),
      ["a1", "a2", "a3", "none"].filter((text) => !known.includes(text)),
    );
  }
  assert.equal(shared.size, 2, "it is one of the two that a has, or there were two before it");
});

const RUN: ObservedRun = {
  type: "run",
  calls: [],
  answer: null,
  status: "open",
  steps: 1,
  tokens: 0,
  model: null,
  unstubbed: [],
  stubsUsed: [],
};

Deno.test("S8: a choice is judged by what was called of what was right", () => {
  const judged = (match: "any" | "all", expected: readonly string[], called: readonly string[]) => {
    const run = { ...RUN, calls: called.map((name) => ({ name, args: "{}" })) };
    const { outcome, pairs } = judgeChoice({ id: "", input: "", expected: [...expected], match }, run, []);
    return [outcome, pairs.map((pair) => pair.map((name) => name ?? "-").join(">")).join(" ")];
  };
  assert.deepEqual(judged("all", ["a", "b"], ["b", "a", "b"]), ["right", "a>a b>b"]);
  assert.deepEqual(judged("all", ["a", "b"], ["a"]), ["incomplete", "a>a b>-"]);
  assert.deepEqual(judged("any", ["a", "b"], ["a"]), ["right", "a>a"]);
  assert.deepEqual(judged("any", ["a", "b"], ["a", "c"]), ["wrong_tool", "a>a ->c"]);
  for (const match of ["any", "all"] as const) {
    assert.deepEqual(judged(match, ["a", "b"], []), ["missed", "a>- b>-"]);
    assert.deepEqual(judged(match, ["a", "b"], ["c"]), ["wrong_tool", "a>c b>-"]);
    assert.deepEqual(judged(match, ["a"], ["c", "d"]), ["wrong_tool", "a>c ->d"]);
    assert.deepEqual(judged(match, [], []), ["right", "->-"]);
    assert.deepEqual(judged(match, [], ["c"]), ["false_positive", "->c"]);
  }
});

Deno.test("S8: a trajectory in any order gives each expected call one of its own, the particular ones first", () => {
  const call = (name: string, args: string) => ({ name, args });
  const score = (match: "exact" | "in_order" | "any_order", ...names: readonly string[]) =>
    matchTrajectory(
      match,
      [{ name: "a" }, { name: "a", args: { n: 1, m: [2] } }, { name: "b", argsFit: { required: ["x"] } }],
      names.map((word) => call(word[0] ?? "", word.slice(1) || "{}")),
    ).score;
  // A greedy match would give a{n} to the first expected call and leave none for the second.
  assert.equal(score("any_order", 'a{"m":[2],"n":1}', 'b{"x":0}', "a"), 1);
  assert.equal(score("any_order", 'a{"m":[2],"n":1}', 'b{"x":0}'), 2 / 3);
  assert.equal(score("any_order", 'a{"m":[2],"n":1}', "a", "b{}"), 2 / 3);
  assert.equal(score("in_order", "a", 'a{"n":1,"m":[2]}', "c", 'b{"x":0}'), 1);
  assert.equal(score("exact", "a", 'a{"n":1,"m":[2]}', "c", 'b{"x":0}'), 3 / 4);
  assert.equal(score("in_order", 'b{"x":0}', "a", 'a{"n":1,"m":[2]}'), 2 / 3);
  assert.equal(matchTrajectory("in_order", [], [call("a", "{}")]).score, 0);
  assert.equal(matchTrajectory("exact", [], []).score, 1);
});

Deno.test("S8: a trajectory stops checking arguments by schemas when they have taken a million steps", () => {
  const calls = Array.from(
    { length: 25 },
    () => ({ name: "a", args: JSON.stringify({ text: "a".repeat(3_000) }) }),
  );
  // A pattern that goes on with each character: 10,000 steps for each call.
  const argsFit = { properties: { text: { type: "string", pattern: "^(a?a?a?){9}b$" } } };
  const expected = Array.from({ length: 1_000 }, () => ({ name: "a", argsFit }));
  const { score, reason } = matchTrajectory("any_order", expected, calls);
  assert.equal(score, 0);
  assert.match(reason, /take more steps than a trajectory may$/);
  const one = matchTrajectory("any_order", expected.slice(0, 1), calls.slice(0, 1));
  assert.doesNotMatch(one.reason, /steps/);
  // What could not be checked is no proof that a forbidden call was not made.
  assert.equal(findForbidden({ calls: expected.slice(0, 1) }, calls.slice(0, 1)), undefined);
  assert.equal(findForbidden({ calls: expected }, calls)?.name, "a");
});

Deno.test("S8: a call that is never to be made is one of a tool, one like another, or any where none is named", () => {
  const calls = [{ name: "a", args: '{"n":1,"m":2}' }, { name: "b", args: "{}" }];
  const found = (forbidden: Parameters<typeof findForbidden>[0]) => findForbidden(forbidden, calls)?.name;
  assert.equal(found({ calls: [{ name: "a", args: { m: 2, n: 1.0 } }] }), "a");
  assert.equal(found({ calls: [{ name: "a", args: { n: 1 } }, { name: "c" }] }), undefined);
  assert.equal(found({ calls: [{ name: "a", argsFit: { properties: { n: { const: 1 } } } }] }), "a");
  assert.equal(found({ tools: ["b"], calls: [{ name: "c" }] }), "b");
  assert.deepEqual([found({}), found({ tools: [] }), found({ calls: [] })], ["a", undefined, undefined]);
});

Deno.test("S8: a scripted selector has exactly the recall and the MRR of its ranks", async () => {
  const ranked: Readonly<Record<string, readonly string[]>> = {
    first: ["a", "b", "c"],
    second: ["b", "a", "c"],
    third: ["b", "c", "d", "a"],
    two: ["d", "a", "c", "b"],
    none: ["c", "d"],
    nothing: ["a"],
  };
  const selector: ToolSelector = {
    name: "scripted",
    settings: {},
    select: ({ text, most }) => ({ tools: (ranked[text] ?? []).slice(0, most), candidates: [] }),
  };
  const evaluation = defineEvaluation({
    name: "retrieval",
    kind: "selection",
    selector,
    at: [1, 2, 4],
    tools: ["a", "b", "c", "d"].map((name) => ({ name, description: name, category: "x/y", strange: 1 })),
    cases: [
      { query: "first", expected: ["a"], category: "single" },
      { query: "second", expected: ["a"], category: "single" },
      { query: "third", expected: ["a"], category: "single" },
      { query: "two", expected: ["a", "b"], category: "multi" },
      { query: "none", expected: ["a"], category: "single" },
      { query: "nothing", expected: null, category: "none" },
    ],
    thresholds: { "recall@4": { least: 0.8 }, MRR: { least: 0.5 } },
  });
  const report = await runEvaluation(evaluation);
  const of = (category: string | null) =>
    Object.fromEntries(
      report.measures.filter((measure) => measure.category === category)
        .map(({ name, value, n }) => [name, [value, n]]),
    );
  assert.deepEqual(of(null), {
    "recall@1": [0.2, 5],
    "recall@2": [(1 + 1 + 0 + 0.5 + 0) / 5, 5],
    "recall@4": [0.8, 5],
    "all@1": [0.2, 5],
    "all@2": [0.4, 5],
    "all@4": [0.8, 5],
    "MRR": [(1 + 1 / 2 + 1 / 4 + 1 / 2 + 0) / 5, 5],
  });
  assert.deepEqual(of("multi")["recall@2"], [0.5, 1]);
  assert.deepEqual(of("none").MRR, [null, 0]);
  assert.deepEqual(report.gates.map(({ name, held }) => [name, held]), [["recall@4", true], ["MRR", false]]);
  const recall = report.measures.find(({ name }) => name === "recall@4");
  assert.deepEqual([recall?.method, recall?.low?.toFixed(4), recall?.high?.toFixed(4)], [
    "wilson",
    ...rounded(wilson(0.8, 5)),
  ]);
  assert.deepEqual(report.results.map(({ id }) => id), ["5"]);
});
