import assert from "node:assert/strict";
import { fromBase64url, toBase64url, toHex } from "../../../src/core/text/byte_text.ts";

Deno.test("bytes as text are what the methods of Uint8Array write, for every length up to 300", () => {
  for (let length = 0; length <= 300; length++) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    const text = toBase64url(bytes);
    assert.equal(text, bytes.toBase64({ alphabet: "base64url", omitPadding: true }));
    assert.equal(toHex(bytes), bytes.toHex());
    assert.deepEqual(fromBase64url(text), bytes);
  }
});
