// Calls that end the run: what stands behind them, or waits for its turn, does not start.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Hooks } from "../../../src/core/agent.ts";
import type { Effect } from "../../../src/core/tool.ts";
import { createLab, type Lab } from "../../support/lab.ts";
import { call, runCalls } from "./bench.ts";
import { eventually } from "../../support/eventually.ts";

interface Batch {
  readonly hooks?: Hooks;
  readonly parallelCalls?: number;
  readonly throwOnToolFailure?: boolean;
  readonly stopOnToolBlock?: boolean;
  readonly effect?: Effect;
  readonly run?: (name: string) => Promise<string> | string;
}

const CALLS = ["a", "b", "c", "d"];

/** A runtime whose first plan calls a, b, c and d; `ran` lists the calls that were given to their tool. */
function batchLab({ effect = "pure", run = (name) => name, ...batch }: Batch): { lab: Lab; ran: string[] } {
  const ran: string[] = [];
  const tools = CALLS.map((name) =>
    defineTool({
      name,
      description: "A tool.",
      effect,
      run: async () => {
        ran.push(name);
        return await run(name);
      },
    })
  );
  const { parallelCalls = 8, ...flags } = batch;
  const lab = createLab({
    agents: [defineAgent({ name: "a", driver: "scripted", tools, limits: { parallelCalls }, ...flags })],
    scenario: [{ calls: CALLS.map((tool) => ({ tool })) }, { says: "Done." }],
  });
  return { lab, ran };
}

const blocksB: Hooks = {
  beforeCall: (call) => call.name === "b" ? { type: "block", reason: "not today" } : { type: "proceed" },
};

for (const parallelCalls of [4, 8]) {
  for (const effect of ["pure", "keyed", "once"] as const) {
    Deno.test(`X3: behind a blocked call nothing starts: ${effect} calls, ${parallelCalls} at a time`, async () => {
      const { lab, ran } = batchLab({ hooks: blocksB, stopOnToolBlock: true, parallelCalls, effect });
      await lab.run({ input: "go" });
      const { answer, events } = await lab.run();
      assert.equal(answer.error?.code, "tool_blocked");
      assert.deepEqual(answer.calls.map(({ state }) => state), [
        "completed",
        "blocked",
        "skipped",
        "skipped",
      ]);
      assert.deepEqual(ran, ["a"]);
      const last = events.findLast((event) => event.type === "tool.finished" && event.name === "d");
      assert.match(JSON.stringify(last), /call_\w+ \(b\) was blocked, which ends the run/);
      assert.equal((await lab.run({ input: "go on" })).answer.output, "Done.");
    });
  }
}

Deno.test("X3: without stopOnToolBlock the calls behind a blocked one run", async () => {
  const { lab, ran } = batchLab({ hooks: blocksB });
  await lab.run({ input: "go" });
  const { answer } = await lab.run();
  assert.deepEqual(answer.calls.map(({ state }) => state), [
    "completed",
    "blocked",
    "completed",
    "completed",
  ]);
  assert.deepEqual(ran, ["a", "c", "d"]);
});

Deno.test("X3: a failure under throwOnToolFailure lets the calls that run end", async () => {
  const { lab, ran } = batchLab({
    throwOnToolFailure: true,
    parallelCalls: 4,
    run: (name) => {
      if (name === "a") throw new Error("no");
      return name;
    },
  });
  await lab.run({ input: "go" });
  const { answer } = await lab.run();
  assert.equal(answer.error?.code, "tool_failed");
  assert.deepEqual(ran, CALLS, "all four had started");
  assert.deepEqual(answer.calls.map(({ state }) => state), ["failed", "completed", "completed", "completed"]);
});

Deno.test("X3: a failure under throwOnToolFailure leaves the calls unstarted that wait for their turn", async () => {
  const b = Promise.withResolvers<string>();
  let failed = false;
  const ran: string[] = [];
  const tools = CALLS.map((name) =>
    defineTool({
      name,
      description: "A tool.",
      effect: "keyed",
      run: async () => {
        ran.push(name);
        if (name === "b") return await b.promise;
        failed = true;
        throw new Error("no");
      },
    })
  );
  const running = runCalls(CALLS.map((name) => call(name, name)), {
    tools,
    parallelCalls: 2,
    flags: { throwOnToolFailure: true },
  });
  await eventually(() => failed);
  b.resolve("ok");
  const { observations } = await running;
  assert.deepEqual(ran, ["a", "b"]);
  assert.deepEqual(observations.map(({ outcome }) => outcome), ["failed", "completed", "skipped", "skipped"]);
  assert.match(observations[3]?.error?.message ?? "", /\(a\) failed, which ends the run/);
});

Deno.test("X3: a hook that breaks counts as a failure before anything starts", async () => {
  const { lab, ran } = batchLab({
    throwOnToolFailure: true,
    hooks: {
      beforeCall: (call) => {
        if (call.name === "c") throw new Error("the hook broke");
      },
    },
  });
  await lab.run({ input: "go" });
  const { answer } = await lab.run();
  assert.deepEqual(answer.calls.map(({ state }) => state), ["completed", "completed", "failed", "skipped"]);
  assert.deepEqual(ran, ["a", "b"]);
});

Deno.test("X3: a failure that the caller reports keeps the calls behind it from starting", async () => {
  const { lab, ran } = batchLab({ throwOnToolFailure: true });
  await lab.run({ input: "go", execution: "predict" });
  const [, b = ""] = (await lab.store.read({ tenant: "acme", thread: "t1" }))?.pending?.ids ?? [];
  const toolResults = [{ callId: b, output: "no", failed: true }];
  const { answer } = await lab.run({ toolResults, execution: "loop" });
  assert.equal(answer.error?.code, "tool_failed");
  assert.deepEqual(answer.calls.map(({ state }) => state), ["completed", "failed", "skipped", "skipped"]);
  assert.deepEqual(ran, ["a"]);
});

Deno.test("X4: a call behind a block that an earlier worker may have run is unknown, not skipped", async () => {
  const { lab, ran } = batchLab({ hooks: blocksB, stopOnToolBlock: true, effect: "once" });
  await lab.run({ input: "go" });
  const ref = { tenant: "acme", thread: "t1" };
  const snapshot = await lab.store.read(ref);
  const [, , c = ""] = snapshot?.pending?.ids ?? [];
  await lab.store.markStarted(ref, snapshot?.header.epoch ?? 0, [c]);
  const { answer } = await lab.run();
  assert.deepEqual(answer.calls.map(({ state }) => state), ["completed", "blocked", "unknown", "skipped"]);
  assert.deepEqual(ran, ["a"]);
});
