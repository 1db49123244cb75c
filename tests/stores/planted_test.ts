// Row E14: what somebody else has written into the store is store_corrupt for the thread that it is in, and for no other. The
// requests go through the whole app.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { RespClient } from "../../src/redis_rest/resp.ts";
import { deploy, type Deployment } from "../compat/_deployment.ts";
import { serveModel } from "../compat/_model.ts";
import { serveRedisRest } from "../support/redis/rest.ts";
import { fileRedis } from "../support/redis/upstash_store.ts";
import { needsRedis } from "../support/requires.ts";
import { sqliteFile } from "../support/sqlite_file.ts";

/** Dispositions that no call has. */
const DISPOSITIONS = [{ type: "odd" }, { type: "toString" }, { type: 5 }, {}, null, "approve", []];

/** Texts in the place of the outstanding calls. */
const CALLS = [
  "[{}]",
  "[null]",
  "{}",
  "5",
  "[",
  '[{"id":5}]',
  ...DISPOSITIONS.map((disposition) =>
    JSON.stringify([{ id: "c1", name: "remove", args: {}, epoch: 1, disposition }])
  ),
];

/** Texts in the place of an input that waits. */
const INPUTS = [
  "{",
  "no json",
  "null",
  "5",
  "[]",
  "{}",
  '{"type":"odd"}',
  '{"type":"history","entries":[{}]}',
];

/** Requests of the thread that read what waits, or go on behind it. */
const READERS = [
  ["GET", "/v1/threads/bad", undefined],
  ["GET", "/v1/threads/bad/history", undefined],
  ["GET", "/v1/threads/bad/export", undefined],
  ["GET", "/api/chat/bad/messages", undefined],
  ["POST", "/v1/threads/bad/steps", { input: "job bad: pure" }],
  ["POST", "/v1/threads/bad/steps", { input: "job bad: pure", busy: "steer" }],
  ["POST", "/v1/threads/bad/wake", {}],
  ["POST", "/v1/threads/bad/fork", {}],
] as const;

needsRedis("E14: garbage in the pending calls of Redis is store_corrupt for its thread alone", async () => {
  await onUpstash(async (deployment, redis) => {
    for (const calls of CALLS) {
      await redis.send([["HSET", "td:{acme/bad}:x", "c", calls]]);
      await assertContained(deployment, calls);
    }
    await redis.send([["HSET", "td:{acme/bad}:x", "c", "[]", "d:c1", "name {"]]);
    await assertContained(deployment, "a decision");
  });
});

Deno.test("E14: garbage in the pending calls of sqlite is store_corrupt for its thread alone", async () => {
  await onSqlite(async (deployment, path) => {
    const db = new DatabaseSync(path);
    for (const calls of CALLS) {
      db.prepare("UPDATE threads SET pending_calls = ? WHERE thread = 'bad'").run(calls);
      await assertContained(deployment, calls);
    }
    db.close();
  });
});

needsRedis(
  "E14: garbage in the inbox of Redis is a clear answer of its thread, and no other thread has it",
  async () => {
    await onUpstash(async (deployment, redis) => {
      for (const input of [...INPUTS, ""]) {
        await redis.send([["DEL", "td:{acme/bad}:q"], ["RPUSH", "td:{acme/bad}:q", `1:o${input}`]]);
        await assertInboxContained(deployment, input);
      }
      for (const whole of ["", "x", ":", "9:a", "-1:a{}"]) {
        await redis.send([["DEL", "td:{acme/bad}:q"], ["RPUSH", "td:{acme/bad}:q", whole]]);
        await assertInboxContained(deployment, `whole ${whole}`);
      }
    });
  },
);

Deno.test("E14: garbage in the inbox of sqlite is a clear answer of its thread, and no other thread has it", async () => {
  await onSqlite(async (deployment, path) => {
    const db = new DatabaseSync(path);
    for (const input of INPUTS) {
      db.exec("DELETE FROM inbox");
      db.prepare(
        "INSERT INTO inbox (thread, owner, text) SELECT id, 'o', ? FROM threads WHERE thread = 'bad'",
      )
        .run(input);
      await assertInboxContained(deployment, input);
    }
    db.close();
  });
});

/** No request of the bad thread is `internal`, a step is refused, and the good thread has its inbox and its steps. */
async function assertInboxContained(deployment: Deployment, what: string): Promise<void> {
  for (const [method, path, body] of READERS) {
    const response = await deployment.send(method, path, body);
    const { code, details = {} } = await response.json().catch(() => ({}));
    const place = `${what}: ${method} ${path}: ${response.status} ${code}`;
    assert.notEqual(code, "internal", place);
    if (/steps|messages/.test(path)) {
      assert.deepEqual([code, details.thread ?? "bad"], ["store_corrupt", "bad"], place);
    }
  }
  const { threads } = await get(deployment, "/v1/threads?limit=50");
  assert.ok(threads.some(({ id }: { id: string }) => id === "good"), what);
}

needsRedis(
  "E14: names in the indexes of Redis that do not decode keep no list and no pump from the others",
  async () => {
    await onUpstash(async (deployment, redis) => {
      const members = ["%FF", "%zz", "a/b", "%C3", "%41", "%uZZZZ", ""];
      for (const member of members) {
        await redis.send([
          ["ZADD", "td:{acme}:i", "9000000000000", member],
          ["ZADD", "td:{acme}:a", "1", member],
          ["ZADD", "td:{due:0}:z", "1", `acme/${member}`],
          ["ZADD", "td:{due:1}:z", "1", member],
        ]);
      }
      const list = await get(deployment, "/v1/threads?limit=2");
      assert.deepEqual(list.threads.map(({ id }: { id: string }) => id).sort(), ["bad", "good"]);
      const { items } = await get(deployment, "/v1/inbox");
      assert.deepEqual(items.map(({ thread }: { thread: string }) => thread).sort(), ["bad", "good"]);
      assert.equal((await deployment.send("POST", "/v1/threads/good/wake")).status < 500, true);
    });
  },
);

needsRedis("E4: an event from the future is event_unknown on Redis, as on every other store", () => {
  return onUpstash(assertFutureEvents);
});

Deno.test("E4: an event from the future is event_unknown on sqlite", () => onSqlite(assertFutureEvents));

async function assertFutureEvents({ send }: Deployment): Promise<void> {
  for (const id of ["4294967296000", "100000000000000", "999999999999999", "9007199254740991"]) {
    for (const [path, headers] of [["", { "last-event-id": id }], [`?after=${id}`, {}]] as const) {
      const response = await send("GET", `/v1/threads/good/events${path}`, undefined, headers);
      assert.deepEqual([response.status, (await response.json()).code], [422, "event_unknown"], id);
    }
  }
  const none = await send("GET", "/v1/threads/good/events", undefined, {
    "last-event-id": "9007199254740992",
  });
  assert.deepEqual([none.status, (await none.json()).code], [400, "invalid_header"]);
}

/** The bad thread has its own clear answer at every door, no step holds it, and lists go on without what cannot be read. */
async function assertContained(deployment: Deployment, what: string): Promise<void> {
  const { send } = deployment;
  const requests = [
    ["GET", "/v1/threads/bad", undefined],
    ["POST", "/v1/threads/bad/steps", { input: "job bad: pure" }],
    ["POST", "/v1/threads/bad/steps", { input: "job bad: pure" }],
  ] as const;
  for (const [method, path, body] of requests) {
    const response = await send(method, path, body);
    const { code, details = {} } = await response.json();
    assert.deepEqual(
      [response.status, code, details.thread ?? "bad"],
      [500, "store_corrupt", "bad"],
      `${what}: ${path}`,
    );
  }
  const { threads } = await get(deployment, "/v1/threads");
  assert.deepEqual(threads.map(({ id }: { id: string }) => id).sort(), ["bad", "good"], what);
  const { items } = await get(deployment, "/v1/inbox");
  assert.deepEqual(items.map(({ thread }: { thread: string }) => thread), ["good"], what);
}

async function get({ send }: Deployment, path: string) {
  const response = await send("GET", path);
  const body = await response.json();
  assert.equal(response.status, 200, `${path}: ${JSON.stringify(body)}`);
  return body;
}

async function makeThreads({ send }: Deployment): Promise<void> {
  for (const thread of ["bad", "good"]) {
    const response = await send("POST", `/v1/threads/${thread}/steps`, {
      agent: "worker",
      input: `job ${thread}: remove`,
      resumable: true,
    });
    assert.equal(response.status, 200, await response.text());
  }
}

async function onSqlite(work: (deployment: Deployment, path: string) => Promise<void>): Promise<void> {
  await using file = await sqliteFile();
  await using model = serveModel();
  await using deployment = deploy({
    location: { type: "sqlite", path: file.path },
    model: model.url,
    clock: Date.now,
  });
  await makeThreads(deployment);
  await work(deployment, file.path);
}

async function onUpstash(work: (deployment: Deployment, redis: RespClient) => Promise<void>): Promise<void> {
  const server = await fileRedis();
  await using rest = await serveRedisRest({ redis: server, token: "token-of-the-bridge" });
  await using model = serveModel();
  const redis = new RespClient(server);
  await redis.send([["FLUSHALL"]]);
  await using deployment = deploy({
    location: { type: "upstash", url: rest.url, token: rest.token },
    model: model.url,
    clock: Date.now,
  });
  await makeThreads(deployment);
  await work(deployment, redis);
  await redis.close();
}
