// Row E8: runs of five steps complete with no client while wake-ups are dropped, doubled, late and out of order, and workers vanish
// in the middle of a step: each step once, each call once.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { Store } from "../../../src/core/store.ts";
import type { WakeUp } from "../../../src/core/wake.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { readEntry } from "../../../src/kernel/history/codec.ts";
import { createWakes } from "../../../src/plugins/wakes/dispatch_wakes.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { mulberry32 } from "../../support/mulberry32.ts";
import { passRedisTimeAt } from "../../support/redis/time.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";
import { needsRedis } from "../../support/requires.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import { createWakeLab } from "./_runtime.ts";

const THREADS = 12;
const LOOKS = 4;

/** A store and how time passes for it; the clock of the runtime is turned by the scene. */
interface Scene {
  readonly store: Store;
  readonly pass?: (ms: number) => Promise<void>;
}

for (const seed of [1, 2, 3]) {
  Deno.test(`E8: on memory every run completes, each step once, with seed ${seed}`, async () => {
    const time = { ahead: 0 };
    const store = createMemoryStore({ clock: () => Date.now() + time.ahead });
    await chaos({ store }, seed, time);
  });
}

Deno.test("E8: on sqlite every run completes, each step once", async () => {
  await using file = await sqliteFile();
  const time = { ahead: 0 };
  const store = createSqliteStore({ path: file.path, clock: () => Date.now() + time.ahead });
  await chaos({ store }, 4, time);
  await store.close();
});

needsRedis("E8: on Upstash every run completes, each step once", async () => {
  await using opened = await openUpstashStore();
  const { store, redis, keyPrefix } = opened;
  await chaos({ store, pass: (ms) => passRedisTimeAt(redis, keyPrefix, ms) }, 5, { ahead: 0 });
});

async function chaos({ store, pass }: Scene, seed: number, time: { ahead: number }): Promise<void> {
  const chance = mulberry32(seed);
  const ran = new Map<string, number>();
  const look = defineTool({
    name: "look",
    description: "Looks.",
    parameters: ["at"],
    effect: "once",
    run: ({ at }, { callId }) => {
      ran.set(callId, (ran.get(callId) ?? 0) + 1);
      return { at };
    },
  });
  const agent = defineAgent({ name: "worker", instructions: "Work.", driver: "scripted", tools: [look] });
  const calls = Array.from(
    { length: LOOKS },
    (_, at) => ({ calls: [{ tool: "look", args: { at: `${at}` } }] }),
  );
  const lab = createWakeLab({
    agents: [agent],
    scenario: [...calls, { says: "Done." }],
    store,
    deps: { clock: () => Date.now() + time.ahead },
  });
  const counts = { dropped: 0, doubled: 0, vanished: 0 };
  const queue: WakeUp[] = [];
  let isCalm = false;
  const send = (wake: WakeUp) => {
    if (!isCalm && chance() < 0.3) return void counts.dropped++;
    queue.push(wake);
    if (chance() >= 0.3) return;
    counts.doubled++;
    queue.push(wake);
  };
  const parts = {
    waker: () => ({ name: "chaos", schedule: (wake: WakeUp) => Promise.resolve(send(wake)) }),
    handlers: new Map(),
    ticks: [],
  };

  /** A worker of its own: it vanishes at one of its requests, which may have reached the store. */
  const worker = () => {
    const killAt = chance() < 0.3 ? 1 + Math.floor(chance() * 5) : Infinity;
    if (killAt < Infinity) counts.vanished++;
    const reaches = chance() < 0.5;
    let requests = 0;
    const gone = () => new AgentError("store_unavailable", "This worker has vanished.");
    const dying: Store = new Proxy(store, {
      get(target, key) {
        const method: unknown = Reflect.get(target, key);
        if (typeof method !== "function") return method;
        return async (...args: unknown[]) => {
          requests += 1;
          if (requests < killAt) return await Reflect.apply(method, target, args);
          if (requests === killAt && reaches) await Reflect.apply(method, target, args);
          throw gone();
        };
      },
    });
    const deps = {
      ...lab.deps,
      store: dying,
      sleep: (ms: number, signal?: AbortSignal) => requests >= killAt ? Promise.resolve() : sleep(ms, signal),
    };
    return createWakes(Object.assign(deps, { wakes: createWakes(deps, parts) }), parts);
  };
  Object.assign(lab.deps, { wakes: createWakes(lab.deps, parts) });

  const threads = Array.from({ length: THREADS }, (_, index) => `t${index}`);
  for (const thread of threads) await lab.run({ thread, input: "go", wake: true });
  const isDone = async (thread: string) =>
    (await store.read({ tenant: "acme", thread }))?.header.status === "done";
  let rounds = 0;
  for (let open = threads; open.length > 0; rounds++) {
    assert.ok(rounds < 120, `still open: ${open.join()}, ${JSON.stringify(counts)}`);
    while (queue.length > 0) {
      // Late and out of order: any of those that wait, two of them at a time.
      const taken = [0, 1].flatMap(() => queue.splice(Math.floor(chance() * queue.length), 1));
      await Promise.all(taken.map((wake) => worker().handle(wake, lab.io)));
      await lab.settled();
    }
    time.ahead += 61_000;
    await pass?.(61_000);
    await Promise.all([worker(), worker()].map((each) => each.pump(lab.io).catch(() => {})));
    await lab.settled();
    const states = await Promise.all(open.map(async (thread) => [thread, await isDone(thread)] as const));
    open = states.flatMap(([thread, done]) => done ? [] : [thread]);
  }
  for (const thread of threads) {
    const page = await store.history({ tenant: "acme", thread }, { after: 0, limit: 100 }) ?? assert.fail();
    const entries = page.entries.map((text) => readEntry(text));
    const types = ["user", ...Array.from({ length: LOOKS }, () => ["assistant", "tool"]).flat(), "assistant"];
    assert.deepEqual(entries.map(({ type }) => type), types, thread);
    const observed = entries.flatMap((entry) => entry.type === "tool" ? [entry.callId] : []);
    assert.equal(new Set(observed).size, LOOKS, "each call has one observation");
  }
  assert.ok(ran.size > THREADS * LOOKS / 2, `${ran.size} calls ran`);
  assert.ok([...ran.values()].every((times) => times === 1), "no call ran twice");
  assert.ok(counts.dropped > 5 && counts.doubled > 5 && counts.vanished > 5, JSON.stringify(counts));
  // What is left in the index has nothing to do, and leaves it.
  isCalm = true;
  time.ahead += 61_000;
  await lab.deps.wakes.pump(lab.io);
  while (queue.length > 0) await lab.deps.wakes.handle(queue.shift() ?? assert.fail(), lab.io);
  assert.deepEqual(await lab.due(), []);
}
