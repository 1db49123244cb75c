// S1: for any history of changes and any pin, a tool is resolved to the newest version that is not later than the pin; what is archived
// and numbers that were replaced can be read for 90 days at least, and leave then.

import assert from "node:assert/strict";
import fc from "fast-check";
import type { Store } from "../../../../src/core/store.ts";
import { removeExpired } from "../../../../src/plugins/selection/catalogue/retention.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { onEveryStore } from "../../../support/every_store.ts";
import { codeOf, DAY_MS, isolate, SHOP, START, type Time, tool } from "./_catalogue.ts";

type Model = ReadonlyMap<string, { readonly version: string; readonly status: string }>;

type Act =
  | { readonly type: "publish" | "deprecate" | "archive"; readonly id: number }
  | { readonly type: "rollback"; readonly back: number };

const act: fc.Arbitrary<Act & { readonly days: number }> = fc.oneof(
  fc.record({
    type: fc.constantFrom("publish" as const, "publish" as const, "deprecate" as const, "archive" as const),
    id: fc.nat(4),
    days: fc.nat(30),
  }),
  fc.record({ type: fc.constant("rollback" as const), back: fc.nat(6), days: fc.nat(30) }),
);

/** Runs a history against a model of plain maps, and compares every number with every pin. */
async function runHistory(store: Store, acts: readonly (Act & { readonly days: number })[]): Promise<void> {
  const time: Time = { now: START };
  const writer = isolate(store, time);
  /** What each number was, and when it was replaced. */
  const numbers: { readonly state: Model; readonly at: number }[] = [];
  const latest = new Map<string, number>();
  await writer.publish(await tool("tool_0"));
  latest.set("tool_0", 0);
  numbers.push({ state: new Map([["tool_0", { version: "1.0.0", status: "active" }]]), at: time.now });
  for (const each of acts) {
    time.now += each.days * DAY_MS;
    const before = numbers.at(-1)?.state ?? new Map();
    const next = new Map(before);
    if (each.type === "rollback") {
      const to = Math.max(1, numbers.length - each.back);
      const source = numbers[to - 1];
      const replacedAt = numbers[to]?.at;
      if (source === undefined || replacedAt !== undefined && replacedAt + 90 * DAY_MS <= time.now) continue;
      await writer.change({ type: "rollback", to });
      next.clear();
      for (const [id, entry] of source.state) next.set(id, entry);
    } else {
      const id = `tool_${each.id}`;
      if (each.type === "publish") {
        const minor = (latest.get(id) ?? -1) + 1;
        latest.set(id, minor);
        await writer.publish(await tool(id, `1.${minor}.0`));
        next.set(id, { version: `1.${minor}.0`, status: "active" });
      } else {
        const entry = before.get(id);
        if (entry === undefined || each.type === "deprecate" && entry.status === "archived") continue;
        await writer.change({ type: each.type, ids: [id] });
        next.set(id, { ...entry, status: each.type === "archive" ? "archived" : "deprecated" });
      }
    }
    const isOther = JSON.stringify([...next].sort()) !== JSON.stringify([...before].sort());
    if (isOther) numbers.push({ state: next, at: time.now });
    await compare(store, numbers, time);
  }
}

/** Every number, through a cold isolate. */
async function compare(
  store: Store,
  numbers: readonly { readonly state: Model; readonly at: number }[],
  time: Time,
): Promise<void> {
  const { reader, ports } = isolate(store, time);
  const newest = await reader.open(SHOP.tenant, SHOP.name, undefined, ports);
  assert.equal(newest.number, numbers.length);
  for (const [index, { state, at }] of numbers.entries()) {
    const pinned = await reader.open(SHOP.tenant, SHOP.name, index + 1, ports);
    assert.equal(pinned.at, at);
    const found = pinned.entries.map(({ tool: { id, version }, status }) =>
      [id, { version, status }] as const
    );
    assert.deepEqual(new Map(found), state, `number ${index + 1}`);
    const offered = pinned.catalogueFor({ now: time.now }).tools.map(({ name }) => name).sort();
    const active = [...state].filter(([, { status }]) => status === "active").map(([id]) => id).sort();
    assert.deepEqual(offered, active);
  }
}

Deno.test("S1: random histories with every pin, 60 of them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      await runHistory(createMemoryStore(), acts);
    }),
    { numRuns: 60 },
  );
});

onEveryStore("S1: one random history of 25 changes", async (store) => {
  const [acts = []] = fc.sample(fc.array(act, { minLength: 25, maxLength: 25 }), { numRuns: 1, seed: 22 });
  await runHistory(store, acts);
});

onEveryStore(
  "S1: numbers and archived tools are kept for 90 days and then removed, with their pieces",
  async (store) => {
    const time: Time = { now: START };
    const { publish, change, ports } = isolate(store, time);
    const due = async () =>
      (await store.listDue(Number.MAX_SAFE_INTEGER, 10)).map(({ name, at }) => [name, at]);
    await publish(await tool("a"), await tool("b"));
    assert.deepEqual(await due(), []);
    time.now += DAY_MS;
    await change({ type: "archive", ids: ["b"] });
    assert.deepEqual(await due(), [["@catalogue/shop", START + 91 * DAY_MS]]);
    time.now += DAY_MS;
    await publish(await tool("a", "1.1.0"));

    // One millisecond before its time number 1 is there, and an isolate that has read nothing can read it.
    time.now = START + 91 * DAY_MS - 1;
    assert.equal(await removeExpired(SHOP, ports), START + 91 * DAY_MS - 1 + 60_000);
    const cold = isolate(store, time);
    assert.equal((await cold.reader.open("acme", "shop", 1, cold.ports)).findById("b")?.status, "active");

    time.now = START + 91 * DAY_MS + 1;
    const next = await removeExpired(SHOP, ports);
    const late = isolate(store, time);
    const open = (number?: number) => Promise.resolve(late.reader.open("acme", "shop", number, late.ports));
    assert.equal(await codeOf(open(1)), "catalogue_version_unknown");
    assert.equal((await open(2)).findById("b")?.status, "archived", "number 2 is kept until 90 days after 3");
    const newest = await open();
    assert.deepEqual([newest.number, newest.entries.map(({ tool }) => tool.id)], [4, ["a"]]);
    assert.equal(next, START + 92 * DAY_MS);

    time.now = START + 300 * DAY_MS;
    assert.equal(await removeExpired(SHOP, ports), undefined);
    assert.equal(await removeExpired(SHOP, ports), undefined, "once more changes nothing");
    const names = await store.listDefinitions("acme", "catalogue_piece");
    assert.deepEqual(names, newest.pieces.map(({ id }) => `shop/${id}`));
    assert.deepEqual(await store.listDefinitions("acme", "catalogue_number"), []);
    assert.equal((await open()).findById("a")?.tool.version, "1.1.0");
  },
);

Deno.test("S1: a removal that is cut off anywhere is gone on with, and loses nothing that is kept", async () => {
  for (let cut = 1; cut < 40; cut += 1) {
    const store = createMemoryStore();
    const time: Time = { now: START };
    const { publish } = isolate(store, time);
    for (let index = 0; index < 6; index += 1) {
      await publish(await tool(`t${index % 3}`, `1.${index}.0`));
      time.now += 10 * DAY_MS;
    }
    time.now = START + 125 * DAY_MS; // 1, 2 and 3 were replaced more than 90 days ago
    let calls = 0;
    const failing = new Proxy(store, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          if (++calls === cut) throw new Error("cut off");
          return Reflect.apply(value, target, args);
        };
      },
    });
    let isCut = false;
    try {
      await removeExpired(SHOP, isolate(failing, time).ports);
    } catch {
      isCut = true;
    }
    const again = isolate(store, time);
    await removeExpired(SHOP, again.ports);
    const { reader, ports } = isolate(store, time);
    for (const number of [4, 5, 6]) {
      assert.equal(
        (await reader.open("acme", "shop", number, ports)).tools.length,
        3,
        `${number} at cut ${cut}`,
      );
    }
    const kept = await Promise.all([4, 5, 6].map(async (number) => {
      return (await reader.open("acme", "shop", number, ports)).pieces.map(({ id }) => `shop/${id}`);
    }));
    const names = await store.listDefinitions("acme", "catalogue_piece");
    assert.deepEqual(names, [...new Set(kept.flat())].sort(), `pieces at cut ${cut}`);
    if (!isCut) return assert.ok(cut > 10, "the removal makes requests");
  }
  assert.fail("the removal did not come to its end");
});
