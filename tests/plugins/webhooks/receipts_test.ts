// How long an event is recognised, where time is that of Redis.

import assert from "node:assert/strict";
import { passRedisTimeAt } from "../../support/redis/time.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";
import { needsRedis } from "../../support/requires.ts";
import { createWebhookApp, senderOf, takerOf } from "./_app.ts";

const HOUR = 3_600_000;

needsRedis("E8: on upstash an event is recognised 71 hours later, and is a new one after 73", async () => {
  await using opened = await openUpstashStore();
  const template = { trigger: "github", thread: "t", input: "{/title}" };
  const app = createWebhookApp({ agents: [takerOf([template])], store: opened.store });
  const deliver = async () => {
    const { status } = await app.deliver({
      sender: senderOf("github"),
      to: "github/taker",
      body: '{"title":"T"}',
    });
    await app.idle();
    return status;
  };
  const pass = (hours: number) => passRedisTimeAt(opened.redis, `${opened.keyPrefix}:`, hours * HOUR);
  assert.deepEqual([await deliver(), await deliver()], [202, 200]);
  await pass(71);
  assert.equal(await deliver(), 200);
  await pass(2);
  assert.equal(await deliver(), 202);
});
