// The blobs of a tenant in Redis: their keys, their lives, and uploads that ended in part.

import assert from "node:assert/strict";
import { RespClient } from "../../src/redis_rest/resp.ts";
import { sha256, toHexDigest } from "../../src/core/text/sha256.ts";
import { bench } from "../conformance/store_cases/case.ts";
import { openUpstashStore } from "../support/redis/upstash_store.ts";
import { needsRedis } from "../support/requires.ts";

const DAY_MS = 86_400_000;

for (const threadMs of [undefined, DAY_MS]) {
  needsRedis(
    `E13: a blob of a tenant lives ${
      threadMs ? "three lifetimes of a thread and a day" : "for ever where threads do"
    } from its last begin`,
    async () => {
      await using opened = await openUpstashStore({ lifetimes: { threadMs } });
      const { store, keyPrefix } = opened;
      const redis = new RespClient(opened.redis);
      const at = bench(opened);
      const text = "shared";
      const id = toHexDigest(await sha256(text));
      const key = `${keyPrefix}:{${at.ref.tenant}}:b:${id}`;
      const life = async () => Number((await redis.send([["PTTL", key]]))[0]);
      const assertWhole = async (what: string) => {
        const ms = await life();
        const longest = threadMs === undefined ? -1 : 3 * threadMs + DAY_MS;
        assert.ok(ms <= longest && ms > longest - 60_000, `${what}: ${ms} ms`);
      };
      await at.commit(await at.step({ ref: at.sibling("first") }), { newBlob: { id, text, shared: true } });
      await assertWhole("a commit");
      await redis.send([["PEXPIRE", key, "5000"]]);
      assert.equal((await at.step({ sharedBlob: id })).begun.hasSharedBlob, true);
      await assertWhole("a begin");
      await redis.send([["PEXPIRE", key, String(9 * DAY_MS)]]);
      await store.putBlob(at.ref, text, { shared: true });
      if (threadMs !== undefined) assert.ok(await life() > 8 * DAY_MS, "a longer life stays");
      await redis.close();
    },
  );
}

needsRedis(
  "E13: a blob of a tenant of which pieces are missing is not found, expires, and is put again",
  async () => {
    const failing = { pieces: 0, isOn: true };
    await using opened = await openUpstashStore({
      faults: ({ commands }) => {
        const isPiece = commands.some((words) => words.some((word) => word.length > 300_000));
        return isPiece && failing.pieces++ > 0 && failing.isOn ? "drop-request" : undefined;
      },
    });
    const { store, keyPrefix } = opened;
    const redis = new RespClient(opened.redis);
    const at = bench(opened);
    const text = "large".repeat(200_000);
    const id = toHexDigest(await sha256(text));
    await store.putBlob(at.ref, "small", { shared: true }); // loads the script
    await assert.rejects(store.putBlob(at.ref, text, { shared: true }), { code: "store_unavailable" });
    const key = `${keyPrefix}:{${at.ref.tenant}}:b:${id}`;
    const [life] = await redis.send([["PTTL", key]]);
    assert.ok(Number(life) > 0 && Number(life) <= DAY_MS, `${life} ms`);
    assert.equal((await at.step({ ref: at.sibling("t2"), sharedBlob: id })).begun.hasSharedBlob, undefined);
    failing.isOn = false;
    await store.putBlob(at.ref, text, { shared: true, mayExist: true });
    assert.equal(Number((await redis.send([["PTTL", key]]))[0]), -1);
    assert.equal((await at.step({ ref: at.sibling("t3"), sharedBlob: id })).begun.hasSharedBlob, true);
    await redis.close();
  },
);
