// The keys of receipts in tables: those of callers, and, for a receipt that has come from a store that keeps no more, their hashes.

import type { MovingReceipt } from "../../core/store/moving.ts";
import { shortHash } from "../../core/text/sha256.ts";
import type { ReceiptRecord, Tables } from "./tables.ts";

/** Before a hash. A line break is in no header, so in no key of a request. */
const HASHED = "hash\n";

/** The receipt of a key. */
export function findReceipt(tables: Tables, id: number, key: string): ReceiptRecord | undefined {
  return tables.receipt(id, key) ?? tables.receipt(id, HASHED + shortHash(key));
}

/** What stands in the table for a key of which the hash is known, and perhaps the key itself. */
export function toStoredKey(hash: string, key = HASHED + hash): string {
  return key;
}

/** The hash and, where it is known, the key that {@link toStoredKey} has stored. */
export function fromStoredKey(stored: string): Pick<MovingReceipt, "hash" | "key"> {
  return stored.startsWith(HASHED)
    ? { hash: stored.slice(HASHED.length) }
    : { hash: shortHash(stored), key: stored };
}
