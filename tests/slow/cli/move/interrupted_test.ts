// Rows E10, E12: a move that stops anywhere goes on when it is called again.

import assert from "node:assert/strict";
import type { Place } from "../../../../src/cli/move/move_thread.ts";
import { ZERO_AMOUNTS } from "../../../../src/core/store/ledger.ts";
import { PLACES } from "./_stores.ts";
import { move, NOW, REF, step, TENANT } from "./_threads.ts";

async function prepare(store: Place): Promise<void> {
  for (const thread of ["t", "u"]) await step(store, { tenant: TENANT, thread }, ['"one"', '"two"']);
  await store.decide(REF, "c1", { approved: true, by: "ann", at: NOW }, 2);
  await store.putDefinition(TENANT, "note", "n", "as it is");
  await store.putDefinition(TENANT, "delivery", "d", "later");
  await store.moveDue(TENANT, "@delivery/d", { to: NOW + 5 });
  const amounts = { ...ZERO_AMOUNTS, steps: 7 };
  const counts = new Map([["tool", new Map([["look", 3]])]]);
  for (const account of ["tenant", "user:ann"] as const) {
    await store.book(TENANT, {
      id: account,
      reservations: [],
      day: "2026-11-29",
      accounts: [account],
      amounts,
      counts,
      now: NOW,
    });
  }
}

/** What a tenant has in a store, but for locks. */
async function readAll(store: Place): Promise<unknown> {
  const threads = await Promise.all(["t", "u"].map(async (thread) => {
    const ref = { tenant: TENANT, thread };
    const isOpen = await store.findThread(ref) === "open";
    if (isOpen) await store.lockThread(ref);
    const locked = await store.readLocked(ref);
    const entries = await store.readLockedEntries(ref, 0);
    if (isOpen) await store.unlockThread(ref);
    return [{ ...locked, receipts: locked.receipts.map(({ hash, text }) => [hash, text]) }, entries];
  }));
  const days = await store.readLedger(TENANT, "2026-11-01", "2026-11-30");
  return {
    threads,
    note: await store.readDefinition(TENANT, "note", "n"),
    delivery: await store.readDefinition(TENANT, "delivery", "d"),
    due: (await store.listDueOf(TENANT)).toSorted((left, right) => left.at - right.at),
    days: days.map(({ day, accounts, counts }) => [
      day,
      [...accounts].sort(),
      [...counts].filter(([name]) => !name.startsWith("moved|")),
    ]),
  };
}

/** The store, of which the call of this number fails: before it has an effect, or behind it. */
function failing(store: Place, calls: { left: number }, isBehind: boolean): Place {
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name, target);
      if (typeof method !== "function") return method;
      return async (...args: unknown[]) => {
        const isHit = calls.left-- === 0;
        if (isHit && !isBehind) throw new Error("cut");
        const answer: unknown = await method.apply(target, args);
        if (isHit) throw new Error("cut");
        return answer;
      };
    },
  });
}

for (const isBehind of [false, true]) {
  Deno.test(`E10: a move that stops ${isBehind ? "behind" : "before"} any of its calls goes on`, async () => {
    for (let cut = 0, isCut = true; isCut; cut++) {
      await using here = await PLACES.sqlite();
      await using there = await PLACES.sqlite();
      await prepare(here.place);
      const whole = await readAll(here.place);
      const calls = { left: cut };
      const broken = {
        from: failing(here.place, calls, isBehind),
        to: failing(there.place, calls, isBehind),
      };
      isCut = await move(broken).then(() => false, (thrown) => /^cut$/.test(thrown.message));
      const { threads } = await move({ from: here.place, to: there.place });
      assert.deepEqual([...threads.moved, ...threads["moved before"]].toSorted(), ["t", "u"], `cut ${cut}`);
      assert.deepEqual(await readAll(there.place), whole, `cut ${cut}`);
      assert.deepEqual(await here.place.listDueOf(TENANT), [], `cut ${cut}`);
      for (const thread of ["t", "u"]) {
        assert.equal(await here.place.findThread({ tenant: TENANT, thread }), "locked");
        assert.equal(await there.place.findThread({ tenant: TENANT, thread }), "open");
      }
    }
  });
}
