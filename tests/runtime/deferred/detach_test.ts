// V5: X6: a run goes on without a call that its tool has deferred, and the result comes as an input.

import assert from "node:assert/strict";
import { AgentError } from "../../../src/core/error.ts";
import { detachCall } from "../../../src/runtime/deferred/detach_call.ts";
import { cancelThread, readThread } from "../../../src/runtime/threads/threads.ts";
import { STORES } from "../long/_stores.ts";
import { DONE, EXPORT, HOUR_MS, REF, type Scene, scene, THREE } from "./_scene.ts";

async function detach(at: Scene, callId: string): Promise<boolean> {
  return (await detachCall(REF, callId, { defer: () => {} }, at.lab.deps)).changed;
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AgentError) return error.code;
    throw error;
  }
  return assert.fail("nothing was refused");
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
