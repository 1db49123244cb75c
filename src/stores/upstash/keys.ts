// The keys of a thread, of a tenant's capabilities and of its index. All keys of a thread share one hash tag, so that
// a script may touch them together on any Redis cluster. layout.ts has the names behind the tag.

import type { Feature } from "../../core/model/capability.ts";
import { Lru } from "../../core/lru.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { shortHash } from "../../core/text/sha256.ts";
import { KEY, LEDGER_KEY, SEGMENT, THREAD_SETS } from "./layout.ts";

/**
 * The keys of one thread:
 *
 * | name | key | type | what |
 * |---|---|---|---|
 * | header | `:h` | hash | header: small, no history in it; HEADER_FIELD |
 * | active | `:l` | list | active segment of the history |
 * | previous | `:p` | list | the segment before it |
 * | archive | `:s:<n>` | list | segment n, when it is older than both |
 * | lease | `:k` | string | owner of the lease, expiring |
 * | receipt | `:r:<hash>` | hash | receipt of an idempotency key, expiring; RECEIPT_FIELD |
 * | pending | `:x` | hash | pending calls; PENDING_FIELD |
 * | inbox | `:q` | list | inputs, each `<length of owner>:<owner><text>` |
 * | events | `:e` | stream | event log, expiring |
 * | blobs | `:b` | set | ids of the blobs that commits refer to; SHARED before those of the tenant |
 * | blob | `:b:<id>` | hash | a blob: piece number to piece; expiring until a commit refers to it |
 * | renewal | `:t` | string | clock of renewal, only when threads expire |
 * | staging | `:w:<name>` | list | entries on their way into the history, expiring |
 */
export class ThreadKeys {
  readonly #tag: string;

  constructor(prefix: string, ref: ThreadRef) {
    this.#tag = `${prefix}:{${toKeyPart(ref.tenant)}/${toKeyPart(ref.thread)}}`;
  }

  get header(): string {
    return `${this.#tag}:${KEY.header}`;
  }
  get active(): string {
    return `${this.#tag}:${KEY.active}`;
  }
  get previous(): string {
    return `${this.#tag}:${KEY.previous}`;
  }
  get lease(): string {
    return `${this.#tag}:${KEY.lease}`;
  }
  get pending(): string {
    return `${this.#tag}:${KEY.pending}`;
  }
  get inbox(): string {
    return `${this.#tag}:${KEY.inbox}`;
  }
  get events(): string {
    return `${this.#tag}:${KEY.events}`;
  }
  get blobs(): string {
    return `${this.#tag}:${KEY.blobs}`;
  }
  get renewal(): string {
    return `${this.#tag}:${KEY.renewal}`;
  }

  archive(segment: number): string {
    return `${this.#tag}:${KEY.archive}:${segment}`;
  }

  /** Archives first, first + 1, ... up to and including last. */
  archives(first: number, last: number): string[] {
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => this.archive(first + index));
  }

  blob(id: string): string {
    return `${this.#tag}:${KEY.blob}:${id}`;
  }

  staging(name: string): string {
    return `${this.#tag}:${KEY.staging}:${name}`;
  }

  /** Idempotency keys are the caller's and of any length: 128 bits of their hash stand for them. */
  receipt(key: string): string {
    return this.hashedReceipt(shortHash(key));
  }

  /** The key of a receipt by the hash of its idempotency key. */
  hashedReceipt(hash: string): string {
    return `${this.#tag}:${KEY.receipt}:${hash}`;
  }
}

/**
 * The keys of the features that a model was recorded to lack, a string `1` for each feature, expiring:
 * `<prefix>:{<tenant>}:c:<model>:<feature>`. They share the hash tag of the tenant's index, so that one MGET reads
 * them all.
 */
export function learnedCapabilityKeys(
  prefix: string,
  tenant: string,
  model: string,
  features: readonly Feature[],
): string[] {
  const tag = `${prefix}:{${toKeyPart(tenant)}}:c:${toKeyPart(model)}`;
  return features.map((feature) => `${tag}:${feature}`);
}

/**
 * The key of a blob that the threads of a tenant share, a hash of its pieces and {@link SHARED_PIECES}:
 * `<prefix>:{<tenant>}:b:<id>`. It may be on another Redis node than the threads.
 */
export function sharedBlobKey(prefix: string, tenant: string, id: string): string {
  return `${prefix}:{${toKeyPart(tenant)}}:${KEY.blob}:${id}`;
}

/** The key of a tenant's definitions of a kind, a hash of names to texts: `<prefix>:{<tenant>}:d:<kind>`. */
export function definitionsKey(prefix: string, tenant: string, kind: string): string {
  return `${prefix}:{${toKeyPart(tenant)}}:d:${toKeyPart(kind)}`;
}

/**
 * The key of one of the DUE_SHARDS sets of the due index, a sorted set by time: `<prefix>:{due:<n>}:z`. No tenant has this hash
 * tag, since names have no colon in keys. A member is `<tenant>/<name>`, both as parts of keys.
 */
export function dueKey(prefix: string, shard: number): string {
  return `${prefix}:{due:${shard}}:z`;
}

/**
 * The keys of one day of a tenant's ledger: `<prefix>:{<tenant>}:u:<day>`, a hash of LEDGER_FIELD, and `<prefix>:{<tenant>}:v:<day>`,
 * a sorted set of LEDGER_MEMBER.
 */
export function ledgerKeys(prefix: string, tenant: string, day: string): { day: string; live: string } {
  const [tag, part] = [`${prefix}:{${toKeyPart(tenant)}}`, toKeyPart(day)];
  return { day: `${tag}:${LEDGER_KEY.day}:${part}`, live: `${tag}:${LEDGER_KEY.live}:${part}` };
}

/**
 * The key of a tenant's set of threads with a status or a facet: `<prefix>:{<tenant>}:f:<hash>`, 128 bits of the hash of its name. A
 * facet may have a name of a person, which is in no key so.
 */
export function threadSetKey(prefix: string, tenant: string, name: string): string {
  const hash = setHashes.get(name) ?? shortHash(name);
  setHashes.set(name, hash);
  return `${prefix}:{${toKeyPart(tenant)}}:${THREAD_SETS.some}:${hash}`;
}

/** Hashes of the names of sets: statuses, agents and tools are those of most requests, and a digest takes longer than all else of a key. */
const setHashes = new Lru<string>(1_000);

/**
 * The channel on which the cancels of a thread are published: `<prefix>:cancel:<tenant>:<thread>`. It is no key and needs
 * no hash tag, and an address without escapes holds it unless a name has an illegal character.
 */
export function cancelChannel(prefix: string, { tenant, thread }: ThreadRef): string {
  return `${prefix}:cancel:${toKeyPart(tenant)}:${toKeyPart(thread)}`;
}

/**
 * A name as part of a key: letters, digits, `_`, `-` and `.` stay, the rest is escaped, so that two names never have
 * one key. A lone surrogate, which has no UTF-8, becomes `%uD800`.
 */
export function toKeyPart(name: string): string {
  return name.replace(/[^\w.-]/gu, (char) => {
    if (!char.isWellFormed()) return `%u${char.charCodeAt(0).toString(16).toUpperCase()}`;
    return encodeURIComponent(char).replace(
      /^[^%]$/,
      (plain) => `%${plain.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  });
}

/** The name that {@link toKeyPart} made the part of; undefined for a text that it makes of no name. */
export function fromKeyPart(part: string): string | undefined {
  let name: string;
  try {
    name = part.replace(/%u([0-9A-F]{4})|(?:%[0-9A-F]{2})+/g, (escaped, unit: string | undefined) => {
      return unit === undefined ? decodeURIComponent(escaped) : String.fromCharCode(parseInt(unit, 16));
    });
  } catch {
    return undefined; // no UTF-8
  }
  return toKeyPart(name) === part ? name : undefined;
}

/** Number of the segment that holds the last entry of a history of this length. */
export function activeSegment(length: number): number {
  return Math.max(0, Math.floor((length - 1) / SEGMENT));
}

/**
 * The keys that a commit needs to fill the active segment, and none when it fits. `first` is the number of
 * archives[0].
 */
export function rollKeys(
  keys: ThreadKeys,
  length: number,
  added: number,
): { previous?: string; archives: readonly string[]; first: number } {
  const last = activeSegment(length + added);
  if (last === activeSegment(length)) return { archives: [], first: 0 };
  const first = Math.max(0, activeSegment(length) - 1);
  return { previous: keys.previous, archives: keys.archives(first, last - 2), first };
}
