import assert from "node:assert/strict";
import fc from "fast-check";
import { jsonBytes } from "../../../../src/core/text/json_bytes.ts";

function bytesOf(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length - 2;
}

for (
  const text of ["", "a", '"', "\\", "\0", "\b\t\n\u000b\f\r\u001f", "é", "€", "🦄", "\ud800", "a\udc00b"]
) {
  Deno.test(`jsonBytes of ${JSON.stringify(text)} are those that JSON.stringify writes`, () => {
    assert.equal(jsonBytes(text), bytesOf(text));
  });
}

Deno.test("jsonBytes are those that JSON.stringify writes, whatever the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => assert.equal(jsonBytes(text), bytesOf(text))),
  );
});
