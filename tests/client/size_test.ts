import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { bundle } from "./_bundle.ts";

const KIB = 1024;

Deno.test("the client is under 6 KiB gzip with all that it exports, and imports nothing", async () => {
  const text = await bundle("src/client/mod.ts", { minify: true });
  const size = gzipSync(text, { level: 9 }).length;
  assert.ok(size < 6 * KIB, `${(size / KIB).toFixed(2)} KiB`);
  assert.ok(size > 2 * KIB, "it was bundled");
  assert.doesNotMatch(text, /\bimport\b|\brequire\(/);
});
