// Row V5 beside a version from before it, as in a rolling deployment, on Redis; no version with fewer tables opens a sqlite file.
// A call that this version has detached is a deferred one to the older version: its steps wait for the result, until an input comes, a
// step of this version, or the end of the call's time.

import assert from "node:assert/strict";
import { deploy, type Deployment, type Location } from "../../compat/_deployment.ts";
import { askOlder, assertChained, needsVersionOnRedis, olderTree, sendTo } from "./_meeting.ts";
import { answerTo, serveModel } from "../../compat/_model.ts";

/** Defers calls, and knows none that is detached. */
const BEFORE = "ff6dd901";

needsVersionOnRedis(
  BEFORE,
  `V5: E13: a step of ${BEFORE} waits for the result of a detached call until an input comes, on Redis`,
  meet,
);

async function meet(location: Location): Promise<void> {
  await using model = serveModel();
  await using tree = await olderTree(BEFORE);
  await using current = deploy({ location, model: model.url, clock: Date.now });
  const steps = (thread: string) => `/v1/threads/${thread}/steps`;

  const ids = [
    await detach(current, "stepped"),
    await detach(current, "steered"),
    await detach(current, "given"),
  ];
  const { answers: [waits, goesOn, given] } = await askOlder(tree, location, model, [
    ["POST", steps("stepped"), { until: "done" }],
    ["POST", steps("steered"), { input: "job more:", until: "done" }],
    ["POST", `/v1/threads/given/calls/${ids[2]}/result`, { output: "rows" }],
  ]);
  assert.deepEqual([waits?.status, JSON.parse(waits?.text ?? "").code], [503, "not_yet"]);
  assert.equal(goesOn?.status, 200, JSON.stringify(goesOn));
  assert.deepEqual([given?.status, JSON.parse(given?.text ?? "").status], [200, "completed"]);

  const stepped = await sendTo(current, 200, "POST", steps("stepped"), { until: "done" });
  assert.equal(stepped.output, answerTo("stepped"), "a step of this version goes on at once");
  assert.equal(await outcomeOf(current, "stepped"), "deferred");
  assert.equal(await outcomeOf(current, "steered"), "deferred");
  await sendTo(current, 200, "POST", steps("given"), { until: "done" });
  assert.equal(await outcomeOf(current, "given"), "rows");
  for (const [place, thread] of ["stepped", "steered"].entries()) {
    const result = await sendTo(current, 200, "POST", `/v1/threads/${thread}/calls/${ids[place]}/result`, {
      output: "late",
    });
    assert.deepEqual([result.status, result.changed], ["queued", true], thread);
  }
  for (const thread of ["stepped", "steered", "given"]) await assertChained(current, thread);
}

/** Defers a call in the thread and detaches it; returns the id of the call. */
async function detach(current: Deployment, thread: string): Promise<string> {
  await sendTo(current, 200, "POST", `/v1/threads/${thread}/steps`, {
    agent: "exporter",
    input: `job ${thread}: export`,
    until: "done",
  });
  const { calls: [{ id }] } = await sendTo(current, 200, "GET", `/v1/threads/${thread}`);
  const { changed } = await sendTo(current, 200, "POST", `/v1/threads/${thread}/calls/${id}/detach`);
  assert.equal(changed, true);
  return id;
}

/** What the call of the thread came to: its output, or the status of one that has none yet. */
async function outcomeOf(current: Deployment, thread: string): Promise<unknown> {
  const { entries } = await sendTo(current, 200, "GET", `/v1/threads/${thread}/history`);
  const { output } = entries.find(({ type }: { type: string }) => type === "tool");
  return Object(output).status ?? output;
}
