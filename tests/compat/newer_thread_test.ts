// A thread that a newer Treadle has written meets every route of this one, on Redis and on sqlite.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { SCHEMA } from "../../src/core/state.ts";
import { RespClient } from "../../src/redis_rest/resp.ts";
import { deploy, type Deployment } from "./_deployment.ts";
import { serveModel } from "./_model.ts";
import { digestOf } from "../stores/upstash_scripts/_database.ts";
import { serveRedisRest } from "../support/redis/rest.ts";
import { startRedis } from "../support/redis/server.ts";
import { needsRedis } from "../support/requires.ts";
import { sqliteFile } from "../support/sqlite_file.ts";

/** Every route of a thread; `:call` is a call that waits for an approval. */
const ROUTES: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ["POST", "/steps", { input: "job more: once" }],
  ["POST", "/steps", { until: "done" }],
  ["POST", "/steps", { input: "job more: once", busy: "restart" }],
  ["POST", "/steps", { input: "job more: once", busy: "queue" }],
  ["POST", "/steps", { toolResults: [{ callId: ":call", output: 1 }] }],
  ["POST", "/approvals/:call", { approved: true }],
  ["POST", "/calls/:call/result", { output: 1 }],
  ["POST", "/cancel"],
  ["POST", "/fork", { id: "forked" }],
  ["POST", "/wake"],
  ["PUT", "/plan", { plan: "Another." }],
  ["DELETE", ""],
  ["GET", ""],
  ["GET", "/history"],
  ["GET", "/events"],
  ["GET", "/export"],
  ["GET", "/plan"],
  ["GET", "/children"],
  ["GET", "/trace.svg"],
];

needsRedis("E13: every route refuses a newer thread on Redis, and nothing of the store changes", async () => {
  await using server = await startRedis({ args: ["--enable-debug-command", "yes"] });
  await using rest = await serveRedisRest({ redis: server, token: "token-of-the-bridge" });
  const redis = new RespClient(server);
  await meet({ type: "upstash", url: rest.url, token: rest.token }, {
    raise: async () => void await redis.send([["HSET", "td:{acme/newer}:h", "sv", String(SCHEMA + 1)]]),
    digest: () => digestOf(redis),
  });
  await redis.close();
});

Deno.test("E13: every route refuses a newer thread on sqlite, and nothing of the store changes", async () => {
  await using file = await sqliteFile();
  await meet({ type: "sqlite", path: file.path }, {
    raise: () => {
      const db = new DatabaseSync(file.path);
      db.prepare("UPDATE threads SET schema = ?").run(SCHEMA + 1);
      db.close();
      return Promise.resolve();
    },
    digest: () => {
      const db = new DatabaseSync(file.path, { readOnly: true });
      const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
      const rows = names.map(({ name }) => JSON.stringify(db.prepare(`SELECT * FROM ${name}`).all()));
      db.close();
      return Promise.resolve(rows.join("\n"));
    },
  });
});

async function meet(
  location: Parameters<typeof deploy>[0]["location"],
  { raise, digest }: { readonly raise: () => Promise<void>; readonly digest: () => Promise<string> },
): Promise<void> {
  await using model = serveModel();
  await using deployment = deploy({ location, model: model.url, clock: Date.now });
  const { send } = deployment;
  const first = await send("POST", "/v1/threads/newer/steps", {
    agent: "worker",
    input: "job newer: remove",
  });
  const { calls: [{ id }] } = await first.json();
  await raise();
  const before = await digest();
  for (const [method, path, body] of ROUTES) {
    const text = JSON.stringify(body)?.replace(":call", id);
    const url = `/v1/threads/newer${path.replace(":call", id)}`;
    const response = await send(method, url, text === undefined ? undefined : JSON.parse(text));
    const what = `${method} ${path} ${text ?? ""}`;
    const answer = await response.text();
    assert.equal(response.status, 503, `${what}: ${answer}`);
    assert.equal(JSON.parse(answer).code, "schema_unsupported", what);
    assert.equal(await digest(), before, `${what} has changed something`);
  }
  await assertListed(deployment);
  assert.equal(await digest(), before, "a list has changed something");
  assert.deepEqual(deployment.executions, []);
}

async function assertListed({ send }: Deployment): Promise<void> {
  const list = await (await send("GET", "/v1/threads")).json();
  assert.deepEqual(list.threads, [{ id: "newer", status: "corrupted", code: "schema_unsupported" }]);
  const inbox = await (await send("GET", "/v1/inbox")).json();
  assert.deepEqual(inbox.items, []);
}
