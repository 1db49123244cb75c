// Many requests that begin work at once: a few in each turn of the event loop, in their order.

import assert from "node:assert/strict";
import { Turns } from "../../src/deno/turns.ts";

/** Turns that a test ends one by one. */
function turnsByHand() {
  const deferred: (() => void)[] = [];
  const turns = new Turns((begin) => void deferred.push(begin));
  const begun: number[] = [];
  return {
    begun,
    take(request: number): void {
      const turn = turns.take();
      if (turn === undefined) begun.push(request);
      else void turn.then(() => begun.push(request));
    },
    async end(): Promise<number> {
      const due = deferred.splice(0);
      for (const begin of due) begin();
      await Promise.resolve();
      return due.length;
    },
  };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

Deno.test("turns: of many requests eight begin in each turn, in their order, and those that come later behind them", async () => {
  const { begun, take, end } = turnsByHand();
  for (const request of upTo(20)) take(request);
  assert.deepEqual(begun, upTo(8), "these wait for nothing");
  await end();
  assert.deepEqual(begun, upTo(16));
  take(20);
  assert.deepEqual(begun, upTo(16), "no request overtakes those that wait");
  await end();
  assert.deepEqual(begun, upTo(21));
  take(21);
  assert.deepEqual(begun, upTo(22), "the turn has room for it");
});

Deno.test("turns: a request alone begins at once, and what is deferred ends with it", async () => {
  const { begun, take, end } = turnsByHand();
  for (const request of upTo(3)) {
    take(request);
    assert.equal(begun.length, request + 1);
    assert.equal(await end(), 1);
  }
  assert.equal(await end(), 0);
});
