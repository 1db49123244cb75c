// The due index of a deployment: sorted sets by time, of all tenants. Sixteen of them, so that no single key has the load of
// every commit. A row is entered before its work, and removed after it. Where the database stops between the
// two, a row without work stays.

import type { Pipeline } from "@upstash/redis/cloudflare";
import type { OutboxItem } from "../../../core/store/commit.ts";
import type { DueItem, DueMove } from "../../../core/store/due.ts";
import { type WakeName, wakeName } from "../../../core/wake.ts";
import type { Command, UpstashClient } from "../client.ts";
import { definitionsKey, dueKey, fromKeyPart, toKeyPart } from "../keys.ts";
import { DUE_SHARDS } from "../layout.ts";
import { MOVE_DUE } from "../lua/due.ts";
import type { ScriptCall } from "../lua/script.ts";
import { Reader } from "../replies.ts";

/** The part of a request that concerns the due index: commands before its script, and a script behind it. */
export interface DueParts {
  readonly before: readonly Command[];
  readonly behind: readonly ScriptCall[];
}

/** The index under one key prefix. */
export class DueIndex {
  readonly #client: UpstashClient;
  readonly #prefix: string;

  constructor(client: UpstashClient, prefix: string) {
    this.#client = client;
    this.#prefix = prefix;
  }

  /**
   * Enters a row, or moves it to an earlier time: commands for the request of a script. A row that is earlier moves by a
   * millisecond, so that it is not removed by one who knows the time that it had.
   */
  bringForward(tenant: string, name: WakeName, at: number): readonly Command[] {
    const { key, member } = this.#place(tenant, name);
    return [
      (pipeline) => pipeline.zadd(key, { xx: true, incr: true }, { score: -1, member }),
      (pipeline) => pipeline.zadd(key, { lt: true }, { score: at, member }),
    ];
  }

  /** Enters a row, or moves it: a command for the request of a script. */
  enter(tenant: string, name: WakeName, at: number): Command {
    const { key, member } = this.#place(tenant, name);
    return (pipeline) => pipeline.zadd(key, { score: at, member });
  }

  /** The parts of a commit or an advance. */
  parts(tenant: string, thread: string, due: DueMove | undefined, outbox: readonly OutboxItem[]): DueParts {
    const kept = outbox.flatMap(({ kind, id, text, at }) => {
      const key = definitionsKey(this.#prefix, tenant, kind);
      return [
        (pipeline: Pipeline) => pipeline.hset(key, { [id]: text }),
        this.enter(tenant, wakeName(kind, id), at),
      ];
    });
    if (due === undefined) return { before: kept, behind: [] };
    if (due.from !== undefined) return { before: kept, behind: [this.#moveCall(tenant, thread, due)] };
    return { before: [...kept, this.enter(tenant, thread, due.to)], behind: [] };
  }

  /** One request. */
  async moveDue(tenant: string, name: WakeName, move: DueMove): Promise<boolean> {
    if (move.from !== undefined) return await this.#client.run(this.#moveCall(tenant, name, move)) === 1;
    await this.#client.pipeline("moveDue", [this.enter(tenant, name, move.to)]);
    return true;
  }

  /** One request over all sets. */
  async listDue(until: number, limit: number): Promise<DueItem[]> {
    const page = { byScore: true, offset: 0, count: limit, withScores: true } as const;
    const answers = await this.#client.pipeline(
      "listDue",
      Array.from({ length: DUE_SHARDS }, (_, shard) => (pipeline: Pipeline) => {
        return pipeline.zrange(dueKey(this.#prefix, shard), "-inf", `(${until + 1}`, page);
      }),
    );
    const rows = answers.flatMap((answer) => {
      const reader = new Reader("listDue", answer);
      const found: DueItem[] = [];
      while (reader.more) found.push(...toItem(reader.text(), Math.floor(reader.number())));
      return found;
    });
    return rows.sort((left, right) => left.at - right.at).slice(0, limit);
  }

  #moveCall(
    tenant: string,
    name: WakeName,
    { from, to }: Extract<DueMove, { readonly from: number }>,
  ): ScriptCall {
    const { key, member } = this.#place(tenant, name);
    return MOVE_DUE.call({
      keys: { due: key },
      args: { from, member, to: to === undefined ? undefined : String(to + fraction()) },
    });
  }

  #place(tenant: string, name: WakeName): { readonly key: string; readonly member: string } {
    const member = `${toKeyPart(tenant)}/${toKeyPart(name)}`;
    return { key: dueKey(this.#prefix, hashShard(member)), member };
  }
}

/** Nothing for a row that no Treadle has entered: it keeps no other from being found. */
function toItem(member: string, at: number): DueItem[] {
  const [tenant, name, ...rest] = member.split("/").map(fromKeyPart);
  return tenant === undefined || name === undefined || rest.length > 0 ? [] : [{ tenant, name, at }];
}

/** Numbers in (0, 1) that a double keeps beside a time in milliseconds, as multiples of 1/2048. */
const FRACTIONS = 2047;

let lastFraction = Math.floor(Math.random() * FRACTIONS);

/** Another one than the last 2,046 of this isolate had; one of another isolate is the same once in 2,047 times. */
function fraction(): number {
  lastFraction = lastFraction % FRACTIONS + 1;
  return lastFraction / (FRACTIONS + 1);
}

/** FNV-1a of the characters, which are ASCII. */
function hashShard(member: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < member.length; index++) {
    hash = Math.imul(hash ^ member.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % DUE_SHARDS;
}
