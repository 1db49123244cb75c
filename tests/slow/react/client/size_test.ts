import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { bundle } from "./_bundle.ts";

const KIB = 1024;

Deno.test("the client is under 6.5 KiB gzip with all that it exports, and imports nothing", async () => {
  const text = await bundle("src/react/client/mod.ts", { minify: true });
  const size = gzipSync(text, { level: 9 }).length;
  assert.ok(size < 6.5 * KIB, `${(size / KIB).toFixed(2)} KiB`);
  assert.ok(size > 2 * KIB, "it was bundled");
  assert.doesNotMatch(text, /\bimport\b|\brequire\(/);
});

Deno.test("V7: the hooks are under 10 KiB gzip with the client, and import nothing but React", async () => {
  const text = await bundle("src/react/mod.ts", { minify: true });
  const size = gzipSync(text, { level: 9 }).length;
  assert.ok(size < 10 * KIB, `${(size / KIB).toFixed(2)} KiB`);
  const imported = Array.from(text.matchAll(/\bfrom ?"([^"]+)"/g), ([, name]) => name);
  assert.deepEqual([...new Set(imported)], ["react"]);
  assert.match(text, /^"use client";/, "a page of server components may import them");
});
