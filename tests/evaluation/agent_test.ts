// S8: the evaluation of a scripted agent with known mistakes: stubs, trajectories, gates, scores, repeats and intervals.

import assert from "node:assert/strict";
import { askUser } from "../../src/agents/ask_user.ts";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { definePolicy } from "../../src/agents/define_policy.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { AgentError } from "../../src/core/error.ts";
import {
  type AgentEvaluationDefinition,
  type Attempt,
  defineEvaluation,
  modelJudge,
  runEvaluation,
} from "../../src/evaluation/mod.ts";
import { definePlugin } from "../../src/http/define_plugin.ts";
import type { RemoteToolSource } from "../../src/core/tool/tool_source.ts";
import type { Provider } from "../../src/core/model/provider.ts";
import { createScriptedProvider } from "../../src/providers/scripted/provider.ts";
import { type Scenario, scenario } from "../../src/providers/scripted/scenario.ts";
import { modelByInput } from "./_models.ts";

let sent = 0;
const send = defineTool({ name: "send", description: "Sends.", parameters: ["to"], run: () => ++sent });
const find = defineTool({ name: "find", description: "Finds.", parameters: ["what"], run: () => ++sent });
const double = defineTool({
  name: "double",
  description: "Doubles.",
  parameters: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
  effect: "pure",
  run: ({ n }) => Number(n) * 2,
});
const guarded = defineTool({
  name: "guarded",
  description: "Needs two people.",
  needsApproval: true,
  approvals: 2,
  run: () => ++sent,
});
const agent = defineAgent({
  name: "worker",
  model: "scripted/m",
  instructions: "Work.",
  tools: [send, find, double, guarded],
});

type Part = Partial<AgentEvaluationDefinition>;

function evaluate(
  scenarios: Readonly<Record<string, Scenario>>,
  cases: AgentEvaluationDefinition["cases"],
  more: Part = {},
) {
  const deployment = { providers: [modelByInput(scenarios)] };
  return runEvaluation(defineEvaluation({ name: "work", agent, deployment, cases, ...more }));
}

const FOUND = { tool: "find", outcomes: [{ output: "bob@x" }] };
const SENT = { tool: "send", outcomes: [{ output: "sent" }] };
const FIND_SEND = scenario().calls("find", { what: "bob" }).next().calls("send", { to: "bob@x" }).next().says(
  "Sent.",
);
const SEND_FIND = scenario().calls("send", { to: "bob@x" }).next().calls("find", { what: "bob" }).next().says(
  "Sent.",
);

Deno.test("S8: gates of trajectories pass and fail as the calls say, and nothing runs for real", async () => {
  const calls = [{ name: "find" }, { name: "send", args: { to: "bob@x" } }];
  const trajectory = (
    match: "exact" | "in_order" | "any_order",
  ) => ({ type: "trajectory", match, calls } as const);
  const gates = (["exact", "in_order", "any_order"] as const).map(trajectory);
  const report = await evaluate(
    {
      right: FIND_SEND,
      turned: SEND_FIND,
      more: scenario().calls("find", { what: "ann" }).next().calls("find", { what: "bob" }).calls("send", {
        to: "bob@x",
      })
        .next().says("Sent."),
      wrong: scenario().calls("find", { what: "bob" }).next().calls("send", { to: "eve@x" }).next().says(
        "Sent.",
      ),
    },
    ["right", "turned", "more", "wrong"].map((input) => ({ id: input, input, gates })),
    { stubs: [FOUND, SENT] },
  );

  assert.equal(sent, 0);
  assert.deepEqual(report.results.map(({ id, passed, problems }) => [id, passed, problems.length]), [
    ["right", 1, 0],
    ["turned", 0, 2], // neither exact nor in order
    ["more", 0, 1], // not exact
    ["wrong", 0, 3],
  ]);
  const shares = report.measures.filter(({ name }) => name.startsWith("gate: ")).map((
    { name, value, n },
  ) => [name, value, n]);
  assert.deepEqual(shares, [
    ["gate: stubs", 1, 4],
    ["gate: run", 1, 4],
    ["gate: trajectory exact", 0.25, 4],
    ["gate: trajectory in_order", 0.5, 4],
    ["gate: trajectory any_order", 0.75, 4],
  ]);
  const passRate = report.measures.find(({ name }) => name === "pass rate");
  // Wilson of 1 in 4.
  assert.deepEqual([passRate?.value, passRate?.low?.toFixed(4), passRate?.high?.toFixed(4)], [
    0.25,
    "0.0456",
    "0.6994",
  ]);
  assert.equal(report.passed, false);
});

Deno.test("S8: scores are averaged, with a bootstrap of the cases where they are no shares of 0 and 1", async () => {
  const score = {
    type: "trajectory",
    match: "in_order",
    calls: [{ name: "find" }, { name: "send" }],
  } as const;
  const report = await evaluate(
    { right: FIND_SEND, turned: SEND_FIND },
    [{ input: "right" }, { input: "turned" }],
    { stubs: [FOUND, SENT], scores: [score] },
  );
  const found = report.measures.find(({ name }) => name === "score: trajectory in_order");
  // Of two cases with 1 and 1/2, a quarter of all draws has the mean 1/2 and a quarter 1: the percentiles are the extremes.
  assert.deepEqual(found, {
    name: "score: trajectory in_order",
    category: null,
    value: 0.75,
    n: 2,
    of: "attempts",
    low: 0.5,
    high: 1,
    method: "bootstrap",
    better: "higher",
  });
  assert.equal(report.passed, true);
});

Deno.test("S8: a call without a stub fails its case with a verdict, and a once tool never runs", async () => {
  const report = await evaluate({ go: FIND_SEND, twice: FIND_SEND }, [
    { id: "none", input: "go", stubs: [FOUND] },
    {
      id: "other arguments",
      input: "twice",
      stubs: [FOUND, { ...SENT, when: { type: "object", properties: { to: { const: "ann@x" } } } }],
    },
  ]);
  assert.equal(sent, 0);
  assert.deepEqual(report.results.map(({ problems }) => problems[0]), [
    'stubs: send {"to":"bob@x"} was called, and it has no stub.',
    'stubs: send {"to":"bob@x"} was called, and none of its stubs fits, or those that do are used up.',
  ]);
  assert.deepEqual(report.warnings, ["Case other arguments: stub 2, of send, was not used."]);
  assert.equal(report.passed, false);
});

Deno.test("S8: outcomes of a stub follow each other: outputs, thrown errors, and the end that it names", async () => {
  const attempts: Attempt[] = [];
  const script = scenario().calls("find", { what: "1" }).next().calls("find", { what: "2" }).next()
    .calls("find", { what: "3" }).next().says("Done.");
  const run = (after: "repeat" | "fail") =>
    runEvaluation(
      defineEvaluation({
        name: after,
        agent,
        deployment: { providers: [modelByInput({ go: script })] },
        cases: [{
          input: "go",
          stubs: [{
            tool: "find",
            after,
            outcomes: [{ output: 1 }, { error: { kind: "rate_limited", message: "Slow down." } }],
          }],
        }],
      }),
      { onAttempt: (attempt) => void attempts.push(attempt) },
    );
  assert.deepEqual([(await run("repeat")).passed, (await run("fail")).passed], [true, false]);
  const calls = attempts.map(({ observed }) =>
    observed.type === "run"
      ? observed.calls.map(({ outcome, output, error }) => [outcome, output, error])
      : []
  );
  assert.deepEqual(calls[0], [
    ["completed", 1, undefined],
    ["failed", null, "Slow down."],
    ["failed", null, "Slow down."],
  ]);
  assert.match(String(calls[1]?.[2]?.[2]), /used up/);
});

Deno.test("S8: people of the evaluation approve or deny, and a tool of real runs", async () => {
  const script = scenario().calls("guarded").calls("double", { n: 4 }).next().says("Done.");
  const attempts: Attempt[] = [];
  await runEvaluation(
    defineEvaluation({
      name: "approvals",
      agent,
      deployment: { providers: [modelByInput({ go: script })] },
      real: ["double"],
      stubs: [{ tool: "guarded", outcomes: [{ output: "done" }] }],
      cases: [{ input: "go" }, { input: "go", approvals: "deny" }],
    }),
    { onAttempt: (attempt) => void attempts.push(attempt) },
  );
  const ends = attempts.map(({ observed }) =>
    observed.type === "run" ? observed.calls.map(({ outcome, output }) => [outcome, output]) : []
  );
  assert.deepEqual(ends, [
    [["completed", "done"], ["completed", 8]],
    [["denied", null], ["completed", 8]],
  ]);
});

const FORBIDDING = definePolicy({ name: "unpaid", rules: [{ type: "at_most", tool: "double", times: 0 }] });
const POLICIES = {
  "no policy": undefined,
  "a policy of its own": FORBIDDING,
  "the name of a policy": "unpaid",
};

for (const [what, policy] of Object.entries(POLICIES)) {
  Deno.test(`S8, C8: an agent with ${what} is evaluated as it runs in a deployment`, async () => {
    const script = scenario().calls("double", { n: 4 }).next().says("Done.");
    const attempts: Attempt[] = [];
    const deployment = { providers: [modelByInput({ go: script })], policies: [FORBIDDING] };
    const ruled = defineAgent({
      name: "ruled",
      model: "scripted/m",
      tools: [double],
      ...(policy && { policy }),
    });
    await runEvaluation(
      defineEvaluation({
        name: "ruled",
        agent: ruled,
        deployment,
        real: ["double"],
        cases: [{ input: "go" }],
      }),
      { onAttempt: (attempt) => void attempts.push(attempt) },
    );
    const called = attempts.map(({ observed }) => observed.type === "run" ? observed.calls.length : -1);
    assert.deepEqual(called, [policy === undefined ? 1 : 0]);
  });
}

Deno.test("S8: a tool of a server, a question to a person and a tool of the caller are stubs too", async () => {
  const question = askUser({ name: "ask" });
  const client = defineTool({ name: "click", description: "Clicks." }); // without run: the caller's own
  const remote: RemoteToolSource = {
    name: "crm",
    prefix: "crm_",
    settings: {},
    env: [],
    tools: () => ({ tools: [{ ...send, name: "crm_send" }], warnings: [] }),
  };
  const script = scenario().calls("ask", { question: "Now?" }).calls("click").calls("crm_send", { to: "x" })
    .next().says("Done.");
  const attempts: Attempt[] = [];
  const report = await runEvaluation(
    defineEvaluation({
      name: "others",
      agent: defineAgent({
        name: "others",
        model: "scripted/m",
        instructions: "Work.",
        tools: [question, client],
        toolSources: [remote],
      }),
      deployment: { providers: [modelByInput({ go: script })] },
      stubs: ["ask", "click", "crm_send"].map((name) => ({
        tool: name,
        outcomes: [{ output: { yes: true } }],
      })),
      cases: [{ input: "go", gates: [{ type: "status", is: "done" }] }],
    }),
    { onAttempt: (attempt) => void attempts.push(attempt) },
  );
  assert.deepEqual([report.passed, report.results[0]?.problems], [true, []]);
  const [observed] = attempts.map((attempt) => attempt.observed);
  assert.ok(observed?.type === "run");
  assert.deepEqual(observed.calls.map(({ name, outcome }) => [name, outcome]), [
    ["ask", "completed"],
    ["click", "completed"],
    ["crm_send", "completed"],
  ]);
  assert.equal(sent, 0);
});

Deno.test("S8: repeats: the pass rate has an interval by cases, and pass every counts cases", async () => {
  let asked = 0;
  const right = createScriptedProvider({ script: scenario().says("yes") });
  const wrong = createScriptedProvider({ script: scenario().says("no") });
  // Two cases, four repeats each: the first is right in all of them, the second in two.
  const flaky: Provider = {
    ...right,
    stream: (request, io) => (asked++ % 2 === 1 && asked > 4 ? wrong : right).stream(request, io),
  };
  const evaluation = defineEvaluation({
    name: "flaky",
    agent,
    deployment: { providers: [flaky] },
    repeats: 4,
    passRate: 0.5,
    cases: [{ input: "first" }, { input: "second" }],
    gates: [{ type: "answer_equals", text: "yes" }],
  });
  const report = await runEvaluation(evaluation);
  assert.deepEqual(report.results.map(({ passed, attempts }) => [passed, attempts]), [[4, 4], [2, 4]]);
  const [rate, every] = report.measures;
  // 6 of 8; the variance between the two cases is that of 3 attempts: Wilson with p = 0.75 and n = 3.
  assert.deepEqual([rate?.value, rate?.n, rate?.low?.toFixed(4), rate?.high?.toFixed(4)], [
    0.75,
    8,
    "0.2561",
    "0.9632",
  ]);
  assert.deepEqual([every?.name, every?.value, every?.n, every?.of], ["pass every", 0.5, 2, "cases"]);
  assert.equal(report.passed, true, "half of the repeats are enough here");
});

Deno.test("S8: a judge of one's own and one that asks a model with a JSON schema score criteria", async () => {
  const gates = [{ type: "judge", criteria: "It is polite." }] as const;
  const hello = { hello: scenario().says("Good day.") };
  const own = await evaluate(hello, [{ input: "hello", gates: [...gates] }], {
    judge: ({ criteria, answer }) => ({
      score: criteria === "It is polite." && answer === "Good day." ? 1 : 0,
      reason: "",
    }),
  });
  assert.equal(own.passed, true);

  const read: string[] = [];
  const judging = createScriptedProvider({
    script: scenario().says('{"reason":"It is curt.","score":0.25}'),
  });
  const model = modelByInput(hello);
  const providers: Provider[] = [model, {
    ...judging,
    name: "other",
    stream: (request, io) => {
      read.push(JSON.stringify(request.messages) + JSON.stringify(request.output?.schema));
      return judging.stream(request, io);
    },
  }];
  const asked = await runEvaluation(defineEvaluation({
    name: "judged",
    agent,
    deployment: { providers },
    judge: modelJudge({ model: "other/m" }),
    cases: [{ input: "hello", gates: [...gates], scores: [...gates] }],
  }));
  assert.deepEqual(asked.results[0]?.problems, ["judge: It is curt."]);
  assert.equal(asked.measures.find(({ name }) => name === "score: judge")?.value, 0.25);
  assert.match(read[0] ?? "", /It is polite/);
});

Deno.test("S8: a run goes on with the attempts that it has, and a model that is not reached is no verdict", async () => {
  let fails = true;
  const says = createScriptedProvider({ script: scenario().says("yes") });
  const provider: Provider = {
    ...says,
    stream: (request, io) => {
      if (fails) throw new AgentError("model_overloaded", "Busy.");
      return says.stream(request, io);
    },
  };
  const quick = { ...agent, maxRetries: 0 };
  const evaluation = defineEvaluation({
    name: "resumed",
    agent: quick,
    deployment: { providers: [provider], sleep: skipRetries },
    cases: [{ input: "one" }, { input: "two" }],
  });
  const broken = await runEvaluation(evaluation);
  assert.deepEqual([broken.passed, broken.attempts, broken.failures.map(({ code }) => code)], [
    false,
    0,
    ["model_overloaded", "model_overloaded"],
  ]);
  fails = false;
  const made: Attempt[] = [];
  const only = (id: string) => id === "1";
  await runEvaluation(evaluation, { only, onAttempt: (attempt) => void made.push(attempt) });
  const again: string[] = [];
  const report = await runEvaluation(evaluation, {
    previous: made,
    onAttempt: (attempt) => void again.push(attempt.case),
  });
  assert.deepEqual([again, report.attempts, report.passed], [["2"], 2, true]);
});

Deno.test("S8: a run with fewer repeats counts none beyond them, and a threshold holds at its bounds", async () => {
  const script = scenario().says("yes");
  const evaluation = defineEvaluation({
    name: "fewer",
    agent,
    deployment: { providers: [modelByInput({ go: script })] },
    cases: [{ input: "go" }],
    repeats: 3,
    thresholds: { "pass rate": { least: 1, most: 1 } },
  });
  const previous: Attempt[] = [];
  const whole = await runEvaluation(evaluation, { onAttempt: (attempt) => void previous.push(attempt) });
  assert.deepEqual([whole.attempts, whole.passed], [3, true]);
  assert.deepEqual(whole.gates.map(({ held }) => held), [true, true]);
  const fewer = await runEvaluation(evaluation, { previous, repeats: 2 });
  assert.deepEqual([fewer.attempts, fewer.results[0]?.attempts, fewer.passed], [2, 2, true]);
});

Deno.test("S8: a run that its model leaves in a later step, or that a server of tools does not begin, is no verdict", async () => {
  const script = scenario().calls("find", { what: "bob" }).next().says("yes");
  for (const code of ["model_rate_limit", "model_timeout", "model_network", "tools_unavailable"] as const) {
    let requests = 0;
    const leave = () => Promise.reject(new AgentError(code, "Not there."));
    const isOfModel = code !== "tools_unavailable";
    const scripted = createScriptedProvider({ script });
    const provider: Provider = {
      ...scripted,
      stream: (request, io) => ++requests > 1 && isOfModel ? leave() : scripted.stream(request, io),
    };
    const server: RemoteToolSource = {
      name: "desk",
      prefix: "desk_",
      settings: {},
      env: [],
      tools: () => isOfModel ? { tools: [], warnings: [] } : leave(),
    };
    const evaluation = defineEvaluation({
      name: "away",
      agent: defineAgent({
        name: "worker",
        model: "scripted/m",
        maxRetries: 0,
        tools: [find],
        toolSources: [server],
      }),
      deployment: { providers: [provider], sleep: skipRetries },
      stubs: [FOUND],
      cases: [{ input: "go" }],
    });
    const { attempts, passed, failures } = await runEvaluation(evaluation);
    assert.deepEqual([attempts, passed, failures.map((each) => each.code)], [0, false, [code]]);
  }
});

Deno.test("S8: where no attempt can succeed, those beside it are the last", async () => {
  const { promise: isRefused, resolve: refuse } = Promise.withResolvers<void>();
  let asked = 0;
  const says = createScriptedProvider({ script: scenario().says("yes") });
  const provider: Provider = {
    ...says,
    stream: async (request, io) => {
      if (++asked === 2) throw new AgentError("model_auth", "No.");
      await isRefused;
      return await says.stream(request, io);
    },
  };
  const evaluation = defineEvaluation({
    name: "hopeless",
    agent: { ...agent, maxRetries: 0 },
    deployment: { providers: [provider], sleep: skipRetries },
    cases: Array.from({ length: 9 }, () => ({ input: "go" })),
  });
  const { promise: isMade, resolve: made } = Promise.withResolvers<void>();
  await assert.rejects(runEvaluation(evaluation, { concurrency: 2, onAttempt: () => made() }), {
    code: "model_auth",
  });
  refuse();
  await isMade;
  await new Promise((resolve) => setTimeout(resolve, 20)); // one more would begin at once
  assert.equal(asked, 2);
});

/** Waits of retries end at once; the deadline of a step never comes. */
function skipRetries(ms: number): Promise<void> {
  return ms < 60_000 ? Promise.resolve() : new Promise(() => {});
}

Deno.test("S8: what cannot be evaluated is refused with its place", () => {
  const refused = (more: Part) => {
    try {
      defineEvaluation({ name: "bad", agent, cases: [{ input: "x" }], ...more });
    } catch (thrown) {
      return thrown instanceof AgentError ? `${thrown.code} ${thrown.message}` : String(thrown);
    }
    return "taken";
  };
  assert.match(refused({ real: ["send"] }), /send is to run for real, and its effect is once/);
  assert.match(
    refused({ real: ["double"], stubs: [{ tool: "double", outcomes: [{ output: 1 }] }] }),
    /has a stub/,
  );
  const click = defineTool({ name: "click", description: "Clicks." });
  const clicks = defineAgent({ name: "worker", model: "scripted/m", tools: [click] });
  assert.match(
    refused({ agent: clicks, real: ["click"] }),
    /click is to run for real, and the deployment has no code/,
  );
  assert.match(refused({ stubs: [{ tool: "gone", outcomes: [{ output: 1 }] }] }), /a stub is of gone/);
  assert.match(
    refused({ cases: [{ id: "a", input: "x" }, { id: "a", input: "y" }] }),
    /two cases have the id "a"/,
  );
  assert.match(refused({ gates: [{ type: "judge", criteria: "x" }] }), /no judge/);
  assert.match(
    refused({ stubs: [{ tool: "send", outcomes: [] }] }),
    /invalid_request .*\/stubs\/0\/outcomes/,
  );
});

Deno.test("S8, K1: plugins of the evaluation refuse calls of its runs, and of their own tools the pure ones run", async () => {
  let paid = 0;
  const notes: string[] = [];
  const note = defineTool({
    name: "note",
    description: "Notes.",
    parameters: ["text"],
    effect: "pure",
    run: ({ text }) => notes.push(String(text)),
  });
  const pay = defineTool({ name: "pay", description: "Pays.", effect: "once", run: () => ++paid });
  const careful = definePlugin({
    name: "careful",
    compile: () => ({
      tools: [note, pay],
      judge: (calls) =>
        new Map(calls.filter(({ name }) => name === "find").map(({ id }) => [id, { refuse: "Not today." }])),
    }),
  });
  const asksAll = scenario().calls("find", { what: "bob" }).calls("note", { text: "hm" })
    .next().calls("send", { to: "bob@x" }).next().says("Sent.");
  const paysOnce = scenario().calls("pay", {}).next().says("Paid.");
  const calls = [{ name: "find" }, { name: "note" }, { name: "send" }];
  const gates = [{ type: "trajectory", match: "exact", calls }] as const;
  const report = await evaluate({ all: asksAll, pays: paysOnce }, [
    { id: "all", input: "all", gates },
    { id: "pays", input: "pays" },
  ], {
    stubs: [FOUND, SENT],
    deployment: { providers: [modelByInput({ all: asksAll, pays: paysOnce })], plugins: [careful] },
  });
  assert.deepEqual([notes, paid], [["hm"], 0]);
  assert.deepEqual(report.results.map(({ id, passed, problems }) => [id, passed, problems[0]]), [
    ["all", 1, undefined],
    ["pays", 0, "stubs: pay {} was called, and it has no stub."],
  ]);
  // The refused call has come to no stub.
  assert.deepEqual(report.warnings, ["Stub 1 of the evaluation, of find, was used in no case."]);
  const cases = [{ id: "all", input: "all" }];
  const digests = [[], [careful]].map((plugins) =>
    defineEvaluation({ name: "work", agent, cases, deployment: { plugins } }).digest
  );
  assert.notEqual(...digests as [string, string]);
});
