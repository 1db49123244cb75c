// Many requests that begin work at once: a few in each turn of the event loop, about in their order.

import assert from "node:assert/strict";
import { Turns } from "../../src/http/turns.ts";

/** Turns whose clock and timers a test moves by hand. */
function turnsByHand() {
  let now = 0;
  let timers: { readonly at: number; readonly fire: () => void; cancelled?: true }[] = [];
  const wait = (ms: number) =>
    new Promise<void>((resolve) => timers.push({ at: now + ms, fire: () => resolve() }));
  const turns = new Turns(() => now, wait);
  const begun: number[] = [];
  return {
    begun,
    take(request: number): void {
      const turn = turns.take();
      if (turn === undefined) begun.push(request);
      else void turn.then(() => begun.push(request));
    },
    /** The next turn of the loop, a millisecond later: timers that are due fire one after another, each with what it resolves. */
    async next(ms = 1): Promise<number> {
      now += ms;
      const due = timers.filter(({ at }) => at <= now).sort((one, other) => one.at - other.at);
      timers = timers.filter(({ at }) => at > now);
      for (const { fire } of due) {
        fire();
        for (let settled = 0; settled < 10; settled++) await Promise.resolve();
      }
      return due.length;
    },
    /** An invocation ends, and its timers with it. */
    drop(count: number): void {
      timers = timers.slice(count);
    },
  };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

Deno.test("turns: of many requests eight begin in each turn, and those that come later behind them", async () => {
  const { begun, take, next } = turnsByHand();
  for (const request of upTo(1_000)) take(request);
  assert.deepEqual(begun, upTo(8), "these wait for nothing");
  for (let turn = 2; begun.length < 1_000; turn++) {
    await next(4);
    assert.ok(turn <= 126, `${begun.length} have begun in ${turn} turns`);
    assert.equal(begun.length, Math.min(8 * turn, 1_000));
  }
  assert.deepEqual(begun, upTo(1_000), "in their order");
});

Deno.test("turns: a turn that takes longer than its timers lets eight begin all the same, and few wake up in vain", async () => {
  const { begun, take, next } = turnsByHand();
  for (const request of upTo(1_000)) take(request);
  let woken = 0;
  for (let turn = 2; begun.length < 1_000; turn++) {
    woken += await next(12);
    assert.ok(turn <= 140, `${begun.length} have begun in ${turn} turns`);
    assert.ok(begun.length <= 8 * turn, `${begun.length} have begun in ${turn} turns`);
  }
  assert.deepEqual(begun.toSorted((one, other) => one - other), upTo(1_000), "each once");
  assert.ok(woken < 16_000, `${woken} timers`);
});

Deno.test("turns: a request alone begins at once, also behind many; none waits for one that has ended", async () => {
  const { begun, take, next, drop } = turnsByHand();
  for (const request of upTo(30)) {
    take(request);
    await next(6);
  }
  assert.deepEqual(begun, upTo(30), "each in a turn of its own");
  for (const request of upTo(20)) take(30 + request);
  assert.equal(begun.length, 38);
  drop(4); // the four that would have opened the next turn
  take(50);
  await next();
  assert.deepEqual(begun.slice(38), [42, 43, 44, 45]);
  take(51);
  assert.equal(begun.at(-1), 51, "the turn has room for it");
  await next(4);
  assert.deepEqual(begun.slice(43), [46, 47, 48], "so much as it has left");
  await next();
  assert.deepEqual(begun.slice(46), [49, 50]);
});
