// X6: seeded chaos on three stores: workers vanish at any request, answers are lost, two results race, tools are polled, people send
// inputs and cancel. A result that was accepted is observed, once, and no tool that has an effect runs twice.

import assert from "node:assert/strict";
import { AgentError } from "../../../../src/core/error.ts";
import type { Sleep } from "../../../../src/core/ports.ts";
import type { Store } from "../../../../src/core/store.ts";
import { sleep } from "../../../../src/deps/ports.ts";
import { cancelThread } from "../../../../src/kernel/threads/threads.ts";
import { overridden } from "../../../chaos/overridden.ts";
import { Random } from "../../../chaos/random.ts";
import { memoryStores, sqliteStores, type StoreUnderChaos, upstashStores } from "../../../chaos/stores.ts";
import { VirtualTime } from "../../../chaos/virtual_time.ts";
import { startRedis } from "../../../support/redis/server.ts";
import { needsRedis } from "../../../support/requires.ts";
import { DONE, HOUR_MS, REF, type Scene, scene, THREE } from "../../../kernel/deferred_calls/_scene.ts";

const LEASE_MS = 31_000;

/** Retries of store requests wait for nothing; deadlines and timeouts do. */
const retriesAtOnce: Sleep = (ms, signal) => ms <= 1_500 ? Promise.resolve() : sleep(ms, signal);

/** A store whose worker vanishes with this probability at each request, which is applied or not. */
function vanishing(store: Store, random: Random, crash: number, tally: Tally): Store {
  let isDead = false;
  const dies = async <T>(work: () => Promise<T>): Promise<T> => {
    const dead = isDead;
    isDead ||= random.chance(crash);
    if (!isDead) return await work();
    if (!dead) tally.crashes += 1;
    if (!dead && random.chance(0.5)) await work();
    throw new AgentError("store_unavailable", "No answer came.");
  };
  return overridden(store, {
    begin: (request) => dies(() => store.begin(request)),
    commit: (request) => dies(() => store.commit(request)),
    advance: (request) => dies(() => store.advance(request)),
    abandon: (request) => dies(() => store.abandon(request)),
    enqueue: (request) => dies(() => store.enqueue(request)),
    cancel: (ref) => dies(() => store.cancel(ref)),
    markStarted: (...args) => dies(() => store.markStarted(...args)),
    decide: (...args) => dies(() => store.decide(...args)),
    read: (ref) => dies(() => store.read(ref)),
    putBlob: (...args) => dies(() => store.putBlob(...args)),
    flush: () => Promise.resolve("ok"),
  });
}

interface Tally {
  crashes: number;
  completed: number;
  queued: number;
  polled: number;
  expired: number;
  cancelled: number;
}

class Story {
  readonly ran: string[] = [];
  readonly tried = new Set<string>();
  /** What was accepted, by the way in which it comes. */
  readonly accepted = new Map<"completed" | "queued", string>();
  callId: string | undefined;
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #isolates: readonly Store[];
  readonly #tally: Tally;
  #results = 0;

  constructor(time: VirtualTime, random: Random, isolates: readonly Store[], tally: Tally) {
    this.#time = time;
    this.#random = random;
    this.#isolates = isolates;
    this.#tally = tally;
  }

  async pass(ms: number): Promise<void> {
    await this.#time.run(this.#time.sleep(ms));
  }

  /** What one worker does, which may vanish meanwhile. */
  async act(crash: number, work: (worker: Scene) => Promise<unknown>): Promise<void> {
    const store = this.#random.pick([this.#isolates[0], this.#isolates[1], this.#isolates[2]]);
    assert.ok(store);
    const worker = scene({
      scenario: [THREE, ...Array.from({ length: 40 }, () => DONE)],
      store: vanishing(store, this.#random, crash, this.#tally),
      sleep: retriesAtOnce,
      defer: { pollAfterMs: 60_000 },
      poll: (ref, context) =>
        this.#random.chance(0.2) ? "polled" : context.defer({ ref, pollAfterMs: 60_000 }),
    });
    worker.now = this.#time.clock();
    try {
      await work(worker);
    } catch (thrown) {
      if (!(thrown instanceof AgentError)) throw thrown;
    }
    this.ran.push(...worker.ran);
    const open = (await store.read(REF))?.pending?.ids.find((id) => id.endsWith(":result"));
    this.callId ??= open?.slice(0, -":result".length);
  }

  /** Two results at once. */
  async results(crash: number): Promise<void> {
    const { callId } = this;
    if (callId === undefined) return;
    await this.act(crash, async (worker) => {
      await Promise.all([1, 2].map(async () => {
        const output = `result ${this.#results++}`;
        this.tried.add(output);
        try {
          const { status } = await worker.complete({ output }, { callId });
          assert.equal(this.accepted.get(status), undefined, "one of all results is accepted");
          this.accepted.set(status, output);
        } catch (thrown) {
          if (!(thrown instanceof AgentError)) throw thrown;
        }
      }));
    });
  }

  async round(crash: number): Promise<void> {
    switch (this.#random.pick(["step", "step", "results", "results", "input", "cancel", "time", "time"])) {
      case "step":
        return await this.act(crash, (worker) => worker.lab.run({ until: "done" }));
      case "results":
        return await this.results(crash);
      case "input":
        if (this.#random.chance(0.6)) return;
        return await this.act(crash, (worker) => worker.lab.run({ input: "more", until: "done" }));
      case "cancel":
        if (this.#random.chance(0.7)) return;
        return await this.act(crash, (worker) => cancelThread(REF, worker.lab.deps));
      case "time":
        return await this.pass(this.#random.pick([1_000, LEASE_MS, 61_000]));
    }
  }
}

async function assertHolds(kind: StoreUnderChaos, seeds: number): Promise<void> {
  const tally: Tally = { crashes: 0, completed: 0, queued: 0, polled: 0, expired: 0, cancelled: 0 };
  for (let seed = 1; seed <= seeds; seed++) {
    const random = new Random(`deferred calls ${seed}`);
    const time = new VirtualTime();
    await using opened = await kind.open({ time, random: random.fork("wire"), loss: 0.05 });
    const story = new Story(time, random, opened.isolates, tally);
    const crash = random.pick([0, 0.03, 0.1]);
    await story.act(crash, (worker) => worker.lab.run({ input: "go", until: "done" }));
    for (let round = 0; round < 14; round++) await story.round(crash);
    await story.pass(HOUR_MS);
    await story.act(0, (worker) => worker.lab.run({ until: "done" }));
    await story.act(0, (worker) => worker.lab.run({ input: "the end", until: "done" }));
    // Where every request before has vanished, that one has begun the thread.
    await story.pass(HOUR_MS);
    await story.act(0, (worker) => worker.lab.run({ until: "done" }));
    await story.act(0, async (worker) => {
      const where = `${kind.name}, seed ${seed}`;
      const entries = await worker.lab.history();
      assert.equal((await worker.calls()).length, 0, `${where}: nothing is pending`);
      for (const name of ["export", "pay"]) {
        assert.ok(story.ran.filter((each) => each === name).length <= 1, `${where}: ${name} ran once`);
      }
      const observed = entries.flatMap((entry) =>
        entry.type === "tool" && entry.callId === story.callId ? [entry] : []
      );
      assert.ok(observed.length === (story.callId === undefined ? 0 : 1), `${where}: one observation`);
      const [tool] = observed;
      const late = entries.flatMap((entry) =>
        entry.type === "user" && entry.door === "result" ? [entry.text] : []
      );
      assert.ok(late.length <= 1, `${where}: the result is one input`);
      const [completed, queued] = [story.accepted.get("completed"), story.accepted.get("queued")];
      assert.ok(completed === undefined || queued === undefined, `${where}: accepted in one way`);
      if (completed !== undefined) assert.equal(tool?.output, completed, where);
      if (queued !== undefined) assert.ok(late[0]?.includes(`"${queued}"`), `${where}: ${late[0]}`);
      if (completed !== undefined) tally.completed += 1;
      if (queued !== undefined) tally.queued += 1;
      if (tool?.output === "polled") tally.polled += 1;
      else if (tool?.error?.kind === "timeout") tally.expired += 1;
      else if (tool?.error?.kind === "cancelled") tally.cancelled += 1;
      else if (typeof tool?.output === "string") assert.ok(story.tried.has(tool.output), where);
    });
  }
  for (const [what, count] of Object.entries(tally)) assert.ok(count > 0 || seeds < 30, `${what} happened`);
}

Deno.test("X6: memory: results of deferred calls survive chaos", () => assertHolds(memoryStores(), 60));
Deno.test("X6: sqlite: results of deferred calls survive chaos", () => assertHolds(sqliteStores(), 15));
needsRedis("X6: upstash: results of deferred calls survive chaos", async () => {
  await using redis = await startRedis();
  await assertHolds(upstashStores(redis), 8);
});
