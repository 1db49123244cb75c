import assert from "node:assert/strict";
import { createFakeClock } from "@treadle/treadle/testing";

Deno.test("testing: a fake clock stands still until it is advanced, and fires timers in order, each at its own time", async () => {
  const { clock, sleep, advance } = createFakeClock({ now: 1_000 });
  const fired: [string, number][] = [];
  const set = (name: string, ms: number) => sleep(ms).then(() => void fired.push([name, clock()]));
  set("late", 30);
  set("first at 10", 10);
  set("second at 10", 10);
  set("at once", 0);
  assert.deepEqual([clock(), fired], [1_000, []]);
  await advance(0);
  assert.deepEqual(fired, [["at once", 1_000]]);
  await advance(10);
  assert.deepEqual(fired.slice(1), [["first at 10", 1_010], ["second at 10", 1_010]]);
  assert.equal(clock(), 1_010);
  await advance(100);
  assert.deepEqual(fired.at(-1), ["late", 1_030]);
  assert.equal(clock(), 1_110);
});

Deno.test("testing: code that waits on a fake clock runs on before the next timer, and its own timers fire too", async () => {
  const { clock, sleep, advance } = createFakeClock({ now: 0 });
  const ticks: number[] = [];
  const loop = async () => {
    for (;;) {
      await sleep(7);
      for (let depth = 0; depth < 50; depth++) await Promise.resolve();
      ticks.push(clock());
      if (ticks.length === 4) return;
    }
  };
  void loop();
  void sleep(14).then(() => ticks.push(-clock()));
  await advance(28);
  assert.deepEqual(ticks, [7, -14, 14, 21]);
});

Deno.test("testing: a time that no clock can have is refused", async () => {
  assert.throws(() => createFakeClock({ now: NaN }), RangeError);
  const { advance, clock } = createFakeClock({ now: 5 });
  for (const ms of [NaN, -1, Infinity]) await assert.rejects(advance(ms), RangeError);
  await advance(0);
  assert.equal(clock(), 5);
});

Deno.test("testing: a sleep that is aborted rejects with the reason and fires no more", async () => {
  const { sleep, advance, clock, ...rest } = createFakeClock();
  const time = createFakeClock();
  assert.equal(clock(), Date.parse("2026-01-01T00:00:00Z"));
  assert.equal(rest.waiting, 0);
  const abort = new AbortController();
  const sleeping = time.sleep(10, abort.signal);
  assert.equal(time.waiting, 1);
  abort.abort("enough");
  await assert.rejects(sleeping, (reason) => reason === "enough");
  assert.equal(time.waiting, 0);
  await assert.rejects(time.sleep(10, abort.signal), (reason) => reason === "enough");
  const other = sleep(5);
  await advance(5);
  await other;
});
