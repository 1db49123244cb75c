// Work that a vanished worker left: the status says so wherever a thread is shown, and a bare step does it.

import assert from "node:assert/strict";
import { createTestApp, json, LOOKS_UP } from "../../http/_app.ts";
import { SCHEMA } from "../../../src/core/state.ts";

const ref = { tenant: "acme", thread: "t1" };
const STEPS = "/v1/threads/t1/steps";

function entry(text: string): string {
  return JSON.stringify({ type: "user", id: "entry_1", at: 1, version: 0, text });
}

/** A finished thread and a worker that took one more input, or none, and died: its lease runs out at once. */
async function abandoned(inputs: readonly string[], { until = "done" }: { until?: string } = {}) {
  const test = createTestApp({ scenario: [...LOOKS_UP, { says: "More." }] });
  await test.send("POST", STEPS, { agent: "tester", input: "hi", until });
  const begun = await test.store.begin({
    ref,
    owner: "dead",
    leaseMs: 1,
    schema: SCHEMA,
    inputs: inputs.map(entry),
    busy: "reject",
    window: { entries: 9, bytes: 9 },
  });
  assert.equal(begun.type, inputs.length > 0 || until === "step" ? "begun" : "idle");
  await new Promise((resolve) => setTimeout(resolve, 5));
  return test;
}

Deno.test("E4: a thread whose worker died with an input is open, in itself and in lists, and a bare step goes on", async () => {
  const { send } = await abandoned(["and now?"]);
  const detail = await json(await send("GET", "/v1/threads/t1"));
  assert.deepEqual([detail.status, detail.waiting, detail.running], ["open", 1, false]);
  const list = await json(await send("GET", "/v1/threads"));
  assert.deepEqual(
    Array.isArray(list.threads) && list.threads.map((thread) => JSON.stringify(thread)).map((text) => {
      const { status, waiting } = JSON.parse(text);
      return [status, waiting];
    }),
    [["open", 1]],
  );
  const answer = await json(await send("POST", STEPS, {}));
  assert.equal(answer.output, "More.");
  const after = await json(await send("GET", "/v1/threads/t1"));
  assert.deepEqual([after.status, after.waiting], ["done", 0]);
});

Deno.test("E4: a cancelled thread with an input that waits is open", async () => {
  const { send, store } = await abandoned(["and now?"]);
  await store.cancel(ref);
  assert.equal((await json(await send("GET", "/v1/threads/t1"))).status, "open");
  assert.equal((await json(await send("POST", STEPS, {}))).output, "More.");
});

Deno.test("E4: a thread whose worker died with calls to run is open", async () => {
  const { send } = await abandoned([], { until: "step" });
  const detail = await json(await send("GET", "/v1/threads/t1"));
  assert.deepEqual([detail.status, Array.isArray(detail.calls) && detail.calls.length], ["open", 1]);
});

Deno.test("E4: a thread with nothing left keeps its status", async () => {
  const { send } = createTestApp();
  await send("POST", STEPS, { agent: "tester", input: "hi" });
  const list = await json(await send("GET", "/v1/threads"));
  assert.match(JSON.stringify(list), /"status":"done".*"waiting":0/);
});
