import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { CountedPlan, CountedStep } from "../../../src/kernel/hooks/counted_step.ts";
import { CountGroups } from "../../../src/kernel/hooks/count_groups.ts";
import { readStepCounts } from "../../../src/kernel/hooks/hook_results.ts";
import { readCountedDays } from "../../../src/kernel/hooks/step_counts.ts";
import { AgentGroups, readGroup } from "../../../src/plugins/analytics/counts/count_group.ts";
import { bucketLimit, BUCKETS, toBucket } from "../../../src/plugins/analytics/counts/count_letters.ts";
import { countStep } from "../../../src/plugins/analytics/counts/count_step.ts";
import { type CountedFact, readCount, readCounts } from "../../../src/plugins/analytics/counts/read_count.ts";
import { readToolSet, writeToolSet } from "../../../src/plugins/analytics/counts/tool_set.ts";
import { ledgerOf, STEP, type StepOfDay, stepOfDay, TOOLS } from "./_steps.ts";

const PLAN: CountedPlan = {
  choice: { requested: { type: "auto" }, source: "default", enforcement: "native" },
  tools: TOOLS,
  isFirst: true,
  called: ["search"],
  broken: [],
  outcome: { type: "satisfied" },
  corrected: undefined,
  refused: [],
  cuts: [],
  ms: 812,
};
/** The facts of a step's counts, without durations. */
function factsOf(step: CountedStep): (CountedFact & { count: number })[] {
  return Object.entries(countStep(step)).flatMap(([name, count]) => {
    const fact = readCount(name, step.tools);
    assert.ok(fact, `the count ${name} is read`);
    return fact.type === "model_bucket" || fact.type === "sum" ? [] : [{ ...fact, count }];
  });
}

Deno.test("C9: a step under auto counts its plan, the tools that were offered and the tool that was chosen", () => {
  assert.deepEqual(factsOf({ ...STEP, plan: PLAN }), [
    {
      type: "plan",
      kind: "auto",
      enforcement: "native",
      end: "satisfied",
      called: true,
      isFirst: true,
      count: 1,
    },
    { type: "chosen", kind: "first", tool: "search", count: 1 },
    { type: "offered", kind: "first", tools: TOOLS, count: 1 },
  ]);
});

Deno.test("C9: a step that failed counts its code, by whether its run ended with it, and another one no code", () => {
  const codesOf = (step: CountedStep) => factsOf(step).filter(({ type }) => type === "failure");
  assert.deepEqual(codesOf({ ...STEP, plan: PLAN }), []);
  for (const isFinal of [true, false]) {
    const code = "model_overloaded";
    assert.deepEqual(codesOf({ ...STEP, failure: { code, isFinal } }), [{
      type: "failure",
      code,
      isFinal,
      count: 1,
    }]);
  }
  // Two names, of which a version without failures reads neither.
  assert.deepEqual(Object.keys(countStep({ ...STEP, failure: { code: "model_auth", isFinal: true } })), [
    "s",
    "Emodel_auth",
  ]);
});

const CASES: readonly {
  readonly name: string;
  readonly plan: Partial<CountedPlan>;
  readonly facts: readonly object[];
}[] = [
  {
    name: "a forced tool is offered alone",
    plan: {
      choice: { requested: { type: "tool", name: "fetch" }, source: "request", enforcement: "native" },
      called: ["fetch"],
    },
    facts: [
      { type: "chosen", kind: "named", tool: "fetch" },
      { type: "offered", kind: "named", tools: ["fetch"] },
    ],
  },
  {
    name: "required offers all tools and names none",
    plan: { choice: { requested: { type: "required" }, source: "request", enforcement: "announced" } },
    facts: [
      { type: "chosen", kind: "required", tool: "search" },
      { type: "offered", kind: "required", tools: TOOLS },
    ],
  },
  {
    name: "none offers no tool",
    plan: {
      choice: { requested: { type: "none" }, source: "request", enforcement: "native" },
      called: [],
      isFirst: false,
    },
    facts: [],
  },
  {
    name: "a forced tool without tools on the wire is forced and not offered",
    plan: {
      choice: { requested: { type: "tool", name: "fetch" }, source: "request", enforcement: "withheld" },
      tools: [],
      called: [],
      outcome: { type: "violated", how: "missing" },
    },
    facts: [
      { type: "violated", how: "missing", tool: "fetch" },
      { type: "offered", kind: "unsent", tools: ["fetch"] },
    ],
  },
  {
    name: "a call that the choice does not permit is a violation and no choice",
    plan: {
      choice: { requested: { type: "tool", name: "fetch" }, source: "request", enforcement: "native" },
      called: ["delete", "delete", "invented", "made_up"],
      outcome: { type: "violated", how: "wrong_tool" },
    },
    facts: [
      { type: "violated", how: "wrong_tool", tool: "delete" },
      { type: "violated", how: "wrong_tool", tool: "?", count: 2 },
      { type: "offered", kind: "named", tools: ["fetch"] },
    ],
  },
  {
    name: "a call that breaks a rule is chosen and a violation",
    plan: {
      isFirst: false,
      called: ["search", "delete"],
      broken: [undefined, "delete after confirm"],
      outcome: { type: "violated", how: "rule" },
    },
    facts: [
      { type: "chosen", kind: "later", tool: "search" },
      { type: "chosen", kind: "later", tool: "delete" },
      { type: "violated", how: "rule", tool: "delete" },
      { type: "offered", kind: "later", tools: TOOLS },
    ],
  },
  {
    name: "a dropped answer and a refusal of the API stand beside the plan",
    plan: { called: [], corrected: "missing", refused: [{ model: "a/b~c", feature: "required" }] },
    facts: [
      { type: "corrected", how: "missing" },
      { type: "refused", feature: "required", model: "a/b~c" },
      { type: "offered", kind: "first", tools: TOOLS },
    ],
  },
  {
    name: "the cuts of a prompt stand beside the plan, once for each cause",
    plan: { called: [], cuts: ["agent", "window", "agent"] },
    facts: [
      { type: "prompt_cut", why: "agent", count: 2 },
      { type: "prompt_cut", why: "window" },
      { type: "offered", kind: "first", tools: TOOLS },
    ],
  },
];

for (const { name, plan, facts } of CASES) {
  Deno.test(`C9: ${name}`, () => {
    const found = factsOf({ ...STEP, plan: { ...PLAN, ...plan } }).filter(({ type }) => type !== "plan");
    assert.deepEqual(found, facts.map((fact) => ({ count: 1, ...fact })));
  });
}

Deno.test("C9: a call counts as run, or with the reason why no tool was given it", () => {
  const call = { name: "search", outcome: "completed", ms: 0, resultTokens: 5, notRun: undefined } as const;
  const added = countStep({
    ...STEP,
    calls: [
      call,
      { ...call, outcome: "failed", ms: 700 },
      { ...call, outcome: "denied", notRun: "denied" },
      { ...call, outcome: "blocked", notRun: "rule" },
      { ...call, notRun: "answered" },
      { ...call, notRun: "answered" },
      { ...call, name: "invented", outcome: "failed", notRun: "unknown_tool" },
    ],
  });
  assert.deepEqual({ ...added }, {
    s: 1,
    Qc00: 1,
    Qfa0: 1,
    m0: 700,
    Wd0: 1,
    Wr0: 1,
    We0: 2,
    "Wz?": 1,
  });
});

Deno.test("C9: every count of any step is read, and its group", () => {
  fc.assert(
    fc.property(fc.array(stepOfDay, { minLength: 1, maxLength: 8 }), (steps: readonly StepOfDay[]) => {
      const days = ledgerOf(steps);
      const { counts, unresolved } = readCounts(readCountedDays("", days));
      assert.equal(unresolved, 0);
      const written = days.flatMap(({ counts }) => [...counts.keys()]).filter((key) => !/\|D/.test(key));
      assert.equal(counts.length, written.length);
      const groupOf = ({ agent, step: { model, attributes: { policy = "" }, plan } }: StepOfDay) =>
        JSON.stringify({ agent, model, policy, source: plan?.choice.source });
      const known = new Set(steps.map(groupOf));
      for (const { group } of counts) {
        assert.ok(known.has(JSON.stringify({ ...group, tools: undefined })));
        assert.deepEqual(group.tools, TOOLS);
      }
    }),
  );
});

Deno.test("C9: texts that no version has written are left out", () => {
  const names = ["", "P", "Pzzz00", "Vq", "Vsx", "Anothing", "Qz0x", "Qc~x", "bz", "tt", "y", "Wq", "D=a"];
  for (const name of names) assert.equal(readCount(name, []), undefined, name);
  for (const text of ["", "Pans11", "a,b", "a,b,c,y"]) assert.equal(readGroup(text), undefined, text);
});

Deno.test("C9: a histogram has powers of two", () => {
  for (
    const [ms, bucket] of [[0, 0], [1, 1], [2, 2], [3, 2], [4, 3], [812, 10], [1e9, 20], [1e12, 20]] as const
  ) {
    assert.equal(toBucket(ms), bucket);
  }
  for (let bucket = 0; bucket < BUCKETS - 1; bucket++) {
    const limit = bucketLimit(bucket);
    assert.ok(limit !== undefined);
    assert.equal(toBucket(limit), bucket + 1);
    assert.equal(toBucket(limit - 1), bucket);
  }
  assert.equal(bucketLimit(BUCKETS - 1), undefined);
});

Deno.test("C9: the text of a group is the one that earlier counts stand under (pin), and is written once", () => {
  const groups = new AgentGroups("weather");
  const step = { ...STEP, model: "openai/gpt-5", plan: PLAN };
  const text = groups.textOf(step);
  assert.equal(text, "weather,openai/gpt-5,,d,search,fetch,delete,get_weather");
  assert.equal(groups.textOf({ ...step, attributes: { policy: "a" } }), text.replace(",,", ",a,"));
  assert.equal(groups.textOf({ ...step, plan: undefined }), text.replace(",d,", ",,"));
  assert.equal(groups.textOf({ ...step, tools: TOOLS.slice(1) }), text.replace("search,", ""));
  const added = readStepCounts("", { of: text, added: countStep(step) }) ?? assert.fail("nothing");
  const { counts } = new CountGroups().write([added], "acme", "2026-11-22");
  assert.deepEqual([...counts.keys()], ["9128d0d1e9"]);
  assert.deepEqual([...counts.get("9128d0d1e9") ?? []], [
    ["Pans11", 1],
    ["ba", 1],
    ["t", 812],
    ["u0", 1],
    ["U", 1],
    ["D=weather,openai/gpt-5,,d,search,fetch,delete,get_weather", 1],
  ]);
});

Deno.test("C9: any set of up to 130 tools is written and read", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 130 }), (members) => {
      const text = writeToolSet(members.length, (place) => members[place] ?? false);
      const places = members.flatMap((member, place) => member ? [place] : []);
      assert.deepEqual(text === undefined ? [] : readToolSet(text, members.length), places);
      assert.ok((text ?? "").length <= Math.max(4, Math.ceil(members.length / 4)));
    }),
  );
});
