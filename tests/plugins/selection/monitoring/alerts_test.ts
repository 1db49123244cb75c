// S10: a week is counted once it is over, by wake-ups; the calls of a tool that fell are told once for a tool and a week, by a signed
// webhook, whatever isolates do at the same time.

import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import type { WakeOutcome } from "../../../../src/core/wake.ts";
import type { Store } from "../../../../src/core/store.ts";
import { toolUsage } from "../../../../src/plugins/selection/monitoring/mod.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { createTestApp, KEY } from "../../../http/_app.ts";
import { answering, createOutgoing, headersOf, type OutgoingApp } from "../../outgoing_webhooks/_outgoing.ts";
import { counting } from "../catalogue/_catalogue.ts";
import { driver, HOUR_MS, MONDAY, painter, rowsOf, run, WEEK_MS } from "./_usage.ts";

const WEEK = "/v1/tools/usage?weeks=4";

/** Isolates on one store, with one clock. `wrap` changes what the first has of the store. */
function deploy({ wrap = (store: Store) => store, env = {}, plugins = [toolUsage()] } = {}) {
  const time = { now: MONDAY };
  const clock = () => time.now;
  const store = createMemoryStore({ clock });
  const parts = { clock, driver, agents: [painter()], env, plugins };
  const [first, second] = [
    createOutgoing({ ...parts, store: wrap(store) }),
    createOutgoing({ ...parts, store }),
  ];
  return { time, store, first, second };
}

/** Runs so many calls of each tool, in threads of eight. */
async function calls(app: OutgoingApp, name: string, counts: Record<string, number>, key?: string) {
  for (const [tool, count] of Object.entries(counts)) {
    for (let left = count; left > 0; left -= 8) {
      const words = Array<string>(Math.min(8, left)).fill(tool).join(" ");
      await run(app, `${name}_${tool}_${left}`, `${tool} > ${words}`, "painter", key);
    }
  }
}

/** Two weeks whose calls fell: red by more than half, blue by exactly half, green from too few, grey to none. */
async function twoWeeks({ time, first }: ReturnType<typeof deploy>) {
  await calls(first, "a", { red: 24, blue: 24, green: 3, grey: 20 });
  time.now += WEEK_MS;
  await calls(first, "b", { red: 11, blue: 12, green: 1 });
  time.now += WEEK_MS;
}

/** Delivers until nothing is due. */
async function settle(...apps: readonly OutgoingApp[]) {
  for (let quiet = false; !quiet;) {
    const outcomes = await Promise.all(apps.map((app) => app.deliver()));
    quiet = outcomes.flat().length === 0;
  }
}

Deno.test("S10: two checks at once in two isolates tell each fall once, signed, with the numbers of the log", async () => {
  await using receiver = answering(200);
  const deployed = deploy();
  const { time, first, second } = deployed;
  const { secret } = await first.endpoint(receiver, { events: ["tool.calls_fell"] });
  await first.endpoint(receiver, { events: ["tool.calls_fell"], agents: ["painter"] }); // an alert is of no agent
  await twoWeeks(deployed);
  time.now += HOUR_MS;
  const checks = await Promise.all(
    [first, second, first].map((app) => app.ask("POST", "/v1/tools/usage/check")),
  );
  assert.deepEqual(checks, Array(3).fill({ week: "2026-W41", status: "counting" }));
  await settle(first, second);
  const bodies = receiver.got.map(({ body }) => JSON.parse(body));
  const at = new Date(MONDAY + 2 * WEEK_MS).toISOString();
  assert.deepEqual(bodies.sort((one, other) => one.data.calls - other.data.calls), [
    {
      type: "tool.calls_fell",
      timestamp: at,
      data: { tenant: "acme", tool: "grey", week: "2026-W41", calls: 0, before: 20 },
    },
    {
      type: "tool.calls_fell",
      timestamp: at,
      data: { tenant: "acme", tool: "red", week: "2026-W41", calls: 11, before: 24 },
    },
  ]);
  for (const got of receiver.got) { // verify() compares with the clock of this machine, and the test has one of its own
    const headers = headersOf(got);
    const sentAt = new Date(Number(headers["webhook-timestamp"]) * 1000);
    assert.equal(sentAt.getTime(), time.now);
    const signature = new Webhook(secret).sign(headers["webhook-id"] ?? "", sentAt, got.body);
    assert.equal(headers["webhook-signature"], signature);
  }
  assert.deepEqual(await first.ask("POST", "/v1/tools/usage/check"), { week: "2026-W41", status: "done" });
  await second.ask("POST", "/v1/tools/usage/check");
  await settle(first, second);
  assert.equal(receiver.got.length, 2);
  const { weeks } = await first.ask("GET", WEEK);
  assert.deepEqual(weeks[2].alerts, [
    { tool: "grey", before: 20, calls: 0 },
    { tool: "red", before: 24, calls: 11 },
  ]);
});

Deno.test("S10: a worker that vanishes while it tells leaves the same webhook-ids to the next one", async () => {
  await using receiver = answering(200);
  let fails = true;
  const deployed = deploy({
    wrap: (store) =>
      counting(store, (method, [, kind, , text]) => {
        const isEnd = method === "putDefinition" && kind === "tool_usage" &&
          String(text).includes('"status":"done"') && String(text).includes("grey");
        if (isEnd && fails) throw new Error("The worker is gone.");
      }).store,
  });
  const { time, first } = deployed;
  await first.endpoint(receiver, { events: ["tool.calls_fell"] });
  await twoWeeks(deployed);
  time.now += HOUR_MS;
  await first.ask("POST", "/v1/tools/usage/check");
  await settle(first);
  assert.equal(receiver.got.length, 2);
  await first.pump();
  assert.equal(receiver.got.length, 2, "the lease of the worker is not over");
  fails = false;
  time.now += HOUR_MS;
  await first.pump();
  await settle(first);
  assert.equal(receiver.got.length, 4);
  assert.equal(new Set(receiver.got.map(({ headers }) => headers.get("webhook-id"))).size, 2);
  time.now += HOUR_MS;
  await first.pump();
  await settle(first);
  assert.equal(receiver.got.length, 4);
});

Deno.test("S10: the cron pump counts the only tenant by itself, each week an hour behind its end, and threads may go then", async () => {
  await using receiver = answering(200);
  const deployed = deploy({ env: { TREADLE_API_KEYS: `acme:${KEY}` } });
  const { time, first, second, store } = deployed;
  await first.endpoint(receiver, { events: ["tool.calls_fell"] });
  await twoWeeks(deployed);
  const statusOf = async (week: string) => {
    return JSON.parse(await store.readDefinition("acme", "tool_usage", week) ?? "{}").status;
  };
  time.now += HOUR_MS - 1;
  await first.pump();
  await settle(first);
  assert.deepEqual([await statusOf("2026-W40"), await statusOf("2026-W41")], ["done", undefined]);
  time.now += 1;
  await second.pump(); // another isolate: the week stands in the due index
  await settle(second);
  assert.equal(await statusOf("2026-W41"), "done");
  assert.equal(receiver.got.length, 2);
  const { threads } = await store.list("acme", { limit: 100 });
  for (const { thread } of threads) await store.remove({ tenant: "acme", thread });
  const { weeks, threadsRead } = await first.ask("GET", WEEK);
  assert.equal(threadsRead, 0);
  assert.deepEqual(rowsOf(weeks[2].tools), { red: "11/0/0 2/2", blue: "12/0/0 2/2", green: "1/0/0 1/1" });
  // Four weeks of pause: each week is counted in its turn, and the one that runs waits in the due index.
  time.now += 4 * WEEK_MS;
  for (let turn = 0; turn < 4; turn++) {
    await first.pump();
    await settle(first);
  }
  assert.deepEqual(await store.listDefinitions("acme", "tool_usage"), [
    "2026-W39",
    "2026-W40",
    "2026-W41",
    "2026-W42",
    "2026-W43",
    "2026-W44",
    "2026-W45",
  ]);
  const due = await store.listDue(Infinity, 10);
  assert.deepEqual(due.map(({ name, at }) => [name, new Date(at).toISOString()]), [
    ["@tool_usage/2026-W46", "2026-11-16T01:00:00.000Z"],
  ]);
});

Deno.test("S10: a week of many threads is counted by several wake-ups, to the same numbers", async () => {
  const deployed = deploy();
  const { time, first, store } = deployed;
  for (let index = 0; index < 130; index++) await run(first, `t${index}`, "red blue > red blue!");
  time.now += WEEK_MS;
  const { weeks: [, , before] } = await first.ask("GET", WEEK);
  time.now += HOUR_MS;
  await first.ask("POST", "/v1/tools/usage/check");
  let wakes = 0;
  for (let outcomes = 1; outcomes > 0;) {
    outcomes = (await first.deliver()).length;
    wakes += outcomes;
  }
  assert.ok(wakes >= 6, `${wakes}`);
  const { counts } = JSON.parse(await store.readDefinition("acme", "tool_usage", "2026-W40") ?? "{}");
  assert.equal(
    (await store.listDefinitions("acme", "tool_usage_text")).length,
    2,
    "what is replaced is removed",
  );
  assert.ok(counts.pieces >= 1);
  const { weeks: [, , after], threadsRead } = await first.ask("GET", WEEK);
  assert.equal(threadsRead, 0);
  assert.deepEqual(after, { ...before, running: false });
  assert.deepEqual(rowsOf(after.tools), { red: "130/0/0 130/130", blue: "130/130/0 130/130" });
});

Deno.test("S10: without webhooks that go out a fall is logged and reported, and nothing is left to deliver", async () => {
  const time = { now: MONDAY };
  const clock = () => time.now;
  const store = createMemoryStore({ clock });
  const app = createTestApp({
    store,
    clock,
    driver,
    agents: [painter()],
    plugins: [toolUsage({ alert: { least: 4 } })],
  });
  for (const index of [1, 2, 3, 4]) await run(app, `t${index}`, "red > red");
  time.now += 2 * WEEK_MS + HOUR_MS;
  assert.equal((await app.send("POST", "/v1/tools/usage/check")).status, 202);
  await app.idle();
  assert.ok(
    app.logs.some((line) => line.includes("the calls of a tool fell") && line.includes('"tool":"red"')),
  );
  assert.deepEqual(await store.listDefinitions("acme", "delivery"), []);
});

Deno.test("S7, S10: a step asks the store for no more with the door than without it", async () => {
  const requests = async (options: Parameters<typeof createTestApp>[0]) => {
    const { store, counts } = counting(createMemoryStore());
    const app = createTestApp({ store, driver, agents: [painter()], ...options });
    await run(app, "t1", "red blue > red");
    return Object.fromEntries(counts);
  };
  assert.deepEqual(await requests({ plugins: [toolUsage()] }), await requests({}));
});

Deno.test("S10: a week that a newer Treadle has counted stays as it is, and is reported from the log", async () => {
  const deployed = deploy();
  const { time, first, store } = deployed;
  await calls(first, "a", { red: 3 });
  time.now += WEEK_MS + HOUR_MS;
  const newer = '{"schema":2,"status":"done"}';
  await store.putDefinition("acme", "tool_usage", "2026-W40", newer);
  await first.ask("POST", "/v1/tools/usage/check");
  await settle(first);
  assert.equal(await store.readDefinition("acme", "tool_usage", "2026-W40"), newer);
  const { weeks, threadsRead } = await first.ask("GET", WEEK);
  assert.deepEqual([rowsOf(weeks[2].tools), threadsRead], [{ red: "3/0/0 1/1" }, 1]);
});

Deno.test("S10: a wake-up that comes while another worker tells the falls tells none of them", async () => {
  await using receiver = answering(200);
  const other: { handle?: () => Promise<unknown> } = {};
  const deployed = deploy({
    wrap: (store) =>
      counting(store, async (method, [, kind]) => {
        if (method !== "putDefinition" || kind !== "delivery") return;
        const { handle } = other;
        delete other.handle;
        await handle?.();
      }).store,
  });
  const { time, first, second } = deployed;
  await first.endpoint(receiver, { events: ["tool.calls_fell"] });
  await twoWeeks(deployed);
  time.now += HOUR_MS;
  const outcomes: WakeOutcome[] = [];
  other.handle = async () => {
    const wake = { tenant: "acme", name: "@tool_usage/2026-W41" };
    outcomes.push(await second.deps.wakes.handle(wake, { defer: () => {} }));
    await settle(second);
  };
  await first.ask("POST", "/v1/tools/usage/check");
  await settle(first);
  assert.deepEqual(outcomes, [{ type: "again", afterMs: 900_000, because: "not_yet" }]);
  assert.equal(receiver.got.length, 2);
});
