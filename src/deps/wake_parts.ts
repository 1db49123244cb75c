// What the wake-ups of a deployment are made from: the inline waker, and what its doors add.

import type { Clock, Sleep } from "../core/ports.ts";
import type { Tick, WakeHandler, Waker, Wakes } from "../core/wake.ts";
import type { OpenedPlugin } from "../http/plugin.ts";
import type { WakeParts } from "../kernel/wakes/wakes.ts";
import { createInlineWaker } from "../kernel/wakes/inline_waker.ts";

/** Milliseconds that an invocation waits for a wake-up; Workers end it 30 s behind its response. */
const MAX_DELAY_MS = 5_000;

/** Threads that one isolate runs at the same time without a client. */
const AT_ONCE = 16;

/** Parts that doors add to. */
export interface GrowingWakeParts extends WakeParts {
  add(door: OpenedPlugin): void;
  /** The inline waker drops what it has not begun. */
  stop(): void;
}

/** The parts of a deployment without doors. */
export function newWakeParts(
  wakes: () => Wakes,
  { clock, sleep }: { readonly clock: Clock; readonly sleep: Sleep },
): GrowingWakeParts {
  let isStopped = false;
  let waker: Waker = createInlineWaker({
    wakes,
    clock,
    sleep,
    maxDelayMs: MAX_DELAY_MS,
    atOnce: AT_ONCE,
    isStopped: () => isStopped,
  });
  const handlers = new Map<string, WakeHandler>();
  const ticks: Tick[] = [];
  return {
    waker: () => waker,
    handlers,
    ticks,
    stop() {
      isStopped = true;
    },
    add(door) {
      if (door.waker !== undefined) waker = door.waker;
      for (const [kind, handler] of Object.entries(door.wakes ?? {})) handlers.set(kind, handler);
      if (door.tick !== undefined) ticks.push(door.tick);
    },
  };
}
