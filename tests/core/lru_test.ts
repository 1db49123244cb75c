import assert from "node:assert/strict";
import fc from "fast-check";
import { Lru } from "../../src/core/lru.ts";

Deno.test("an Lru keeps the entries that were used last", () => {
  const lru = new Lru<string>(3);
  for (const key of ["a", "b", "c"]) lru.set(key, key.toUpperCase());
  assert.equal(lru.get("a"), "A");
  lru.set("d", "D");
  assert.deepEqual(["a", "b", "c", "d"].map((key) => lru.get(key)), ["A", undefined, "C", "D"]);
});

Deno.test("an Lru evicts by weight: one heavy entry takes the place of several light ones", () => {
  const lru = new Lru<string>(10);
  for (const key of ["a", "b", "c"]) lru.set(key, key, 3);
  lru.set("heavy", "heavy", 7);
  assert.deepEqual(["a", "b", "c", "heavy"].map((key) => lru.get(key)), [undefined, undefined, "c", "heavy"]);
  assert.equal(lru.weight, 10);
});

Deno.test("a value heavier than the limit is not kept, and the key's earlier value goes", () => {
  const lru = new Lru<string>(10);
  lru.set("a", "light", 1);
  lru.set("a", "heavy", 11);
  assert.equal(lru.get("a"), undefined);
  assert.equal(lru.weight, 0);
});

Deno.test("an Lru with the limit 0 keeps nothing", () => {
  const lru = new Lru<string>(0);
  lru.set("a", "A");
  assert.equal(lru.get("a"), undefined);
});

Deno.test("the weight of an Lru is the sum of what it holds and within its limit, whatever is done to it", () => {
  const key = fc.constantFrom("a", "b", "c", "d");
  const operation = fc.oneof(
    fc.record({ type: fc.constant("set" as const), key, weight: fc.nat(8) }),
    fc.record({ type: fc.constant("get" as const), key, weight: fc.constant(0) }),
    fc.record({ type: fc.constant("delete" as const), key, weight: fc.constant(0) }),
  );
  fc.assert(fc.property(fc.array(operation), (operations) => {
    const lru = new Lru<number>(10);
    for (const { type, key, weight } of operations) {
      if (type === "set") lru.set(key, weight, weight);
      else lru[type](key);
      const held = ["a", "b", "c", "d"].reduce((sum, each) => sum + (lru.get(each) ?? 0), 0);
      assert.equal(lru.weight, held);
      assert(lru.weight <= 10);
    }
  }));
});
