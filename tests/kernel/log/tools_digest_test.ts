// L5: a request without tools is known by the digest of its tools, from which verification learns that a choice of none was withheld.

import assert from "node:assert/strict";
import { DIGEST_OF_NO_TOOLS, digestOfTools } from "../../../src/kernel/log/request_record.ts";

Deno.test("L5: the digest of no tools is the one that requests are recognised by", async () => {
  assert.equal(await digestOfTools([]), DIGEST_OF_NO_TOOLS);
});
