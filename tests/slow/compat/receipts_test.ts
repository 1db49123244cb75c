// Row V6: an answer is sent again from the receipt of another version: of one that keeps what the thread waited for, and of one that
// does not.

import assert from "node:assert/strict";
import { released } from "../integration/rolling/_tree.ts";
import { needs } from "../../support/requires.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import { deploy } from "../../compat/_deployment.ts";
import { olderTree, startOlder } from "./_meeting.ts";
import { serveModel } from "../../compat/_model.ts";

/** Its receipts have no wait. */
const BEFORE = "36ea53c4";

needs(
  released(BEFORE),
  false,
  `V6: E3: an answer is sent again from a receipt of ${BEFORE}, and by it`,
  async () => {
    await using file = await sqliteFile();
    await using model = serveModel();
    await using tree = await olderTree(BEFORE);
    const location = { type: "sqlite", path: file.path } as const;
    await using older = await startOlder(tree, location, model);
    await using current = deploy({ location, model: model.url, clock: Date.now });
    const asked = (thread: string) =>
      [
        "POST",
        `/v1/threads/${thread}/steps`,
        { agent: "worker", until: "done", input: `job ${thread}: remove` },
        { "idempotency-key": thread },
      ] as const;
    const here = async (thread: string) => {
      const response = await current.send(...asked(thread));
      return { replayed: response.headers.get("idempotency-replayed"), body: await response.json() };
    };
    const ours = await here("ours");
    const theirs = JSON.parse((await older.ask(...asked("theirs"))).text);
    for (const [thread, { calls: [{ id }] }] of Object.entries({ ours: ours.body, theirs })) {
      await current.send("POST", `/v1/threads/${thread}/approvals/${id}`, { approved: true });
      await current.send("POST", `/v1/threads/${thread}/steps`, { until: "done" });
    }

    const again = await here("ours");
    assert.equal(again.replayed, "true");
    assert.deepEqual([again.body.thread.waitsFor, again.body.thread.needs], ["approval", "approval"]);
    const derived = await here("theirs");
    assert.equal(derived.replayed, "true");
    assert.deepEqual([derived.body.thread.waitsFor, derived.body.thread.needs], ["approval", "approval"]);
    const byOlder = await older.ask(...asked("ours"));
    assert.equal(byOlder.status, 200);
    const { thread: { status }, calls } = JSON.parse(byOlder.text);
    assert.deepEqual([status, calls.length], ["waiting", 1]);
  },
);
