// Rows E2, E8, E10, H1, H2: a Worker with Durable Objects and nothing else. Its threads outlive the process, what a killed one had to do an alarm
// brings to its end, a cancel reaches a running step, and no object is awake while a model answers.

import assert from "node:assert/strict";
import { API_KEY } from "../../bench/lab/workload.ts";
import { type Kind, startSystem, type System } from "../../bench/objects/systems.ts";
import { Shards } from "../../../src/stores/durable_objects/shards.ts";
import type { BootedProcess } from "../../support/boot_deno.ts";
import { eventually } from "../../support/eventually.ts";
import { bootWorker } from "../support/boot_worker.ts";
import { serveRedisRest } from "../../support/redis/rest.ts";
import { startRedis } from "../../support/redis/server.ts";

const MAIN = "tests/slow/functions/_objects_worker.ts";

/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

async function boot(
  folder: string,
  { leadMs = 0, failingAlarms = 0, isScheduled = false, shards = 1 } = {},
): Promise<BootedProcess> {
  const bindings = {
    TREADLE_OPEN: "1",
    TEST_LEAD_MS: String(leadMs),
    TEST_FAILING_ALARMS: String(failingAlarms),
    TEST_SCHEDULED: isScheduled ? "1" : "0",
    TEST_SHARDS: String(shards),
  };
  return await bootWorker(bindings, { main: MAIN, objects: folder });
}

async function temporaryFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir();
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

async function step({ fetch }: BootedProcess, thread: string, more: object): Promise<Response> {
  return await fetch(`/v1/threads/${thread}/steps`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ agent: "sleeper", input: "Sleep.", ...more }),
  });
}

async function read({ fetch }: BootedProcess, thread: string) {
  return await (await fetch(`/v1/threads/${thread}`)).json();
}

Deno.test(
  "E2, E10: a thread in Durable Objects outlives the process that has written it",
  loose,
  async () => {
    await using folder = await temporaryFolder();
    const first = await boot(folder.path);
    assert.deepEqual(await (await first.fetch("/healthz")).json(), {
      status: "ok",
      store: "durable_objects",
    });
    const { thread } = await (await step(first, "t", {})).json();
    assert.deepEqual([thread.status, thread.version], ["open", 1]);
    await first.kill();
    await using second = await boot(folder.path);
    const { version, title, calls } = await read(second, "t");
    assert.deepEqual([version, title, calls[0].name], [1, "Sleep.", "nap"]);
    const answer = await (await step(second, "t", { agent: undefined, input: undefined, until: "done" }))
      .json();
    assert.deepEqual([answer.output, answer.thread.version], ["Good morning.", 2]);
  },
);

Deno.test(
  "H2: with the variables of Upstash the same Worker has its threads in Redis, and none in its objects",
  loose,
  async () => {
    await using folder = await temporaryFolder();
    await using redis = await startRedis();
    await using rest = await serveRedisRest({ redis, token: "test-token-of-the-bridge" });
    const variables = { UPSTASH_REDIS_REST_URL: rest.url, UPSTASH_REDIS_REST_TOKEN: rest.token };
    const both = await bootWorker({ TREADLE_OPEN: "1", ...variables }, { main: MAIN, objects: folder.path });
    assert.equal((await (await both.fetch("/healthz")).json()).store, "upstash");
    assert.equal((await (await step(both, "t", {})).json()).thread.version, 1);
    await both.kill();
    await using objects = await boot(folder.path);
    assert.equal((await objects.fetch("/v1/threads/t")).status, 404);
  },
);

Deno.test(
  "E8: alarms, of which the first fails, bring a run to its end whose Worker was killed in a tool",
  loose,
  async () => {
    await using folder = await temporaryFolder();
    const first = await boot(folder.path, { leadMs: 55_000 });
    const { thread } = await (await step(first, "t", { wake: true })).json();
    assert.equal(thread.status, "open");
    await eventually(async () => (await read(first, "t")).running === true); // the nap
    await first.kill();
    // Its lease is over, and what is due a minute behind the first step is due.
    await using second = await boot(folder.path, { leadMs: 100_000, failingAlarms: 1 });
    await eventually(async () => (await read(second, "t")).status === "done");
    assert.match(second.output(), /an alarm did not reach the Worker.*the Worker responded with 500/);
    const { entries } = await (await second.fetch("/v1/threads/t/history")).json();
    assert.deepEqual(entries.map(({ type }: { type: string }) => type), [
      "user",
      "assistant",
      "tool",
      "assistant",
    ]);
  },
);

Deno.test(
  "E8: the alarms of several shards bring the runs of their threads to an end, and that of the hub a schedule",
  loose,
  async () => {
    await using folder = await temporaryFolder();
    const first = await boot(folder.path, { leadMs: 55_000, shards: 3 });
    const threads = ["a", "b", "c", "d", "e", "f"];
    const shards = new Shards(3, () => assert.fail());
    assert.equal(new Set(threads.map((thread) => shards.nameOf({ tenant: "public", thread }))).size, 3);
    for (const thread of threads) await (await step(first, thread, { wake: true })).json();
    await eventually(async () => (await read(first, "f")).running === true); // the nap
    await first.kill();
    await using second = await boot(folder.path, { leadMs: 100_000, shards: 3 });
    for (const thread of threads) {
      await eventually(async () => (await read(second, thread)).status === "done", second.output);
    }
    await using other = await temporaryFolder();
    await using scheduled = await boot(other.path, { isScheduled: true, shards: 3 });
    await (await scheduled.fetch("/healthz")).body?.cancel(); // the only request
    await untilAlarms(scheduled, 2);
    assert.ok((await timesOf(scheduled)).length >= 1);
  },
);

Deno.test("C6, E11: a cancel through another request ends a step that runs", loose, async () => {
  await using folder = await temporaryFolder();
  await using worker = await boot(folder.path);
  await (await step(worker, "t", {})).json();
  const running = step(worker, "t", { agent: undefined, input: undefined, until: "done" });
  await eventually(async () => (await read(worker, "t")).running === true);
  const before = performance.now();
  await (await worker.fetch("/v1/threads/t/cancel", { method: "POST" })).json();
  const answer = await (await running).json();
  assert.equal(answer.code, "step_cancelled");
  assert.ok(performance.now() - before < 3_000, "the nap took its four seconds");
});

Deno.test(
  "E4: a reader of the events of a step has them by notices of the object, without a request while it naps",
  loose,
  async () => {
    await using folder = await temporaryFolder();
    await using worker = await boot(folder.path);
    await (await step(worker, "t", { resumable: true })).json();
    const running = step(worker, "t", {
      agent: undefined,
      input: undefined,
      until: "done",
      resumable: true,
    });
    await eventually(async () => (await read(worker, "t")).running === true);
    const events = await (await worker.fetch("/v1/threads/t/events")).text(); // until the end of the step
    assert.match(events, /Good morning/);
    await (await running).json();
    const reads = worker.output().split("read of events").length - 1;
    assert.ok(reads >= 2 && reads <= 8, `${reads} reads`); // a nap of 4 s has 16 polls
  },
);

Deno.test(
  "E9: a schedule runs by alarms, without a cron trigger, once at each time, and goes on behind an eviction and a restart",
  loose,
  async () => {
    await using folder = await temporaryFolder();
    const first = await boot(folder.path, { isScheduled: true });
    await (await first.fetch("/healthz")).body?.cancel(); // the only request
    await untilAlarms(first, 2);
    await (await first.fetch("/test/evict")).body?.cancel();
    const evictedAt = Date.now();
    await untilAlarms(first, 5);
    assert.ok((await timesOf(first)).some((at) => at > evictedAt));
    await first.kill();
    const killedAt = Date.now();
    await using second = await boot(folder.path, { isScheduled: true });
    await untilAlarms(second, 2); // without a request
    const times = await timesOf(second);
    assert.ok(times.some((at) => at > killedAt), times.join());
    assert.equal(new Set(times).size, times.length);
  },
);

/** Until the Worker has had so many alarms. */
async function untilAlarms({ output }: BootedProcess, least: number): Promise<void> {
  await eventually(() => Promise.resolve(output().split("alarm\n").length > least), output);
}

/** The times of the runs of the schedule, each of which has one input and its answer. */
async function timesOf({ fetch }: BootedProcess): Promise<number[]> {
  const { threads } = await (await fetch("/v1/threads?limit=100")).json();
  const times: number[] = [];
  for (const { id } of threads) {
    const [, ...parts] = /^sch:clock:often:(....)(..)(..)T(..)(..)(..)Z$/.exec(id) ?? assert.fail(id);
    const [year = 0, month = 0, ...rest] = parts.map(Number);
    times.push(Date.UTC(year, month - 1, ...rest));
    await eventually(async () => (await (await fetch(`/v1/threads/${id}`)).json()).status === "done");
    const { entries } = await (await fetch(`/v1/threads/${id}/history`)).json();
    assert.deepEqual(entries.map(({ type }: { type: string }) => type), ["user", "assistant"], id);
  }
  return times;
}

/** A model that answers when it may. */
function serveModel() {
  const asked = Promise.withResolvers<void>();
  const may = Promise.withResolvers<void>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    await request.body?.cancel();
    asked.resolve();
    await may.promise;
    const message = { role: "assistant", content: "None is late." };
    return Response.json({
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1_770_000_000,
      model: "bench-model",
      choices: [{ index: 0, message, finish_reason: "stop" }],
      usage: { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 },
    });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/v1`,
    asked: asked.promise,
    answer: () => may.resolve(),
    [Symbol.asyncDispose]() {
      may.resolve();
      return server.shutdown();
    },
  };
}

async function startMetered(kind: Kind, modelUrl: string): Promise<System> {
  return await startSystem({ kind, addresses: { redisUrl: "", redisToken: "", modelUrl }, metered: true });
}

async function post({ url }: System, path: string, body: object): Promise<Response> {
  return await fetch(`${url}/v1/threads/t/${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${API_KEY}`,
      "content-type": "application/json",
      accept: "application/json",
    },
    body: JSON.stringify(body),
  });
}

const NOTHING = { events: 0, promises: 0, timers: 0, fetches: 0, sockets: 0 };

/** What objects meter of a step. */
interface Metered {
  readonly kind: Kind;
  readonly resumable: boolean;
  /** What is open while the model answers, and the events up to then and of the whole step. */
  readonly open: typeof NOTHING;
  readonly events: readonly string[];
  readonly all: readonly string[];
}

const METERED: readonly Metered[] = [
  {
    kind: "objects",
    resumable: false,
    open: NOTHING,
    events: ["/begin", "/listDefinitions", "/watch"],
    all: ["/begin", "/commit", "/listDefinitions", "/watch", "webSocketClose"],
  },
  {
    kind: "objects",
    resumable: true,
    open: NOTHING,
    events: ["/begin", "/flush", "/listDefinitions", "/watch"],
    all: ["/begin", "/commit", "/flush", "/listDefinitions", "/watch", "webSocketClose"],
  },
  // The meter finds an agent that runs in its object.
  {
    kind: "agent",
    resumable: false,
    open: { ...NOTHING, events: 1, fetches: 1 },
    events: ["/step"],
    all: ["/step"],
  },
];

for (const { kind, resumable, open, events, all } of METERED) {
  const what = open === NOTHING ? "nothing is open" : "a request is open";
  Deno.test(
    `H1: while a model answers, ${what} in the object (${kind}, resumable ${resumable})`,
    loose,
    async () => {
      await using model = serveModel();
      await using system = await startMetered(kind, model.url);
      const becomes = async (open: typeof NOTHING, events: readonly string[]) => {
        let found: unknown;
        await eventually(async () => {
          const bill = await system.bill();
          found = [bill.open, Object.keys(bill.events).filter((kind) => kind !== "/ping").sort()];
          return JSON.stringify(found) === JSON.stringify([open, events]);
        }, () => found);
      };
      const step = post(system, "steps", { agent: "orders", input: "Which orders are late?", resumable });
      step.catch(() => {}); // of a test that fails meanwhile
      await model.asked;
      await becomes(open, events);
      model.answer();
      const response = await step;
      assert.equal(response.status, 200, await response.text());
      await becomes(NOTHING, all);
      const { events: { "/flush": _renewals, "/ping": _probes, ...counts } } = await system.bill();
      assert.deepEqual(new Set(Object.values(counts)), new Set([1]));
    },
  );
}

Deno.test(
  "H1, E11: workerd removes an object from memory while a model answers, and a cancel reaches the step nevertheless",
  loose,
  async () => {
    await using model = serveModel();
    await using system = await startMetered("objects", model.url);
    const step = post(system, "steps", { agent: "orders", input: "Which orders are late?" });
    step.catch(() => {}); // of a test that fails meanwhile
    await model.asked;
    const { made } = await system.bill();
    // The lease is renewed every 10 s, and workerd takes as long to remove an object that is idle: it is made again by a renewal.
    await eventually(async () => (await system.bill()).made > made);
    const cancelled = await post(system, "cancel", {});
    assert.equal(cancelled.status, 200, await cancelled.text());
    const { code } = await (await step).json();
    assert.equal(code, "step_cancelled");
    assert.equal((await system.bill()).events["/watch"], 1, "the socket was opened again");
  },
);
