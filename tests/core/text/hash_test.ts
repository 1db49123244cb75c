import assert from "node:assert/strict";
import fc from "fast-check";
import { canonicalJson, fnv64 } from "../../../src/core/text/hash.ts";
import type { Json } from "../../../src/core/json.ts";

Deno.test("D1: canonical JSON does not depend on the order of keys", () => {
  assert.equal(
    canonicalJson({ b: [1, { d: null, c: "x" }], a: true }),
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  );
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
    const shuffled = Object.fromEntries(Object.entries(value).reverse());
    assert.equal(canonicalJson(value as Json), canonicalJson(shuffled as Json));
    assert.deepEqual(JSON.parse(canonicalJson(value as Json)), JSON.parse(JSON.stringify(value)));
  }));
});

Deno.test("D1: canonical JSON leaves out a key whose value is undefined, as JSON.stringify does", () => {
  assert.equal(canonicalJson({ b: 1, hint: undefined, a: 2 }), '{"a":2,"b":1}');
  assert.equal(canonicalJson({ hint: undefined }), "{}");
  const nested: { readonly hint?: string } = { hint: undefined };
  assert.equal(canonicalJson([{ a: { ...nested, kind: "failed" } }]), '[{"a":{"kind":"failed"}}]');
});

Deno.test("D1: canonical JSON takes any depth and any width", () => {
  const deep = `{"b":${"[".repeat(100_000)}${"]".repeat(100_000)},"a":{}}`;
  assert.equal(canonicalJson(JSON.parse(deep)), `{"a":{},${deep.slice(1, -8)}}`);
  const wide = Array.from({ length: 300_000 }, (_, index) => index);
  assert.equal(canonicalJson(wide), JSON.stringify(wide));
});

Deno.test("D1: fnv64 gives 16 hex digits and tells similar texts apart", () => {
  const hashes = new Set(Array.from({ length: 50_000 }, (_, index) => fnv64(`text ${index}`)));
  assert.equal(hashes.size, 50_000);
  for (const hash of [fnv64(""), fnv64("a"), fnv64("ü😀")]) assert.match(hash, /^[0-9a-f]{16}$/);
  assert.notEqual(fnv64("ab"), fnv64("ba"));
});
