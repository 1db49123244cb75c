// What is said of the past requests of earlier versions, from their exports alone: none is passed over in silence.

import assert from "node:assert/strict";
import { readExport } from "../../src/cli/verify/exported_thread.ts";
import { partsFor } from "../../src/cli/verify/parts.ts";
import { rewriteRequests } from "../../src/cli/verify/rewrite_requests.ts";
import { sqliteFile } from "../support/sqlite_file.ts";
import { Corpus } from "./_corpus.ts";
import { deploy } from "./_deployment.ts";

/** Minutes after the copy. */
const LATER_MS = 300_000;

Deno.test("E13: exports of d846e060 say which requests are equal, and partly, with the reason, where a step has failed", async () => {
  const corpus = new Corpus("d846e060");
  await using file = await sqliteFile();
  await corpus.toSqlite(file.path);
  const { at, histories } = await corpus.written("sqlite");
  await using deployment = deploy({
    location: { type: "sqlite", path: file.path },
    model: "http://model.invalid",
    clock: () => at + LATER_MS,
  });
  const partly: Record<string, string> = {};
  let equal = 0;
  for (const thread of Object.keys(histories)) {
    const exported = await (await deployment.send("GET", `/v1/threads/${thread}/export`)).text();
    for await (const { verdict } of rewriteRequests(await readExport(exported), partsFor({}))) {
      if (verdict.type === "equal") equal++;
      else partly[thread] = verdict.type === "partly" ? `${verdict.cause}: ${verdict.what}` : verdict.type;
    }
  }
  const why = "no_answer: its step has no answer, and nothing is kept of what it may have sent";
  assert.deepEqual(partly, { forced_pending: why, limited: why });
  assert.equal(equal, 54);
});
