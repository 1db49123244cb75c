// X6: a run that goes on by itself and defers a call: the due index has its next poll or the end of its wait, a result wakes it, and
// nothing else costs a request.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool, type ToolReturn } from "../../../src/agents/define_tool.ts";
import type { ToolContext } from "../../../src/core/tool.ts";
import { sleep } from "../../../src/deps/ports.ts";
import type { DeferOptions } from "../../../src/core/tool/deferred.ts";
import { completeCall } from "../../../src/plugins/deferred_calls/complete_call.ts";
import { readThread } from "../../../src/kernel/threads/threads.ts";
import { createExecutor } from "../../../src/kernel/tools/executor.ts";
import { createWakeLab, type WakeLab } from "../../plugins/wakes/_runtime.ts";

const ref = { tenant: "acme", thread: "t1" };
const HOUR_MS = 3_600_000;

function woken(
  options: Partial<DeferOptions>,
  { calls = 1, poll }: { calls?: number; poll?: (context: ToolContext) => ToolReturn } = {},
): WakeLab {
  const tool = defineTool({
    name: "export",
    description: "Exports.",
    run: (_args, context) => context.defer({ ref: "j1", expiresInMs: HOUR_MS, ...options }),
    ...(poll === undefined ? {} : { poll: (_ref, context) => poll(context) }),
  });
  const agent = defineAgent({ name: "a", instructions: "", driver: "scripted", tools: [tool] });
  const plan = { calls: Array.from({ length: calls }, () => ({ tool: "export" })) };
  const lab: WakeLab = createWakeLab({ agents: [agent], scenario: [plan, { says: "Done." }] });
  Object.assign(lab.deps, { executor: createExecutor({ clock: () => lab.now(), sleep }) });
  return lab;
}

async function start(lab: WakeLab): Promise<readonly string[]> {
  await lab.run({ input: "go", wake: true });
  await lab.settled();
  await lab.drain();
  const { status, waitsFor, calls } = await readThread(ref, lab.deps);
  assert.deepEqual([status, waitsFor], ["waiting", "deferred"]);
  return calls.map(({ id }) => id);
}

async function status(lab: WakeLab): Promise<string> {
  return (await readThread(ref, lab.deps)).status;
}

Deno.test("X6: the due index has the end of the wait, and the pump makes it an observation", async () => {
  const lab = woken({});
  await start(lab);
  const [row] = await lab.due();
  assert.ok(Math.abs((row?.at ?? 0) - lab.now() - HOUR_MS) < 5_000, "the row is at the end of the wait");
  lab.counts.clear();
  await lab.pump(60_000);
  assert.deepEqual(
    [...lab.counts],
    [["listDue", 1]],
    "an open call costs nothing but the pump's own request",
  );
  await lab.pump(HOUR_MS);
  await lab.drain();
  await lab.pump(61_000);
  await lab.drain();
  const tools = (await lab.history()).flatMap((entry) => entry.type === "tool" ? [entry.error?.kind] : []);
  assert.deepEqual([tools, await status(lab), await lab.due()], [["timeout"], "done", []]);
});

Deno.test("X6: a result wakes the run once all results are there, and the pump repairs a wake-up that is lost", async () => {
  const lab = woken({}, { calls: 2 });
  const [first = "", second = ""] = await start(lab);
  const given = (output: string) => ({ result: { output }, by: "key_1", via: "api" }) as const;
  await completeCall(ref, first, given("one"), lab.io, lab.deps);
  await lab.settled();
  assert.equal(lab.sent.length, 0, "another result is outstanding");
  await completeCall(ref, second, given("two"), lab.io, lab.deps);
  await lab.settled();
  assert.equal(lab.sent.splice(0).length, 1, "and this wake-up is lost");
  await lab.pump(61_000);
  await lab.drain();
  const outputs = (await lab.history()).flatMap((entry) => entry.type === "tool" ? [entry.output] : []);
  assert.deepEqual([outputs, await status(lab)], [["one", "two"], "done"]);
});

Deno.test("X6: a pump that wakes a waiting thread too early moves it to its time", async () => {
  const lab = woken({}, { calls: 2 });
  const [first = ""] = await start(lab);
  await completeCall(ref, first, { result: { output: 1 }, by: "key_1", via: "api" }, lab.io, lab.deps);
  await lab.settled();
  await lab.pump(61_000);
  await lab.drain();
  const { calls } = await readThread(ref, lab.deps);
  assert.equal(calls.length, 2, "both wait on");
  const [row] = await lab.due();
  assert.ok((row?.at ?? 0) > lab.now() + HOUR_MS / 2, "the row is at the end of the wait again");
});

Deno.test("X6: a waker brings the poll that comes soon, and the result that it finds goes on", async () => {
  let polls = 0;
  const lab = woken({ pollAfterMs: 30_000 }, {
    poll: (context) =>
      ++polls === 1
        ? context.defer({ ref: "j1", expiresInMs: HOUR_MS, pollAfterMs: 2 * HOUR_MS / 4 })
        : "found",
  });
  await lab.run({ input: "go", wake: true });
  await lab.settled();
  await lab.next();
  const [wake] = lab.sent;
  assert.ok(Math.abs((wake?.notBefore ?? 0) - lab.now() - 30_000) < 5_000, "the wake-up is at the poll");
  lab.ahead += 31_000;
  await lab.drain();
  assert.deepEqual([polls, await status(lab)], [1, "waiting"]);
  await lab.pump(HOUR_MS / 2 + 1_000);
  await lab.drain();
  assert.deepEqual([polls, await status(lab)], [2, "done"]);
});
