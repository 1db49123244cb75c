// Row E3 by AG-UI: kill -9 of a server in the middle of a run. The same run, sent again to another server, goes on from the last
// commit: one answer, and no call that may run once runs twice.

import assert from "node:assert/strict";
import { finalText, job, labelOf, loose, observationsOf, openScene } from "../../integration/_scene.ts";
import { needsRedis } from "../../../support/requires.ts";
import { type Client, ran, say, shortOf, VERSIONS } from "./_clients.ts";

// The clients leave a promise behind when their connection breaks, whose rejection no code of theirs awaits.
globalThis.addEventListener("unhandledrejection", (event) => {
  if (/error reading a body from connection/.test(String(event.reason))) event.preventDefault();
});

/** A client whose requests go to one server, with the key of the scene. */
function opened(
  version: typeof VERSIONS[number],
  { url, fetch }: { readonly url: string; fetch(path: string, init?: RequestInit): Promise<Response> },
  threadId: string,
  initialMessages: readonly object[] = [],
): Client {
  return version.open({
    url: `${url}/agui/worker`,
    threadId,
    initialMessages,
    fetch: (input, init) => fetch(new URL(String(input)).pathname, init),
  });
}

needsRedis(
  "E3: a server is killed in a run of AG-UI; the same run is joined on another, and goes on once",
  async () => {
    await using scene = await openScene();
    await using dying = await scene.boot("deno");
    const threads = VERSIONS.map((version, index) => ({ version, id: `g${index}` }));
    const holds = threads.flatMap(({ id }) => [0, 1].map((place) => scene.ledger.hold(labelOf(id, place))));
    const lost = threads.map(({ version, id }) => {
      const client = opened(version, dying, id);
      return { version, id, client, run: say(client, job(id, "once+keyed", "once"), "m1", { runId: "r1" }) };
    });
    await Promise.all(holds.map(({ arrived }) => arrived));
    await dying.kill();

    await using fresh = await scene.boot("deno");
    await Promise.all(lost.map(async ({ version, id, client, run }) => {
      const { types } = await run;
      assert.ok(!types.includes("RUN_FINISHED") && !types.includes("RUN_ERROR"), "the stream was cut");
      // While the lease of the dead server lasts, its run is the one that is joined.
      const joined = opened(version, fresh, id, client.messages);
      const began = Promise.withResolvers<void>();
      const joining = ran(joined, { runId: "r1" }, began.resolve);
      await began.promise;
      await scene.expireLease(id);
      const again = opened(version, fresh, id, client.messages);
      const { last, error } = await ran(again, { runId: "r1" });
      assert.deepEqual([error, last?.type], [undefined, "RUN_FINISHED"]);
      const answers = shortOf(again).filter((each) => each === `assistant:${finalText(id)}`);
      assert.equal(answers.length, 1, shortOf(again).join("\n"));
      // A reader that looks between the end of the lease and the next step finds a run that nobody works on.
      const seen = (await joining).last?.type;
      if (seen === "RUN_FINISHED") assert.deepEqual(shortOf(joined), shortOf(again));
      else assert.equal(seen, "RUN_ERROR");
      const entries = await scene.history(fresh, id);
      assert.deepEqual(
        observationsOf(entries).map(({ name, outcome }) => [name, outcome]),
        [["once", "unknown"], ["keyed", "completed"], ["once", "completed"]],
      );
      assert.deepEqual([0, 1, 2].map((place) => scene.ledger.of(labelOf(id, place)).length), [1, 2, 1]);

      const late = opened(version, fresh, id, client.messages);
      assert.equal((await ran(late, { runId: "r1" })).last?.type, "RUN_FINISHED");
      assert.deepEqual(shortOf(late), shortOf(again));
      assert.equal(
        (await scene.history(fresh, id)).length,
        entries.length,
        "the run was not run a third time",
      );
      assert.equal((await fresh.fetch(`/v1/threads/${id}:2`)).status, 404);
    }));
  },
  loose,
);
