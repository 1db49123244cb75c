// E17: treadle threads cancel, delete and export over many threads, on a file of sqlite and on Redis; and Ctrl-C in the middle.

import assert from "node:assert/strict";
import { createTestApp } from "../../../http/_app.ts";
import {
  cancelsByFilter,
  cancelsWhatRuns,
  deletesAll,
  exportsThreads,
  makeThreads,
  serveCounted,
} from "../../../cli/_many_threads.ts";
import { PLACES } from "../move/_stores.ts";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";
import { PROGRAM } from "../_process.ts";

for (const name of ["sqlite", "upstash"] as const) {
  for (const story of [cancelsByFilter, deletesAll, cancelsWhatRuns, exportsThreads]) {
    Deno.test(`E17: ${story.name} on ${name}`, async () => {
      await using store = await PLACES[name]();
      await story(store.place);
    });
  }
}

Deno.test("E17: Ctrl-C in the middle of threads delete lets what was sent end, says how many are deleted, and ends with 130", async () => {
  const app = createTestApp();
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let deleted = 0;
  await using served = serveCounted(app, async ({ method }) => {
    if (method !== "DELETE") return undefined;
    if (++deleted === 30) reached.resolve();
    if (deleted >= 30) await gate.promise;
    return undefined;
  });
  await makeThreads(app, served, "t", 105);
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "-q", "--config", fromFileUrl(new URL("deno.json", projectRoot)), PROGRAM],
      ...["threads", "delete", "--agent", "tester", "--yes"],
    ],
    env: served.env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  await reached.promise;
  child.kill("SIGINT");
  const notes = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  while (!said.endsWith("leaves at once\n")) {
    const { value = "", done } = await notes.read();
    assert.ok(!done, said);
    said += value;
  }
  assert.match(said, /ending what was sent; Ctrl-C again leaves at once\n$/);
  gate.resolve();
  const { code } = await child.status;
  const stdout = await new Response(child.stdout).text();
  assert.ok((await notes.read()).done);
  const [, count = ""] =
    /^(\d+) threads deleted\.\nCtrl-C: the other threads are as they were\. The same line goes on with them\.\n$/
      .exec(stdout) ?? [];
  const left = (await app.store.list("acme", { limit: 200 })).threads.length;
  assert.deepEqual([code, Number(count)], [130, 105 - left], stdout);
  assert.ok(left >= 105 - 37 && left <= 105 - 30, String(left));
});
