// /v1/analytics: queries, CSV, errors, tenants, and suggestions over HTTP.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { choiceCountsSchema, suggestionListSchema } from "../../../src/plugins/analytics/responses.ts";
import type { Plugin } from "../../../src/http/plugin.ts";
import { analytics } from "../../../src/plugins/analytics/mod.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createTestApp, exactly, json, KEY, LOOKS_UP, OTHER_KEY } from "../../http/_app.ts";
import { failing, lacking, testModel } from "../../support/model.ts";
import { sleepFaster } from "./_steps.ts";

const NOON = Date.UTC(2026, 10, 22, 12);
const DAY_MS = 86_400_000;

/** One run of two steps a day, on three days; the app stands on the last of them. */
async function threeDays() {
  let now = NOON - 2 * DAY_MS;
  const app = createTestApp({ plugins: [analytics()], scenario: LOOKS_UP, clock: () => now });
  for (const thread of ["t0", "t1", "t2"]) {
    const run = await app.send("POST", `/v1/threads/${thread}/steps`, {
      agent: "tester",
      input: "go",
      until: "done",
    });
    assert.equal(run.status, 200);
    await run.body?.cancel();
    if (thread !== "t2") now += DAY_MS;
  }
  return app;
}

const ROUTE = "/v1/analytics/choices";

type Row = Readonly<Record<string, string | number>>;

/** The report of a response, which fits its schema. */
async function reportOf(
  response: Response,
): Promise<{ from: string; to: string; by: string[]; rows: Row[]; failures?: Row[] }> {
  const report = await response.json();
  exactly(choiceCountsSchema).parse(report);
  return report;
}

Deno.test("C9: choices are counted by day, and a range has both of its ends", async () => {
  const { send } = await threeDays();
  const all = await reportOf(await send("GET", ROUTE));
  assert.deepEqual([all.from, all.to, all.by], ["2026-10-24", "2026-11-22", ["day"]]);
  assert.deepEqual(
    all.rows.map(({ day, steps, plans, chosen, calls }) => [day, steps, plans, chosen, calls]),
    [
      ["2026-11-20", 2, 2, 1, 1],
      ["2026-11-21", 2, 2, 1, 1],
      ["2026-11-22", 2, 2, 1, 1],
    ],
  );
  const days = async (query: string) =>
    (await reportOf(await send("GET", `${ROUTE}?${query}`))).rows.map(({ day }) => day);
  assert.deepEqual(await days("from=2026-11-21&to=2026-11-21"), ["2026-11-21"]);
  assert.deepEqual(await days("from=2026-11-21"), ["2026-11-21", "2026-11-22"]);
  assert.deepEqual(await days("to=2026-11-20"), ["2026-11-20"]);
  assert.deepEqual(await days("from=2026-08-15&to=2026-11-22"), ["2026-11-20", "2026-11-21", "2026-11-22"]);
});

Deno.test("C9: choices are grouped and filtered by agent and tool", async () => {
  const { send } = await threeDays();
  const rows = async (query: string) => (await reportOf(await send("GET", `${ROUTE}?${query}`))).rows;
  const [one, ...more] = await rows("by=");
  assert.deepEqual([one?.steps, one?.native, one?.day, more.length], [6, 6, undefined, 0]);
  const tools = await rows("by=tool,agent");
  assert.deepEqual(
    tools.map((
      { agent, tool, offered, chosen, calls, plans },
    ) => [agent, tool, offered, chosen, calls, plans]),
    [
      ["tester", "echo", 6, 3, 3, undefined],
      ["tester", "remove", 6, 0, 0, undefined],
    ],
  );
  assert.deepEqual((await rows("by=tool&tool=echo")).map(({ tool }) => tool), ["echo"]);
  assert.deepEqual((await rows("by=day&tool=echo")).map(({ day, chosen }) => [day, chosen]), [
    ["2026-11-20", 1],
    ["2026-11-21", 1],
    ["2026-11-22", 1],
  ]);
  assert.deepEqual(await rows("agent=nobody"), []);
});

Deno.test("C9: failures are counted by code, day, agent and model, and each code finds its threads", async () => {
  let now = NOON - DAY_MS;
  const { provider } = testModel(({ model }) => failing(model === "m" ? "model_auth" : "model_overloaded"));
  const agents = ["support", "sales"].map((name) =>
    defineAgent({ name, model: name === "sales" ? "first/n" : "first/m" })
  );
  const app = createTestApp({
    plugins: [analytics()],
    providers: [provider],
    agents,
    clock: () => now,
    sleep: sleepFaster,
  });
  const fail = async (thread: string, agent: string) => {
    const run = await app.send("POST", `/v1/threads/${thread}/steps`, { agent, input: "go" });
    await run.body?.cancel();
  };
  await fail("t1", "support");
  now += DAY_MS;
  await fail("t2", "support");
  await fail("t3", "sales");
  await (await app.send("POST", "/v1/threads/t4/steps", { agent: "tester", input: "go" })).body?.cancel();

  const failures = async (query: string) =>
    (await reportOf(await app.send("GET", `${ROUTE}?${query}`))).failures;
  const auth = { error: "model_auth", failed: 2, retryable: 0 };
  const busy = { error: "model_overloaded", failed: 0, retryable: 1 };
  assert.deepEqual(await failures("by="), [auth, busy]);
  assert.deepEqual(await failures("by=agent,model"), [
    { agent: "support", model: "first/m", ...auth },
    { agent: "sales", model: "first/n", ...busy },
  ]);
  assert.deepEqual(await failures("by=day&agent=support"), [
    { day: "2026-11-21", ...auth, failed: 1 },
    { day: "2026-11-22", ...auth, failed: 1 },
  ]);
  assert.deepEqual(await failures("by=&agent=tester"), []);
  assert.equal(await failures("by=tool"), undefined, "a tool has failures of its own");

  const { threads } = await (await app.send("GET", "/v1/threads?error=model_auth")).json();
  assert.deepEqual(threads.map(({ id }: { id: string }) => id).sort(), ["t1", "t2"]);
});

Deno.test("C9: CSV comes by format or by Accept, and format wins", async () => {
  const { send } = await threeDays();
  const asked = await send("GET", `${ROUTE}?by=agent,tool&format=csv`);
  assert.equal(asked.headers.get("content-type"), "text/csv; charset=utf-8");
  assert.match(
    asked.headers.get("content-disposition") ?? "",
    /^attachment; filename="choices_2026-10-24_2026-11-22.csv"$/,
  );
  const [head, echo, remove, end] = (await asked.text()).split("\r\n");
  assert.equal(
    head,
    "agent,tool,offered,forced,chosen,violated,refusedByPolicy,refusedByChoice,refusedByPeople,blocked,skipped,invalid," +
      "answered,calls,callsCompleted,callsFailed,callsUnknown,resultTokens,readTokens,microDollars,latencyMs,latencyBuckets",
  );
  assert.equal(echo, "tester,echo,6,0,3,0,0,0,0,0,0,0,0,3,3,0,0,12,0,0,0,1:3");
  assert.equal(remove, "tester,remove,6,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,");
  assert.equal(end, "");
  const type = async (query: string, accept: string) =>
    (await send("GET", `${ROUTE}${query}`, undefined, { accept })).headers.get("content-type")?.split(";")[0];
  assert.equal(await type("", "text/csv"), "text/csv");
  assert.equal(await type("", "*/*"), "application/json");
  assert.equal(await type("?format=json", "text/csv"), "application/json");
  assert.equal(await type("", "text/csv;q=0.5, application/json"), "application/json");
  const refused = await send("GET", ROUTE, undefined, { accept: "text/html" });
  assert.deepEqual([refused.status, (await json(refused)).code], [406, "not_acceptable"]);
});

Deno.test("C9: a wrong query is refused with a code, and says what is wrong", async () => {
  const { send } = createTestApp({ plugins: [analytics()] });
  const cases: [string, RegExp][] = [
    ["from=2026-02-30", /from: must be a day such as 2026-11-22/],
    ["to=yesterday", /to: must be a day/],
    ["from=2026-11-22&to=2026-11-21", /from is after to/],
    ["from=2026-08-14&to=2026-11-22", /101 days; read at most 100/],
    ["by=week", /by: must be some of day, agent, model, policy, tool/],
    ["by=day,day", /by: must be some of/],
    ["format=xml", /format: must be json or csv/],
    ["agent=%3Cb%3E", /agent: must match/],
    ["user=u1", /user: is not known/],
    ["by=day&by=tool", /by: is given twice/],
  ];
  for (const [query, message] of cases) {
    const response = await send("GET", `${ROUTE}?${query}`);
    const { code, detail } = await json(response);
    assert.deepEqual([response.status, code], [422, "invalid_request"], query);
    assert.match(String(detail), message);
  }
  for (const query of ["from=2026-11-22&to=2026-11-21", "from=2026-01-01&to=2026-11-22", "by=tool"]) {
    assert.equal((await send("GET", `/v1/analytics/suggestions?${query}`)).status, 422, query);
  }
});

Deno.test("C9: a tenant sees its own counts only, and none without a key", async () => {
  const { send, fetch } = await threeDays();
  const other = await send("GET", ROUTE, undefined, { authorization: `Bearer ${OTHER_KEY}` });
  assert.deepEqual((await json(other)).rows, []);
  const suggestions = await send("GET", "/v1/analytics/suggestions", undefined, {
    authorization: `Bearer ${OTHER_KEY}`,
  });
  assert.deepEqual((await json(suggestions)).suggestions, []);
  assert.equal((await fetch(new Request(`http://treadle.test${ROUTE}`))).status, 401);
});

Deno.test("C9: TREADLE_LEDGER=off counts nothing, and the routes answer without rows", async () => {
  const { send } = createTestApp({
    plugins: [analytics()],
    scenario: LOOKS_UP,
    env: { TREADLE_LEDGER: "off" },
  });
  await (await send("POST", "/v1/threads/t/steps", { agent: "tester", input: "go", until: "done" })).body
    ?.cancel();
  assert.deepEqual((await json(await send("GET", ROUTE))).rows, []);
});

Deno.test("C9, K4: without the plugin nothing is counted, and what was counted before is there again with it", async () => {
  const store = createMemoryStore();
  const asked = { agent: "tester", input: "go", until: "done" };
  const stepsWith = async (thread: string, plugins?: readonly Plugin[]) => {
    const app = createTestApp({
      plugins: [analytics()],
      scenario: LOOKS_UP,
      store,
      ...(plugins === undefined ? {} : { plugins }),
    });
    const run = await app.send("POST", `/v1/threads/${thread}/steps`, asked);
    assert.equal(run.status, 200);
    await run.body?.cancel();
    // Not by `send`, which knows the responses of the standard set.
    const response = await app.app.request(`${ROUTE}?by=agent`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    if (response.status === 404) return (await json(response)).code;
    return (await reportOf(response)).rows.map(({ agent, steps }) => [agent, steps]);
  };
  assert.deepEqual(await stepsWith("t1"), [["tester", 2]]);
  assert.equal(await stepsWith("t2", []), "not_found");
  assert.deepEqual(await stepsWith("t3", [analytics()]), [["tester", 4]]);
});

Deno.test("C10: suggestions come with their evidence, and nothing is applied", async () => {
  let refusals = 0;
  const model = testModel(({ choice }) => {
    if (choice.type !== "required" || refusals > 0) return { says: "Done." };
    refusals++;
    return lacking("required");
  });
  const run = () => Promise.resolve(null);
  const unused = defineTool({
    name: "unused",
    description: "Is not used.",
    parameters: [],
    effect: "pure",
    run,
  });
  const agent = defineAgent({ name: "quiet", model: "first/m", tools: [unused] });
  const { send, deps } = createTestApp({
    plugins: [analytics()],
    providers: [model.provider],
    agents: [agent],
  });
  const ask = async (thread: string, body: object) => {
    const response = await send("POST", `/v1/threads/${thread}/steps`, {
      agent: "quiet",
      input: "go",
      ...body,
    });
    assert.equal(response.status, 200);
    await response.body?.cancel();
  };
  await ask("forced", { toolChoice: "required" });
  for (let index = 0; index < 100; index++) await ask(`t${index % 5}`, {});
  const before = [...deps.agents.values()];
  const { suggestions } = exactly(suggestionListSchema).parse(
    await json(await send("GET", "/v1/analytics/suggestions")),
  );
  assert.deepEqual(suggestions.map(({ kind, subject, evidence }) => [kind, subject, evidence]), [
    ["never_chosen", { agent: "quiet", tool: "unused" }, { offered: 101 }],
    ["capability_missing", { model: "first/m", feature: "required" }, { refusals: 1 }],
  ]);
  assert.equal(suggestions[0]?.threshold.offered, 100);
  assert.deepEqual([...deps.agents.values()], before);
});
