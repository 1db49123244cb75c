// S3, S7, S10: histories that are known give exactly the known volumes, offers, confusions and rates of variants.

import assert from "node:assert/strict";
import { wilson } from "../../../../../src/core/share_interval.ts";
import { assignVariant } from "../../../../../src/plugins/selection/catalogue/variant.ts";
import { CatalogueReader } from "../../../../../src/plugins/selection/catalogue/reader.ts";
import { catalogues } from "../../../../../src/plugins/selection/door/mod.ts";
import { toolUsage, type ToolUsageOptions } from "../../../../../src/plugins/selection/monitoring/mod.ts";
import { createMemoryStore } from "../../../../../src/stores/embedded/memory.ts";
import { createTestApp, KEY, OTHER_KEY } from "../../../../http/_app.ts";
import { counting, written } from "../../../../plugins/selection/catalogue/_catalogue.ts";
import {
  DAY_MS,
  driver,
  HOUR_MS,
  MONDAY,
  painter,
  rowsOf,
  run,
  TOOLS,
  WEEK_MS,
} from "../../../../plugins/selection/monitoring/_usage.ts";

function deploy(options: ToolUsageOptions = {}, agents = [painter()]) {
  const time = { now: MONDAY };
  const clock = () => time.now;
  const store = createMemoryStore({ clock });
  const reader = new CatalogueReader();
  const app = createTestApp({
    store,
    clock,
    driver,
    agents,
    plugins: [catalogues({ reader }), toolUsage({ reader, ...options })],
  });
  const usage = async (query = "", key = KEY) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await app.send("GET", `/v1/tools/usage${query}`, undefined, headers);
    assert.equal(response.status, 200);
    return await response.json();
  };
  return { ...app, time, usage };
}

Deno.test("S10: the calls of each tool and week are exactly those of the log, with those that failed and were refused", async () => {
  const app = deploy();
  await run(app, "t1", "red blue > red blue! | red own");
  await run(app, "t2", "blue > blue -blue");
  const wait = { agent: "painter", input: "gold > gold", until: "settled" };
  await app.send("POST", "/v1/threads/t4/steps", wait);
  const { calls: [call] } = await (await app.send("GET", "/v1/threads/t4")).json();
  const denial = await app.send("POST", `/v1/threads/t4/approvals/${call.id}`, { approved: false });
  assert.equal(denial.status, 200);
  await app.send("POST", "/v1/threads/t4/steps", { until: "done" });
  app.time.now = MONDAY + WEEK_MS - 1;
  await run(app, "t1", "and > red");
  app.time.now = MONDAY + WEEK_MS;
  await run(app, "t1", "and > red! ?grey | grey");
  await run(app, "t3", "green > green");
  const { weeks, partial, threadsRead, moreTools } = await app.usage("?weeks=3");
  assert.deepEqual([partial, threadsRead, moreTools], [false, 4, 0]);
  assert.deepEqual(
    weeks.map(({ week, threads, logged, searches, complete, running }: Record<string, unknown>) => [
      week,
      threads,
      logged,
      searches,
      complete,
      running,
    ]),
    [
      ["2026-W39", 0, 0, 0, true, false],
      ["2026-W40", 3, 3, 0, true, true], // it is not over for an hour yet
      ["2026-W41", 2, 2, 1, true, true],
    ],
  );
  assert.deepEqual(rowsOf(weeks[1].tools), {
    red: "3/0/0 1/1",
    blue: "3/2/0 2/2", // wrong arguments are a failure
    own: "1/0/0 0/0",
    gold: "0/0/1 1/1",
  });
  assert.deepEqual(rowsOf(weeks[2].tools), { red: "1/1/0 0/0", green: "1/0/0 1/1", grey: "1/0/0 1/1" });
  assert.deepEqual([weeks[2].from, weeks[2].to], ["2026-10-05T00:00:00.000Z", "2026-10-12T00:00:00.000Z"]);
});

const UNCATEGORIZED = { categorized: 0, misrouted: 0, intents: [] };

Deno.test("S7, S10: the matrix of a month has what was asked against what was called, of catalogues in code and in the store", async () => {
  const of: Record<string, string[]> = {
    red: ["warm"],
    gold: ["warm", "metal"],
    blue: ["cold"],
    green: ["cold"],
  };
  const inCode = TOOLS.map((tool) => ({ tool, categories: of[tool.name] ?? [] }));
  for (const place of ["code", "store"]) {
    const app = deploy({}, [painter(place === "code" ? { tools: inCode } : { catalogue: "shop" })]);
    if (place === "store") {
      const parameters = {
        type: "object",
        properties: { order: { type: "string" }, fail: { type: "boolean" } },
      };
      const tools = TOOLS.filter(({ name }) => name in of).map(({ name }) =>
        written(name, "1.0.0", { parameters, categories: of[name] ?? [], effect: "pure" })
      );
      const put = await app.send("PUT", "/v1/catalogues/shop/tools", { tools });
      assert.equal(put.status, 200, await put.text());
    }
    await run(app, "t1", "red gold > red"); // both are warm
    await run(app, "t2", "red blue > blue"); // the first one votes more
    await run(app, "t3", "blue green > red");
    await run(app, "t4", "blue > own");
    const { months } = await app.usage("?weeks=2");
    assert.deepEqual(
      months.map(({ categorized, misrouted, intents }: Record<string, unknown>) => [
        categorized,
        misrouted,
        intents,
      ]),
      [[4, 2, [
        { category: "cold", called: "red", count: 1, misrouted: 1 },
        { category: "cold", called: null, count: 1, misrouted: 0 },
        { category: "warm", called: "blue", count: 1, misrouted: 1 },
        { category: "warm", called: "red", count: 1, misrouted: 0 },
      ]]],
      place,
    );
  }
});

Deno.test("S10: the matrix of a month has what was ranked first against what was called first, own tools apart", async () => {
  const app = deploy();
  app.time.now = Date.parse("2026-09-30T23:00:00Z");
  await run(app, "t1", "red blue > own blue | red"); // ranked red, called blue
  await run(app, "t2", "red blue > red");
  await run(app, "t3", "nothing > own"); // nothing was selected, and nothing of the catalogue called
  app.time.now += 2 * HOUR_MS;
  await run(app, "t4", "red blue > own | ?grey | grey"); // no call under the first selection, grey under the search
  await run(app, "t5", "red > ");
  await run(app, "t5", "and > red"); // the next input: the call is under no selection
  const { months } = await app.usage("?weeks=2");
  assert.deepEqual(months, [
    {
      month: "2026-09",
      selections: 3,
      agreed: 2,
      pairs: [
        { ranked: "red", called: "blue", count: 1 },
        { ranked: "red", called: "red", count: 1 },
        { ranked: null, called: null, count: 1 },
      ],
      ...UNCATEGORIZED,
    },
    {
      month: "2026-10",
      selections: 3,
      agreed: 1,
      pairs: [{ ranked: "red", called: null, count: 2 }, { ranked: "grey", called: "grey", count: 1 }],
      ...UNCATEGORIZED,
    },
  ]);
});

Deno.test("S10: a call behind the end of a week belongs to the selection before it, and is counted in its own week", async () => {
  const app = deploy();
  app.time.now = MONDAY + WEEK_MS - 1;
  const response = await app.send("POST", "/v1/threads/t1/steps", {
    agent: "painter",
    input: "red > own | red",
    until: "step",
  });
  assert.equal(response.status, 200);
  app.time.now = MONDAY + WEEK_MS + HOUR_MS;
  await app.send("POST", "/v1/threads/t1/steps", { until: "done" });
  const { weeks, months } = await app.usage("?weeks=2");
  assert.deepEqual(weeks.map(({ tools }: { tools: [] }) => rowsOf(tools)), [
    { red: "0/0/0 1/0" },
    { own: "1/0/0 0/0", red: "1/0/0 0/0" },
  ]);
  assert.deepEqual(months[0].pairs, [{ ranked: "red", called: "red", count: 1 }]);
});

Deno.test("S10: tools that are offered and never called, and those that are called less often than before, are drift", async () => {
  const app = deploy({ driftOffered: 8 });
  for (let index = 0; index < 8; index++) {
    await run(app, `a${index}`, "red blue > red");
    await run(app, `b${index}`, "green > green");
  }
  app.time.now += WEEK_MS;
  for (let index = 0; index < 8; index++) {
    await run(app, `c${index}`, index === 0 ? "red blue > red" : "red blue > own");
    await run(app, `d${index}`, index < 6 ? "green > green" : "green > own");
  }
  const { drift } = await app.usage("?weeks=2");
  assert.deepEqual(drift.neverChosen, [{ tool: "blue", offered: 16 }]);
  assert.deepEqual(drift.chosenLess.map(({ tool }: { tool: string }) => tool), ["red"]);
  const [low, high] = wilson(1 / 8, 8);
  assert.deepEqual(drift.chosenLess[0].now, { value: 1 / 8, low, high });
  const few = deploy({ driftOffered: 8 });
  for (let index = 0; index < 7; index++) await run(few, `a${index}`, "red blue > red");
  assert.deepEqual((await few.usage()).drift, { neverChosen: [], chosenLess: [] });
});

Deno.test("S3: variants of a description have exactly the threads, calls and rates of the log, with intervals by thread", async () => {
  const app = deploy({}, [painter({ catalogue: "shop" })]);
  const description = { default: "Paints red.", variants: { long: { text: "Paints it red.", weight: 50 } } };
  const parameters = { type: "object", properties: { order: { type: "string" }, fail: { type: "boolean" } } };
  const tools = [
    written("red", "1.0.0", { description, parameters }),
    written("blue", "1.0.0", { parameters }),
  ];
  assert.equal((await app.send("PUT", "/v1/catalogues/shop/tools", { tools })).status, 200);
  const groups = { default: 0, long: 0 };
  const called = { default: 0, long: 0 };
  for (let index = 0; index < 24; index++) {
    const group = assignVariant({ id: "red", description }, `t${index}`).name === "long" ? "long" : "default";
    groups[group] += 1;
    // Of the threads with the long words every second one calls it, and one of its two calls fails.
    const calls = group === "default" || groups.long % 2 === 0;
    if (calls) called[group] += 1;
    await run(app, `t${index}`, `red blue > ${!calls ? "blue" : group === "long" ? "red red!" : "red red"}`);
  }
  assert.ok(groups.default > 5 && groups.long > 5);
  const share = (part: number, whole: number, n = whole) => {
    const [low, high] = wilson(part / whole, n);
    return { value: part / whole, low, high };
  };
  const { variants } = await app.usage();
  assert.deepEqual(variants, [
    {
      tool: "red",
      variant: "default",
      threads: groups.default,
      offered: groups.default,
      chosen: called.default,
      calls: 2 * called.default,
      completed: 2 * called.default,
      chosenRate: share(called.default, groups.default),
      successRate: share(2 * called.default, 2 * called.default, called.default),
    },
    {
      tool: "red",
      variant: "long",
      threads: groups.long,
      offered: groups.long,
      chosen: called.long,
      calls: 2 * called.long,
      completed: called.long,
      chosenRate: share(called.long, groups.long),
      successRate: share(called.long, 2 * called.long, 2 * called.long),
    },
  ]);
});

Deno.test("S7: where selections are not kept, calls are counted and nothing is said of offers", async () => {
  const app = deploy({}, [painter({ log: 0 })]);
  await run(app, "t1", "red blue > blue");
  const { weeks, months, drift } = await app.usage("?weeks=1");
  assert.deepEqual([weeks[0].threads, weeks[0].logged], [1, 0]);
  assert.deepEqual(rowsOf(weeks[0].tools), { blue: "1/0/0 0/0" });
  assert.deepEqual([months, drift.neverChosen], [[], []]);
});

Deno.test("S10: what a fork has copied is counted once", async () => {
  const app = deploy();
  await run(app, "t1", "red > red red");
  const forked = await app.send("POST", "/v1/threads/t1/fork", { id: "t2" });
  assert.equal(forked.status, 201);
  await run(app, "t2", "and > red");
  const { weeks } = await app.usage("?weeks=1");
  assert.deepEqual(rowsOf(weeks[0].tools), { red: "3/0/0 1/1" });
});

Deno.test("S10: a reading that stops says so, and compares no week", async () => {
  const app = deploy({ alert: { least: 1 } });
  for (let index = 0; index < 120; index++) await run(app, `a${index}`, "red > red");
  app.time.now += WEEK_MS + DAY_MS;
  await run(app, "b", "red > red");
  app.time.now += WEEK_MS;
  const some = await app.usage("?weeks=3&threads=1");
  assert.deepEqual([some.partial, some.threadsRead], [true, 1]);
  assert.deepEqual(
    some.weeks.map(({ complete, alerts }: { complete: boolean; alerts: [] }) => [complete, alerts]),
    [
      [false, []],
      [false, []],
      [false, []],
    ],
  );
  const all = await app.usage("?weeks=3");
  assert.deepEqual([all.partial, all.threadsRead], [false, 121]);
  assert.deepEqual(all.weeks[1].alerts, [{ tool: "red", before: 120, calls: 1 }]);
  assert.deepEqual(all.weeks[2].alerts, []);
  const one = await app.usage("?weeks=3&limit=1");
  assert.deepEqual(one.moreTools, 0);
});

Deno.test("S10: a tenant sees its own threads alone, a caller without the scope nothing, and wrong queries are refused", async () => {
  const app = deploy();
  await run(app, "t1", "red > red");
  assert.deepEqual(rowsOf((await app.usage("?weeks=1")).weeks[0].tools), { red: "1/0/0 1/1" });
  const other = await app.usage("?weeks=1", OTHER_KEY);
  assert.deepEqual([other.threadsRead, other.weeks[0].tools], [0, []]);
  for (
    const query of ["weeks=0", "weeks=54", "weeks=x", "threads=0", "threads=5001", "limit=1001", "month=3"]
  ) {
    const refused = await app.send("GET", `/v1/tools/usage?${query}`);
    assert.deepEqual([refused.status, (await refused.json()).code], [422, "invalid_request"], query);
  }
  const bare = createTestApp({
    authenticate: () => ({ tenant: "acme", scopes: ["read", "run", "decide"] }),
    plugins: [toolUsage()],
  });
  for (const [method, path] of [["GET", "/v1/tools/usage"], ["POST", "/v1/tools/usage/check"]] as const) {
    const refused = await bare.send(method, path);
    assert.deepEqual([refused.status, (await refused.json()).code], [403, "forbidden"], path);
    const headers = { authorization: `Bearer ${KEY}` };
    const request = new Request(`http://treadle.test${path}`, { method, headers });
    assert.equal((await createTestApp().app.fetch(request)).status, 404);
  }
});

Deno.test("S10: options out of their range are refused when the deployment is made", () => {
  for (const options of [{ alert: { fall: 1 } }, { alert: { least: 0 } }, { driftOffered: 1.5 }]) {
    assert.throws(() => toolUsage(options), { code: "config_invalid" });
  }
});

Deno.test("S10: of a long thread the entries of the week are read, those in blobs too", async () => {
  const time = { now: MONDAY };
  const clock = () => time.now;
  const { store, counts } = counting(createMemoryStore({ clock }));
  const app = createTestApp({ store, clock, driver, agents: [painter()], plugins: [toolUsage()] });
  for (let index = 0; index < 120; index++) await run(app, "t1", "and > red");
  const { length } = (await store.read({ tenant: "acme", thread: "t1" }))?.header ?? assert.fail();
  assert.ok(length > 450, `${length}`);
  time.now += 3 * WEEK_MS;
  await run(app, "t1", "and > long blue");
  counts.clear();
  const { weeks } = await (await app.app.fetch(
    new Request("http://treadle.test/v1/tools/usage?weeks=1", {
      headers: { authorization: `Bearer ${KEY}` },
    }),
  )).json();
  assert.deepEqual(rowsOf(weeks[0].tools), { long: "1/0/0 0/0", blue: "1/0/0 0/0" });
  assert.ok((counts.get("history") ?? 0) <= 6, `${counts.get("history")}`);
  assert.deepEqual([counts.get("list"), counts.get("getBlob")], [1, 1]);
});
