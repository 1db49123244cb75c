// Row E2: the store requests beyond two a step, each of those that docs/guarantees.md names, counted.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { createLab, type LabOptions } from "../../support/lab.ts";
import { eventually } from "../../support/eventually.ts";

const agentWith = (tools: Parameters<typeof defineAgent>[0]["tools"], limits = {}) =>
  defineAgent({ name: "a", instructions: "", driver: "scripted", tools, limits });

for (const [resumable, everyMs] of [[false, 10_000], [true, 250]] as const) {
  Deno.test(`E2: a long step that is ${resumable ? "" : "not "}resumable flushes every ${everyMs} ms and no more`, async () => {
    const asked = new Set<number>();
    let flushed = () => 0;
    let now = 0;
    const lab = createLab({
      agents: [agentWith([])],
      scenario: async () => {
        await eventually(() => flushed() >= 2);
        return { says: "Done." };
      },
      deps: {
        clock: () => now,
        sleep: async (ms, signal) => {
          asked.add(ms);
          await sleep(ms === 120_000 ? ms : 2, signal);
          now += ms;
        },
      },
    });
    flushed = () => lab.counts.get("flush") ?? 0;
    await lab.run({ input: "go", resumable });
    const { flush = 0, ...rest } = Object.fromEntries(lab.counts);
    assert.deepEqual(rest, { begin: 1, commit: 1, watch: 1 });
    assert.ok(flush >= 2);
    const waits = [200, everyMs - 200, everyMs, 120_000];
    assert.deepEqual([...asked].sort(), waits.sort(), "nothing waits but the heartbeat and the deadline");
  });
}

Deno.test("E2: an entry over 64 KB costs one blob written, and one read by a step elsewhere that finds it in its window", async () => {
  const big = defineTool({
    name: "big",
    description: "Big.",
    effect: "pure",
    run: () => "x".repeat(100_000),
  });
  const options: LabOptions = {
    agents: [agentWith([big])],
    scenario: ({ history: { entries } }) =>
      entries.some((entry) => entry.type === "tool") ? { says: "Done." } : { calls: [{ tool: "big" }] },
  };
  const lab = createLab(options);
  await lab.run({ input: "go", until: "done" });
  assert.deepEqual(Object.fromEntries(lab.counts), { begin: 1, advance: 1, putBlob: 1, commit: 1 });
  lab.counts.clear();
  await lab.run({ input: "again" });
  assert.deepEqual(Object.fromEntries(lab.counts), { begin: 1, commit: 1 }, "this isolate still has it");
  const elsewhere = createLab({ ...options, store: lab.store });
  await elsewhere.run({ input: "again" });
  assert.deepEqual(Object.fromEntries(elsewhere.counts), { begin: 1, getBlob: 1, commit: 1 });
});

Deno.test("E2: the run's first message is read once when it leaves the window, however long the run", async () => {
  let ticks = 0;
  const tick = defineTool({
    name: "tick",
    description: "Ticks.",
    parameters: ["n"],
    effect: "pure",
    run: ({ n }) => n,
  });
  const lab = createLab({
    agents: [agentWith([tick], { historyEntries: 3 })],
    scenario: () => ({ calls: [{ tool: "tick", args: { n: `${ticks++}` } }] }),
  });
  await lab.run({ input: "go" });
  for (let step = 0; step < 12; step++) await lab.run();
  assert.deepEqual(Object.fromEntries(lab.counts), { begin: 13, commit: 13, history: 1 });
});
