// The due index, what the requests of a step do to it, and what they leave to be delivered.

import assert from "node:assert/strict";
import type { Store } from "../../../../src/core/store.ts";
import type { OutboxItem } from "../../../../src/core/store/commit.ts";
import { newThread, type StoreCase } from "../case.ts";
import { booking, reservation, usedOf } from "../ledger/_ledger.ts";

const T0 = 1_700_000_000_000;

/** The rows of a tenant, the earliest first; other cases may have left others. */
export async function dueOf(store: Store, tenant: string, until = 2 * T0): Promise<[string, number][]> {
  const rows = await store.listDue(until, 10_000);
  return rows.filter((row) => row.tenant === tenant).map(({ name, at }) => [name, at]);
}

const delivery = (id: string, at: number): OutboxItem => ({ kind: "delivery", id, text: `"${id}"`, at });

export const dueCases: StoreCase[] = [
  {
    row: "E8",
    name:
      "a row of the due index is entered, moved in place, and listed when its time has come, the earliest first",
    async run({ store, ref: { tenant } }) {
      for (const [name, at] of [["b", T0 + 2], ["a", T0 + 3], ["@delivery/1", T0 + 1]] as const) {
        assert.equal(await store.moveDue(tenant, name, { to: at }), true);
      }
      assert.deepEqual(await dueOf(store, tenant, T0), []);
      assert.deepEqual(await dueOf(store, tenant, T0 + 2), [["@delivery/1", T0 + 1], ["b", T0 + 2]]);
      assert.equal(await store.moveDue(tenant, "b", { to: T0 + 9 }), true);
      assert.equal(await store.moveDue(tenant, "b", { to: T0 + 9 }), true);
      assert.deepEqual(await dueOf(store, tenant), [["@delivery/1", T0 + 1], ["a", T0 + 3], ["b", T0 + 9]]);
      assert.equal(await store.moveDue(tenant, "b", { to: T0 - 9 }), true, "also to an earlier time");
      assert.deepEqual(await dueOf(store, tenant, T0), [["b", T0 - 9]]);
    },
  },
  {
    row: "E8",
    name: "a row of the due index is moved or removed only from the time that it has",
    async run({ store, ref: { tenant } }) {
      assert.equal(await store.moveDue(tenant, "t", { from: T0 }), false);
      assert.equal(await store.moveDue(tenant, "t", { from: T0, to: T0 + 1 }), false);
      assert.deepEqual(await dueOf(store, tenant), []);
      await store.moveDue(tenant, "t", { to: T0 });
      assert.equal(await store.moveDue(tenant, "t", { from: T0 - 1, to: T0 + 5 }), false);
      assert.equal(await store.moveDue(tenant, "t", { from: T0 + 1 }), false);
      assert.equal(await store.moveDue(tenant, "t", { from: T0, to: T0 + 5 }), true);
      assert.deepEqual(await dueOf(store, tenant), [["t", T0 + 5]]);
      assert.equal(await store.moveDue(tenant, "t", { from: T0 }), false);
      assert.equal(await store.moveDue(tenant, "t", { from: T0 + 5, to: T0 + 1 }), true, "also back");
      assert.equal(await store.moveDue(tenant, "t", { from: T0 + 1, to: T0 + 1 }), true, "also in place");
      assert.equal(await store.moveDue(tenant, "t", { from: T0 + 1 }), true);
      assert.equal(await store.moveDue(tenant, "t", { from: T0 + 1 }), false);
      assert.deepEqual(await dueOf(store, tenant), []);
    },
  },
  {
    row: "E8",
    name: "of many moves from one time to one time one wins",
    async run({ store, ref: { tenant } }) {
      for (let round = 0; round < 5; round++) {
        await store.moveDue(tenant, "t", { to: T0 });
        const move = { from: T0, to: T0 + 60_000 };
        const moved = await Promise.all(Array.from({ length: 8 }, () => store.moveDue(tenant, "t", move)));
        assert.equal(moved.filter(Boolean).length, 1);
      }
      assert.deepEqual(await dueOf(store, tenant), [["t", T0 + 60_000]]);
    },
  },
  {
    row: "E8",
    name: "the due index lists the earliest rows of all tenants up to a limit, whatever their names are like",
    async run({ store, ref: { tenant } }) {
      const names = [
        "a/b",
        "a%2Fb",
        "@kind/x/y",
        "ü {1}:z",
        "a b",
        ...Array.from({ length: 60 }, (_, n) => `n${n}`),
      ];
      const tenants = [tenant, `${tenant}/x`, `${tenant}:{y}`];
      for (const [place, name] of names.entries()) {
        for (const [shift, owner] of tenants.entries()) {
          await store.moveDue(owner, name, { to: 1_000 + 3 * place + shift });
        }
      }
      const all = names.flatMap((name, place) => {
        return tenants.map((owner, shift) => ({ tenant: owner, name, at: 1_000 + 3 * place + shift }));
      });
      const ours = (await store.listDue(T0 - 1, 10_000)).filter((row) => tenants.includes(row.tenant));
      assert.deepEqual(ours, all);
      assert.deepEqual(await store.listDue(1_000 + 3 * names.length, 7), all.slice(0, 7));
      assert.deepEqual((await store.listDue(1_004, 100)).map(({ at }) => at), [
        1_000,
        1_001,
        1_002,
        1_003,
        1_004,
      ]);
      assert.deepEqual((await store.list(tenant, { limit: 5 })).threads, [], "they are no threads");
    },
  },
  {
    row: "E8",
    name: "a begin enters its thread in the due index, whatever it comes to, and without a time it does not",
    async run({ store, ref, begin, step, sibling }) {
      await step();
      assert.deepEqual(await dueOf(store, ref.tenant), []);
      assert.equal((await begin({ inputs: ["b"], due: T0 + 1 })).type, "busy");
      assert.deepEqual(await dueOf(store, ref.tenant), [["t1", T0 + 1]]);
      const other = sibling("other");
      const reserve = reservation();
      const begun = await begin({ ref: other, create: newThread(), inputs: ["b"], due: T0 + 2, reserve });
      assert.equal(begun.type, "begun");
      assert.deepEqual(await dueOf(store, ref.tenant), [["t1", T0 + 1], ["other", T0 + 2]]);
    },
  },
  {
    row: "E8",
    name: "a commit and an advance move their thread in the due index, whatever they come to",
    async run({ store, ref, step, commit, advance }) {
      const one = await step({ due: T0 });
      const advanced = await advance(one, { due: { to: T0 + 1 } });
      assert(advanced.type === "advanced");
      assert.deepEqual(await dueOf(store, ref.tenant), [["t1", T0 + 1]]);
      const { version, epoch } = advanced;
      await commit(one, { version, epoch, consumed: 0, entries: [], due: { from: T0 } });
      assert.deepEqual(await dueOf(store, ref.tenant), [["t1", T0 + 1]], "it has another time");
      const two = await step();
      assert.equal((await commit(two, { version: 99, due: { from: T0 + 1, to: T0 + 2 } })).type, "conflict");
      assert.deepEqual(await dueOf(store, ref.tenant), [["t1", T0 + 2]]);
      assert.equal((await commit(two, { due: { from: T0 + 2 } })).type, "committed");
      assert.deepEqual(await dueOf(store, ref.tenant), []);
    },
  },
  {
    row: "E8",
    name: "a commit that arrives again does the same to the due index and to what is delivered",
    async run({ store, ref, step, commit }) {
      const one = await step({ due: T0 });
      const request = { due: { to: T0 + 1 }, outbox: [delivery("d1", T0 + 2)] };
      const answers = [await commit(one, request), await commit(one, request)];
      assert.deepEqual(answers[0], answers[1]);
      assert.deepEqual(await dueOf(store, ref.tenant), [["t1", T0 + 1], ["@delivery/d1", T0 + 2]]);
      const two = await step();
      const ended = { due: { from: T0 + 1 } };
      await commit(two, ended);
      assert.equal((await commit(two, ended)).type, "committed");
      assert.deepEqual(await dueOf(store, ref.tenant), [["@delivery/d1", T0 + 2]]);
    },
  },
  {
    row: "E8",
    name: "what a commit leaves is kept and due, also of a commit that is fenced and beside a booking",
    async run({ store, ref, step, commit }) {
      const one = await step();
      await store.cancel(ref);
      const outbox = [delivery("d1", T0), delivery("d 2/ü", T0 + 1)];
      const due = { from: T0 };
      const fenced = await commit(one, { outbox, due, booking: booking() });
      assert.equal(fenced.type, "fenced");
      assert.equal(await usedOf(store, ref.tenant), 10);
      assert.deepEqual(await dueOf(store, ref.tenant), [["@delivery/d1", T0], ["@delivery/d 2/ü", T0 + 1]]);
      assert.deepEqual(await store.listDefinitions(ref.tenant, "delivery"), ["d 2/ü", "d1"]);
      assert.equal(await store.readDefinition(ref.tenant, "delivery", "d 2/ü"), '"d 2/ü"');
      const large = await step();
      const text = "x".repeat(64 * 1024);
      const entries = ["e".repeat(400_000), "f".repeat(300_000)];
      const more = [{ kind: "delivery", id: "d3", text, at: T0 + 2 }];
      assert.equal((await commit(large, { entries, consumed: 0, outbox: more })).type, "committed");
      assert.equal(await store.readDefinition(ref.tenant, "delivery", "d3"), text);
    },
  },
  {
    row: "E8",
    name: "a thread that is removed may be entered in the due index again",
    async run({ store, ref, append }) {
      await append(["a"], { due: { to: T0 } });
      await store.remove(ref);
      await append(["a"], { due: { to: T0 + 1 } });
      assert.deepEqual(await dueOf(store, ref.tenant), [["t1", T0 + 1]]);
    },
  },
  {
    row: "E9",
    name: "a definition with an expected text is put when that text is there, and of many one wins",
    async run({ store, ref: { tenant } }) {
      const put = (text: string, expected?: string | null) =>
        store.putDefinition(tenant, "k", "n", text, expected);
      assert.equal(await put("one", "none"), false);
      assert.equal(await store.readDefinition(tenant, "k", "n"), undefined);
      assert.equal(await put("one", null), true);
      assert.equal(await put("one", null), true, "the same request again");
      assert.equal(await put("two", null), false);
      assert.equal(await put("", "one"), true);
      assert.equal(await put("three", null), false, "an empty text is a text");
      assert.equal(await put("three", ""), true);
      assert.equal(await put("four", "one"), false);
      const claims = Array.from({ length: 8 }, (_, isolate) => put(`claim of ${isolate}`, "three"));
      const won = (await Promise.all(claims)).flatMap((kept, isolate) => kept ? [isolate] : []);
      assert.equal(won.length, 1);
      assert.equal(await store.readDefinition(tenant, "k", "n"), `claim of ${won[0]}`);
      assert.equal(await put("whatever"), true);
      assert.equal(await store.readDefinition(tenant, "k", "n"), "whatever");
    },
  },
];
