// S1: of two publishers at once one gets a conflict, and nothing of it is left.

import assert from "node:assert/strict";
import { listPieces } from "../../../../../src/plugins/selection/catalogue/pieces.ts";
import { createMemoryStore } from "../../../../../src/stores/embedded/memory.ts";
import { onEveryStore } from "../../../../support/every_store.ts";
import {
  codeOf,
  counting,
  isolate,
  SHOP,
  START,
  tool,
} from "../../../../plugins/selection/catalogue/_catalogue.ts";

onEveryStore(
  "S1: two publishers at once: one number each for the faster, a conflict for the other",
  async (store) => {
    const [ann, ben] = [isolate(store), isolate(store)];
    await ann.publish(await tool("first"));
    let conflicts = 0;
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await tool(`a${round}`), await tool(`b${round}`)];
      const outcomes = await Promise.allSettled([ann.publish(a), ben.publish(b)]);
      const lost = outcomes.filter((outcome) => outcome.status === "rejected");
      conflicts += lost.length;
      for (const { reason } of lost) {
        assert.equal(reason.code, "catalogue_conflict");
        assert.match(reason.message, /another publisher was faster; read it, and send the change again/);
      }
      // The one that was refused sends the change again, and the other one changes nothing by that.
      await ann.publish(a);
      await ben.publish(b);
    }
    const cold = isolate(store);
    const { entries, number } = await cold.reader.open(SHOP.tenant, SHOP.name, undefined, cold.ports);
    const names = ["first", ...Array.from({ length: 5 }, (_, round) => [`a${round}`, `b${round}`]).flat()];
    assert.deepEqual([number, entries.map(({ tool }) => tool.id).sort()], [11, names.sort()]);
  },
);

Deno.test("S1: a publisher that is overtaken between its reading and its writing leaves no piece", async () => {
  const store = createMemoryStore();
  const other = isolate(store);
  await other.publish(await tool("first"));
  const late = await tool("late");
  const winner = await tool("winner");
  let isOvertaken = false;
  const slow = counting(store, async (method, args) => {
    if (method !== "putDefinition" || args[1] !== "catalogue" || isOvertaken) return;
    isOvertaken = true;
    await other.publish(winner);
  });
  assert.equal(await codeOf(isolate(slow.store).publish(late)), "catalogue_conflict");
  const { pieces } = await other.reader.open(SHOP.tenant, SHOP.name, undefined, other.ports);
  assert.deepEqual(await listPieces(SHOP, 2, store), pieces.map(({ id }) => id));
});

Deno.test("S1: a change that expects another number is refused and says which one there is", async () => {
  const { publish, change } = isolate(createMemoryStore());
  await assert.rejects(
    change({ type: "publish", tools: [await tool("a")] }, 3),
    /has the number 0 now, and not 3/,
  );
  await change({ type: "publish", tools: [await tool("a")] }, 0);
  await publish(await tool("b"));
  await assert.rejects(
    change({ type: "archive", ids: ["a"] }, 1),
    (thrown: { code: string; details: object }) => {
      assert.deepEqual([thrown.code, thrown.details], ["catalogue_conflict", { number: 2 }]);
      return true;
    },
  );
  assert.equal((await change({ type: "archive", ids: ["a"] }, 2)).snapshot.number, 3);
});

onEveryStore("S1: 5,000 tools fit, and publishing one of them writes a few pieces", async (store) => {
  const counted = counting(store);
  const { publish, reader, ports } = isolate(counted.store);
  const make = (index: number, version = "1.0.0") =>
    tool(`tool_${index}`, version, {
      description: `Tool ${index} of the catalogue: "${"says what it does and when it is used ".repeat(6)}".`,
      examples: [`an example of ${index}`],
      parameters: {
        type: "object",
        properties: Object.fromEntries(
          ["one", "two", "three"].map((
            name,
          ) => [name, { type: "string", description: `The ${name} of ${index}.` }]),
        ),
      },
    });
  const tools = await Promise.all(Array.from({ length: 5_000 }, (_, index) => make(index)));
  for (let from = 0; from < 5_000; from += 1_000) await publish(...tools.slice(from, from + 1_000));

  counted.counts.clear();
  const { snapshot } = await publish(await make(2_500, "1.0.1"));
  // One or two pieces, the number before, and the head.
  assert.ok((counted.counts.get("putDefinition") ?? 0) <= 4, `${counted.counts.get("putDefinition")} writes`);
  assert.equal(counted.counts.get("readDefinition"), 1);
  counted.counts.clear();
  await publish(await make(5_000));
  assert.ok((counted.counts.get("putDefinition") ?? 0) <= 4);

  const cold = isolate(counted.store);
  counted.counts.clear();
  const read = await cold.reader.open(SHOP.tenant, SHOP.name, undefined, cold.ports);
  assert.deepEqual([read.tools.length, counted.total()], [5_001, 1 + read.pieces.length]);
  assert.deepEqual(read.tools[2_500]?.version, "1.0.1");
  assert.deepEqual(
    read.tools.map(({ id }) => id),
    Array.from({ length: 5_001 }, (_, index) => `tool_${index}`),
  );
  counted.counts.clear();
  const pinned = await cold.reader.open(SHOP.tenant, SHOP.name, 5, cold.ports);
  assert.ok(counted.total() <= 4, `${counted.total()} requests for a number that shares its pieces`);
  assert.deepEqual([pinned.tools.length, pinned.tools[2_500]?.version], [5_000, "1.0.0"]);
  assert.equal(pinned.tools[0], read.tools[0], "versions that two numbers share are one object");
  assert.equal(await reader.open(SHOP.tenant, SHOP.name, 6, ports), snapshot);
  const offered = read.catalogueFor({ now: START });
  assert.equal(offered.tools.length, 5_001);
});
