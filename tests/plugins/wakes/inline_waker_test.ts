// Row E8: the inline waker does the work behind its response, so many at a time, and leaves to the pump what would take too long.

import assert from "node:assert/strict";
import type { WakeOutcome, WakeUp } from "../../../src/core/wake.ts";
import { createInlineWaker } from "../../../src/plugins/wakes/inline_waker.ts";

interface Scene {
  readonly handled: WakeUp[];
  readonly slept: number[];
  readonly schedule: (wake: WakeUp) => Promise<void>;
  readonly settled: () => Promise<void>;
  /** Most that were handled at the same time. */
  readonly most: () => number;
  stop(): void;
  /** So many milliseconds pass, and those that wait for a turn look. */
  pass(ms: number): Promise<void>;
}

function sceneOf(
  outcomes: readonly WakeOutcome[] = [],
  hold: PromiseLike<void> = Promise.resolve(),
): Scene {
  const handled: WakeUp[] = [];
  const slept: number[] = [];
  const kept: Promise<unknown>[] = [];
  let [now, running, most, isStopped] = [1_000, 0, 0, false];
  const looks: (() => void)[] = [];
  const io = { defer: (promise: Promise<unknown>) => void kept.push(promise) };
  const waker = createInlineWaker({
    clock: () => now,
    maxDelayMs: 5_000,
    atOnce: 2,
    isStopped: () => isStopped,
    sleep: (ms, signal) => {
      if (signal !== undefined) return new Promise((resolve) => looks.push(resolve));
      slept.push(ms);
      now += ms;
      return Promise.resolve();
    },
    wakes: () => ({
      async handle(wake) {
        handled.push(wake);
        most = Math.max(most, ++running);
        await hold;
        running -= 1;
        return outcomes[handled.length - 1] ?? { type: "handled" };
      },
    }),
  });
  return {
    handled,
    slept,
    most: () => most,
    schedule: (wake) => waker.schedule(wake, io),
    async settled() {
      for (let place = 0; place < kept.length; place++) await kept[place];
    },
    stop: () => isStopped = true,
    async pass(ms) {
      now += ms;
      for (const look of looks.splice(0)) look();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

const wake = (name: string, more: Partial<WakeUp> = {}): WakeUp => ({ tenant: "acme", name, ...more });

Deno.test("E8: a wake-up is handled behind the response, and one for later waits for its time", async () => {
  const scene = sceneOf();
  await scene.schedule(wake("a"));
  await scene.schedule(wake("b", { notBefore: 3_000 }));
  await scene.settled();
  assert.deepEqual([scene.handled.map(({ name }) => name), scene.slept], [["a", "b"], [2_000]]);
});

Deno.test("E8: a wake-up that would wait longer than the platform permits is left to the pump", async () => {
  const scene = sceneOf();
  await scene.schedule(wake("a", { notBefore: 6_001 }));
  await scene.settled();
  assert.deepEqual([scene.handled, scene.slept], [[], []]);
});

Deno.test("E8: a wake-up is handled again after the time that its outcome names, unless that is too long", async () => {
  const scene = sceneOf([
    { type: "again", afterMs: 2_000, because: "thread_busy" },
    { type: "again", afterMs: 60_000, because: "store_unavailable" },
  ]);
  await scene.schedule(wake("a", { version: 3 }));
  await scene.settled();
  assert.deepEqual(scene.handled.map(({ version }) => version), [3, 3]);
  assert.deepEqual(scene.slept, [2_000]);
});

Deno.test("E8: no more than so many are handled at a time, and all of them are", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const scene = sceneOf([], promise);
  for (let index = 0; index < 9; index++) await scene.schedule(wake(`t${index}`));
  assert.equal(scene.handled.length, 2);
  resolve();
  await scene.settled();
  assert.deepEqual([scene.handled.length, scene.most()], [9, 2]);
});

Deno.test("E8: a process that is about to end begins nothing more", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const scene = sceneOf([], promise);
  for (let index = 0; index < 5; index++) await scene.schedule(wake(`t${index}`));
  scene.stop();
  await scene.schedule(wake("late"));
  resolve();
  await scene.settled();
  assert.equal(scene.handled.length, 2);
});

Deno.test("E8: invocations that end in the middle of their work keep no turn, and none waits for them", async () => {
  let isKept = false;
  const ended = new Promise<void>(() => {});
  const scene = sceneOf([], { then: (...settle) => (isKept ? Promise.resolve() : ended).then(...settle) });
  for (let index = 0; index < 6; index++) await scene.schedule(wake(`gone${index}`));
  assert.equal(scene.handled.length, 2, "four wait, and end as well");
  isKept = true;
  await scene.schedule(wake("a"));
  await scene.pass(30_000);
  assert.equal(scene.handled.length, 2);
  await scene.pass(30_000);
  assert.ok(scene.handled.some(({ name }) => name === "a"));
});
