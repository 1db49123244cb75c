// The inline waker: this isolate does the work of a wake-up by itself, behind the response that it belongs to.

import type { Clock, Sleep } from "../../core/ports.ts";
import type { WakeIo, Waker, Wakes, WakeUp } from "../../core/wake.ts";

/** What the inline waker needs of the deployment. */
export interface InlineWakerOptions {
  readonly wakes: () => Pick<Wakes, "handle">;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** Milliseconds that the platform lets an invocation wait; a later wake-up is left to the cron pump. */
  readonly maxDelayMs: number;
  /** Wake-ups whose work is done at the same time; the others wait for their turn. */
  readonly atOnce: number;
  /** True from when on nothing more is begun. */
  readonly isStopped: () => boolean;
}

/** Wake-ups that wait for their turn, at most; the cron pump finds what is more than that. */
const MOST_WAITING = 1_000;

/**
 * Milliseconds after which a turn is given to another. A Worker's invocation ends without its work coming to an end, and without
 * giving its turn back.
 */
const TURN_MS = 60_000;

/** Milliseconds after which one that waits looks whether turns are over. */
const LOOK_MS = 5_000;

/** One that waits for a turn, and since when. */
interface Waiting {
  readonly at: number;
  readonly resolve: () => void;
}

/** A waker without a queue. What an isolate that vanishes had to do is repaired by the cron pump. */
export function createInlineWaker(
  { wakes, clock, sleep, maxDelayMs, atOnce, isStopped }: InlineWakerOptions,
): Waker {
  /** When each turn began. */
  const turns = new Map<symbol, number>();
  const waiting: Waiting[] = [];
  return { name: "inline", schedule: (wake, io) => schedule(wake, io) };

  async function schedule(wake: WakeUp, io: WakeIo): Promise<void> {
    const delayMs = Math.max(0, (wake.notBefore ?? 0) - clock());
    if (isStopped() || delayMs > maxDelayMs || inLine() >= MOST_WAITING) return;
    io.defer(work(wake, delayMs, io));
  }

  async function work(wake: WakeUp, delayMs: number, io: WakeIo): Promise<void> {
    if (delayMs > 0) await sleep(delayMs);
    const turn = Symbol();
    let isNext = inLine() === 0;
    while (!isNext || !begins(turn)) {
      await free();
      isNext = true;
    }
    try {
      if (isStopped()) return;
      const outcome = await wakes().handle(wake, io);
      if (outcome.type === "again") await schedule({ ...wake, notBefore: clock() + outcome.afterMs }, io);
    } finally {
      turns.delete(turn);
      inLine();
      waiting.shift()?.resolve();
    }
  }

  function begins(turn: symbol): boolean {
    const now = clock();
    if (turns.size >= atOnce) { for (const [old, at] of turns) if (now - at >= TURN_MS) turns.delete(old); }
    if (turns.size >= atOnce) return false;
    turns.set(turn, now);
    return true;
  }

  /** Until a turn is given back, or may be over. */
  async function free(): Promise<void> {
    const over = new AbortController();
    const given = new Promise<void>((resolve) => waiting.push({ at: clock(), resolve }));
    const mine = waiting.at(-1);
    await Promise.race([given, sleep(LOOK_MS, over.signal)]);
    over.abort();
    const place = waiting.findIndex((one) => one === mine);
    if (place >= 0) waiting.splice(place, 1);
  }

  /** How many wait. One that has not looked for long is of an invocation that has ended. */
  function inLine(): number {
    const gone = clock() - 2 * LOOK_MS;
    while (waiting[0] !== undefined && waiting[0].at < gone) waiting.shift();
    return waiting.length;
  }
}
