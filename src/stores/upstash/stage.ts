// Staging: entries that do not fit the request that makes them visible wait in lists of their own, which expire as
// blobs do.

import { BLOB_MS } from "../../core/store/limits.ts";
import { jsonBytes } from "../../core/text/json_bytes.ts";
import { STAGE } from "./lua/transfer.ts";
import type { UpstashClient } from "./client.ts";
import { malformedReply } from "./errors.ts";

/** Bytes of texts that one request carries beside its keys and small arguments. */
const TEXT_BYTES = 800_000;

/** True when one request can carry the texts. */
export function fitsOneRequest(texts: readonly string[]): boolean {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters * 6 <= TEXT_BYTES) return true; // six bytes is the longest escape
  return texts.reduce((sum, text) => sum + jsonBytes(text) + 3, 0) <= TEXT_BYTES;
}

/**
 * Appends texts to staging lists of `size` texts each, in requests of a legal size, each of which may be sent twice. `start` texts are in
 * them already.
 */
export class Stage {
  readonly #client: UpstashClient;
  readonly #keyOf: (list: number) => string;
  readonly #size: number;
  #length: number;

  constructor(client: UpstashClient, keyOf: (list: number) => string, size: number, start = 0) {
    this.#client = client;
    this.#keyOf = keyOf;
    this.#size = size;
    this.#length = start;
  }

  /** @throws {AgentError} store_failed when a list has another length than it was left with. */
  async add(texts: readonly string[]): Promise<void> {
    for (let next = 0; next < texts.length;) {
      const list = Math.floor(this.#length / this.#size);
      const before = this.#length - list * this.#size;
      const batch = firstBatch(texts.slice(next, next + this.#size - before));
      const answer = await this.#client.run(
        STAGE.call({
          keys: { staged: this.#keyOf(list) },
          args: { lengthBefore: before, stagedMs: BLOB_MS },
          moreArgs: batch,
        }),
      );
      if (answer !== 1) throw malformedReply("stage");
      this.#length += batch.length;
      next += batch.length;
    }
  }
}

/** As many of the texts as one request carries, but at least one. */
function firstBatch(texts: readonly string[]): readonly string[] {
  let bytes = 0;
  const end = texts.findIndex((text, index) => {
    bytes += jsonBytes(text) + 3;
    return index > 0 && bytes > TEXT_BYTES;
  });
  return end < 0 ? texts : texts.slice(0, end);
}
