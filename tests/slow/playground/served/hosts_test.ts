// The page from both real runtimes: from the file system on Deno, from static assets on workerd.

import assert from "node:assert/strict";
import { bootDeno, type Booted } from "../../../support/boot_deno.ts";
import { bootWorker } from "../../support/boot_worker.ts";
import { PAGE_NAMES } from "../../../../src/http/page/names.ts";
import { readPage } from "../../../support/page.ts";

/** What a browser is told of each file; the tag stands for the text, and is weak where a server compresses. */
const TOLD = [
  "content-type",
  "etag",
  "cache-control",
  "content-security-policy",
  "cross-origin-opener-policy",
  "cross-origin-resource-policy",
  "referrer-policy",
  "x-content-type-options",
];

const PATHS = Object.fromEntries(
  PAGE_NAMES.map((name) => [name === "index.html" ? "/" : `/playground/${name}`, name]),
);

Deno.test({
  name: "E15: deno and workerd serve the same page under the same headers, and nothing else of its folder",
  // Miniflare keeps a child process and timers beyond a test's own scope.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async (test) => {
    await using deno = await bootDeno({ TREADLE_STORE: "memory", TREADLE_OPEN: "1" });
    await using worker = await bootWorker({ TREADLE_OPEN: "1" });

    await test.step("each file, with the headers of this app alone", async () => {
      for (const [path, name] of Object.entries(PATHS)) {
        const [here, there] = await Promise.all([told(deno, path), told(worker, path)]);
        assert.deepEqual(there, here, path);
        assert.equal(there.text, await readPage(name));
        assert.match(
          there.headers["content-security-policy"] ?? "",
          /^default-src 'none'; script-src 'self';/,
        );
        assert.equal(there.headers["cache-control"], "no-cache");
      }
    });

    await test.step("the description of the API", async () => {
      const [here, there] = await Promise.all([told(deno, "/openapi.json"), told(worker, "/openapi.json")]);
      assert.deepEqual(there, here);
      assert.equal(there.text, await readPage("openapi.json"));
      assert.equal(there.headers["content-type"], "application/json");
      assert.equal(there.headers["x-content-type-options"], "nosniff");
    });

    await test.step("many first requests at once", async () => {
      await using fresh = await bootWorker({ TREADLE_OPEN: "1" });
      const texts = await Promise.all(Array.from({ length: 8 }, async () => (await told(fresh, "/")).text));
      assert.deepEqual(texts, Array(8).fill(await readPage("index.html")));
    });

    for (const runtime of [deno, worker]) {
      await test.step(`${runtime.name}: a known tag is 304, HEAD sends no body`, async () => {
        const { headers } = await told(runtime, "/");
        const known = await runtime.fetch("/", { headers: { "if-none-match": headers.etag ?? "" } });
        assert.deepEqual([known.status, await known.text()], [304, ""]);
        const head = await runtime.fetch("/", { method: "HEAD" });
        assert.deepEqual([head.status, head.headers.get("etag")?.replace(/^W\//, ""), await head.text()], [
          200,
          headers.etag,
          "",
        ]);
      });

      await test.step(`${runtime.name}: whatever is not routed is the 404 of this app`, async () => {
        for (const path of ["/none", "/index.html", "/app.js", "/playground/", "/playground/index.html"]) {
          const response = await runtime.fetch(path, { redirect: "manual" });
          assert.equal(response.status, 404, path);
          assert.equal(response.headers.get("content-type"), "application/problem+json", path);
          assert.equal((await response.json()).code, "not_found", path);
        }
      });
    }
  },
});

async function told(runtime: Booted, path: string) {
  const response = await runtime.fetch(path);
  assert.equal(response.status, 200, `${runtime.name} ${path}`);
  const headers = Object.fromEntries(
    TOLD.map((name) => [name, response.headers.get(name)?.replace(/^W\//, "") ?? null]),
  );
  return { headers, text: await response.text() };
}
