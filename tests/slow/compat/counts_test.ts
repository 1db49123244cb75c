// Row C9 beside a version that counts no cost of tools, as in a rolling deployment: each reads what both have counted.

import assert from "node:assert/strict";
import { deploy } from "../../compat/_deployment.ts";
import { askOlder, needsVersionOnRedis, olderTree, sendTo } from "./_meeting.ts";
import { serveModel } from "../../compat/_model.ts";

/** The last one that counts no cost of tools. */
const BEFORE = "36ea53c4";

const STEPS = { agent: "worker", until: "done" };
const CHOICES = "/v1/analytics/choices?by=tool&tool=pure";

needsVersionOnRedis(
  BEFORE,
  `C9: E13: ${BEFORE} reads its rows among the counts of this version, and this version those of before`,
  async (location) => {
    await using model = serveModel();
    await using tree = await olderTree(BEFORE);
    await using current = deploy({ location, model: model.url, clock: Date.now });
    await sendTo(current, 200, "POST", "/v1/threads/ours/steps", {
      ...STEPS,
      input: "job a: pure",
    });
    const { rows: [alone] } = await sendTo(current, 200, "GET", CHOICES);
    assert.equal(alone.calls, 1);
    assert.ok(alone.readTokens > 0 && alone.resultTokens > 0, JSON.stringify(alone));
    const { answers: [ran, read] } = await askOlder(tree, location, model, [
      ["POST", "/v1/threads/theirs/steps", { ...STEPS, input: "job b: pure" }],
      ["GET", CHOICES],
    ]);
    assert.equal(ran?.status, 200, `${ran?.text}`);
    const { rows: [older], unresolved } = JSON.parse(read?.text ?? "");
    assert.deepEqual([older.calls, older.readTokens, unresolved], [2, undefined, 0]);
    const { rows: [both] } = await sendTo(current, 200, "GET", CHOICES);
    assert.deepEqual([both.calls, both.readTokens], [2, alone.readTokens]);
  },
);
