// What plugins add to the wake-ups of a deployment, and the wake-ups of one without the plugin that does their work.

import type { Tick, WakeHandler, Waker, Wakes } from "../core/wake.ts";
import type { OpenedPlugin } from "../http/plugin.ts";
import type { AddedWakes } from "../http/ports/waking.ts";

/** Parts that plugins add to. */
export interface GrowingWakeParts extends AddedWakes {
  /** The first plugin that added something. */
  readonly addedBy: string | undefined;
  add(name: string, opened: OpenedPlugin): void;
  /** The isolate begins nothing more by itself. */
  stop(): void;
}

/** The parts of a deployment without plugins. */
export function newWakeParts(): GrowingWakeParts {
  let addedBy: string | undefined;
  let isStopped = false;
  let waker: Waker | undefined;
  const handlers = new Map<string, WakeHandler>();
  const ticks: Tick[] = [];
  return {
    waker: () => waker,
    handlers,
    ticks,
    isStopped: () => isStopped,
    get addedBy() {
      return addedBy;
    },
    stop() {
      isStopped = true;
    },
    add(name, opened) {
      const { outbox, queue, tick, wakes } = opened;
      if ((opened.waker ?? outbox ?? queue ?? tick ?? wakes) !== undefined) addedBy ??= name;
      waker = opened.waker ?? waker;
      for (const [kind, handler] of Object.entries(wakes ?? {})) handlers.set(kind, handler);
      if (tick !== undefined) ticks.push(tick);
    },
  };
}

/** No thread is woken: what a thread leaves in the due index waits for a deployment that does so. */
export function noWakes(): Wakes {
  return {
    knows: () => false,
    schedule: () => Promise.resolve(),
    handle: () => Promise.resolve({ type: "stale" }),
    pump: () => Promise.resolve({ woken: 0, stale: 0 }),
  };
}
