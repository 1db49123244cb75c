// X6: a call that is deferred in a phase: where the run goes on by itself, polls and the end of the wait reach it in their time.

import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { DeferOptions } from "../../../src/core/tool/deferred.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { completeCall } from "../../../src/plugins/deferred_calls/complete_call.ts";
import { detachCall } from "../../../src/plugins/deferred_calls/detach_call.ts";
import { readThread } from "../../../src/kernel/threads/threads.ts";
import { createExecutor } from "../../../src/kernel/tools/executor.ts";
import { crew, outputsOf, phase, runs, script, writes } from "../../plugins/orchestration/_crew.ts";
import { createWakeLab } from "../../plugins/wakes/_runtime.ts";

const ref = { tenant: "acme", thread: "t1" };
const MINUTE_MS = 60_000;

async function started(options: Partial<DeferOptions>, found: () => boolean) {
  let polls = 0;
  const tool = defineTool({
    name: "job",
    description: "Runs for hours.",
    run: (_args, context) => context.defer({ ref: "j1", expiresInMs: 20 * MINUTE_MS, ...options }),
    poll: (ref, context) => {
      polls += 1;
      return found() ? "found" : context.defer({ ref, pollAfterMs: 5 * MINUTE_MS });
    },
  });
  const lab = createWakeLab({
    agents: crew({ tools: [tool] }),
    scenario: script(
      [writes([phase("facts", "research")]), runs("facts"), { says: "Done." }],
      (_turn, place) => place === 0 ? { calls: [{ tool: "job" }] } : { says: "The facts." },
    ),
  });
  Object.assign(lab.deps, { executor: createExecutor({ clock: () => lab.now(), sleep }) });
  await lab.run({ agent: "lead", input: "go", wake: true });
  await lab.settled();
  await lab.drain();
  const status = async () => (await readThread(ref, lab.deps)).status;
  const { status: first, calls } = await readThread(ref, lab.deps);
  assert.deepEqual([first, calls.map(({ state }) => state)], ["waiting", ["pending", "deferred"]]);
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute++) {
      await lab.pump(MINUTE_MS);
      await lab.drain();
    }
  };
  return { lab, status, minutes, polls: () => polls };
}

Deno.test("X6: a call in a phase is polled in its time while nobody asks, and the run goes on with what the poll finds", async () => {
  let ready = false;
  const { lab, status, minutes, polls } = await started({ pollAfterMs: 5 * MINUTE_MS }, () => ready);
  lab.counts.clear();
  await minutes(4);
  assert.deepEqual([...lab.counts.keys()], ["listDue"], "until then nothing but the pump reads");
  await minutes(3);
  assert.deepEqual([polls(), await status()], [1, "waiting"]);
  ready = true;
  await minutes(6);
  assert.deepEqual([polls(), await status()], [2, "done"]);
  assert.deepEqual(await lab.due(), []);
});

Deno.test("X6: the end of the wait of a call in a phase is an observation of the phase, while nobody asks", async () => {
  const { lab, status, minutes, polls } = await started({}, () => true);
  await minutes(18);
  assert.equal(await status(), "waiting");
  await minutes(4);
  assert.deepEqual([polls(), await status()], [0, "done"]);
  const [output] = outputsOf(await lab.history(), "run_phase");
  const tools = (await lab.history(String(output?.thread))).flatMap((entry) =>
    entry.type === "tool" ? [entry] : []
  );
  assert.deepEqual(tools.map(({ error }) => error?.kind), ["timeout"]);
});

Deno.test("V5: X6: a call in a phase is detached by the thread above, and the run goes on without it", async () => {
  const { lab, status } = await started({}, () => true);
  const { calls } = await readThread(ref, lab.deps);
  const callId = calls.find(({ state }) => state === "deferred")?.id ?? assert.fail();
  assert.deepEqual(await detachCall(ref, callId, lab.io, lab.deps), { callId, changed: true });
  await lab.settled();
  await lab.drain();
  assert.equal(await status(), "done");
  assert.deepEqual(await detachCall(ref, callId, lab.io, lab.deps), { callId, changed: false });
  const [output] = outputsOf(await lab.history(), "run_phase");
  const below = { tenant: "acme", thread: String(output?.thread) };
  const given = { result: { output: "late" }, by: "key_1", via: "api" } as const;
  for (const [at, changed] of [[ref, true], [below, false]] as const) {
    const completed = await completeCall(at, callId, given, lab.io, lab.deps);
    assert.deepEqual(completed, { callId, status: "queued", changed });
  }
  await lab.settled();
  await lab.drain();
  const inputs = (await lab.history(below.thread)).flatMap((entry) =>
    entry.type === "user" ? [entry.resultOf] : []
  );
  assert.deepEqual(inputs, [undefined, callId], "the thread of the phase has it, once");
});
