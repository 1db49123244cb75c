// The door of Cloudflare Queues by itself: messages and batches are those of a queue in memory that keeps the rules of the real one.

import assert from "node:assert/strict";
import type { WakeOutcome, WakeUp } from "../../../src/core/wake.ts";
import type { OpenedPlugin } from "../../../src/http/plugin.ts";
import { queues, type QueuesOptions } from "../../../src/plugins/wakers/queues.ts";
import { startWakeDeployment, type WakeDeployment } from "./_deployment.ts";

const IO = { defer: () => {} };
const wake = (id: string) => ({ tenant: "acme", name: `@probe/${id}` });

interface Sent {
  readonly body: unknown;
  readonly delaySeconds: number | undefined;
}

/** A producer binding that refuses what a queue refuses. */
function producer(fails = false) {
  const sent: Sent[] = [];
  return {
    sent,
    async send(body: unknown, { delaySeconds }: { delaySeconds?: number } = {}) {
      if (fails) throw new Error("Queue send failed: Too Many Requests");
      const isDelay = delaySeconds === undefined ||
        Number.isInteger(delaySeconds) && delaySeconds >= 0 && delaySeconds <= 86_400;
      assert.ok(isDelay, `a delay of ${delaySeconds} s`);
      assert.ok(JSON.stringify(body).length < 128_000);
      sent.push({ body: structuredClone(body), delaySeconds });
    },
  };
}

interface Setting {
  readonly outcome?: (wake: WakeUp, count: number) => WakeOutcome | Promise<WakeOutcome>;
  readonly options?: QueuesOptions;
  readonly clock?: () => number;
}

function start(
  binding: object,
  { outcome, options, clock }: Setting = {},
): WakeDeployment & { door: OpenedPlugin } {
  const app = startWakeDeployment({
    env: () => ({}),
    doors: [queues(options)],
    ...(outcome === undefined ? {} : { outcome }),
    ...(clock === undefined ? {} : { clock }),
    options: { bindings: { WAKES: binding } },
  });
  const door = app.deps.openedPlugins.find((each) => each.queue !== undefined);
  assert.ok(door !== undefined);
  return { ...app, door };
}

/** A batch, and what became of its messages. */
function batchOf(bodies: readonly unknown[], queue = "treadle-wakes") {
  const settled: string[] = [];
  const messages = bodies.map((body, index) => ({
    id: `m${index}`,
    body,
    attempts: 1,
    ack: () => void settled.push(`m${index} ack`),
    retry: ({ delaySeconds }: { delaySeconds?: number } = {}) =>
      void settled.push(`m${index} retry ${delaySeconds}`),
  }));
  return { batch: { queue, messages }, settled };
}

Deno.test("E9: a wake-up is a message of names and numbers with its delay; beyond 24 hours nothing is sent", async () => {
  const now = 1_800_000_000_000;
  const binding = producer();
  await using app = start(binding, { clock: () => now });
  await app.deps.wakes.schedule({ ...wake("one"), version: 7 }, IO);
  for (const ms of [0, 1, 1_500, 86_400_000, 86_400_001]) {
    await app.deps.wakes.schedule({ ...wake("later"), notBefore: now + ms }, IO);
  }
  assert.deepEqual(binding.sent[0], {
    body: { tenant: "acme", name: "@probe/one", version: 7 },
    delaySeconds: undefined,
  });
  assert.deepEqual(binding.sent.slice(1).map(({ delaySeconds }) => delaySeconds), [undefined, 1, 2, 86_400]);
});

Deno.test("E9: a queue that takes no message is a warning, and the work is left to the cron pump", async () => {
  await using app = start(producer(true));
  await app.deps.wakes.schedule(wake("one"), IO);
  const [line = ""] = app.logs.filter((each) => each.includes("warn"));
  assert.ok(line.includes("waker_unavailable") && !line.includes("Too Many Requests"), line);
});

Deno.test("E9: messages of a batch are acknowledged when their work is done or there is none, and retried with a delay", async () => {
  const outcomes: Record<string, WakeOutcome> = {
    "@probe/done": { type: "handled" },
    "@probe/old": { type: "stale" },
    "@probe/busy": { type: "again", afterMs: 1_200, because: "thread_busy" },
    "@probe/soon": { type: "again", afterMs: 0, because: "thread_busy" },
    "@probe/far": { type: "again", afterMs: 1e9, because: "not_yet" },
  };
  await using app = start(producer(), { outcome: ({ name }) => outcomes[name] ?? { type: "handled" } });
  const { batch, settled } = batchOf([...Object.keys(outcomes).map((name) => ({ tenant: "acme", name })), {
    tenant: "acme",
    name: "@gone/x",
  }]);
  assert.equal(await app.door.queue?.(batch, IO), true);
  assert.deepEqual(settled.toSorted(), [
    "m0 ack",
    "m1 ack",
    "m2 retry 2",
    "m3 retry 1",
    "m4 retry 86400",
    "m5 ack",
  ]);
});

Deno.test("E9: malformed messages are removed with a line in the log, and the others of their batch are handled", async () => {
  await using app = start(producer());
  const poison = [null, "text", 7, [], {}, { tenant: "a b", name: "t" }, {
    tenant: "acme",
    name: "../secret",
  }];
  const { batch, settled } = batchOf([...poison, wake("good")]);
  await app.door.queue?.(batch, IO);
  assert.equal(settled.filter((each) => each.endsWith("ack")).length, 8);
  assert.deepEqual(app.probed, [wake("good")]);
  const lines = app.logs.filter((line) => line.includes("is no wake-up and was removed"));
  assert.equal(lines.length, 7);
  assert.ok(lines.every((line) => line.includes('"queue":"treadle-wakes"') && !line.includes("secret")));
});

Deno.test("E9: of a batch as many names run at once as set, and wake-ups of one name follow each other", async () => {
  let running = 0;
  let most = 0;
  const busy = new Set<string>();
  const outcome = async ({ name }: WakeUp): Promise<WakeOutcome> => {
    assert.ok(!busy.has(name), `${name} runs already`);
    busy.add(name);
    most = Math.max(most, ++running);
    await Promise.resolve().then(() => {});
    running -= 1;
    busy.delete(name);
    return { type: "handled" };
  };
  await using app = start(producer(), { outcome, options: { parallel: 3 } });
  const { batch, settled } = batchOf(Array.from({ length: 20 }, (_, n) => wake(`w${n % 5}`)));
  await app.door.queue?.(batch, IO);
  assert.deepEqual([most, settled.length, app.probed.length], [3, 20, 20]);
});

Deno.test("E9: with the name of its queue, batches of other queues are left alone", async () => {
  await using app = start(producer(), { options: { queue: "treadle-wakes" } });
  const other = batchOf([wake("one")], "mails");
  assert.equal(await app.door.queue?.(other.batch, IO), false);
  assert.deepEqual([other.settled, app.probed], [[], []]);
  const own = batchOf([wake("one")]);
  assert.equal(await app.door.queue?.(own.batch, IO), true);
  assert.deepEqual(own.settled, ["m0 ack"]);
});

for (
  const [what, binding, options] of [
    ["no binding", undefined, {}],
    ["a text as binding", "treadle-wakes", {}],
    ["a binding of another kind", { get: () => {} }, {}],
    ["a binding of another name", producer(), { binding: "OTHER" }],
    ["no step at once", producer(), { parallel: 0 }],
    ["half a step at once", producer(), { parallel: 1.5 }],
  ] satisfies [string, unknown, QueuesOptions][]
) {
  Deno.test(`E9: with ${what} the deployment does not start`, () => {
    const starts = () =>
      startWakeDeployment({
        env: () => ({}),
        doors: [queues(options)],
        options: { bindings: { WAKES: binding } },
      });
    assert.throws(starts, { code: "config_invalid" });
  });
}

Deno.test("E9: an optional door of a queue does nothing without its binding; one of another kind is refused", async () => {
  await using app = startWakeDeployment({ env: () => ({}), doors: [queues({ optional: true })] });
  await app.deps.wakes.schedule({ tenant: "acme", name: "@probe/one" }, IO);
  assert.equal(app.probed.length, 1);
  const starts = () =>
    startWakeDeployment({
      env: () => ({}),
      doors: [queues({ optional: true })],
      options: { bindings: { WAKES: "text" } },
    });
  assert.throws(starts, { code: "config_invalid" });
});
