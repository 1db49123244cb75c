// Quantiles of which only buckets are known.

import assert from "node:assert/strict";
import { computeQuantile } from "../../../src/playground/browser/places/analytics/measures.ts";

Deno.test("C9: a quantile lies in its bucket, and none is known without durations", () => {
  assert.equal(computeQuantile({ buckets: [] }, 0.5), undefined);
  const buckets = [{ belowMs: 128, count: 90 }, { belowMs: 1024, count: 9 }, { belowMs: null, count: 1 }];
  const [half = 0, most = 0] = [0.5, 0.95].map((share) => computeQuantile({ buckets }, share));
  assert.ok(half > 64 && half < 128, String(half));
  assert.ok(most > 512 && most < 1024, String(most));
  assert.equal(computeQuantile({ buckets }, 1), 1024, "of the longest it is known that they are longer");
  assert.equal(computeQuantile({ buckets: [{ belowMs: null, count: 1 }] }, 0.5), undefined);
});
