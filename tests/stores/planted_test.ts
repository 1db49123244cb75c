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
import {
  assertContained,
  assertFutureEvents,
  assertInboxContained,
  CALLS,
  get,
  INPUTS,
  makeThreads,
} from "./_planted.ts";

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
