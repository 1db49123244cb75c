// The saver that LangGraph is measured with keeps what LangGraph's own contract asks for.

import assert from "node:assert/strict";
import { type Checkpoint, type CheckpointMetadata, emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { Redis } from "@upstash/redis";
import { serveRedisRest } from "../../support/redis/rest.ts";
import { fileRedis } from "../../support/redis/upstash_store.ts";
import { UpstashSaver } from "./upstash_saver.ts";

const METADATA: CheckpointMetadata = { source: "loop", step: 0, parents: {} };

/** A checkpoint with these values, each in its version. */
function checkpointOf(id: string, values: Record<string, [version: number, value: unknown]>): Checkpoint {
  const of = (index: 0 | 1) =>
    Object.fromEntries(Object.entries(values).map(([channel, pair]) => [channel, pair[index]]));
  return {
    ...emptyCheckpoint(),
    id,
    channel_values: of(1),
    channel_versions: of(0) as Record<string, number>,
  };
}

Deno.test("bench: LangGraph's saver reads back values of older checkpoints, writes in their order, and its parents", async () => {
  await using bridge = await serveRedisRest({ redis: await fileRedis(), token: "secret" });
  const client = new Redis({ url: bridge.url, token: "secret", automaticDeserialization: false });
  const saver = new UpstashSaver(client);
  const start = { configurable: { thread_id: crypto.randomUUID() } };
  assert.equal(await saver.getTuple(start), undefined);

  const first = checkpointOf("1a", { messages: [1, ["hello"]], count: [1, 7] });
  const afterFirst = await saver.put(start, first, METADATA, { messages: 1, count: 1 });
  const second = checkpointOf("1b", { messages: [2, ["hello", "there"]], count: [1, 7] });
  const afterSecond = await saver.put(afterFirst, second, { ...METADATA, step: 1 }, { messages: 2 });
  await saver.putWrites(afterSecond, [["messages", "b"]], "task-1", "~2");
  await saver.putWrites(afterSecond, [["messages", "a"], ["count", 8]], "task-2", "~1");
  await saver.putWrites(afterSecond, [["messages", "again"]], "task-1", "~2");
  await saver.putWrites(afterSecond, [["__error__", "one"]], "task-1", "~2");
  await saver.putWrites(afterSecond, [["__error__", "two"]], "task-1", "~2");

  const newest = await saver.getTuple(start);
  assert.deepEqual(newest?.checkpoint, second, "with the count that only the first one wrote");
  assert.deepEqual(newest?.metadata, { ...METADATA, step: 1 });
  assert.deepEqual(newest?.config, afterSecond);
  assert.deepEqual(newest?.parentConfig, afterFirst);
  assert.deepEqual(newest?.pendingWrites, [
    ["task-2", "messages", "a"],
    ["task-2", "count", 8],
    ["task-1", "__error__", "two"],
    ["task-1", "messages", "b"],
  ]);
  const older = await saver.getTuple(afterFirst);
  assert.deepEqual([older?.checkpoint, older?.parentConfig, older?.pendingWrites], [first, undefined, []]);

  const ids = async (options?: Parameters<UpstashSaver["list"]>[1]) =>
    (await Array.fromAsync(saver.list(start, options))).map(({ checkpoint }) => checkpoint.id);
  assert.deepEqual(await ids(), ["1b", "1a"]);
  assert.deepEqual(await ids({ limit: 1 }), ["1b"]);
  assert.deepEqual(await ids({ before: afterSecond }), ["1a"]);
  assert.deepEqual(await ids({ filter: { step: 0 } }), ["1a"]);

  await saver.deleteThread(start.configurable.thread_id);
  assert.equal(await saver.getTuple(start), undefined);
  assert.deepEqual(await client.keys(`*${start.configurable.thread_id}*`), []);
});
