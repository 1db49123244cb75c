// E17: treadle verify: an export by its file and from the standard input, and what each exit code says.

import assert from "node:assert/strict";
import { join } from "node:path";
import { createTestApp } from "../../http/_app.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { exportsThreads } from "../_many_threads.ts";
import { runTreadle } from "../_treadle.ts";

Deno.test("O2, E17: an export is verified, a changed one differs, and a file that is not there is said to be missing", async () => {
  const app = createTestApp();
  const ran = await app.send("POST", "/v1/threads/t1/steps", { agent: "tester", input: "go", until: "done" });
  assert.equal(ran.status, 200);
  const exported = await (await app.send("GET", "/v1/threads/t1/export")).text();
  const folder = await Deno.makeTempDir();
  try {
    const file = join(folder, "t1.jsonl");
    await Deno.writeTextFile(file, exported);
    const verified = await runTreadle("verify", file);
    assert.match(verified.stdout, /^Thread t1: .*Result: verified\.$/ms);
    assert.equal(verified.code, 0);
    const asJson = JSON.parse((await runTreadle("verify", "--json", file)).stdout);
    assert.deepEqual([asJson.thread, asJson.verdict], ["t1", "verified"]);
    const rewritten = await runTreadle("verify", "--rewrite", file);
    assert.match(rewritten.stdout, /Requests written again: \d+ equal, 0 partly, 0 different/);
    await Deno.writeTextFile(file, exported.replace("Hi.", "Ho."));
    assert.equal((await runTreadle("verify", file)).code, 1);
    const missing = await runTreadle("verify", join(folder, "t2.jsonl"));
    assert.equal(missing.code, 3);
    assert.match(missing.stderr, /t2\.jsonl cannot be read/);
  } finally {
    await Deno.remove(folder, { recursive: true });
    await app.idle();
  }
});

Deno.test("O2, E17: threads export writes a file for each thread and verifies it; one that differs replaces none", () =>
  exportsThreads(createMemoryStore()));
