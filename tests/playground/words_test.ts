/** Texts of the page for quantities. */
import assert from "node:assert/strict";
import { tokens } from "../../src/playground/browser/words.js";

Deno.test("E15: the page marks a usage that no provider reported as estimated", () => {
  assert.equal(
    tokens({ inputTokens: 1234, outputTokens: 56, cachedTokens: 1024 }),
    "1,234 in, 56 out, 1,024 cached",
  );
  assert.equal(
    tokens({ inputTokens: 1234, outputTokens: 56, estimated: true }),
    "1,234 in, 56 out, estimated",
  );
});
