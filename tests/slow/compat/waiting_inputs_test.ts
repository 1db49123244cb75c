// Row V5 beside a version from before it, as in a rolling deployment, on Redis; no version with fewer tables opens a sqlite file.
// Threads have the same schema on both sides. An input that this version has queued behind a run that waits is taken by the older one
// with its next step, once and in its place, and this one goes on behind it. An input that the older one has queued is not lost either.

import assert from "node:assert/strict";
import { SCHEMA } from "../../../src/core/state.ts";
import { deploy, type Deployment, type Location, TENANT } from "../../compat/_deployment.ts";
import { askOlder, assertChained, needsVersionOnRedis, olderTree, sendTo } from "./_meeting.ts";
import { answerTo, serveModel } from "../../compat/_model.ts";

/** Writes threads of the schema of this version, and knows no input that waits for the end of a run. */
const BEFORE = "ff6dd901";

needsVersionOnRedis(
  BEFORE,
  `V5: E13: ${BEFORE} takes an input that waits, once and in its place, on Redis`,
  meet,
);

async function meet(location: Location): Promise<void> {
  await using model = serveModel();
  await using tree = await olderTree(BEFORE);
  await using current = deploy({ location, model: model.url, clock: Date.now });
  const steps = (thread: string) => `/v1/threads/${thread}/steps`;

  await sendTo(current, 200, "POST", steps("ours"), { agent: "worker", input: "job first: remove" });
  const queued = await sendTo(current, 202, "POST", steps("ours"), {
    input: "job later: once",
    busy: "queue",
  });
  assert.equal(queued.waiting, 1);
  const { calls: [{ id }] } = await sendTo(current, 200, "GET", "/v1/threads/ours");
  const { answers, ran } = await askOlder(tree, location, model, [
    ["POST", `/v1/threads/ours/approvals/${id}`, { approved: true }],
    ["POST", steps("ours"), { until: "done" }],
  ]);
  assert.deepEqual(answers.map(({ status }) => status), [200, 200], JSON.stringify(answers));
  assert.deepEqual(ran, ["first.0.0", "later.0.0"], "the call that was approved, then that of the input");
  const more = await sendTo(current, 200, "POST", steps("ours"), { input: "job more: once", until: "done" });
  assert.equal(more.output, answerTo("more"));
  const { entries } = await sendTo(current, 200, "GET", "/v1/threads/ours/history");
  const inputs = entries.filter(({ type }: { type: string }) => type === "user");
  assert.deepEqual(inputs.map(({ text }: { text: string }) => text), [
    "job first: remove",
    "job later: once",
    "job more: once",
  ]);
  assert.ok(inputs.every((input: object) => !("queued" in input)), "no answer shows the mark");
  await assertChained(current, "ours");

  await askOlder(tree, location, model, [
    ["POST", steps("theirs"), { agent: "worker", input: "job one:", until: "done" }],
  ]);
  await beginAndVanish(current, "theirs", "job two:");
  const later = await askOlder(tree, location, model, [
    ["POST", steps("theirs"), { input: "job three:", busy: "queue" }],
  ]);
  assert.deepEqual(later.answers.map(({ status }) => status), [202], JSON.stringify(later.answers));
  const last = await sendTo(current, 200, "POST", steps("theirs"), {
    input: "job four:",
    busy: "interrupt",
    until: "done",
  });
  assert.equal(last.output, answerTo("four"));
  const page = await sendTo(current, 200, "GET", "/v1/threads/theirs/history");
  assert.deepEqual(
    page.entries.flatMap(({ type, text }: { type: string; text: string }) => type === "user" ? [text] : []),
    ["job one:", "job two:", "job three:", "job four:"],
  );
  await assertChained(current, "theirs");
}

/** A worker takes the input, and is never heard of again. */
async function beginAndVanish({ store }: Deployment, thread: string, text: string): Promise<void> {
  const input = JSON.stringify({ type: "user", id: "entry_vanished", at: Date.now(), version: 0, text });
  const begun = await store.begin({
    ref: { tenant: TENANT, thread },
    owner: "vanished",
    leaseMs: 60_000,
    schema: SCHEMA,
    inputs: [input],
    busy: "reject",
    window: { entries: 1, bytes: 1 },
  });
  assert.equal(begun.type, "begun");
}
