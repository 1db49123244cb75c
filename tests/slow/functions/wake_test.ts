// Row E8 on the runtimes: a server process and a Worker go on by themselves, and repair what others have left in the due index.

import assert from "node:assert/strict";
import { agents } from "../../../functions/agents/mod.ts";
import worker from "../../../functions/cloudflare.ts";
import type { Store } from "../../../src/core/store.ts";
import { newThread } from "../../../src/kernel/session/run_state.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { createUpstashStore } from "../../../src/stores/upstash/store.ts";
import { bootDeno } from "../../support/boot_deno.ts";
import { bootWorker } from "../support/boot_worker.ts";

import { serveRedisRest } from "../../support/redis/rest.ts";
import { fileRedis } from "../../support/redis/upstash_store.ts";
import { needsRedis } from "../../support/requires.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import { eventually } from "../../support/eventually.ts";
import { SCHEMA } from "../../../src/core/state.ts";

const WEATHER = "What is the weather in Paris?";
const JSON_TYPE = { "content-type": "application/json" };
const first = JSON.stringify({ agent: "demo", input: WEATHER, wake: true });

/** An input whose wake-up was lost a minute ago. */
async function leaveBehind(store: Store, tenant: string): Promise<void> {
  const agent = agents.find(({ name }) => name === "demo") ?? assert.fail("no demo");
  const now = Date.now() - 61_000;
  const entry = { type: "user", id: "entry_1", at: now, version: 0, text: WEATHER, run: {} };
  const outcome = await store.enqueue({
    ref: { tenant, thread: "left" },
    owner: "run_1",
    schema: SCHEMA,
    receiptMs: 1_000,
    due: now,
    create: newThread(agent, {}, now, { random: (count) => new Uint8Array(count) }),
    inputs: [JSON.stringify(entry)],
    idempotency: { key: "k", bodyHash: "k" },
  });
  assert.equal(outcome.type, "queued");
}

async function isDone(store: Store, tenant: string): Promise<boolean> {
  return (await store.read({ tenant, thread: "left" }))?.header.status === "done";
}

Deno.test("E8: a server on Deno goes on with a run whose client asked for one step", async () => {
  await using file = await sqliteFile();
  await using server = await bootDeno({ TREADLE_STORE: `sqlite:${file.path}` });
  const response = await server.fetch("/v1/threads/t/steps", {
    method: "POST",
    headers: JSON_TYPE,
    body: first,
  });
  assert.deepEqual((await response.json()).thread.status, "open");
  await eventually(async () => (await (await server.fetch("/v1/threads/t")).json()).status === "done");
});

Deno.test("E8: a server on Deno repairs at its start what another process has left, with no request", async () => {
  await using file = await sqliteFile();
  const store = createSqliteStore({ path: file.path });
  await leaveBehind(store, "local");
  await using _server = await bootDeno({ TREADLE_STORE: `sqlite:${file.path}` });
  await eventually(() => isDone(store, "local"));
  await store.close();
});

Deno.test("E8: a Worker goes on behind its response, and a Cron Trigger runs the pump", async () => {
  const bindings = { TREADLE_OPEN: "1" };
  const kept: Promise<unknown>[] = [];
  const invocation = { waitUntil: (promise: Promise<unknown>) => void kept.push(promise) };
  const post = { method: "POST", headers: JSON_TYPE, body: first };
  const response = await worker.fetch(new Request("http://x/v1/threads/t/steps", post), bindings, invocation);
  assert.equal((await response.json()).thread.status, "open");
  for (let place = 0; place < kept.length; place++) await kept[place];
  const read = await worker.fetch(new Request("http://x/v1/threads/t"), bindings, invocation);
  assert.equal((await read.json()).status, "done");
  await worker.scheduled({}, bindings, invocation);
});

Deno.test("E8: a queue that no door takes is refused, so that its messages are delivered again", async () => {
  const batch = { queue: "other", messages: [] };
  const invocation = { waitUntil: () => {} };
  for (const bindings of [{ TREADLE_OPEN: "1" }, { TREADLE_OPEN: "wrong" }]) {
    await assert.rejects(worker.queue(batch, bindings, invocation), { code: "config_invalid" });
  }
  await worker.scheduled({}, { TREADLE_OPEN: "wrong" }, invocation);
});

needsRedis("E8: in workerd a Cron Trigger goes on with what nobody has woken", async () => {
  const rest = await serveRedisRest({ redis: await fileRedis(), token: "test-token-of-the-bridge" });
  const store = createUpstashStore({ url: rest.url, token: rest.token, keyPrefix: "td" });
  await leaveBehind(store, "public");
  await using booted = await bootWorker({
    UPSTASH_REDIS_REST_URL: rest.url,
    UPSTASH_REDIS_REST_TOKEN: rest.token,
    TREADLE_OPEN: "1",
  });
  await booted.scheduled?.();
  await eventually(() => isDone(store, "public"));
  assert.deepEqual(await store.listDue(Number.MAX_SAFE_INTEGER, 10), []);
  await booted.stop();
  await store.close();
  await rest.close();
}, { sanitizeOps: false, sanitizeResources: false });
