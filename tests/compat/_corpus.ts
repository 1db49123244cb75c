// What a corpus holds, and how it comes into a fresh store.

import { projectRoot } from "../support/project.ts";
import { runDump } from "../support/sqlite_file.ts";
import type { RedisAddress } from "../../src/redis_rest/address.ts";
import { RespClient } from "../../src/redis_rest/resp.ts";

/** What is known of the threads of one store at the time they were copied. */
export interface Written {
  /** Epoch milliseconds: every lease has run out 30 s later. */
  readonly at: number;
  /** Of the texts of each thread's history. */
  readonly histories: Record<string, Digest>;
  /** The idempotency keys that the calls were run with, by label. */
  readonly keys: Record<string, string>;
}

export interface Digest {
  readonly length: number;
  /** SHA-256, in hex, of the JSON of the list of texts. */
  readonly sha256: string;
}

export async function digestOf(texts: readonly string[]): Promise<Digest> {
  const bytes = new TextEncoder().encode(JSON.stringify(texts));
  return {
    length: texts.length,
    sha256: new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex(),
  };
}

/** A request that was answered before the copy, and one that was not: the same are sent again. */
export const REPLAYED = {
  body: { agent: "worker", input: "job replayed: pure", until: "done", resumable: true },
  headers: { "idempotency-key": "replayed-1" },
} as const;
export const DIED_PLANNING = {
  body: { agent: "worker", input: "job died_planning: keyed", until: "done" },
  headers: { "idempotency-key": "died_planning-1" },
} as const;

/** The corpora of all versions. */
export async function* corpora(): AsyncGenerator<Corpus> {
  for await (const { name, isDirectory } of Deno.readDir(new URL("tests/compat/", projectRoot))) {
    if (isDirectory) yield new Corpus(name);
  }
}

export class Corpus {
  /** The folder's name: the commit that wrote the threads. */
  readonly version: string;
  readonly #folder: URL;

  constructor(version: string) {
    this.version = version;
    this.#folder = new URL(`tests/compat/${version}/`, projectRoot);
  }

  async written(store: "sqlite" | "upstash"): Promise<Written> {
    return JSON.parse(await this.#read("written.json"))[store];
  }

  /** Makes the sqlite file; nothing may be there. */
  async toSqlite(path: string): Promise<void> {
    runDump(await this.#read("threads.sql"), path);
  }

  /** Fills an empty Redis. */
  async toRedis(address: RedisAddress): Promise<void> {
    const commands: string[][] = (await this.#read("redis.jsonl")).trimEnd().split("\n").map((line) =>
      JSON.parse(line)
    );
    const redis = new RespClient(address);
    const replies = await redis.send([["FLUSHALL"], ...commands]);
    await redis.close();
    const refused = replies.find((reply) =>
      reply !== null && typeof reply === "object" && "message" in reply
    );
    if (refused !== undefined) {
      throw new Error(`Redis refused a command of the corpus: ${JSON.stringify(refused)}`);
    }
  }

  /** A file as it is, or packed by gzip. */
  async #read(name: string): Promise<string> {
    try {
      return await Deno.readTextFile(new URL(name, this.#folder));
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      const packed = await Deno.open(new URL(`${name}.gz`, this.#folder));
      return await new Response(packed.readable.pipeThrough(new DecompressionStream("gzip"))).text();
    }
  }
}
