// Released versions that meet threads of this one, as in a rolling deployment or behind a rollback, on Redis and on sqlite. The old
// code is that of the commits in the history of this clone; a clone without them skips the tests by name. docs/guarantees.md says
// what is shown here: old isolates refuse to work on such a thread and change nothing of it; a cancel, a fork and a removal of
// the oldest ones are done, and this version goes on behind them.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { RespClient } from "../../../src/redis_rest/resp.ts";
import { released, type Tree } from "../integration/rolling/_tree.ts";
import { isSearch } from "../../support/lives.ts";
import { needs } from "../../support/requires.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import { stateOf } from "../../stores/upstash_scripts/_database.ts";
import { deploy, type Deployment, type Location } from "../../compat/_deployment.ts";
import { askOlder, assertChained, needsVersionOnRedis, olderTree, runOlder } from "./_meeting.ts";
import { answerTo, type ScriptedModel, serveModel } from "../../compat/_model.ts";
import type { Answered, Asked } from "./_older.ts";
import { testExports } from "./_exports.ts";
import { BEFORE_TOOLS, meetRefusedTools } from "./_refused_tools.ts";

/**
 * The last released forms, the oldest first: six counters; decisions of several people; seven counters and the due index; a
 * definition for each thread; notices; frames and records of every request; tools of a catalogue. The last four refuse all of a newer
 * thread.
 */
const COMMITS = ["4e95270", "47e1add", "d846e060", "48b8f889", "571df339", "bf605132", "6320b0cd"];
const REFUSING = ["48b8f889", "571df339", "bf605132", "6320b0cd"];

const KEY = { "idempotency-key": "done-1" };
const DONE = { agent: "worker", input: "job done: once", until: "done" };

/** Redis with threads of this version, and what is kept of these. */
interface Scene {
  readonly location: Location;
  /** Everything of the threads: not the due index, nor the ledger. */
  kept(): Promise<unknown>;
}

/** All of them in a search; else the oldest, and the newest. */
const TRIED = COMMITS.filter((_, at) => isSearch() || at === 0 || at === COMMITS.length - 1);

for (const commit of TRIED) {
  needsVersionOnRedis(
    commit,
    `E13: ${commit} refuses threads of this version on Redis and changes nothing of them`,
    async (location, redis) => {
      const client = new RespClient(redis);
      await meet(commit, {
        location,
        kept: async () => [...await stateOf(client)].filter(([key]) => key.startsWith("td:{acme/")),
      });
      await client.close();
    },
  );

  needs(
    released(commit),
    false,
    `E13: ${commit}, without the sets of threads, does not open a sqlite file of this version and changes nothing of it`,
    async () => {
      await using file = await sqliteFile();
      const location = { type: "sqlite", path: file.path } as const;
      await using model = serveModel();
      await using current = deploy({ location, model: model.url, clock: Date.now });
      await makeThreads(current);
      const before = rowsOf(file.path);
      const asked = [["GET", "/v1/threads"]];
      const { stderr, success } = await runOlder(await treeOf(commit), { location, model: model.url, asked });
      assert.equal(success, false);
      assert.match(stderr, /was written by a newer Treadle/);
      assert.deepEqual(rowsOf(file.path), before, "nothing has changed");
    },
  );
}

const trees = new Map<string, Promise<Tree>>();

/** One for both stores: Deno compiles the modules of a folder that it does not know, which takes longer than all that is asked here. */
function treeOf(commit: string): Promise<Tree> {
  const tree = trees.get(commit) ?? olderTree(commit);
  trees.set(commit, tree);
  return tree;
}

Deno.test.afterAll(async () => {
  for (const tree of trees.values()) await (await tree)[Symbol.asyncDispose]();
});

async function meet(commit: string, scene: Scene): Promise<void> {
  const { location } = scene;
  await using model = serveModel();
  const tree = await treeOf(commit);
  await using current = deploy({ location, model: model.url, clock: Date.now });
  await makeThreads(current);
  const ran = current.executions.length;

  const before = await scene.kept();
  const step = (thread: string, body: object, headers = {}): Asked => [
    ...["POST", `/v1/threads/${thread}/steps`] as const,
    body,
    headers,
  ];
  const refused = await askOlder(tree, scene.location, model, [
    step("planned", { until: "done" }),
    step("planned", { input: "job more: once", until: "done" }),
    step("planned", { input: "job more: once", busy: "queue" }),
    step("planned", { input: "job more: once", busy: "restart" }),
    step("waiting", { input: "job more: once" }),
    step("done", DONE, KEY), // the client's own repetition: it must not run the call again
    step("done", { agent: "worker", input: "job again: once", until: "done" }),
  ]);
  for (const { status, text } of refused.answers) {
    assert.deepEqual([status, JSON.parse(text).code], [503, "schema_unsupported"], text);
  }
  assert.deepEqual(refused.ran, [], "no tool ran");
  assert.deepEqual(await scene.kept(), before, "nothing has changed");

  if (REFUSING.includes(commit)) return await meetRefusing(tree, scene, model, current);
  const call = await approvalOf(current);
  const read = await askOlder(tree, scene.location, model, [
    ["GET", "/v1/threads"],
    ["GET", "/v1/threads/planned"],
    ["GET", "/v1/threads/planned/history"],
    ["POST", `/v1/threads/waiting/approvals/${call}`, { approved: true }],
  ]);
  const [list, planned, history, decided] = read.answers;
  assert.deepEqual([list?.status, planned?.status, history?.status], [200, 200, 200]);
  assert.equal(JSON.parse(planned?.text ?? "").calls.length, 3, "it shows what is outstanding");
  assert.deepEqual([decided?.status, JSON.parse(decided?.text ?? "").code], [422, "call_unknown"]);
  assert.deepEqual(await scene.kept(), before, "a reader changes nothing");

  const changed = await askOlder(tree, scene.location, model, [
    ["POST", "/v1/threads/planned/fork", { id: "forked", calls: "skip" }],
    ["POST", "/v1/threads/stopped/cancel"],
    ["DELETE", "/v1/threads/removed"],
  ]);
  assert.deepEqual(changed.answers.map(({ status }: Answered) => status), [201, 200, 204]);

  await finish(current, "planned", {}, "planned");
  await finish(current, "forked", { input: "job forked: keyed" }, "forked");
  await finish(current, "stopped", { input: "job stopped_later: keyed" }, "stopped_later");
  assert.equal((await current.send("GET", "/v1/threads/removed")).status, 404);
  const again = await current.send("POST", "/v1/threads/done/steps", DONE, KEY);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  const labels = current.executions.map(({ label }) => label);
  assert.equal(new Set(labels).size, labels.length, "no call ran twice");
  assert.equal(labels.length, ran + 5);
  for (const thread of ["planned", "forked", "stopped", "done", "wordy"]) {
    await assertChained(current, thread);
  }
}

/** It reads and changes nothing; each version keeps definitions for its own threads, and this one goes on with those of the other. */
async function meetRefusing(
  tree: Tree,
  scene: Scene,
  model: ScriptedModel,
  current: Deployment,
): Promise<void> {
  const before = await scene.kept();
  const refused = await askOlder(tree, scene.location, model, [
    ["GET", "/v1/threads/planned"],
    ["GET", "/v1/threads/wordy/history"],
    ["GET", "/v1/threads/wordy/export"],
    ["POST", "/v1/threads/wordy/fork", { id: "forked", calls: "skip" }],
    ["POST", "/v1/threads/stopped/cancel"],
    ["DELETE", "/v1/threads/removed"],
  ]);
  for (const { status, text } of refused.answers) {
    assert.deepEqual([status, JSON.parse(text).code], [503, "schema_unsupported"], text);
  }
  assert.deepEqual(await scene.kept(), before, "nothing has changed");

  const theirs: Asked = ["POST", "/v1/threads/theirs/steps", { agent: "wordy", input: "job theirs: once" }];
  const written = await askOlder(tree, scene.location, model, [theirs]);
  assert.deepEqual(written.answers.map(({ status }) => status), [200]);
  await finish(current, "theirs", {}, "theirs");
  await finish(current, "planned", {}, "planned");
  const ours = await current.send("POST", "/v1/threads/ours/steps", {
    agent: "wordy",
    input: "job ours: once",
    until: "done",
  });
  assert.equal(ours.status, 200, await ours.text());
  for (const thread of ["theirs", "ours", "wordy", "planned"]) await assertChained(current, thread);
}

async function makeThreads({ send }: Deployment): Promise<void> {
  const begin = async (thread: string, body: object, headers = {}) => {
    const response = await send("POST", `/v1/threads/${thread}/steps`, { agent: "worker", ...body }, headers);
    assert.equal(response.status, 200, await response.text());
  };
  await begin("planned", { input: "job planned: once keyed pure" });
  await begin("waiting", { input: "job waiting: remove" });
  await begin("done", DONE, KEY);
  await begin("stopped", { input: "job stopped: once" });
  await begin("removed", { input: "job removed: once" });
  for (const thread of ["wordy_first", "wordy"]) {
    await begin(thread, { agent: "wordy", input: `job ${thread}: pure` });
  }
}

async function approvalOf({ send }: Deployment): Promise<string> {
  const { calls } = await (await send("GET", "/v1/threads/waiting")).json();
  return calls.find(({ state }: { state: string }) => state === "approval").id;
}

async function finish({ send }: Deployment, thread: string, body: object, job: string): Promise<void> {
  const response = await send("POST", `/v1/threads/${thread}/steps`, { until: "done", ...body });
  const { output, ...rest } = await response.json();
  assert.deepEqual([response.status, output], [200, answerTo(job)], JSON.stringify(rest));
}

/** The rows of every table that has a thread's. */
function rowsOf(path: string): unknown {
  const db = new DatabaseSync(path, { readOnly: true });
  const tables = ["threads", "entries", "inbox", "receipts", "events", "blobs"];
  const rows = tables.map((table) => [table, JSON.stringify(db.prepare(`SELECT * FROM ${table}`).all())]);
  db.close();
  return rows;
}

needs(
  released(BEFORE_TOOLS),
  false,
  `C4: E13: what an API has refused of the tools of a thread is no harm to ${BEFORE_TOOLS}, and is found again behind it`,
  meetRefusedTools,
);

testExports();
