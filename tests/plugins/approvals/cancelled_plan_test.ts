// X5: a plan that is cancelled as it ends has no calls, so people are asked about none.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Driver } from "../../../src/core/driver.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { readSnapshot } from "../../../src/kernel/snapshot.ts";
import { readPendingCalls } from "../../../src/kernel/stored.ts";
import { cancelThread } from "../../../src/kernel/threads/threads.ts";
import { createLab } from "../../support/lab.ts";

const REF = { tenant: "acme", thread: "t1" };

Deno.test("X5: a call that needs approval is left out of a plan that was cancelled behind its last word", async () => {
  const inner = createScriptedDriver([{ calls: [{ tool: "pay" }] }, { says: "Done." }], "late");
  const late: Driver = {
    ...inner,
    async plan(turn, emit) {
      const plan = await inner.plan(turn, emit);
      const { signal } = turn.io;
      if (turn.history.entries.length > 1) return plan;
      const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
      await cancelThread(REF, lab.deps);
      await aborted;
      return plan;
    },
  };
  const paid: string[] = [];
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    needsApproval: true,
    run: () => paid.push("paid"),
  });
  const lab = createLab({
    agents: [defineAgent({ name: "payer", driver: "late", tools: [pay] })],
    drivers: [late],
  });
  const { events, answer } = await lab.run({ input: "Pay." });
  const snapshot = await readSnapshot(REF, lab.deps);
  assert.deepEqual(readPendingCalls(REF, snapshot.pending), []);
  assert.equal(answer.thread.status, "cancelled");
  assert.deepEqual([events.filter(({ type }) => type === "approval.requested"), paid], [[], []]);
});
