// Row E8: who starts the cron pump of a server process.

import assert from "node:assert/strict";
import { type CronPumpOptions, registerCron, startPump } from "../../src/deno/cron_pump.ts";
import type { WakeIo } from "../../src/core/wake.ts";

type Registered = [name: string, schedule: string, handler: () => Promise<void>];

/** The work with a platform that has crons, which the CLI has with a flag only. */
async function withCron(work: (registered: Registered[]) => Promise<void>): Promise<void> {
  const registered: Registered[] = [];
  const cron = (...args: Registered) => {
    registered.push(args);
    return Promise.resolve();
  };
  Object.defineProperty(Deno, "cron", { value: cron, configurable: true });
  try {
    await work(registered);
  } finally {
    Reflect.deleteProperty(Deno, "cron");
  }
}

function optionsWith(pump: (io: WakeIo) => Promise<void>, logs: string[] = []): CronPumpOptions {
  return {
    wakes: {
      async pump(io) {
        await pump(io);
        return { woken: 0, stale: 0 };
      },
    },
    log: (_level, message) => logs.push(message),
    defer: () => {},
    isStopping: () => true,
  };
}

Deno.test("E8: without crons of the platform, or elsewhere than on Deno Deploy, the process runs the pump itself", async () => {
  const options = optionsWith(() => Promise.resolve());
  assert.equal(registerCron(options, true), false);
  await withCron(async (registered) => {
    assert.equal(registerCron(options, false), false);
    assert.deepEqual(registered, []);
  });
});

Deno.test("E8: on Deno Deploy the pump is a cron, which ends when what it has woken has ended", async () => {
  await withCron(async (registered) => {
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const options = optionsWith(async ({ defer }) => {
      defer(first.promise.then(() => defer(second.promise)));
      defer(Promise.reject(new Error("a wake-up that fails")));
    });
    assert.equal(registerCron(options, true), true);
    const [name, schedule, handler] = registered[0] ?? assert.fail("nothing is registered");
    assert.deepEqual([name, schedule], ["treadle-pump", "* * * * *"]);
    let hasEnded = false;
    const running = handler().then(() => hasEnded = true);
    first.resolve();
    await first.promise;
    for (let turns = 0; turns < 20; turns++) await Promise.resolve();
    assert.equal(hasEnded, false);
    second.resolve();
    await running;
  });
});

Deno.test("E8: a run of the pump that fails is logged, and a process that ends runs no other", async () => {
  const logs: string[] = [];
  let runs = 0;
  const kept: Promise<unknown>[] = [];
  const options = optionsWith(() => {
    runs += 1;
    return Promise.reject(new Error("no store"));
  }, logs);
  const timers: (() => void)[] = [];
  const { setInterval, clearInterval } = globalThis;
  let cleared = 0;
  Object.assign(globalThis, {
    setInterval: (tick: () => void) => timers.push(tick),
    clearInterval: () => cleared++,
  });
  try {
    startPump({ ...options, defer: (promise) => void kept.push(promise), isStopping: () => runs === 2 });
    timers[0]?.();
    timers[0]?.();
  } finally {
    Object.assign(globalThis, { setInterval, clearInterval });
  }
  await Promise.all(kept);
  assert.deepEqual([runs, cleared, logs.length], [2, 1, 2]);
});
