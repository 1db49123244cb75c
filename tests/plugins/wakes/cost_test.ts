// Row E8: a step that was woken is two store requests and one wake-up; a step without wake writes what it wrote before.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { enqueueInput } from "../../../src/plugins/wakes/enqueue_input.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";
import { needsRedis } from "../../support/requires.ts";
import { createWakeLab } from "./_runtime.ts";

const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
const agent = defineAgent({ name: "worker", instructions: "", driver: "scripted", tools: [look] });

needsRedis(
  "E8: a step that was woken is 2 requests to Redis and one wake-up, a pump over nothing 1",
  async () => {
    await using opened = await openUpstashStore();
    const { store, rest: { stats } } = opened;
    let at = 0;
    const scenario = () => ({ calls: [{ tool: "look", args: { at: at++ } }] });
    const lab = createWakeLab({ agents: [agent], scenario, store });
    await lab.deps.wakes.pump(lab.io);
    stats.reset();
    await lab.deps.wakes.pump(lab.io);
    assert.equal([...stats.requests].length, 1);
    stats.reset();
    await lab.run({ input: "go", wake: true });
    await lab.next();
    for (let steps = 0; steps < 5; steps++) {
      assert.equal(lab.sent.length, 1);
      stats.reset();
      await lab.next();
      assert.equal([...stats.requests].length, 2);
    }
  },
);

needsRedis(
  "E8: an input without a client is 2 requests, its first step 2 as well, and its end leaves the due index",
  async () => {
    await using opened = await openUpstashStore();
    const { store, rest: { stats } } = opened;
    const lab = createWakeLab({ agents: [agent], scenario: () => ({ says: "Done." }), store });
    const ref = { tenant: "acme", thread: "t1" };
    const enqueue = async (thread: string) => {
      const asked = { ref: { ...ref, thread }, agent: "worker", input: "go", receiptMs: 172_800_000 };
      await enqueueInput({ ...asked, idempotency: { key: "e1", bodyHash: "e1" } }, lab.io, lab.deps);
      await lab.settled();
    };
    await enqueue("t0"); // loads the scripts: what is sent again then moves the row of the thread
    await lab.next();
    const isDue = async () => (await lab.due()).some(({ name }) => name === "t1");
    stats.reset();
    await enqueue("t1");
    assert.equal([...stats.requests].length, 2);
    assert.ok(await isDue());
    stats.reset();
    await lab.next();
    assert.equal([...stats.requests].length, 2);
    assert.ok(!await isDue());
  },
);

Deno.test("E8: a step without wake makes the requests and writes the state that it did before", async () => {
  const lab = createWakeLab({
    agents: [agent],
    scenario: [{ calls: [{ tool: "look" }] }, { says: "Done." }],
  });
  await lab.run({ input: "go" });
  await lab.run();
  assert.deepEqual(Object.fromEntries(lab.counts), { begin: 2, commit: 2 });
  const { header } = await lab.store.read({ tenant: "acme", thread: "t1" }) ?? assert.fail();
  assert.deepEqual(Object.keys(JSON.parse(header.state)).sort(), [
    "recent",
    "record",
    "run",
    "title",
    "updatedAt",
  ]);
  assert.deepEqual(Object.keys(JSON.parse(header.state).run).sort(), [
    "acted",
    "execution",
    "input",
    "steps",
  ]);
});
