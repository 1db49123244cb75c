// Row V6 beside a version whose lists have filters and do not know what a thread needs of a person. Both write the same schema.

import assert from "node:assert/strict";
import { released } from "../integration/rolling/_tree.ts";
import { needs } from "../../support/requires.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import { deploy, type Deployment, type Location } from "../../compat/_deployment.ts";
import { assertChained, needsVersionOnRedis, type OlderIsolate, olderTree, startOlder } from "./_meeting.ts";
import { serveModel } from "../../compat/_model.ts";
import type { Answered } from "./_older.ts";

/** Keeps facets, and none of needs. */
const BEFORE = "36ea53c4";

const NAME =
  `V6: E13: lists of needs beside ${BEFORE} miss what it leaves until the index, and show nothing that is over`;

needsVersionOnRedis(BEFORE, `${NAME}, on Redis`, meet);

needs(released(BEFORE), false, `${NAME}, on sqlite`, async () => {
  await using file = await sqliteFile();
  await meet({ type: "sqlite", path: file.path });
});

async function meet(location: Location): Promise<void> {
  await using model = serveModel();
  await using tree = await olderTree(BEFORE);
  await using older = await startOlder(tree, location, model);
  await using current = deploy({ location, model: model.url, clock: Date.now });
  const begin = { agent: "worker", user: "ann", until: "done" };
  await step(current, "ours", { ...begin, input: "job ours: remove" });
  await step(older, "theirs", { ...begin, input: "job theirs: remove" });
  assert.deepEqual(await listed(current, "needs=any"), ["ours"]);
  assert.deepEqual(await listed(older, "status=waiting&user=ann"), ["ours", "theirs"], "it lists ours");
  const { needs } = JSON.parse((await ask(current, "GET", "/v1/threads/theirs")).text);
  assert.equal(needs, "approval", "its view has the need");

  // The older one goes on with ours, which keeps what it was found by, and waits again.
  await approve(older, "ours");
  assert.deepEqual(await listed(current, "needs=any"), []);
  await step(older, "ours", { until: "done" });
  assert.deepEqual(await listed(current, "needs=any"), []);
  await step(older, "ours", { input: "job again: remove", until: "done" });
  assert.deepEqual(await listed(current, "needs=approval"), ["ours"]);

  // Once it runs no more, and it goes on with what was indexed.
  await ask(current, "POST", "/v1/threads/index", { limit: 100 });
  assert.deepEqual(await listed(current, "needs=any"), ["ours", "theirs"]);
  await approve(older, "theirs");
  await step(older, "theirs", { until: "done" });
  assert.deepEqual(await listed(current, "needs=any"), ["ours"]);
  for (const thread of ["ours", "theirs"]) await assertChained(current, thread);
}

const BRANCHES =
  `V6: E5: branches of a chat beside ${BEFORE}, which puts them in no set, are those of the chat, whoever has made or written them`;

needsVersionOnRedis(BEFORE, `${BRANCHES}, on Redis`, branch);

needs(released(BEFORE), false, `${BRANCHES}, on sqlite`, async () => {
  await using file = await sqliteFile();
  await branch({ type: "sqlite", path: file.path });
});

async function branch(location: Location): Promise<void> {
  await using model = serveModel();
  await using tree = await olderTree(BEFORE);
  await using older = await startOlder(tree, location, model);
  await using current = deploy({ location, model: model.url, clock: Date.now });
  const begin = { agent: "worker", user: "ann", until: "done" };
  await step(current, "c1", { ...begin, input: "job one: pure" });
  await ask(older, "POST", "/v1/threads/c1/fork", { id: "c1:2" });
  await step(older, "c1:2", { input: "job two: pure", until: "done" });
  assert.equal(await shown(current), "c1:2", "theirs is found by its number");
  // Ours is in the set, and a step of the older one leaves it there or not: it is found all the same.
  await ask(current, "POST", "/v1/threads/c1/fork", { id: "c1:3" });
  await step(older, "c1:3", { input: "job three: pure", until: "done" });
  assert.equal(await shown(current), "c1:3");
  assert.equal(await shown(older), "c1:3", "it finds ours");
  // Theirs has a row of its own, as it has in the older one: only a fork says of what chat it is.
  for (const thread of ["c1:2", "c1:3"]) {
    await step(current, thread, { input: "job on: pure", until: "done" });
  }
  assert.deepEqual(await listed(older, ""), ["c1", "c1:2", "c1:3"]);
  await ask(current, "POST", "/v1/threads/index", { limit: 100 });
  assert.deepEqual(await listed(current, ""), ["c1", "c1:2"]);
  assert.deepEqual(await listed(current, "branches=all"), ["c1", "c1:2", "c1:3"]);
  for (const thread of ["c1", "c1:2", "c1:3"]) await assertChained(current, thread);
  await ask(current, "DELETE", "/v1/threads/c1");
  assert.deepEqual(await listed(current, "branches=all"), []);
  assert.deepEqual(await listed(older, ""), []);
}

/** The branch that a page of the chat loads. */
async function shown(at: Either): Promise<string> {
  return JSON.parse((await ask(at, "GET", "/api/chat/worker/c1/messages")).text).runId;
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

async function approve(at: Either, thread: string): Promise<void> {
  const { calls: [{ id }] } = JSON.parse((await ask(at, "GET", `/v1/threads/${thread}`)).text);
  await ask(at, "POST", `/v1/threads/${thread}/approvals/${id}`, { approved: true });
}

/** The names in a list, by name. */
async function listed(at: Either, query: string): Promise<string[]> {
  const { threads } = JSON.parse((await ask(at, "GET", `/v1/threads?${query}`)).text);
  return threads.map(({ id }: { id: string }) => id).toSorted();
}

const UNDECIDED =
  `E4: a call that an input has left undecided did not run, beside ${BEFORE}, which knows refused calls alone`;

needsVersionOnRedis(BEFORE, `${UNDECIDED}, on Redis`, leave);

needs(released(BEFORE), false, `${UNDECIDED}, on sqlite`, async () => {
  await using file = await sqliteFile();
  await leave({ type: "sqlite", path: file.path });
});

async function leave(location: Location): Promise<void> {
  await using model = serveModel();
  await using tree = await olderTree(BEFORE);
  await using older = await startOlder(tree, location, model);
  await using current = deploy({ location, model: model.url, clock: Date.now });
  const begin = { agent: "worker", user: "ann", until: "done" };
  const on = { input: "job on: pure", until: "done" };
  for (const [thread, first, second] of [["ours", current, older], ["theirs", older, current]] as const) {
    await step(first, thread, { ...begin, input: `job ${thread}: remove` });
    await step(first, thread, on);
    await step(second, thread, on);
    await step(first, thread, on);
    const { text } = await ask(current, "GET", `/v1/threads/${thread}/history`);
    const entries: readonly {
      readonly type: string;
      readonly outcome?: string;
      readonly undecided?: true;
    }[] = JSON.parse(text).entries;
    const denied = entries.filter(({ type, outcome }) => type === "tool" && outcome === "denied");
    assert.deepEqual(denied.map(({ undecided = false }) => undecided), [first === current], thread);
    await assertChained(current, thread);
  }
}
