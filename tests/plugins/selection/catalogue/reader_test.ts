// S1: reads come from the isolate. A change counts everywhere within five seconds; a step of a thread with a pin asks nothing.

import assert from "node:assert/strict";
import { AgentError } from "../../../../src/core/error.ts";
import {
  PublishedIndexes,
  readPublishedIndex,
} from "../../../../src/plugins/selection/catalogue/published_index.ts";
import { buildIndex } from "../../../../src/plugins/selection/lexical/tool_index.ts";
import { CatalogueReader } from "../../../../src/plugins/selection/catalogue/reader.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { codeOf, counting, isolate, SHOP, START, type Time, tool } from "./_catalogue.ts";

/** A publisher, and a reader of another isolate whose requests are counted. */
async function twoIsolates() {
  const time: Time = { now: START };
  const store = createMemoryStore({ clock: () => time.now });
  const publisher = isolate(store, time);
  await publisher.publish(await tool("first"));
  const counted = counting(store);
  const reading = isolate(counted.store, time);
  const open = (number?: number) => reading.reader.open(SHOP.tenant, SHOP.name, number, reading.ports);
  return { time, publisher, counted, reading, open };
}

Deno.test("S1: a cold isolate reads first; then the same object comes at once and without a request", async () => {
  const { open, counted, time } = await twoIsolates();
  const first = open();
  assert.ok(first instanceof Promise);
  const snapshot = await first;
  assert.equal(counted.total(), 2, "the head and one piece");
  for (time.now of [START, START + 500, START + 1_999]) assert.equal(open(), snapshot);
  assert.equal(counted.total(), 2);
});

Deno.test("S1: steps every 100 ms see a change within five seconds, and none of them waits", async () => {
  for (const offset of [0, 500, 1_300, 1_999]) {
    const { open, publisher, counted, reading, time } = await twoIsolates();
    await open();
    const seen: number[] = [];
    let publishedAt = Infinity;
    for (let step = 0; step < 120; step += 1) {
      time.now = START + step * 100;
      if (publishedAt === Infinity && time.now >= START + offset) {
        await publisher.publish(await tool("second"));
        publishedAt = time.now;
      }
      const opened = open();
      assert.ok(!(opened instanceof Promise), `the step at ${time.now - START} ms waits`);
      if (opened.number === 2) seen.push(time.now - publishedAt);
      await reading.settle();
    }
    assert.ok((seen[0] ?? Infinity) <= 5_000, `seen after ${seen[0]} ms`);
    assert.ok(counted.total() <= 2 + 12_000 / 2_000 + 2, `${counted.total()} requests in 12 s`);
  }
});

Deno.test("S1: an isolate that was idle looks first, so that a change counts in it too", async () => {
  const { open, publisher, time, counted } = await twoIsolates();
  await open();
  await publisher.publish(await tool("second"));
  time.now += 5_000;
  const opened = open();
  assert.ok(opened instanceof Promise);
  assert.equal((await opened).number, 2);
  counted.counts.clear();
  time.now += 60_000;
  const same = await open();
  assert.deepEqual([same.number, counted.total()], [2, 1], "only the head is read");
  assert.equal(open(), same);
});

Deno.test("S1: a pinned number costs one read ever, whatever is published", async () => {
  const { open, publisher, counted, time, reading } = await twoIsolates();
  await publisher.publish(await tool("second"));
  const pinned = await open(1);
  counted.counts.clear();
  for (let step = 0; step < 20; step += 1) {
    time.now += 7_000;
    await publisher.publish(await tool(`next_${step}`));
    assert.equal(open(1), pinned);
  }
  await reading.settle();
  assert.equal(counted.total(), 0);
  assert.equal((await open(2)).findById("second")?.tool.version, "1.0.0");
});

Deno.test("S1: what may be late is known at once and is looked up behind", async () => {
  const { reading, publisher, time } = await twoIsolates();
  const known = () => reading.reader.known(SHOP.tenant, SHOP.name, reading.ports);
  assert.equal(known(), undefined);
  await reading.settle();
  assert.equal(known()?.number, 1);
  await publisher.publish(await tool("second"));
  time.now += 3_600_000;
  assert.equal(known()?.number, 1, "at once, whatever its age");
  await reading.settle();
  assert.equal(known()?.number, 2);
});

Deno.test("S1: while the store is away the newest known number counts, and a warning is logged", async () => {
  const time: Time = { now: START };
  const store = createMemoryStore();
  let isAway = false;
  const flaky = counting(store, () => {
    if (isAway) throw new AgentError("store_unavailable", "The store is away.");
  });
  const { reader, ports, publish, settle, logs } = isolate(flaky.store, time);
  const { snapshot } = await publish(await tool("a"));
  isAway = true;
  time.now += 10_000;
  assert.equal(await reader.open(SHOP.tenant, SHOP.name, undefined, ports), snapshot);
  time.now += 1_000;
  await settle();
  assert.ok(logs.some((line) => line.includes("the newest known number counts")), String(logs));
  assert.equal(
    await codeOf(Promise.resolve(isolate(flaky.store).reader.open("acme", "shop", 1, ports))),
    "store_unavailable",
  );
});

Deno.test("S1: a publication counts at once in the isolate that has made it", async () => {
  const { publisher } = await twoIsolates();
  const { snapshot } = await publisher.publish(await tool("second"));
  assert.equal(publisher.reader.open(SHOP.tenant, SHOP.name, undefined, publisher.ports), snapshot);
});

Deno.test("S1: what an isolate keeps is bounded in characters; the last snapshot is kept whatever its size", async () => {
  const store = createMemoryStore();
  const { publish, ports } = isolate(store);
  for (let index = 0; index < 4; index += 1) {
    await publish(await tool(`t${index}`, "1.0.0", { description: "long ".repeat(1_500) }));
  }
  const small = new CatalogueReader({ chars: 1_000 });
  const one = await small.open(SHOP.tenant, SHOP.name, 1, ports);
  assert.equal(small.open(SHOP.tenant, SHOP.name, 1, ports), one);
  const two = await small.open(SHOP.tenant, SHOP.name, 2, ports);
  assert.equal(small.open(SHOP.tenant, SHOP.name, 2, ports), two);
  assert.ok(small.open(SHOP.tenant, SHOP.name, 1, ports) instanceof Promise, "the first has made room");
});

Deno.test("S1: reads at the same time give one object", async () => {
  const { open } = await twoIsolates();
  const opened = await Promise.all([open(), open(), open(1), open()]);
  assert.equal(new Set(opened).size, 1);
});

Deno.test("S1: a piece that is missing is no empty catalogue", async () => {
  const { publisher } = await twoIsolates();
  const { store } = publisher.ports;
  for (const name of await store.listDefinitions(SHOP.tenant, "catalogue_piece")) {
    await store.removeDefinition(SHOP.tenant, "catalogue_piece", name);
  }
  const cold = isolate(store);
  const opened = cold.reader.open(SHOP.tenant, SHOP.name, undefined, cold.ports);
  assert.equal(await codeOf(Promise.resolve(opened)), "store_corrupt");
});

/** A catalogue with so many tools, what keeps its index, and what an isolate that has nothing reads. */
async function keptIndex(count: number) {
  const store = createMemoryStore({ clock: () => START });
  const publisher = isolate(store);
  const versions = await Promise.all(Array.from({ length: count }, (_, place) => tool(`tool_${place}`)));
  const { snapshot } = await publisher.publish(...versions);
  const slept: number[] = [];
  const sleep = (ms: number) => Promise.resolve(void slept.push(ms));
  const indexes = new PublishedIndexes({ store, sleep, log: publisher.ports.log });
  const read = async () => {
    const { reader, ports, logs } = isolate(store);
    const found = await reader.open(SHOP.tenant, SHOP.name, undefined, ports);
    return { snapshot: found, read: await readPublishedIndex(found, ports), logs };
  };
  const pieces = () => store.listDefinitions(SHOP.tenant, "catalogue_index_piece");
  return { store, publisher, snapshot, slept, indexes, read, pieces };
}

Deno.test("S4: behind a publication the index is kept, and read as it would be built", async () => {
  const { snapshot, slept, indexes, read } = await keptIndex(300);
  assert.equal((await read()).read, undefined);
  await indexes.keep(snapshot);
  assert.deepEqual(slept, [2_000]);
  const found = await read();
  assert.deepEqual(found.read?.index, buildIndex(found.snapshot.whole));
  assert.equal(found.read?.tools, found.snapshot.whole.tools);
  const offered = found.snapshot.catalogueFor({ now: START });
  assert.deepEqual(buildIndex(offered, found.read), buildIndex(offered));
  assert.equal(offered.version, found.snapshot.whole.version);
});

Deno.test("S4: the index of the newest tools alone is kept: of few tools none, and none while they change", async () => {
  const few = await keptIndex(299);
  await few.indexes.keep(few.snapshot);
  assert.deepEqual([few.slept, await few.pieces()], [[], []]);
  const { snapshot, indexes, read, publisher, pieces } = await keptIndex(300);
  await indexes.keep(snapshot);
  const first = await pieces();
  const next = await publisher.publish(await tool("tool_7", "2.0.0", { description: "Pays back." }));
  assert.equal((await read()).read, undefined, "it is of other tools");
  await indexes.keep(snapshot);
  assert.deepEqual(await pieces(), first, "the catalogue was changed meanwhile");
  await indexes.keep(next.snapshot);
  const found = await read();
  assert.deepEqual(found.read?.index, buildIndex(found.snapshot.whole));
  assert.deepEqual((await pieces()).filter((name) => first.includes(name)), [], "the earlier one is removed");
  const archived = await publisher.change({ type: "archive", ids: ["tool_1"] });
  assert.deepEqual((await read()).read?.index, found.read?.index, "its words are the same");
  const before = await pieces();
  await indexes.keep(archived.snapshot);
  assert.deepEqual(await pieces(), before);
});

Deno.test("S4: where a publication and its index come while another index is written, the newest stays, whole", async () => {
  const { store, publisher, snapshot, read, indexes } = await keptIndex(300);
  let published: Promise<void> | undefined;
  const publish = async () => {
    const next = await publisher.publish(await tool("tool_7", "2.0.0", { description: "Pays back." }));
    await indexes.keep(next.snapshot);
  };
  const interrupted = counting(store, async (method) => {
    if (method === "putDefinition") await (published ??= publish());
  });
  const { log } = publisher.ports;
  await new PublishedIndexes({ store: interrupted.store, sleep: () => Promise.resolve(), log }).keep(
    snapshot,
  );
  const found = await read();
  assert.deepEqual(found.read?.index, buildIndex(found.snapshot.whole));
});

Deno.test("S4: a kept index that another release has made, or that is damaged, is built by the isolate, and the log says so", async () => {
  const { store, snapshot, indexes, read, pieces } = await keptIndex(300);
  await indexes.keep(snapshot);
  const kept = await store.readDefinition(SHOP.tenant, "catalogue_index", SHOP.name) ?? "";
  const { version, ...fields } = JSON.parse(kept);
  assert.deepEqual(fields, { schema: 1, format: 2, pieces: fields.pieces });
  assert.equal(version, snapshot.whole.version);
  for (const changes of [{ schema: 2 }, { format: 3 }, { pieces: "1" }]) {
    const text = JSON.stringify({ ...JSON.parse(kept), ...changes });
    await store.putDefinition(SHOP.tenant, "catalogue_index", SHOP.name, text);
    assert.deepEqual([(await read()).read, (await read()).logs], [undefined, []]);
  }
  await indexes.keep(snapshot);
  assert.equal(
    await store.readDefinition(SHOP.tenant, "catalogue_index", SHOP.name),
    kept,
    "it is made anew",
  );
  await store.removeDefinition(SHOP.tenant, "catalogue_index_piece", (await pieces())[0] ?? "");
  const { read: none, logs } = await read();
  assert.equal(none, undefined);
  assert.deepEqual(logs, ["the kept index of a catalogue could not be read; the isolate builds it"]);
});
