// LangGraph's checkpoints in Redis behind Upstash's REST protocol: its own RedisSaver asks for RedisJSON, RediSearch and a TCP
// connection (@langchain/langgraph-checkpoint-redis 1.0.11), which neither Upstash nor the edge has. The same is stored: the
// checkpoint, the value of every channel that changed, the writes of every task. What that saver spends beside it is left out, in
// LangGraph's favour: a second copy of the values in the checkpoint, KEYS for the newest checkpoint, and the checkpoint written anew
// for each task's writes.

import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  compareWritesSortKeys,
  getCheckpointId,
  type PendingWrite,
  WRITES_IDX_MAP,
  writesSortKey,
} from "@langchain/langgraph-checkpoint";
import type { Redis } from "@upstash/redis";

interface Stored {
  readonly checkpoint: Checkpoint;
  readonly metadata: CheckpointMetadata;
  readonly parent: string | null;
}

interface StoredWrite {
  readonly path: string;
  readonly task: string;
  readonly index: number;
  readonly channel: string;
  readonly value: unknown;
}

export class UpstashSaver extends BaseCheckpointSaver {
  readonly #redis: Redis;

  /** The client must leave values as they are (`automaticDeserialization: false`). */
  constructor(redis: Redis) {
    super();
    this.#redis = redis;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const thread = threadOf(config);
    const id = getCheckpointId(config) || (await this.#newestIds(thread, 1))[0];
    if (id === undefined) return undefined;
    const [text, writes] = await this.#redis.pipeline()
      .get<string>(`checkpoint:${thread}:${id}`)
      .hvals(`checkpoint_writes:${thread}:${id}`)
      .exec<[string | null, string[]]>();
    if (text === null) return undefined;
    const { checkpoint, metadata, parent }: Stored = await this.#read(text);
    const values = await this.#readValues(thread, checkpoint.channel_versions);
    return {
      config: configOf(config, id),
      checkpoint: { ...checkpoint, channel_values: values },
      metadata,
      ...(parent === null ? {} : { parentConfig: configOf(config, parent) }),
      pendingWrites: await this.#readWrites(writes),
    };
  }

  override async *list(
    config: RunnableConfig,
    { limit = Infinity, before, filter = {} }: CheckpointListOptions = {},
  ): AsyncGenerator<CheckpointTuple> {
    const end = before && getCheckpointId(before);
    let left = limit;
    for (const id of await this.#newestIds(threadOf(config), undefined)) {
      if (left <= 0) return;
      if (end !== undefined && id >= end) continue;
      const tuple = await this.getTuple(configOf(config, id));
      const metadata: Record<string, unknown> = { ...tuple?.metadata };
      if (tuple === undefined || Object.entries(filter).some(([key, value]) => metadata[key] !== value)) {
        continue;
      }
      left--;
      yield tuple;
    }
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const thread = threadOf(config);
    const parent = getCheckpointId(config) || null;
    const stored: Stored = { checkpoint: { ...checkpoint, channel_values: {} }, metadata, parent };
    const pipeline = this.#redis.pipeline()
      .set(`checkpoint:${thread}:${checkpoint.id}`, await this.#write(stored))
      .zadd(`checkpoint_ids:${thread}`, { score: 0, member: checkpoint.id });
    for (const [channel, version] of Object.entries(newVersions)) {
      if (!Object.hasOwn(checkpoint.channel_values, channel)) continue;
      const value = await this.#write(checkpoint.channel_values[channel]);
      pipeline.set(`checkpoint_blob:${thread}:${channel}:${version}`, value);
    }
    await pipeline.exec();
    return configOf(config, checkpoint.id);
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    task: string,
    path = "",
  ): Promise<void> {
    const key = `checkpoint_writes:${threadOf(config)}:${getCheckpointId(config)}`;
    const pipeline = this.#redis.pipeline();
    for (const [place, [channel, value]] of writes.entries()) {
      const index = WRITES_IDX_MAP[channel] ?? place;
      const stored: StoredWrite = { path, task, index, channel, value };
      const field = `${task}:${index}`;
      const text = await this.#write(stored);
      // A task that runs again keeps what it wrote at first; an error or an interrupt takes the place of the last one.
      if (index < 0) pipeline.hset(key, { [field]: text });
      else pipeline.hsetnx(key, field, text);
    }
    if (writes.length > 0) await pipeline.exec();
  }

  override async deleteThread(thread: string): Promise<void> {
    const kinds = ["checkpoint", "checkpoint_ids", "checkpoint_blob", "checkpoint_writes"];
    const found = await Promise.all(kinds.map((kind) => this.#redis.keys(`${kind}:${thread}:*`)));
    const keys = found.flat();
    if (keys.length > 0) await this.#redis.del(...keys);
  }

  /** Ids are in the order of time. */
  #newestIds(thread: string, count: number | undefined): Promise<string[]> {
    const limit = count === undefined ? {} : { offset: 0, count };
    return this.#redis.zrange<string[]>(`checkpoint_ids:${thread}`, "+", "-", {
      byLex: true,
      rev: true,
      ...limit,
    });
  }

  async #readValues(thread: string, versions: ChannelVersions): Promise<Record<string, unknown>> {
    const channels = Object.entries(versions);
    if (channels.length === 0) return {};
    const keys = channels.map(([channel, version]) => `checkpoint_blob:${thread}:${channel}:${version}`);
    const texts = await this.#redis.mget<(string | null)[]>(...keys);
    const values: Record<string, unknown> = {};
    for (const [index, [channel]] of channels.entries()) {
      const text = texts[index] ?? null;
      if (text !== null) values[channel] = await this.#read(text);
    }
    return values;
  }

  async #readWrites(texts: readonly string[]): Promise<[string, string, unknown][]> {
    const writes: StoredWrite[] = await Promise.all(texts.map((text) => this.#read(text)));
    const keyOf = ({ path, task, index }: StoredWrite) => writesSortKey(path, task, index);
    return writes.sort((left, right) => compareWritesSortKeys(keyOf(left), keyOf(right)))
      .map(({ task, channel, value }) => [task, channel, value]);
  }

  async #write(value: unknown): Promise<string> {
    const [type, bytes] = await this.serde.dumpsTyped(value);
    if (type !== "json") throw new Error(`A channel has a value of type ${type}.`);
    return new TextDecoder().decode(bytes);
  }

  // deno-lint-ignore no-explicit-any -- what this class wrote
  #read(text: string): Promise<any> {
    return this.serde.loadsTyped("json", text);
  }
}

/** A thread and a namespace of it: that of the graph itself is empty. */
function threadOf({ configurable }: RunnableConfig): string {
  if (configurable?.thread_id === undefined) throw new Error("The config names no thread_id.");
  return `${configurable.thread_id}:${configurable.checkpoint_ns ?? ""}`;
}

function configOf({ configurable }: RunnableConfig, checkpoint: string): RunnableConfig {
  return {
    configurable: {
      thread_id: configurable?.thread_id,
      checkpoint_ns: configurable?.checkpoint_ns ?? "",
      checkpoint_id: checkpoint,
    },
  };
}
