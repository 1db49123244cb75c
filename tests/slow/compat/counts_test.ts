// Row C9 beside a version that counts no cost of tools and no failures, as in a rolling deployment: each reads what both have counted.

import assert from "node:assert/strict";
import { deploy } from "../../compat/_deployment.ts";
import { askOlder, needsVersionOnRedis, olderTree, sendTo } from "./_meeting.ts";
import { refusal, serveModel } from "../../compat/_model.ts";

/** The last one that counts no cost of tools. */
const BEFORE = "36ea53c4";

const STEPS = { agent: "worker", until: "done" };
const CHOICES = "/v1/analytics/choices?by=tool&tool=pure";

needsVersionOnRedis(
  BEFORE,
  `C9: E13: ${BEFORE} reads its rows among the counts of this version, and this version those of before`,
  async (location) => {
    await using model = serveModel(({ job }) =>
      job.startsWith("refused")
        ? Promise.resolve(refusal(401, "authentication_error", "The key is wrong."))
        : undefined
    );
    await using tree = await olderTree(BEFORE);
    await using current = deploy({ location, model: model.url, clock: Date.now });
    await sendTo(current, 200, "POST", "/v1/threads/ours/steps", {
      ...STEPS,
      input: "job a: pure",
    });
    const { rows: [alone] } = await sendTo(current, 200, "GET", CHOICES);
    assert.equal(alone.calls, 1);
    assert.ok(alone.readTokens > 0 && alone.resultTokens > 0, JSON.stringify(alone));
    const fails = { ...STEPS, input: "job refused: pure" };
    await sendTo(current, 502, "POST", "/v1/threads/ours-failed/steps", fails);
    const failures = await readFailures();
    assert.deepEqual(failures, [{ error: "model_auth", failed: 1, retryable: 0 }]);
    const { answers: [ran, read, failed, plans] } = await askOlder(tree, location, model, [
      ["POST", "/v1/threads/theirs/steps", { ...STEPS, input: "job b: pure" }],
      ["GET", CHOICES],
      ["POST", "/v1/threads/theirs-failed/steps", fails],
      ["GET", "/v1/analytics/choices?by="],
    ]);
    assert.equal(failed?.status, 502, `${failed?.text}`);
    assert.deepEqual(JSON.parse(plans?.text ?? "").rows[0].failed, 2, "plans that failed");
    assert.deepEqual(await readFailures(), failures);
    assert.equal(ran?.status, 200, `${ran?.text}`);
    const { rows: [older], unresolved } = JSON.parse(read?.text ?? "");
    assert.deepEqual([older.calls, older.readTokens, unresolved], [2, undefined, 0]);
    const { rows: [both] } = await sendTo(current, 200, "GET", CHOICES);
    assert.deepEqual([both.calls, both.readTokens], [2, alone.readTokens]);

    async function readFailures() {
      return (await sendTo(current, 200, "GET", "/v1/analytics/choices?by=")).failures;
    }
  },
);
