// S8: POST /v1/evaluations runs an evaluation of agents of the deployment by wake-ups, and GET has its report.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import type { Provider } from "../../src/core/model/provider.ts";
import type { Json } from "../../src/core/json.ts";
import { AgentError } from "../../src/core/error.ts";
import { evaluations } from "../../src/evaluation/mod.ts";
import { definePlugin } from "../../src/http/define_plugin.ts";
import { catalogues } from "../../src/plugins/selection/door/mod.ts";
import { toolSelection } from "../../src/plugins/selection/mod.ts";
import type { ToolSelector } from "../../src/plugins/selection/selector.ts";
import { scenario } from "../../src/providers/scripted/scenario.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { written } from "../plugins/selection/catalogue/_catalogue.ts";
import { createTestApp, json, OTHER_KEY } from "../http/_app.ts";
import { cpuMsOf, eventually } from "../support/eventually.ts";
import { modelByInput } from "./_models.ts";

const pay = defineTool({
  name: "pay",
  description: "Pays.",
  parameters: ["to"],
  run: () => assert.fail("it has run"),
});
const agent = defineAgent({ name: "payer", model: "scripted/m", instructions: "Pay.", tools: [pay] });
const model = modelByInput({
  "Pay Ann": scenario().calls("pay", { to: "ann" }).next().says("Paid."),
  "Pay Bob": scenario().calls("pay", { to: "eve" }).next().says("Paid."),
});

const EVALUATION = {
  schema: 1,
  kind: "agent",
  name: "payments",
  agent: "payer",
  repeats: 3,
  stubs: [{ tool: "pay", outcomes: [{ output: "ok 😀" }] }],
  cases: ["Ann", "Bob"].map((name) => ({
    id: name,
    input: `Pay ${name}`,
    gates: [{
      type: "trajectory",
      match: "exact",
      calls: [{ name: "pay", args: { to: name.toLowerCase() } }],
    }],
  })),
};

function deployment(providers: readonly Provider[] = [model], env: Record<string, string> = {}) {
  return createTestApp({ agents: [agent], providers, plugins: [evaluations()], env });
}

Deno.test("S8: an evaluation goes on by wake-ups, one attempt each, to its report; another tenant has none of it", async () => {
  const { send, idle, store } = deployment();
  const begun = await send("POST", "/v1/evaluations", EVALUATION);
  assert.equal(begun.status, 202);
  const { id, status, total } = await json(begun);
  assert.deepEqual([status, total], ["running", 6]);
  const path = `/v1/evaluations/${id}`;
  await eventually(async () => {
    await idle();
    return (await json(await send("GET", path))).status === "done";
  }, () => "the evaluation ends");
  const { report, done } = await json(await send("GET", path));
  const { measures, results, passed } = JSON.parse(JSON.stringify(report));
  assert.deepEqual([done, passed, measures[0].name, measures[0].value, measures[0].n], [
    6,
    false,
    "pass rate",
    0.5,
    6,
  ]);
  assert.deepEqual(results.map((each: { id: string; passed: number }) => [each.id, each.passed]), [
    ["Ann", 3],
    ["Bob", 0],
  ]);

  const other = await send("GET", path, undefined, { authorization: `Bearer ${OTHER_KEY}` });
  assert.deepEqual([other.status, (await json(other)).code], [404, "evaluation_unknown"]);
  assert.deepEqual(await store.listDue(Number.MAX_SAFE_INTEGER, 10), [], "nothing is left to wake");
  const texts = await store.listDefinitions("acme", "evaluation_text");
  assert.ok(texts.every((name) => name.includes(".report.")), texts.join());
});

Deno.test("S8: a wake-up that was lost is repaired by the pump, and TREADLE_WAKE_MS makes all attempts in one", async () => {
  const store = createMemoryStore();
  let now = 1_000_000_000_000;
  const { deps, send, idle } = createTestApp({
    agents: [agent],
    providers: [model],
    plugins: [evaluations()],
    store,
    env: { TREADLE_WAKE_MS: "60000" },
    clock: () => now,
  });
  const lost = { ...deps.wakes, schedule: () => Promise.resolve() };
  Object.defineProperty(deps, "wakes", { value: lost });
  const { id } = await json(await send("POST", "/v1/evaluations", EVALUATION));
  await idle();
  assert.equal((await json(await send("GET", `/v1/evaluations/${id}`))).done, 0);
  now += 61_000;
  for (const { tenant, name } of await store.listDue(now, 10)) {
    assert.deepEqual(await deps.wakes.handle({ tenant, name }, { defer: () => {} }), { type: "handled" });
  }
  const { status, done } = await json(await send("GET", `/v1/evaluations/${id}`));
  assert.deepEqual([status, done], ["done", 6]);
});

Deno.test("S8: a model that is never reached ends in a report of what is missing, and a key that is refused in a failure", async () => {
  const failing = (code: "model_overloaded" | "model_auth"): Provider => ({
    ...model,
    stream: () => Promise.reject(new AgentError(code, "No model.")),
  });
  for (const code of ["model_overloaded", "model_auth"] as const) {
    let now = 1_000_000_000_000;
    const { deps, send, store } = createTestApp({
      agents: [agent],
      providers: [failing(code)],
      plugins: [evaluations()],
      clock: () => now,
      sleep: (ms) => ms < 30_000 ? Promise.resolve() : new Promise(() => {}),
    });
    Object.defineProperty(deps, "wakes", { value: { ...deps.wakes, schedule: () => Promise.resolve() } });
    const { id } = await json(await send("POST", "/v1/evaluations", { ...EVALUATION, repeats: 1 }));
    for (let wake = 0; wake < 4; wake++) {
      now += 61_000;
      for (const { tenant, name } of await store.listDue(now, 10)) {
        await deps.wakes.handle({ tenant, name }, { defer: () => {} });
      }
    }
    const { status, error, report } = await json(await send("GET", `/v1/evaluations/${id}`));
    if (code === "model_auth") assert.deepEqual([status, Object(error).code], ["failed", "model_auth"]);
    else {
      assert.equal(status, "done");
      const { passed, attempts, failures } = JSON.parse(JSON.stringify(report));
      assert.deepEqual([passed, attempts, failures[0].code], [false, 0, "model_overloaded"]);
    }
  }
});

Deno.test("S8: a worker that vanishes is waited for, three times, and an agent that was deployed anew ends the evaluation", async () => {
  const store = createMemoryStore();
  let now = 1_000_000_000_000;
  const open = (instructions: string, provider: Provider) => {
    const changed = defineAgent({ name: "payer", model: "scripted/m", instructions, tools: [pay] });
    const made = createTestApp({
      agents: [changed],
      providers: [provider],
      plugins: [evaluations()],
      store,
      clock: () => now,
    });
    Object.defineProperty(made.deps, "wakes", {
      value: { ...made.deps.wakes, schedule: () => Promise.resolve() },
    });
    return made;
  };
  const hanging = open("Pay.", { ...model, stream: () => new Promise(() => {}) });
  const pump = async (deps: typeof hanging.deps) => {
    now += 901_000;
    for (const { tenant, name } of await store.listDue(now, 10)) {
      const ends = deps.wakes.handle({ tenant, name }, { defer: () => {} });
      await Promise.race([ends, new Promise((resolve) => setTimeout(resolve, 50))]);
    }
  };
  const { id } = await json(await hanging.send("POST", "/v1/evaluations", EVALUATION));
  for (let times = 0; times < 4; times++) await pump(hanging.deps);
  const { status, report } = await json(await hanging.send("GET", `/v1/evaluations/${id}`));
  assert.deepEqual([status, Object(report).attempts, Object(report).passed], ["done", 0, false]);

  const other = await json(await hanging.send("POST", "/v1/evaluations", EVALUATION));
  const anew = open("Pay at once.", model);
  await pump(anew.deps);
  const ended = await json(await anew.send("GET", `/v1/evaluations/${other.id}`));
  assert.deepEqual([ended.status, Object(ended.error).code], ["failed", "version_conflict"]);
});

Deno.test("S8: a tenant keeps 50 evaluations, and nothing of those that have left", async () => {
  const { deps, send, store } = deployment();
  Object.defineProperty(deps, "wakes", { value: { ...deps.wakes, schedule: () => Promise.resolve() } });
  for (let count = 0; count < 52; count++) await send("POST", "/v1/evaluations", EVALUATION);
  const [kept, texts] = [
    await store.listDefinitions("acme", "evaluation"),
    await store.listDefinitions("acme", "evaluation_text"),
  ];
  assert.deepEqual(texts, kept.map((id) => `${id}.source.0`));
  assert.equal(kept.length, 50);
});

Deno.test("S8: an evaluation that leaves and cannot be read leaves no texts, one of a newer version stays, and a store that fails is said", async () => {
  const { deps, send, store } = deployment();
  Object.defineProperty(deps, "wakes", { value: { ...deps.wakes, schedule: () => Promise.resolve() } });
  for (let count = 0; count < 50; count++) await send("POST", "/v1/evaluations", EVALUATION);
  const [corrupt = "", later = "", next = ""] = await store.listDefinitions("acme", "evaluation");
  await store.putDefinition("acme", "evaluation", corrupt, "{");
  await store.putDefinition("acme", "evaluation_text", `${corrupt}.report.0`, "{}");
  await store.putDefinition("acme", "evaluation", later, '{"schema":9}');
  await send("POST", "/v1/evaluations", EVALUATION);
  await send("POST", "/v1/evaluations", EVALUATION);
  const texts = await store.listDefinitions("acme", "evaluation_text");
  assert.deepEqual(texts.filter((name) => name.startsWith(`${corrupt}.`)), []);
  assert.deepEqual(texts.filter((name) => name.startsWith(`${later}.`)), [`${later}.source.0`]);
  assert.ok(await store.readDefinition("acme", "evaluation", later));

  const read = store.readDefinition.bind(store);
  store.readDefinition = (tenant, kind, name) =>
    name === next
      ? Promise.reject(new AgentError("store_unavailable", "The store does not answer."))
      : read(tenant, kind, name);
  const response = await send("POST", "/v1/evaluations", EVALUATION);
  assert.deepEqual([response.status, (await json(response)).code], [503, "store_unavailable"]);
  const names = await store.listDefinitions("acme", "evaluation");
  assert.ok(names.includes(next), "it is removed by a later one, with its texts");
});

Deno.test("S8, K1: plugins of the deployment decide about the runs of its evaluations, and their tools run without a stub", async () => {
  const notes: string[] = [];
  const note = defineTool({
    name: "note",
    description: "Notes.",
    parameters: ["text"],
    effect: "pure",
    run: ({ text }) => notes.push(text),
  });
  const careful = definePlugin({
    name: "careful",
    compile: () => ({
      tools: [note],
      judge: (calls) =>
        new Map(calls.filter(({ name }) => name === "pay").map(({ id }) => [id, { refuse: "Not today." }])),
    }),
  });
  const asks = scenario().calls("note", { text: "hm" }).calls("pay", { to: "ann" }).next().says("Noted.");
  const { send, idle } = createTestApp({
    agents: [agent],
    providers: [modelByInput({ "Pay Ann": asks })],
    plugins: [evaluations(), careful],
  });
  const { id } = await json(
    await send("POST", "/v1/evaluations", {
      ...EVALUATION,
      repeats: 1,
      cases: [{ id: "Ann", input: "Pay Ann" }],
    }),
  );
  let read = await json(await send("GET", `/v1/evaluations/${id}`));
  await eventually(async () => {
    await idle();
    read = await json(await send("GET", `/v1/evaluations/${id}`));
    return read.status === "done";
  }, () => "the evaluation ends");
  const { results, warnings } = JSON.parse(JSON.stringify(read.report));
  assert.deepEqual([results[0].passed, results[0].problems, notes], [1, [], ["hm"]]);
  assert.deepEqual(warnings, ["Stub 1 of the evaluation, of pay, was used in no case."]);
});

Deno.test("S8: of a catalogue, too, a tool has no effect in an evaluation of the deployment, and may have a stub", async () => {
  let paid = 0;
  const refund = defineTool({
    name: "refund",
    description: "Refunds.",
    needsApproval: true,
    run: () => ++paid,
  });
  const shop = defineAgent({
    name: "shop",
    model: "scripted/m",
    instructions: "Help.",
    selection: toolSelection({ tools: [refund] }),
  });
  const refunds = scenario().calls("refund", {}).next().says("Done.");
  const { send, idle } = createTestApp({
    agents: [shop],
    providers: [modelByInput({ "Refund it": refunds })],
    plugins: [evaluations()],
  });
  const evaluate = async (stubs: readonly object[]) => {
    const cases = [{ id: "1", input: "Refund it" }];
    const body = { ...EVALUATION, agent: "shop", repeats: 3, stubs, cases };
    const { id } = await json(await send("POST", "/v1/evaluations", body));
    let read = await json(await send("GET", `/v1/evaluations/${id}`));
    await eventually(async () => {
      await idle();
      read = await json(await send("GET", `/v1/evaluations/${id}`));
      return read.status === "done";
    }, () => "the evaluation ends");
    return JSON.parse(JSON.stringify(read.report));
  };
  const without = await evaluate([]);
  assert.match(without.results[0].problems.join(), /refund \{\} was called, and it has no stub/);
  const stubbed = await evaluate([{ tool: "refund", outcomes: [{ output: "refunded" }] }]);
  assert.deepEqual([without.results[0].passed, stubbed.results[0].passed, paid], [0, 3, 0]);
});

Deno.test("S8: what is no evaluation of this deployment is refused with its place", async () => {
  const { send } = deployment();
  const refused = async (change: object) => {
    const response = await send("POST", "/v1/evaluations", { ...EVALUATION, ...change });
    const { code, detail, errors = null } = await json(response);
    return `${response.status} ${code} ${detail} ${JSON.stringify(errors)}`;
  };
  assert.match(await refused({ agent: "payee" }), /^404 agent_unknown .*Did you mean "payer"/);
  assert.match(await refused({ cases: [] }), /^422 invalid_request/);
  assert.match(await refused({ real: ["pay"] }), /^422 invalid_request .*effect is once/);
  const long = { enum: Array.from({ length: 20_000 }, (_, index) => index) };
  const call = { name: "pay", argsFit: { properties: { to: long } } };
  const longer = { enum: Array.from({ length: 40_000 }, (_, index) => `value ${index}`) };
  assert.match(
    await refused({ gates: [{ type: "answer_fits", schema: longer }] }),
    /^422 .*is longer than 131072/,
  );
  for (
    const gates of [
      [{ type: "answer_fits", schema: long }],
      [{ type: "trajectory", match: "exact", calls: [call] }],
    ]
  ) {
    assert.match(
      await refused({ gates }),
      /^422 invalid_request .*\/enum","detail":"has more than 2000 values/,
    );
  }
  const stubs = [{ tool: "pay", when: { properties: { to: long } }, outcomes: [{ output: 1 }] }];
  assert.match(await refused({ stubs }), /^422 invalid_request .*has more than 2000 values/);
  assert.match(await refused({ repeats: 1_000, cases: Array(6).fill({ input: "x" }) }), /6000 attempts/);
  assert.equal((await send("GET", "/v1/evaluations/../x")).status, 404);
});

Deno.test("S8: an evaluation whose schema has as many values as one may have costs about what one with two does", async () => {
  const list = JSON.stringify(Array(1_000).fill("none of them"));
  const lists = modelByInput({ "List": scenario().says(list) });
  const cpuOf = async (count: number) => {
    const { send, idle } = deployment([lists]);
    const values = Array.from({ length: count }, (_, index) => `value ${index}`);
    const gates = [{ type: "answer_fits", schema: { type: "array", items: { enum: values } } }];
    const cases = [{ id: "list", input: "List", gates }];
    return await cpuMsOf(async () => {
      const { id } = await json(
        await send("POST", "/v1/evaluations", { ...EVALUATION, repeats: 1, stubs: [], cases }),
      );
      let report: Json | undefined;
      await eventually(async () => {
        await idle();
        ({ report } = await json(await send("GET", `/v1/evaluations/${id}`)));
        return report !== undefined;
      });
      const { passed, results: [{ problems }] } = JSON.parse(JSON.stringify(report));
      assert.equal(passed, false);
      assert.match(problems.join(), count === 2 ? /must be one of/ : /takes more steps than a check may/);
    });
  };
  const least = async (count: number) => Math.min(await cpuOf(count), await cpuOf(count), await cpuOf(count));
  await cpuOf(2);
  const [two, most] = [await least(2), await least(2_000)];
  assert.ok(most < 12 * two, `${most} ms of CPU, ${two} ms with two values`);
});

const SHOP = ["refund", "ship", "invoice"].map((name) =>
  defineTool({ name, description: `Makes a ${name} of an order.`, effect: "pure", run: () => assert.fail() })
);

Deno.test("S8, S4: an evaluation of a selector is begun by a request, that of an agent with its catalogue", async () => {
  const finds = defineAgent({
    name: "finds",
    model: "scripted/m",
    selection: toolSelection({ tools: SHOP }),
  });
  const asked: string[] = [];
  const own: ToolSelector = {
    name: "own",
    settings: { by: "hand" },
    select: ({ text, most }, { tools }) => {
      asked.push(text);
      const found = tools.map(({ name }) => name).filter((name) => text.includes(name));
      return { tools: found.slice(0, most), candidates: [] };
    },
  };
  const byHand = defineAgent({
    name: "by_hand",
    model: "scripted/m",
    selection: toolSelection({ tools: SHOP, selector: own }),
  });
  const { send, idle } = createTestApp({
    agents: [agent, finds, byHand],
    providers: [model],
    plugins: [evaluations()],
    env: { TREADLE_WAKE_MS: "60000" },
  });
  const cases = [
    { query: "ship it", expected: ["ship"] },
    { query: "money back", expected: ["refund"], category: "vague" },
    { query: "hello", expected: null },
  ];
  const base = { schema: 1, kind: "selection", name: "found", cases };
  const reportOf = async (body: object) => {
    const begun = await send("POST", "/v1/evaluations", body);
    assert.equal(begun.status, 202, await begun.clone().text());
    const { id } = await json(begun);
    const path = `/v1/evaluations/${id}`;
    await eventually(async () => {
      await idle();
      return (await json(await send("GET", path))).status === "done";
    }, () => "the evaluation ends");
    return JSON.parse(await (await send("GET", path)).text());
  };
  const recallOf = (
    report: { measures: { name: string; category: string | null; value: number; n: number }[] },
  ) =>
    report.measures.filter(({ name }) => name === "recall@5").map((
      { category, value, n },
    ) => [category, value, n]);
  const recall = [[null, 0.5, 2], ["vague", 0, 1]];
  for (
    const [body, agentName, subject] of [
      [{ ...base, agent: "finds" }, "finds", "lexical"],
      [{ ...base, agent: "by_hand" }, "by_hand", "own"],
    ] as const
  ) {
    const { report, kind, agent: named, total } = await reportOf(body);
    assert.deepEqual([kind, named, total], ["selection", agentName, 3]);
    assert.deepEqual(recallOf(report), recall, String(agentName));
    const { selector, selection } = report.subject;
    assert.equal(selector ?? selection.selector, subject);
    assert.match(
      report.results[0].problems[0],
      /^expected refund, missing refund, selected .*; asked "money back"$/,
    );
  }
  assert.deepEqual(asked, cases.map(({ query }) => query));

  const refused = async (body: object) => {
    const response = await send("POST", "/v1/evaluations", { ...base, ...body });
    const { code, detail } = await json(response);
    return `${response.status} ${code} ${detail}`;
  };
  assert.match(await refused({}), /^422 invalid_request .*\/agent/);
  assert.match(await refused({ agent: "payer" }), /^422 invalid_request .*agent payer has no catalogue/);
  assert.match(
    await refused({ agent: "finds", tools: [{ name: "a" }] }),
    /^422 invalid_request .*\/tools/,
  );
  assert.match(await refused({ agent: "fins" }), /agent_unknown .*Did you mean "finds"/);
});

Deno.test("S8, S1: an agent selects from the catalogue of the tenant that evaluates it, and one without is refused at once", async () => {
  const parcel = defineTool({ name: "parcel", description: "", effect: "pure", run: () => assert.fail() });
  const selection = toolSelection({ catalogue: "shop", tools: [parcel] });
  const shop = defineAgent({ name: "shop", model: "scripted/m", selection });
  const { send, idle } = createTestApp({
    agents: [shop],
    providers: [model],
    plugins: [evaluations(), catalogues()],
  });
  const body = {
    schema: 1,
    kind: "selection",
    name: "found",
    agent: "shop",
    at: [1],
    cases: [{ query: "send a parcel", expected: ["parcel"] }],
  };
  const missing = await send("POST", "/v1/evaluations", body);
  assert.deepEqual([missing.status, (await json(missing)).code], [404, "catalogue_unknown"]);
  const tools = [written("parcel", "1.0.0", { description: "Sends a parcel." })];
  const put = await send("PUT", "/v1/catalogues/shop/tools", { tools });
  assert.equal(put.status, 200, await put.clone().text());
  const begun = await send("POST", "/v1/evaluations", body);
  assert.equal(begun.status, 202, await begun.clone().text());
  const { id } = await json(begun);
  await eventually(async () => {
    await idle();
    return (await json(await send("GET", `/v1/evaluations/${id}`))).status === "done";
  }, () => "the evaluation ends");
  const { outcome } = await json(await send("GET", `/v1/evaluations/${id}`));
  assert.deepEqual(outcome, { passed: true, measure: { name: "recall@1", value: 1 } });
});
