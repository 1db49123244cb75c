import assert from "node:assert/strict";
import * as fc from "fast-check";
import { sha256, sha256Hex, sha256OfShort, toHexDigest } from "../../../src/core/text/sha256.ts";
import { nodeSha256 } from "../../../src/deno/node_sha256.ts";
import { eventually } from "../../support/eventually.ts";

const TEXTS = ["", "abc", "grüße 👋", "x".repeat(7_999), "é".repeat(8_001), "\ud800 alone \udc00", "\0"];

Deno.test("nodeSha256: portable at first, then by node:crypto, the same digests at any length and of any text", async () => {
  const digest = nodeSha256();
  assert.ok(digest("abc") instanceof Promise, "the first call does not wait for node:crypto");
  await eventually(() => typeof digest("abc") === "string");
  assert.equal(digest("abc"), "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
  for (const text of TEXTS) assert.equal(digest(text), await sha256(text));
  await fc.assert(fc.asyncProperty(fc.string({ unit: "binary", maxLength: 200 }), async (text) => {
    assert.equal(digest(text), await sha256(text));
  }));
});

Deno.test("nodeSha256: a long text that begins as one before it has its own digest, wherever they part", async () => {
  const digest = nodeSha256();
  await digest("");
  await eventually(() => typeof digest("abc") === "string");
  for (const middle of ["👋", "\ud800👋", "\ud800\udc00\udc00", "\udc00👋", "\ud800\ud800👋"]) {
    for (const from of [1, 2, 3]) {
      const text = "a".repeat(32_768 - from) + middle + "b".repeat(65_536);
      assert.equal(digest(text), await sha256(text), `${JSON.stringify(middle)} over the first stride`);
    }
  }
  const block = "0123456789 grüße 👋 ".repeat(7_000); // surrogates fall on every place of a stride
  const place = fc.integer({ min: 0, max: block.length * 2 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(place, fc.string({ unit: "binary" })), { minLength: 3, maxLength: 6 }),
      async (edits) => {
        let text = block + block;
        for (const [at, added] of edits) {
          text = `${text.slice(0, at)}${added}${text.slice(at + 1)}${block.slice(0, at % 50_000)}`;
          assert.equal(digest(text), await sha256(text));
          assert.equal(digest(text), await sha256(text), "the same once more");
        }
      },
    ),
    { numRuns: 8 },
  );
});

Deno.test("sha256: short and long texts, base64url and hex, are the same digest", async () => {
  for (const text of TEXTS) {
    const digest = await sha256(text);
    assert.equal(sha256OfShort(text), digest);
    assert.equal(toHexDigest(digest), await sha256Hex(text));
    assert.equal(toHexDigest(`!${digest.slice(1)}`), "");
  }
});
