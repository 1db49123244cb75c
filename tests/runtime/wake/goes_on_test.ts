// Row E8: a run that says `wake` goes on with no client attached, and the due index repairs what is lost.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { PlanScript } from "../../../src/drivers/scripted.ts";
import { createWakeLab } from "./_runtime.ts";

const look = defineTool({
  name: "look",
  description: "Looks.",
  parameters: ["at"],
  run: ({ at }) => ({ at }),
});
const pay = defineTool({ name: "pay", description: "Pays.", needsApproval: true, run: () => "paid" });
const agent = defineAgent({
  ...{ name: "worker", instructions: "Work.", driver: "scripted", tools: [look, pay] },
  approvalTtlMs: 300_000,
});
const other = defineAgent({ name: "other", instructions: "Work.", driver: "scripted", tools: [look] });

const looks = (count: number): PlanScript => [
  ...Array.from({ length: count }, (_, at) => ({ calls: [{ tool: "look", args: { at: `${at}` } }] })),
  { says: "Done." },
];
const t1 = { tenant: "acme", name: "t1" };

Deno.test("E8: a run of five steps goes on with no client, one wake-up for each step", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: looks(4) });
  const { answer } = await lab.run({ input: "go", wake: true });
  assert.equal(answer.thread.status, "open");
  assert.deepEqual(lab.sent, [{ ...t1, version: 1 }]);
  assert.equal((await lab.due()).length, 1);
  assert.equal(await lab.drain(), 4);
  const { header } = await lab.store.read({ tenant: "acme", thread: "t1" }) ?? assert.fail();
  assert.deepEqual([header.status, header.version, header.counters.calls], ["done", 5, 4]);
  assert.deepEqual(await lab.due(), [], "a thread that has ended leaves the index");
  assert.equal((await lab.history()).length, 10);
});

Deno.test("E8: a run without wake enters no index and sends nothing", async () => {
  const lab = createWakeLab({ agents: [agent], scenario: looks(1) });
  await lab.run({ input: "go" });
  assert.deepEqual([lab.sent, await lab.due()], [[], []]);
  const { state } = (await lab.store.read({ tenant: "acme", thread: "t1" }) ?? assert.fail()).header;
  assert.doesNotMatch(state, /wake/);
});
