// A runtime whose wake-ups work: sent to a waker of the test, which may lose them, and repaired by the pump over a clock that the
// test turns.

import type { Agent } from "../../../src/core/agent.ts";
import type { Log } from "../../../src/core/ports.ts";
import type { Store } from "../../../src/core/store.ts";
import type { DueItem } from "../../../src/core/store/due.ts";
import type { WakeIo, WakeOutcome, WakeUp } from "../../../src/core/wake.ts";
import type { PlanScript } from "../../../src/kernel/drivers/scripted.ts";
import type { RuntimeDeps } from "../../../src/kernel/deps.ts";
import { createWakes, type WakeParts } from "../../../src/plugins/wakes/dispatch_wakes.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createLab, type Lab } from "../../support/lab.ts";

/** What the runtime is made from. */
export interface WakeLabOptions {
  readonly agents: readonly Agent[];
  readonly scenario?: PlanScript;
  readonly store?: Store;
  readonly deps?: Partial<RuntimeDeps>;
  readonly parts?: Partial<WakeParts>;
}

/** A runtime with its wake-ups in the order in which they were sent. */
export interface WakeLab extends Lab {
  readonly sent: WakeUp[];
  readonly logs: { readonly message: string; readonly fields: Parameters<Log>[2] }[];
  /** Milliseconds by which the clocks of the runtime and of its memory store are ahead. */
  ahead: number;
  now(): number;
  readonly io: WakeIo;
  /** Does the work of the oldest wake-up that was sent, and waits for what it defers; undefined without one. */
  next(): Promise<WakeOutcome | undefined>;
  /** Does the work of wake-ups until none is left; returns how many there were. */
  drain(): Promise<number>;
  /** The whole due index. */
  due(): Promise<DueItem[]>;
  /** Runs the pump `afterMs` later. */
  pump(afterMs?: number): Promise<void>;
  /** Waits for everything that was deferred. */
  settled(): Promise<void>;
}

/** More wake-ups than any test needs: a run that never ends fails its test. */
const MOST_WAKES = 2_000;

export function createWakeLab({ agents, scenario, store, deps, parts }: WakeLabOptions): WakeLab {
  const sent: WakeUp[] = [];
  const logs: { message: string; fields: Parameters<Log>[2] }[] = [];
  const deferred = new Set<Promise<unknown>>();
  const time = { ahead: 0 };
  const now = () => Date.now() + time.ahead;
  const io: WakeIo = {
    defer(promise) {
      deferred.add(promise);
      promise.finally(() => deferred.delete(promise)).catch(() => {});
    },
  };
  const settled = async () => {
    while (deferred.size > 0) await Promise.all(deferred);
  };
  const lab = createLab({
    agents,
    store: store ?? createMemoryStore({ clock: now }),
    ...(scenario === undefined ? {} : { scenario }),
    deps: {
      clock: now,
      log: (_level, message, fields) => logs.push({ message, fields }),
      ...deps,
    },
  });
  const wakes = createWakes(lab.deps, {
    waker: () => ({ name: "test", schedule: async (wake) => void sent.push(wake) }),
    handlers: new Map(),
    ticks: [],
    ...parts,
  });
  Object.assign(lab.deps, { wakes });
  const next = async () => {
    const wake = sent.shift();
    const outcome = wake && await wakes.handle(wake, io);
    await settled();
    return outcome;
  };
  return {
    ...lab,
    sent,
    logs,
    now,
    io,
    next,
    settled,
    get ahead() {
      return time.ahead;
    },
    set ahead(ms) {
      time.ahead = ms;
    },
    async drain() {
      let count = 0;
      for (; sent.length > 0; count++) {
        if (count === MOST_WAKES) throw new Error(`Another wake-up follows behind ${MOST_WAKES} of them.`);
        await next();
      }
      return count;
    },
    due: () => lab.store.listDue(Number.MAX_SAFE_INTEGER, 1_000),
    async pump(afterMs = 0) {
      time.ahead += afterMs;
      await wakes.pump(io);
      await settled();
    },
  };
}
