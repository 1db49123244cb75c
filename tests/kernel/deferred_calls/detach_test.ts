// V5: X6: a run goes on without a call that its tool has deferred, and the result comes as an input.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { completeCall } from "../../../src/plugins/deferred_calls/complete_call.ts";
import { detachCall } from "../../../src/plugins/deferred_calls/detach_call.ts";
import { decideApproval } from "../../../src/kernel/threads/decide_approval.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { cancelThread, readThread } from "../../../src/kernel/threads/threads.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { createExecutor } from "../../../src/kernel/tools/executor.ts";
import { createWakeLab, type WakeLab } from "../../plugins/wakes/_runtime.ts";
import { STORES } from "../long/_stores.ts";
import { DONE, EXPORT, HOUR_MS, REF, type Scene, scene, THREE } from "./_scene.ts";
import { codeOf } from "../../support/code_of.ts";

async function detach(at: Scene, callId: string): Promise<boolean> {
  return (await detachCall(REF, callId, { defer: () => {} }, at.lab.deps)).changed;
}

for (const { name, register, open } of STORES) {
  register(
    `V5: on ${name} a detached call lets the run go on, and its result is an input, once`,
    async () => {
      await using opened = await open();
      const at = scene({ scenario: [THREE, DONE, { says: "It has 3 rows." }], store: opened.store });
      await at.lab.run({ input: "go", until: "done" });
      const callId = await at.exportId();
      assert.equal((await at.lab.refused({ until: "done" })).code, "not_yet");
      assert.equal(await detach(at, callId), true);
      assert.equal(await detach(at, callId), false, "the same again");
      const { status, waitsFor, calls } = await readThread(REF, at.lab.deps);
      assert.deepEqual([status, waitsFor], ["open", undefined]);
      assert.deepEqual(calls.map(({ state }) => state), ["completed", "pending", "completed"]);

      const { events, answer } = await at.lab.run({ until: "done" });
      assert.deepEqual([answer.output, answer.thread.status], ["Done.", "done"]);
      const finished = events.flatMap((event) => event.type === "tool.finished" ? [event] : []);
      assert.deepEqual(finished.map(({ callId: id }) => id), [callId], "a page is told what it comes to");
      const outputs = (await at.lab.history()).flatMap((entry) =>
        entry.type === "tool" ? [entry.output] : []
      );
      assert.deepEqual(Object(outputs[1]).status, "deferred");
      assert.deepEqual(at.ran.toSorted(), ["export", "look", "pay"], "nothing ran twice");
      assert.equal(await detach(at, callId), false, "the run has gone on without it");

      const result = { output: { rows: 3 } };
      assert.deepEqual(await at.complete(result, { callId }), { callId, status: "queued", changed: true });
      assert.deepEqual(await at.complete(result, { callId }), { callId, status: "queued", changed: false });
      const last = await at.lab.run({ until: "done" });
      assert.equal(last.answer.output, "It has 3 rows.");
      const inputs = (await at.lab.history()).flatMap((entry) => entry.type === "user" ? [entry.text] : []);
      assert.match(
        inputs[1] ?? "",
        /^The result of call .* of export .* has come:\n\{"output":\{"rows":3\}\}$/,
      );
    },
  );
}

Deno.test("V5: a result that comes before the run has gone on is the call's own", async () => {
  const at = scene({ scenario: [EXPORT, DONE] });
  await at.lab.run({ input: "go", until: "done" });
  const callId = await at.exportId();
  await detach(at, callId);
  assert.equal((await at.complete({ output: 7 }, { callId })).status, "completed");
  assert.equal((await at.lab.run({ until: "done" })).answer.output, "Done.");
  const [tool] = (await at.lab.history()).filter((entry) => entry.type === "tool");
  assert.equal(tool?.type === "tool" && tool.output, 7);
  assert.equal((await readThread(REF, at.lab.deps)).status, "done");
});

Deno.test("V5: what waits for no result, has it, or is cancelled, is not detached", async () => {
  const at = scene({ scenario: [THREE, DONE, EXPORT] });
  await at.lab.run({ input: "go", until: "done" });
  const [look] = await at.calls();
  const callId = await at.exportId();
  assert.equal(await codeOf(detach(at, look?.id ?? "")), "result_given");
  assert.equal(await codeOf(detach(at, "call_0")), "call_unknown");
  await at.complete({ output: 1 });
  assert.equal(await codeOf(detach(at, callId)), "result_given");
  await at.lab.run({ until: "done" });
  assert.equal(await codeOf(detach(at, callId)), "call_unknown");
  await at.lab.run({ input: "again", until: "done" });
  const second = await at.exportId();
  await cancelThread(REF, at.lab.deps);
  assert.equal(await codeOf(detach(at, second)), "call_unknown");
});

Deno.test("V5, K4: where nothing runs threads without a client no call is detached, and no result is taken of one that is", async () => {
  const at = scene({ scenario: [EXPORT, DONE, { says: "It has 3 rows." }] });
  const { deps } = at.lab;
  const { waking } = deps;
  await at.lab.run({ input: "go", until: "done" });
  const callId = await at.exportId();
  Object.assign(deps, { waking: undefined });
  assert.equal(await codeOf(detach(at, callId)), "plugin_missing");
  assert.equal((await readThread(REF, deps)).waitsFor, "deferred");
  Object.assign(deps, { waking });
  assert.equal(await detach(at, callId), true);
  await at.lab.run({ until: "done" });

  Object.assign(deps, { waking: undefined });
  const result = { output: { rows: 3 } };
  assert.equal(await codeOf(at.complete(result, { callId })), "plugin_missing");
  assert.equal((await readThread(REF, deps)).waiting, 0);
  Object.assign(deps, { waking });
  assert.equal((await at.complete(result, { callId })).status, "queued");
  assert.equal((await at.lab.run({ until: "done" })).answer.output, "It has 3 rows.");
});

Deno.test("V5: a call that is polled is polled no more once it is detached, and takes its result from outside", async () => {
  const at = scene({
    scenario: [EXPORT, DONE, DONE],
    defer: { pollAfterMs: 60_000 },
    poll: (ref, context) => context.defer({ ref, pollAfterMs: 60_000 }),
  });
  await at.lab.run({ input: "go", until: "done" });
  const callId = await at.exportId();
  await detach(at, callId);
  at.now += 120_000;
  await at.lab.run({ until: "done" });
  assert.deepEqual(at.ran, ["export"]);
  assert.equal((await at.complete({ output: "late" }, { callId })).status, "queued");
});

Deno.test("V5: E8: a run that goes on by itself is woken when its last wait is detached, and keeps its place in the due index", async () => {
  const two = { calls: [{ tool: "export" }, { tool: "export" }] };
  const at = scene({ scenario: [two, DONE] });
  await at.lab.run({ input: "go", wake: true, until: "done" });
  const [first, second] = (await at.calls()).map(({ id }) => id);
  const before = at.wakes.length;
  await detach(at, first ?? "");
  assert.equal(at.wakes.length, before);
  const waits = await readThread(REF, at.lab.deps);
  assert.deepEqual([waits.status, waits.waitsFor], ["waiting", "deferred"]);
  await detach(at, second ?? "");
  const { version, status } = await readThread(REF, at.lab.deps);
  assert.deepEqual([status, at.wakes.slice(before).map((wake) => wake.version)], ["open", [version]]);
  const [row] = await at.lab.store.listDue(Number.MAX_SAFE_INTEGER, 10);
  assert.ok(row !== undefined && row.at <= at.now + 60_000, "a wake-up that is lost is sent again");
});

Deno.test("V5: a call that is detached and whose time is over fails, as any other", async () => {
  const at = scene({ scenario: [EXPORT, DONE] });
  await at.lab.run({ input: "go", until: "done" });
  await detach(at, await at.exportId());
  at.now += HOUR_MS + 1;
  await at.lab.run({ until: "done" });
  const [tool] = (await at.lab.history()).filter((entry) => entry.type === "tool");
  assert.deepEqual(tool?.type === "tool" && [tool.outcome, tool.error?.kind], ["failed", "timeout"]);
});

const GIVEN = { result: { output: 7 }, by: "key_1", via: "api" } as const;

/** A run that has gone on without the call of `job`, and has planned a call of `second`: people are asked about `pay`. */
async function leaveJob(wake: boolean, second = "pay"): Promise<{ lab: WakeLab; job: string; next: string }> {
  const job = defineTool({
    name: "job",
    description: "Runs for hours.",
    run: (_args, context) => context.defer({ ref: "j1", expiresInMs: HOUR_MS }),
  });
  const pay = defineTool({ name: "pay", description: "Pays.", needsApproval: true, run: () => "paid" });
  const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
  const lab = createWakeLab({
    agents: [defineAgent({ name: "worker", driver: "scripted", tools: [job, pay, look] })],
    scenario: [{ calls: [{ tool: "job" }] }, { calls: [{ tool: second }] }, { says: "Paid." }, {
      says: "Seven.",
    }],
  });
  Object.assign(lab.deps, { executor: createExecutor({ clock: () => lab.now(), sleep }) });
  const idOf = async (name: string) =>
    (await readThread(REF, lab.deps)).calls.find((call) => call.name === name)?.id ?? assert.fail(name);
  const settle = async () => {
    await lab.settled();
    await lab.drain();
  };
  await lab.run({ input: "go", until: "done", ...wake ? { wake } : {} });
  await settle();
  const jobId = await idOf("job");
  await detachCall(REF, jobId, lab.io, lab.deps);
  await settle();
  if (!wake) await lab.run({ until: "step" });
  return { lab, job: jobId, next: await idOf(second) };
}

for (const [driven, wake] of [["its client", false], ["wake-ups", true]] as const) {
  Deno.test(`V5: X6: approvals: a result that comes while people are asked waits for the end of a run of ${driven}`, async () => {
    const { lab, job, next } = await leaveJob(wake);
    assert.equal((await completeCall(REF, job, GIVEN, lab.io, lab.deps)).status, "queued");
    await lab.settled();
    await lab.drain();
    await lab.pump(61_000);
    await lab.drain();
    const { calls } = await readThread(REF, lab.deps);
    assert.deepEqual(calls.map(({ name, state }) => [name, state]), [["pay", "approval"]]);
    await decideApproval(REF, next, { approved: true, by: "ann", via: "api" }, lab.deps, lab.io);
    await lab.settled();
    if (!wake) await lab.run({ until: "step" });
    await lab.settled();
    await lab.drain();
    const told = (await lab.history()).flatMap((entry) => {
      if (entry.type === "tool") return [`${entry.name}: ${entry.outcome}`];
      return entry.type === "assistant"
        ? entry.blocks.flatMap((block) => block.type === "text" ? block.text : [])
        : [];
    });
    assert.deepEqual(told, ["job: completed", "pay: completed", "Paid.", "Seven."]);
    assert.equal((await readThread(REF, lab.deps)).status, "done");
  });
}

Deno.test("V5: X6: a result is taken at once where its run has stopped and nobody promises another step", async () => {
  const { lab, job } = await leaveJob(false, "look");
  assert.equal((await readThread(REF, lab.deps)).status, "open");
  await completeCall(REF, job, GIVEN, lab.io, lab.deps);
  await lab.settled();
  await lab.drain();
  assert.deepEqual((await lab.history()).map(({ type }) => type), [
    "user",
    "assistant",
    "tool",
    "assistant",
    "tool",
    "user",
    "assistant",
  ]);
});

Deno.test("V5: X8: a fork waits for no result of a call that its source has gone on without, and says so", async () => {
  const at = scene({ scenario: [EXPORT, DONE, DONE] });
  await at.lab.run({ input: "go", until: "done" });
  const callId = await at.exportId();
  await detach(at, callId);
  await at.lab.run({ until: "done" });
  await forkThread(REF, { thread: "t2" }, at.lab.deps);
  const given = (output: number) => ({ result: { output }, by: "key_1", via: "api" }) as const;
  const complete = (thread: string, output: number) =>
    completeCall({ ...REF, thread }, callId, given(output), { defer: () => {} }, at.lab.deps);
  assert.equal(await codeOf(complete("t2", 7)), "call_unknown");
  assert.equal((await complete("t1", 7)).status, "queued", "its source has it");
  assert.equal(await codeOf(complete("t1", 8)), "result_given");
  assert.equal(
    await codeOf(detachCall({ ...REF, thread: "t2" }, callId, { defer: () => {} }, at.lab.deps)),
    "call_unknown",
  );
});
