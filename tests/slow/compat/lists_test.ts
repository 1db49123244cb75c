// Row V6 beside a version without sets of threads, as in a rolling deployment: its threads, and what it changes of ours. Both write the
// same schema. On sqlite it is an isolate that had the file open before: one that starts later does not open it (older_test.ts).

import assert from "node:assert/strict";
import { released } from "../integration/rolling/_tree.ts";
import { needs } from "../../support/requires.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import { deploy, type Deployment, type Location, TENANT } from "../../compat/_deployment.ts";
import { assertChained, needsVersionOnRedis, type OlderIsolate, olderTree, startOlder } from "./_meeting.ts";
import { answerTo, serveModel } from "../../compat/_model.ts";
import type { Answered } from "./_older.ts";

/** Writes threads of the schema of this version, and knows no sets. */
const BEFORE = "056d022e";

needsVersionOnRedis(
  BEFORE,
  `V6: E13: lists beside ${BEFORE}, which keeps no sets, miss what it changes until the next step or the index, on Redis`,
  meet,
);

needs(
  released(BEFORE),
  false,
  `V6: E13: lists beside ${BEFORE}, which keeps no facets, know each status that it changes, on sqlite`,
  async () => {
    await using file = await sqliteFile();
    await meet({ type: "sqlite", path: file.path });
  },
);

async function meet(location: Location): Promise<void> {
  const isRedis = location.type === "upstash";
  await using model = serveModel();
  await using tree = await olderTree(BEFORE);
  await using older = await startOlder(tree, location, model);
  const theirs = { agent: "worker", user: "ann", until: "done" };
  await step(older, "before", { ...theirs, input: "job before: once" });

  await using current = deploy({ location, model: model.url, clock: Date.now });
  const ours = { agent: "worker", user: "ann", until: "done", metadata: { plan: "pro" } };
  await step(current, "ours", { ...ours, input: "job ours: pure" });
  await step(older, "beside", { ...theirs, input: "job beside: once" });

  // Threads of before, and those that it makes now.
  assert.deepEqual(await listed(current, ""), ["beside", "before", "ours"].toSorted());
  assert.deepEqual(await listed(older, ""), ["beside", "before", "ours"].toSorted(), "it lists ours");
  assert.deepEqual(await listed(current, "user=ann"), isRedis ? ["ours"] : ["before", "ours"]);
  assert.deepEqual(await listed(current, "status=done"), isRedis ? ["ours"] : ["before", "beside", "ours"]);
  assert.ok(await isIncomplete(current), "the list says that it may miss threads");

  // A step of the older one on our thread: no list shows what is not so, and what it has come to is found by its next step.
  await step(older, "ours", { input: "job more: remove", until: "done" });
  assert.deepEqual(await listed(older, "limit=100"), ["before", "beside", "ours"]);
  assert.deepEqual(await listed(current, "status=done&user=ann"), isRedis ? [] : ["before"]);
  assert.deepEqual(await listed(current, "status=waiting"), isRedis ? [] : ["ours"]);
  assert.deepEqual(await listed(current, "user=ann&metadata.plan=pro&tool=pure"), ["ours"]);
  assert.deepEqual(await listed(current, "tool=remove"), [], "its commit keeps no tools");
  const { calls: [{ id }] } = JSON.parse((await ask(current, "GET", "/v1/threads/ours")).text);
  await ask(current, "POST", `/v1/threads/ours/approvals/${id}`, { approved: true });
  await step(current, "ours", { until: "done" });
  assert.deepEqual(
    await listed(current, "status=done&metadata.plan=pro"),
    ["ours"],
    "its next commit enters it everywhere",
  );

  // Our step on their thread.
  await step(current, "before", { input: "job later: keyed", until: "done" });
  assert.deepEqual(await listed(current, "user=ann&tool=keyed&status=done"), ["before"]);

  // The older one removes one of ours, and cancels one that waits.
  await step(current, "gone", { ...ours, input: "job gone: pure" });
  await ask(older, "DELETE", "/v1/threads/gone");
  assert.deepEqual(await listed(current, "tool=pure"), ["ours"]);
  await step(current, "stopped", { ...ours, input: "job stopped: remove" });
  await ask(older, "POST", "/v1/threads/stopped/cancel");
  assert.deepEqual(await listed(current, "status=cancelled"), isRedis ? [] : ["stopped"]);
  assert.deepEqual(await listed(current, "status=waiting"), [], "it waits no more");

  // What people put on a thread here stays through its step there.
  await ask(current, "PATCH", "/v1/threads/ours", { title: "Of June", archived: true });
  await step(older, "ours", { input: "job again: pure", until: "done" });
  const label = JSON.parse((await ask(current, "GET", "/v1/threads/ours")).text);
  assert.deepEqual([label.title, label.archived], ["Of June", true]);
  assert.deepEqual(await listed(current, "search=june&archived=only"), ["ours"]);
  assert.deepEqual(
    (await listed(current, "")).includes("ours"),
    false,
    "a list that names no filter leaves it out",
  );
  assert.ok((await listed(older, "")).includes("ours"), "the older one knows no archive");
  await ask(current, "PATCH", "/v1/threads/ours", { archived: false });

  // Once no instance of it runs any more.
  const { text } = await ask(current, "POST", "/v1/threads/index", { limit: 100 });
  assert.deepEqual(JSON.parse(text), { indexed: 4, busy: [], unreadable: [] });
  assert.ok(!await isIncomplete(current), "no list misses a thread");
  assert.deepEqual(await listed(current, "user=ann"), ["before", "beside", "ours", "stopped"]);
  assert.deepEqual(await listed(current, "tool=once"), ["before", "beside"]);
  assert.deepEqual(await listed(current, "tool=remove"), ["ours", "stopped"]);
  assert.deepEqual(await listed(current, "status=cancelled"), ["stopped"]);

  // The older one goes on with what was indexed.
  const last = await ask(older, "POST", "/v1/threads/before/steps", { input: "job last:", until: "done" });
  assert.equal(JSON.parse(last.text).output, answerTo("last"));
  for (const thread of ["before", "beside", "ours", "stopped"]) await assertChained(current, thread);
}

/** A deployment of this version, or an isolate of the older one. */
type Either = Pick<Deployment, "send"> | Pick<OlderIsolate, "ask">;

async function ask(at: Either, ...request: readonly [string, string, unknown?]): Promise<Answered> {
  const answer = "ask" in at ? await at.ask(...request) : await read(at.send(...request));
  assert.ok(answer.status < 300, JSON.stringify(answer));
  return answer;
}

async function read(sent: Promise<Response>): Promise<Answered> {
  const response = await sent;
  return { status: response.status, text: await response.text() };
}

async function step(at: Either, thread: string, body: object): Promise<void> {
  await ask(at, "POST", `/v1/threads/${thread}/steps`, body);
}

/** The names in a list, by name. */
async function listed(at: Either, query: string): Promise<string[]> {
  const { threads } = JSON.parse((await ask(at, "GET", `/v1/threads?${query}`)).text);
  return threads.map(({ id }: { id: string }) => id).toSorted();
}

async function isIncomplete({ store }: Deployment): Promise<boolean> {
  return (await store.list(TENANT, { limit: 1, filter: { status: "done" } })).unindexed === true;
}
