// Row E9: schedules run at their times, once for each time, whatever fails or stands still meanwhile.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { Schedule } from "../../../src/core/schedule/schedule.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { createRecordingStore } from "../../../src/testing/recording_store.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";
import { needsRedis } from "../../support/requires.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import { createScheduleApp, HOURLY, scheduled, START, withAlarms } from "./_app.ts";

const ONE = "sch:digest:hourly:20261122T130000Z";
const TWO = "sch:digest:hourly:20261122T140000Z";
const THREE = "sch:digest:hourly:20261122T150000Z";

Deno.test("E9: a schedule runs at each of its times, in a thread of its own, and not before", async () => {
  const app = createScheduleApp({ agents: [scheduled({ ...HOURLY, metadata: { source: "clock" } })] });
  for (const at of ["12:00:10", "12:59:59"]) await app.tick(`2026-11-22T${at}Z`);
  assert.deepEqual(await app.threads(), []);
  for (const at of ["13:00:20", "13:01:20", "13:59:20"]) await app.tick(`2026-11-22T${at}Z`);
  assert.deepEqual(await app.threads(), [[ONE, 1]]);
  await app.tick("2026-11-22T14:00:20Z");
  assert.deepEqual(await app.threads(), [[ONE, 1], [TWO, 1]]);
  const { agent, metadata } = await app.call("GET", `/v1/threads/${ONE}`);
  assert.deepEqual([agent, metadata], ["digest", { source: "clock" }]);
});

Deno.test("E9: a kept thread has the inputs of all runs", async () => {
  const app = createScheduleApp({ agents: [scheduled({ ...HOURLY, thread: "kept" })] });
  await app.tick();
  await app.tick("2026-11-22T13:00:20Z");
  await app.tick("2026-11-22T14:00:20Z");
  assert.deepEqual(await app.threads(), [["sch:digest:hourly", 2]]);
});

const MISSED: readonly [missed: Schedule["missed"], came: string, threads: readonly string[]][] = [
  [undefined, "15:30:00", [THREE]],
  ["once", "15:30:00", [THREE]],
  ["never", "15:30:00", []],
  ["never", "15:04:59", [THREE]],
  ["never", "15:05:01", []],
];

for (const [missed, came, threads] of MISSED) {
  Deno.test(`E9: a deployment that was down until ${came} has ${threads.length} run with missed: ${missed}`, async () => {
    const app = createScheduleApp({ agents: [scheduled({ ...HOURLY, ...(missed ? { missed } : {}) })] });
    await app.tick();
    await app.tick(`2026-11-22T${came}Z`);
    await app.tick("2026-11-22T15:31:00Z");
    assert.deepEqual((await app.threads()).map(([thread]) => thread), threads);
    await app.tick("2026-11-22T16:00:10Z");
    assert.equal((await app.threads()).length, threads.length + 1, "it goes on");
  });
}

Deno.test("E9: a schedule with one time runs once and is over", async () => {
  const at: Schedule = { name: "launch", at: "2026-11-22T13:00:00Z", input: "Launch." };
  const app = createScheduleApp({ agents: [scheduled(at)] });
  for (const time of ["12:00:10", "12:59:10", "13:00:10", "13:01:10"]) await app.tick(`2026-11-22T${time}Z`);
  await app.tick("2027-11-22T13:00:00Z");
  assert.deepEqual(await app.threads(), [["sch:digest:launch:20261122T130000Z", 1]]);
  const schedules = await app.schedules();
  assert.deepEqual(schedules, [{
    agent: "digest",
    name: "launch",
    cron: null,
    at: "2026-11-22T13:00:00Z",
    timezone: null,
    thread: "new",
    missed: "once",
    status: "over",
    next: null,
    last: { at: "2026-11-22T13:00:00.000Z", thread: "sch:digest:launch:20261122T130000Z", error: null },
  }]);
});

Deno.test("E9: one time that passed shortly before the first look runs, and an old one does not", async () => {
  const recent: Schedule = { name: "recent", at: "2026-11-22T11:59:00Z", input: "x" };
  const never: Schedule = { name: "never", at: "2026-11-22T11:30:00Z", input: "x", missed: "never" };
  const old: Schedule = { name: "old", at: "2026-11-20T11:59:00Z", input: "x" };
  const app = createScheduleApp({ agents: [scheduled(recent, never, old)] });
  await app.tick();
  await app.tick("2026-11-22T12:01:00Z");
  assert.deepEqual(await app.threads(), [["sch:digest:recent:20261122T115900Z", 1]]);
});

Deno.test("E9: a clock that goes back runs nothing twice", async () => {
  const app = createScheduleApp({ agents: [scheduled(HOURLY)] });
  await app.tick();
  await app.tick("2026-11-22T13:00:20Z");
  for (const at of ["12:30:00", "12:59:59", "13:00:01", "13:59:00"]) {
    await app.tick(`2026-11-22T${at}Z`);
    const fresh = createScheduleApp({ agents: [scheduled(HOURLY)], store: app.store, time: app.time });
    await fresh.tick();
  }
  assert.deepEqual(await app.threads(), [[ONE, 1]]);
  await app.tick("2026-11-22T14:00:00Z");
  assert.deepEqual(await app.threads(), [[ONE, 1], [TWO, 1]]);
});

Deno.test("E9: between two times a look costs no request, and a run costs an enqueue and a claim", async () => {
  const { store, counts } = createRecordingStore(createMemoryStore());
  const app = createScheduleApp({ agents: [scheduled(HOURLY)], store });
  await app.tick();
  await app.tick();
  counts.clear();
  for (const at of ["12:01", "12:02", "12:59"]) await app.tick(`2026-11-22T${at}:00Z`);
  assert.deepEqual(Object.fromEntries(counts), {});
  await app.tick("2026-11-22T13:00:00Z");
  assert.deepEqual(Object.fromEntries(counts), {
    readDefinition: 1,
    read: 1,
    enqueue: 1,
    putDefinition: 1,
    listDefinitions: 1,
  }, "one of them reads what is paused");
});

Deno.test("E9: an isolate that ends between the input and the claim loses no run and makes none twice", async () => {
  const { store, fail } = createRecordingStore(createMemoryStore());
  const app = createScheduleApp({ agents: [scheduled(HOURLY)], store });
  await app.tick();
  fail({ method: "putDefinition", error: new AgentError("store_failed", "The isolate ends here.") });
  await app.tick("2026-11-22T13:00:20Z");
  assert.deepEqual(await app.threads(), [[ONE, 1]]);
  const [before] = await app.schedules();
  assert.equal(before?.last, null);
  await app.tick("2026-11-22T13:01:20Z");
  assert.deepEqual(await app.threads(), [[ONE, 1]]);
  const [after] = await app.schedules();
  assert.deepEqual([after?.last?.thread, after?.next], [ONE, "2026-11-22T14:00:00.000Z"]);
});

Deno.test("E9: an input that the store could not take is enqueued by the next look", async () => {
  const { store, fail } = createRecordingStore(createMemoryStore());
  const app = createScheduleApp({ agents: [scheduled(HOURLY)], store });
  await app.tick();
  fail({ method: "enqueue", error: new AgentError("store_full", "No room.") });
  await app.tick("2026-11-22T13:00:20Z");
  assert.deepEqual(await app.threads(), []);
  assert.match(app.logs.join(), /a schedule was not looked at.*store_full/);
  await app.tick("2026-11-22T13:01:20Z");
  assert.deepEqual(await app.threads(), [[ONE, 1]]);
});

Deno.test("E9: a run that is refused for good is shown, and the next time has its run", async () => {
  const other = defineAgent({ name: "other", model: "first/any" });
  const app = createScheduleApp({ agents: [scheduled(HOURLY), other] });
  const body = JSON.stringify({ agent: "other", id: ONE });
  const made = await app.fetch("/v1/threads", {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  assert.equal(made.status, 201);
  await app.tick();
  await app.tick("2026-11-22T13:00:20Z");
  const [shown] = await app.schedules();
  assert.deepEqual(shown?.last, { at: "2026-11-22T13:00:00.000Z", thread: ONE, error: "agent_mismatch" });
  assert.match(app.logs.join(), /a run of a schedule was refused.*agent_mismatch/);
  await app.tick("2026-11-22T14:00:20Z");
  assert.deepEqual((await app.threads()).at(-1), [TWO, 1]);
});

Deno.test("E9: other times of a schedule take the place of its stored ones", async () => {
  const app = createScheduleApp({ agents: [scheduled(HOURLY)] });
  await app.tick();
  await app.tick("2026-11-22T13:00:20Z");
  const other = createScheduleApp({
    agents: [scheduled({ ...HOURLY, cron: "30 * * * *" })],
    store: app.store,
    time: app.time,
  });
  for (const at of ["13:01:00", "14:00:20"]) await other.tick(`2026-11-22T${at}Z`);
  assert.deepEqual((await app.threads()).map(([thread]) => thread), [
    ONE,
    "sch:digest:hourly:20261122T133000Z",
  ]);
});

const LONG = "n".repeat(64);

Deno.test("E9: names that are too long for an id have threads of their own all the same", async () => {
  const list = [{ ...HOURLY, name: LONG }, { ...HOURLY, name: `${LONG.slice(1)}m` }];
  const agent = { ...scheduled(...list), name: "a".repeat(60) };
  const app = createScheduleApp({ agents: [agent] });
  await app.tick();
  await app.tick("2026-11-22T13:00:20Z");
  const ids = (await app.threads()).map(([thread]) => thread);
  assert.equal(new Set(ids).size, 2);
  for (const id of ids) assert.match(id, /^sch:[\w-]{22}:20261122T130000Z$/);
});

const STORES = {
  memory: async () => ({ store: createMemoryStore(), close: async () => {} }),
  async sqlite() {
    const file = await sqliteFile();
    const store = createSqliteStore({ path: file.path });
    return {
      store,
      async close() {
        await store.close();
        await file[Symbol.asyncDispose]();
      },
    };
  },
  upstash: () => openUpstashStore(),
};

for (const [name, open] of Object.entries(STORES)) {
  const register = name === "upstash" ? needsRedis : Deno.test;
  register(`E9: eight isolates on ${name} that look at once make one run of each time`, async () => {
    const { store, close } = await open();
    const time = { now: START };
    const agents = [scheduled(HOURLY, { ...HOURLY, name: "kept", thread: "kept" })];
    const isolates = Array.from({ length: 8 }, () => createScheduleApp({ agents, store, time }));
    for (const at of ["12:00:10", "13:00:20", "13:01:20", "14:00:20"]) {
      time.now = Date.parse(`2026-11-22T${at}Z`);
      await Promise.all(isolates.map((isolate) => isolate.tick()));
    }
    assert.deepEqual(await isolates[0]?.threads(), [[ONE, 1], [TWO, 1], ["sch:digest:kept", 2]]);
    await close();
  });
}

const ROW = "@schedule/digest/hourly";

/** A deployment and others beside it or after it, with one store that has alarms, and one clock. */
function deployments() {
  const time = { now: START };
  const store = withAlarms(createMemoryStore({ clock: () => time.now }));
  return {
    store,
    deploy: (schedule: Schedule) => createScheduleApp({ agents: [scheduled(schedule)], store, time }),
  };
}

const at = (clock: string) => `2026-11-22T${clock}.000Z`;

Deno.test("E9: an alarm runs a schedule at each of its times, which the first request of an isolate has entered", async () => {
  const app = deployments().deploy(HOURLY);
  await app.tick(); // that of the first request
  assert.deepEqual(await app.rows(), [[ROW, at("13:00:00")]]);
  await app.alarm(at("12:59:59"));
  assert.deepEqual(await app.threads(), []);
  await app.alarm(at("13:00:00"));
  assert.deepEqual([await app.threads(), await app.rows()], [[[ONE, 1]], [[ROW, at("14:00:00")]]]);
  await app.alarm(at("14:00:02"));
  assert.deepEqual(await app.threads(), [[ONE, 1], [TWO, 1]]);
});

Deno.test("E9: an alarm that comes twice, also in two isolates at once and beside the cron pump, runs a schedule once", async () => {
  const { deploy } = deployments();
  const [one, other] = [deploy(HOURLY), deploy(HOURLY)];
  await one.tick();
  await Promise.all([one.alarm(at("13:00:00")), other.alarm(at("13:00:00")), other.tick(), one.tick()]);
  await other.alarm(at("13:01:30"));
  assert.deepEqual([await one.threads(), await one.rows()], [[[ONE, 1]], [[ROW, at("14:00:00")]]]);
});

Deno.test("E9: an alarm that comes late is one run for all times, or none where those are not to be made up for", async () => {
  for (
    const [missed, threads] of [["once", ["sch:digest:hourly:20261122T150000Z"]], ["never", []]] as const
  ) {
    const app = deployments().deploy({ ...HOURLY, missed });
    await app.tick();
    await app.alarm(at("15:30:00"));
    assert.deepEqual((await app.threads()).map(([thread]) => thread), threads);
    assert.deepEqual(await app.rows(), [[ROW, at("16:00:00")]]);
  }
});

Deno.test("E9: a look that fails behind the input is made up for by the next alarm, without a second run", async () => {
  const { deploy, store } = deployments();
  const app = deploy(HOURLY);
  await app.tick();
  const { putDefinition } = store;
  store.putDefinition = () => Promise.reject(new AgentError("store_unavailable", "It is away."));
  await assert.rejects(app.alarm(at("13:00:00")), { code: "store_unavailable" });
  store.putDefinition = putDefinition.bind(store);
  assert.deepEqual([await app.threads(), await app.rows()], [[[ONE, 1]], [[ROW, at("13:01:00")]]]);
  await app.alarm(at("13:01:00"));
  assert.deepEqual([await app.threads(), await app.rows()], [[[ONE, 1]], [[ROW, at("14:00:00")]]]);
});

Deno.test("E9: a paused schedule has no row behind its next alarm, and has one again when it is resumed", async () => {
  const app = deployments().deploy(HOURLY);
  await app.tick();
  await app.call("POST", "/v1/schedules/digest/hourly/pause");
  await app.alarm(at("13:00:00"));
  assert.deepEqual([await app.threads(), await app.rows()], [[], []]);
  app.time.now = Date.parse(at("13:30:00"));
  await app.call("POST", "/v1/schedules/digest/hourly/resume");
  assert.deepEqual(await app.rows(), [[ROW, at("14:00:00")]]);
  await app.alarm(at("14:00:00"));
  assert.deepEqual(await app.threads(), [[TWO, 1]]);
});

Deno.test("E9: a schedule whose times have changed has the row of the new ones, and one that is over has none", async () => {
  const { deploy } = deployments();
  await deploy(HOURLY).tick();
  const changed = deploy({ ...HOURLY, cron: "15 * * * *" });
  await changed.tick();
  assert.deepEqual(await changed.rows(), [[ROW, at("12:15:00")]]);
  const launch = deployments().deploy({ name: "launch", at: at("13:00:00"), input: "Launch." });
  await launch.tick();
  await launch.alarm(at("13:00:00"));
  assert.deepEqual([(await launch.threads()).length, await launch.rows()], [1, []]);
});

Deno.test("E9: the row of a schedule that no agent has any more leaves a day after its time, and runs nothing", async () => {
  const { deploy } = deployments();
  await deploy(HOURLY).tick();
  const without = deploy({ ...HOURLY, name: "other" });
  await without.alarm(at("13:00:00"));
  assert.deepEqual(await without.rows(), [[ROW, at("14:00:00")]], "it may be that of a newer deployment");
  await without.alarm("2026-11-23T13:00:01.000Z");
  assert.deepEqual([await without.threads(), await without.rows()], [[], []]);
});

Deno.test("E9: a store without alarms has no row of a schedule", async () => {
  const app = createScheduleApp({ agents: [scheduled(HOURLY)] });
  await app.tick();
  await app.tick(at("13:00:20"));
  assert.deepEqual([await app.threads(), await app.rows()], [[[ONE, 1]], []]);
  // One that has come from a store with alarms leaves.
  await app.store.moveDue("acme", ROW, { to: 1 });
  await app.alarm(at("13:30:00"));
  assert.deepEqual([await app.threads(), await app.rows()], [[[ONE, 1]], []]);
});
