// X6: a deferred call: the others of its plan are kept, nothing runs again, no model is called, and its result comes once.

import assert from "node:assert/strict";
import { ToolError } from "../../../src/core/tool/tool_error.ts";
import { nextDue } from "../../../src/kernel/held_calls/due.ts";
import { readPendingCalls } from "../../../src/kernel/stored.ts";
import { STORES } from "../long/_stores.ts";
import { DONE, EXPORT, HOUR_MS, NOW, REF, scene, THREE } from "./_scene.ts";
import { asSent } from "../../support/as_sent.ts";
import { codeOf } from "../../support/code_of.ts";

const iso = (ms: number) => new Date(ms).toISOString();

for (const { name, register, open } of STORES) {
  register(
    `X6: on ${name} one of three calls is deferred: the others are kept, and all enter the history in order when it has come`,
    async () => {
      await using opened = await open();
      const at = scene({ scenario: [THREE, DONE], store: opened.store });
      const first = await at.lab.run({ input: "go", until: "done" });
      assert.deepEqual([first.answer.thread.status, first.answer.thread.waitsFor], ["waiting", "deferred"]);
      assert.deepEqual(first.answer.calls.map(({ state }) => state), ["completed", "deferred", "completed"]);
      assert.deepEqual(
        first.events.flatMap((event) => event.type === "call.deferred" ? [event] : []).map((e) => [
          e.name,
          e.ref,
          e.expiresAt,
        ]),
        [["export", { job: "j1" }, NOW + HOUR_MS]],
      );
      assert.deepEqual((await at.lab.history()).map(({ type }) => type), ["user", "assistant"], "pair-legal");

      const early = await at.lab.refused({ until: "done" });
      assert.deepEqual([early.code, early.retryAfterMs], ["not_yet", HOUR_MS]);
      const views = await at.calls();
      assert.deepEqual(views.map(({ state, output }) => [state, output]), [
        ["completed", "look: done"],
        ["deferred", undefined],
        ["completed", "pay: done"],
      ]);
      const times = { since: iso(NOW), expiresAt: iso(NOW + HOUR_MS) };
      assert.deepEqual(asSent(views[1]?.deferred), { ref: { job: "j1" }, ...times });

      const callId = await at.exportId();
      const racing = await Promise.allSettled([
        at.complete({ output: { rows: 3 } }, { callId }),
        at.complete({ output: { rows: 4 } }, { callId }),
      ]);
      assert.deepEqual(
        racing.map(({ status }) => status).sort(),
        ["fulfilled", "rejected"],
        "exactly one wins",
      );
      const won = racing[0]?.status === "fulfilled" ? 3 : 4;
      assert.deepEqual(await at.complete({ output: { rows: won } }, { callId }), {
        callId,
        status: "completed",
        changed: false,
      });
      assert.equal(await codeOf(at.complete({ output: "other" }, { callId })), "result_given");

      const next = await at.lab.run({ until: "done" });
      assert.deepEqual([next.answer.output, next.answer.thread.status], ["Done.", "done"]);
      const tools = (await at.lab.history()).flatMap((entry) => entry.type === "tool" ? [entry] : []);
      assert.deepEqual(tools.map((entry) => [entry.name, entry.outcome, entry.output]), [
        ["look", "completed", "look: done"],
        ["export", "completed", { rows: won }],
        ["pay", "completed", "pay: done"],
      ]);
      assert.deepEqual(at.ran.toSorted(), ["export", "look", "pay"], "nothing ran twice");
      assert.equal(next.answer.thread.counters.calls, 3, "each call counts once");
      assert.deepEqual(
        next.events.flatMap((event) => event.type === "tool.finished" ? [event.name] : []),
        ["export"],
        "the end of the others was emitted before",
      );
      assert.equal(await codeOf(at.complete({ output: { rows: won } }, { callId })), "result_given");
    },
  );

  register(`X6: on ${name} large results and large observations go through blobs`, async () => {
    await using opened = await open();
    const at = scene({ scenario: [THREE, DONE], store: opened.store });
    const big = "x".repeat(60_000);
    at.lab.deps.agents.get("a")?.tools.forEach((tool) => {
      if (tool.name === "look") Object.assign(tool, { run: () => Promise.resolve(big) });
    });
    await at.lab.run({ input: "go", until: "done" });
    await at.complete({ output: "y".repeat(200_000) });
    const { answer } = await at.lab.run({ until: "done" });
    assert.deepEqual(answer.calls.map(({ output }) => String(output).length), [60_000, 200_000, 9]);
  });
}

Deno.test("X6: a result that is a failure is the observation, with its kind", async () => {
  const at = scene({ scenario: [EXPORT, DONE] });
  await at.lab.run({ input: "go", until: "done" });
  await at.complete({ error: { kind: "context_required", message: "Which table?", hint: "Ask." } });
  const { answer } = await at.lab.run({ until: "done" });
  assert.deepEqual(asSent(answer.calls[0]?.error), {
    kind: "context_required",
    message: "Which table?",
    hint: "Ask.",
  });
});

Deno.test("X6: the end of the wait is an observation, and a result behind it is refused", async () => {
  const at = scene({ scenario: [EXPORT, DONE] });
  await at.lab.run({ input: "go", until: "done" });
  const snapshot = await at.lab.store.read(REF) ?? assert.fail();
  assert.equal(
    nextDue(readPendingCalls(REF, snapshot.pending), { ...snapshot.header, marks: snapshot.marks }, NOW),
    NOW + HOUR_MS,
  );
  at.now += HOUR_MS;
  assert.equal(await codeOf(at.complete({ output: 1 })), "call_expired");
  const { answer } = await at.lab.run({ until: "done" });
  assert.deepEqual([answer.output, answer.calls[0]?.state, answer.calls[0]?.error], ["Done.", "failed", {
    kind: "timeout",
    message: `No result came until ${iso(NOW + HOUR_MS)}.`,
    hint: "It may or may not have happened: check before you make the call again.",
  }]);
});

Deno.test("X6: a tool is polled when its time has come, until it has the result", async () => {
  const found: unknown[] = [];
  const at = scene({
    scenario: [EXPORT, DONE],
    defer: { pollAfterMs: 60_000 },
    poll: (ref, context) => {
      found.push(ref);
      if (found.length === 1) {
        return context.defer({ ref: { job: "j2" }, expiresInMs: HOUR_MS, pollAfterMs: 5_000 });
      }
      if (found.length === 2) throw new ToolError("rate_limited", "Later.", { retryAfterMs: 90_000 });
      return { rows: 9 };
    },
  });
  await at.lab.run({ input: "go", until: "done" });
  const early = await at.lab.refused({ until: "done" });
  assert.deepEqual([early.code, early.retryAfterMs], ["not_yet", 60_000]);
  at.now += 60_000;
  const again = await at.lab.run({ until: "done" });
  assert.deepEqual(again.answer.calls[0]?.deferred, {
    ref: { job: "j2" },
    since: iso(NOW),
    expiresAt: iso(at.now + HOUR_MS),
    pollAt: iso(at.now + 5_000),
  });
  at.now += 5_000;
  const limited = await at.lab.run({ until: "done" });
  assert.equal(limited.answer.calls[0]?.deferred?.pollAt, iso(at.now + 90_000));
  at.now += 90_000;
  const { answer } = await at.lab.run({ until: "done" });
  assert.deepEqual([answer.output, answer.calls[0]?.output], ["Done.", { rows: 9 }]);
  assert.deepEqual(found, [{ job: "j1" }, { job: "j2" }, { job: "j2" }]);
  assert.equal(answer.thread.counters.calls, 1);
});

Deno.test("X6: a poll that throws fails the call; one that comes to nothing until the end is a timeout", async () => {
  const broken = scene({
    scenario: [EXPORT, DONE],
    defer: { pollAfterMs: 60_000 },
    poll: () => {
      throw new Error("The job is gone.");
    },
  });
  await broken.lab.run({ input: "go", until: "done" });
  broken.now += 60_000;
  const { answer } = await broken.lab.run({ until: "done" });
  assert.deepEqual([answer.calls[0]?.state, answer.calls[0]?.error?.message], ["failed", "The job is gone."]);

  const endless = scene({
    scenario: [EXPORT, DONE],
    defer: { pollAfterMs: 60_000 },
    poll: () => {
      throw new ToolError("retryable", "Not yet.");
    },
  });
  await endless.lab.run({ input: "go", until: "done" });
  endless.now += HOUR_MS;
  const last = await endless.lab.run({ until: "done" });
  assert.deepEqual([last.answer.calls[0]?.error?.kind, endless.ran], ["timeout", ["export", "poll"]]);
});

Deno.test("X6: an input goes on without the result, which comes as an input later, once", async () => {
  const at = scene({ scenario: [THREE, { says: "It runs." }, { says: "Three rows." }] });
  await at.lab.run({ input: "go", until: "done" });
  const callId = await at.exportId();
  const { answer, events } = await at.lab.run({ input: "How is it going?", until: "done" });
  assert.deepEqual([answer.output, answer.thread.status], ["It runs.", "done"]);
  const [, observed] = answer.calls;
  assert.deepEqual([observed?.state, observed?.output], ["completed", {
    status: "deferred",
    ref: { job: "j1" },
    note: "The work goes on. Its result comes later, as a message; do not make the call again.",
  }]);
  assert.deepEqual(events.flatMap((event) => event.type === "tool.finished" ? [event.name] : []), ["export"]);
  const both = await Promise.allSettled([
    at.complete({ output: 3 }, { callId }),
    at.complete({ output: 4 }, { callId }),
  ]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  assert.equal(at.wakes.length, 1, "the thread is woken");
  const late = await at.lab.run({ until: "done" });
  assert.equal(late.answer.output, "Three rows.");
  const input = (await at.lab.history()).findLast((entry) => entry.type === "user");
  assert.match(
    input?.type === "user" ? input.text : "",
    /^The result of call .* of export \(ref \{"job":"j1"\}\) has come:\n\{"output":[34]\}$/,
  );
  assert.deepEqual(input?.type === "user" && [input.door, input.by], ["result", "key_1"]);
});

Deno.test("X6: a detached call ends at once with an observation that names its ref", async () => {
  const at = scene({ scenario: [THREE, DONE, { says: "Thanks." }], defer: { detach: true } });
  const { answer } = await at.lab.run({ input: "go", until: "done" });
  assert.deepEqual([answer.output, answer.thread.status, answer.calls.map(({ state }) => state)], [
    "Done.",
    "done",
    ["completed", "completed", "completed"],
  ]);
  const callId = answer.calls[1]?.id ?? "";
  assert.deepEqual(await at.complete({ output: 1 }, { callId }), { callId, status: "queued", changed: true });
  assert.deepEqual(await at.complete({ output: 1 }, { callId }), {
    callId,
    status: "queued",
    changed: false,
  });
  assert.equal((await at.lab.run({ until: "done" })).answer.output, "Thanks.");
  at.now += HOUR_MS;
  assert.equal(await codeOf(at.complete({ output: 1 }, { callId })), "call_expired");
});

Deno.test("X6: a cancel ends the wait; a later result is refused and what was observed stays", async () => {
  const at = scene({ scenario: [THREE, DONE] });
  await at.lab.run({ input: "go", until: "done" });
  const callId = await at.exportId();
  await at.lab.store.cancel(REF);
  assert.equal(await codeOf(at.complete({ output: 1 }, { callId })), "call_unknown");
  const { answer } = await at.lab.run({ input: "Again.", until: "done" });
  assert.deepEqual(answer.calls.map(({ state }) => state), ["completed", "unknown", "completed"]);
  assert.deepEqual(at.ran.toSorted(), ["export", "look", "pay"]);
});

Deno.test("X6: what is no deferred call takes no result", async () => {
  const at = scene({ scenario: [{ calls: [{ tool: "look" }] }, DONE] });
  await at.lab.run({ input: "go" });
  const [call] = await at.calls();
  assert.equal(await codeOf(at.complete({ output: 1 }, { callId: call?.id ?? "" })), "thread_busy");
  assert.equal(await codeOf(at.complete({ output: 1 }, { callId: "call_none" })), "call_unknown");
  assert.equal(
    await codeOf(at.complete({ output: 1 }, { callId: "call_none", createdAt: 1 })),
    "call_unknown",
  );
});

Deno.test("X6: a call that ends the run does so at once, and the deferred one is gone on without", async () => {
  const plan = { calls: [{ tool: "export" }, { tool: "none" }] };
  const at = scene({ scenario: [plan, DONE], agent: { throwOnToolFailure: true } });
  const { answer } = await at.lab.run({ input: "go", until: "done" });
  assert.equal(answer.error?.code, "tool_failed");
  assert.deepEqual(answer.thread.status, "failed");
});

for (
  const [what, options] of [
    ["no end", { ref: 1 }],
    ["two ends", { ref: 1, expiresInMs: HOUR_MS, expiresAt: NOW + HOUR_MS }],
    ["an end in the past", { ref: 1, expiresAt: NOW }],
    ["an end after a year", { ref: 1, expiresInMs: 365 * 24 * HOUR_MS }],
    ["a ref that is too long", { ref: "x".repeat(5_000), expiresInMs: HOUR_MS }],
    ["a poll of a tool without one", { ref: 1, expiresInMs: HOUR_MS, pollAfterMs: 5_000 }],
  ] as const
) {
  Deno.test(`X6: a tool that defers with ${what} fails its call`, async () => {
    const at = scene({ scenario: [EXPORT, DONE], defer: { expiresInMs: undefined, ...options } as never });
    const { answer } = await at.lab.run({ input: "go", until: "done" });
    assert.deepEqual([answer.output, answer.calls[0]?.state], ["Done.", "failed"]);
    assert.match(answer.calls[0]?.error?.message ?? "", /^defer takes /);
  });
}

Deno.test("K4, X6: without the plugin a call that only others could complete fails when it has run, with a warning in the log", async () => {
  for (const defer of [{}, { detach: true }]) {
    const logs: [string, string, unknown][] = [];
    const at = scene({
      scenario: [EXPORT, DONE],
      defer,
      deps: {
        lateResults: undefined,
        log: (level, message, fields) => void logs.push([level, message, fields?.tool]),
      },
    });
    const { answer, events } = await at.lab.run({ input: "go", until: "done" });
    assert.deepEqual([answer.thread.status, answer.output, at.ran], ["done", "Done.", ["export"]]);
    assert.ok(!events.some(({ type }) => type === "call.deferred"));
    const missing = "the deployment has no plugin that takes it: add deferredCalls()";
    const observed = (await at.lab.history()).flatMap((entry) => entry.type === "tool" ? [entry] : []);
    assert.deepEqual(observed.map(({ outcome, error }) => [outcome, error]), [["failed", {
      kind: "failed",
      message: `The tool ran, and its result comes later, but ${missing}.`,
      hint: "Do not simply repeat the call.",
    }]]);
    assert.deepEqual(logs, [["warn", `a result comes later, and ${missing}`, "export"]]);
  }
});

Deno.test("K4, X6: without the plugin a tool that is polled defers, and a result that is recorded already is taken", async () => {
  const defer = { pollAfterMs: 1_000 };
  const polled = scene({
    scenario: [EXPORT, DONE],
    defer,
    poll: () => "polled",
    deps: { lateResults: undefined },
  });
  assert.equal((await polled.lab.run({ input: "go", until: "done" })).answer.thread.status, "waiting");
  polled.now += 1_000;
  assert.equal((await polled.lab.run({ until: "done" })).answer.output, "Done.");

  const before = scene({ scenario: [EXPORT] });
  await before.lab.run({ input: "go", until: "done" });
  await before.complete({ output: "brought" });
  const after = scene({
    scenario: [EXPORT, DONE],
    store: before.lab.store,
    deps: { lateResults: undefined },
  });
  assert.equal((await after.lab.run({ until: "done" })).answer.output, "Done.");
  const outputs = (await after.lab.history()).flatMap((entry) => entry.type === "tool" ? [entry.output] : []);
  assert.deepEqual(outputs, ["brought"]);
});
