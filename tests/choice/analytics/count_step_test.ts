import assert from "node:assert/strict";
import * as fc from "fast-check";
import { CountGroups, readGroup } from "../../../src/choice/analytics/count_group.ts";
import { bucketLimit, bucketOf, BUCKETS } from "../../../src/choice/analytics/count_letters.ts";
import { countStep, type FinishedPlan, type FinishedStep } from "../../../src/choice/analytics/count_step.ts";
import { type CountedFact, readCount, readCounts } from "../../../src/choice/analytics/read_count.ts";
import { readToolSet, writeToolSet } from "../../../src/choice/analytics/tool_set.ts";
import { type CountedStep, countedStep, ledgerOf, TOOLS } from "./_steps.ts";

const PLAN: FinishedPlan = {
  choice: { requested: { type: "auto" }, enforcement: "native" },
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
const STEP: FinishedStep = {
  agent: { tools: TOOLS },
  plan: PLAN,
  acted: [],
  usage: { inputTokens: 0, outputTokens: 0 },
  microDollars: 0,
};

/** The facts of a step's counts, without durations. */
function factsOf(step: FinishedStep): (CountedFact & { count: number })[] {
  const tools = step.agent.tools.map(({ name }) => name);
  return [...countStep(step)].flatMap(([name, count]) => {
    const fact = readCount(name, tools);
    assert.ok(fact, `the count ${name} is read`);
    return fact.type === "model_bucket" || fact.type === "sum" ? [] : [{ ...fact, count }];
  });
}

Deno.test("C9: a step under auto counts its plan, the tools that were offered and the tool that was chosen", () => {
  assert.deepEqual(factsOf(STEP), [
    {
      ...{ type: "plan", kind: "auto", enforcement: "native", end: "satisfied" },
      ...{ called: true, isFirst: true, count: 1 },
    },
    { type: "chosen", kind: "first", tool: "search", count: 1 },
    { type: "offered", kind: "first", tools: TOOLS.map(({ name }) => name), count: 1 },
  ]);
});

const CASES: readonly {
  readonly name: string;
  readonly plan: Partial<FinishedPlan>;
  readonly facts: readonly object[];
}[] = [
  {
    name: "a forced tool is offered alone",
    plan: {
      choice: { requested: { type: "tool", name: "fetch" }, enforcement: "native" },
      called: ["fetch"],
    },
    facts: [
      { type: "chosen", kind: "named", tool: "fetch" },
      { type: "offered", kind: "named", tools: ["fetch"] },
    ],
  },
  {
    name: "required offers all tools and names none",
    plan: { choice: { requested: { type: "required" }, enforcement: "announced" } },
    facts: [
      { type: "chosen", kind: "required", tool: "search" },
      { type: "offered", kind: "required", tools: TOOLS.map(({ name }) => name) },
    ],
  },
  {
    name: "none offers no tool",
    plan: { choice: { requested: { type: "none" }, enforcement: "native" }, called: [], isFirst: false },
    facts: [],
  },
  {
    name: "a forced tool without tools on the wire is forced and not offered",
    plan: {
      choice: { requested: { type: "tool", name: "fetch" }, enforcement: "withheld" },
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
      choice: { requested: { type: "tool", name: "fetch" }, enforcement: "native" },
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
      { type: "offered", kind: "later", tools: TOOLS.map(({ name }) => name) },
    ],
  },
  {
    name: "a dropped answer and a refusal of the API stand beside the plan",
    plan: { called: [], corrected: "missing", refused: [{ model: "a/b~c", feature: "required" }] },
    facts: [
      { type: "corrected", how: "missing" },
      { type: "refused", feature: "required", model: "a/b~c" },
      { type: "offered", kind: "first", tools: TOOLS.map(({ name }) => name) },
    ],
  },
  {
    name: "the cuts of a prompt stand beside the plan, once for each cause",
    plan: { called: [], cuts: ["agent", "window", "agent"] },
    facts: [
      { type: "prompt_cut", why: "agent", count: 2 },
      { type: "prompt_cut", why: "window" },
      { type: "offered", kind: "first", tools: TOOLS.map(({ name }) => name) },
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
  const disposition = { type: "run" } as const;
  const call = { name: "search", disposition };
  const added = countStep({
    ...STEP,
    plan: undefined,
    acted: [
      { call, observation: { outcome: "completed", ms: 0 } },
      { call, observation: { outcome: "failed", ms: 700 } },
      { call, observation: { outcome: "denied", ms: 0 } },
      { call, observation: { outcome: "blocked", ms: 0 }, settledBy: "rule" },
      { call, observation: { outcome: "completed", ms: 0 }, settledBy: "caller" },
      {
        call: { name: "search", disposition: { type: "approve", asks: true } },
        observation: { outcome: "completed", ms: 0 },
      },
      {
        call: { name: "invented", disposition: { type: "unknown_tool", available: [] } },
        observation: { outcome: "failed", ms: 0 },
      },
    ],
  });
  assert.deepEqual(Object.fromEntries(added), {
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
    fc.property(fc.array(countedStep, { minLength: 1, maxLength: 8 }), (steps: readonly CountedStep[]) => {
      const days = ledgerOf(steps);
      const { counts, unresolved } = readCounts(days);
      assert.equal(unresolved, 0);
      const written = days.flatMap(({ counts }) => [...counts.keys()]).filter((key) => !/\|D/.test(key));
      assert.equal(counts.length, written.length);
      const known = new Set(steps.map(({ group }) => JSON.stringify({ ...group, tools: undefined })));
      for (const { group } of counts) {
        assert.ok(known.has(JSON.stringify({ ...group, tools: undefined })));
        assert.deepEqual(group.tools, TOOLS.map(({ name }) => name));
      }
    }),
  );
});

Deno.test("C9: texts that no version has written are left out", () => {
  const names = ["", "P", "Pzzz00", "Vq", "Vsx", "Anothing", "Qz0x", "Qc~x", "bz", "tt", "y", "Wq", "D=a"];
  for (const name of names) assert.equal(readCount(name, []), undefined, name);
  for (const text of ["", "Pans11", "D=a,b", "D=a,b,c,y"]) assert.equal(readGroup(text), undefined, text);
});

Deno.test("C9: a histogram has powers of two", () => {
  for (
    const [ms, bucket] of [[0, 0], [1, 1], [2, 2], [3, 2], [4, 3], [812, 10], [1e9, 20], [1e12, 20]] as const
  ) {
    assert.equal(bucketOf(ms), bucket);
  }
  for (let bucket = 0; bucket < BUCKETS - 1; bucket++) {
    const limit = bucketLimit(bucket);
    assert.ok(limit !== undefined);
    assert.equal(bucketOf(limit), bucket + 1);
    assert.equal(bucketOf(limit - 1), bucket);
  }
  assert.equal(bucketLimit(BUCKETS - 1), undefined);
});

Deno.test("C9: a group is defined once for each tenant and day, and again until the definition is known to be stored", () => {
  const groups = new CountGroups();
  const agent = { name: "weather", tools: TOOLS };
  const group = groups.of(agent, "openai/gpt-5", "", "default");
  assert.equal(group.definition, "D=weather,openai/gpt-5,,d,search,fetch,delete,get_weather");
  assert.equal(groups.of(agent, "openai/gpt-5", "", "default"), group);
  assert.notEqual(groups.of(agent, "openai/gpt-5", "", "reset").hash, group.hash);
  assert.notEqual(
    groups.of({ ...agent, tools: TOOLS.slice(1) }, "openai/gpt-5", "", "default").hash,
    group.hash,
  );
  assert.equal(groups.isDefined(group, "a", "2026-11-22"), false);
  assert.equal(groups.isDefined(group, "a", "2026-11-22"), false);
  groups.confirm(group, "a", "2026-11-22");
  assert.equal(groups.isDefined(group, "a", "2026-11-22"), true);
  assert.equal(groups.isDefined(group, "a", "2026-11-23"), false);
  assert.equal(groups.isDefined(group, "b", "2026-11-22"), false);
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
