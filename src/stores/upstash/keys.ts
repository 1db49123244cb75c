// Where the Upstash store keeps a thread. All keys of a thread share one hash tag, so that a script may touch them
// together on any Redis cluster; the names here are a pin, because stored threads have them.

import type { Feature } from "../../core/model/capability.ts";
import type { ThreadRef } from "../../core/store.ts";
import { SEGMENT } from "./lua/script.ts";

/**
 * The keys of one thread:
 *
 * | key | type | what |
 * |---|---|---|
 * | `:h` | hash | header: small, no history in it |
 * | `:l` | list | active segment of the history |
 * | `:p` | list | the segment before it |
 * | `:s:<n>` | list | segment n, when it is older than both |
 * | `:k` | string | lease: its owner, expiring |
 * | `:r:<hash>` | hash | receipt of an idempotency key, expiring |
 * | `:x` | hash | pending calls: `c` their text, `p:<id>` place, `s:<id>` started epoch, `d:<id>` decision |
 * | `:q` | list | inbox |
 * | `:e` | stream | event log, expiring |
 * | `:b` | set | ids of the blobs that commits refer to |
 * | `:b:<id>` | hash | a blob: piece number to piece; expiring until a commit refers to it |
 * | `:t` | string | clock of renewal, only when threads expire |
 * | `:w:<name>` | list | entries on their way into the history, expiring |
 */
export class ThreadKeys {
  readonly #tag: string;

  constructor(prefix: string, ref: ThreadRef) {
    this.#tag = `${prefix}:{${toKeyPart(ref.tenant)}/${toKeyPart(ref.thread)}}`;
  }

  get header(): string {
    return `${this.#tag}:h`;
  }
  get active(): string {
    return `${this.#tag}:l`;
  }
  get previous(): string {
    return `${this.#tag}:p`;
  }
  get lease(): string {
    return `${this.#tag}:k`;
  }
  get pending(): string {
    return `${this.#tag}:x`;
  }
  get inbox(): string {
    return `${this.#tag}:q`;
  }
  get events(): string {
    return `${this.#tag}:e`;
  }
  get blobs(): string {
    return `${this.#tag}:b`;
  }
  get renewal(): string {
    return `${this.#tag}:t`;
  }

  /** The keys besides the header that every life of the thread shares, without archives, receipts and all of blobs. */
  get rest(): string[] {
    return [this.active, this.previous, this.lease, this.pending, this.inbox, this.events, this.renewal];
  }

  archive(segment: number): string {
    return `${this.#tag}:s:${segment}`;
  }

  /** Archives first, first + 1, ... up to and including last. */
  archives(first: number, last: number): string[] {
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => this.archive(first + index));
  }

  blob(id: string): string {
    return `${this.#tag}:b:${id}`;
  }

  staging(name: string): string {
    return `${this.#tag}:w:${name}`;
  }

  /** Idempotency keys are the caller's and of any length: 128 bits of their hash stand for them. */
  async receipt(key: string): Promise<string> {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
    const text = btoa(String.fromCharCode(...new Uint8Array(digest, 0, 16)));
    return `${this.#tag}:r:${text.slice(0, 22).replaceAll("+", "-").replaceAll("/", "_")}`;
  }
}

/**
 * The keys of what a tenant has learned of a model, a string `1` for each feature that it lacks, expiring:
 * `<prefix>:{<tenant>}:c:<model>:<feature>`. They share the hash tag of the tenant's index, so that one MGET reads them all.
 */
export function lessonKeys(
  prefix: string,
  tenant: string,
  model: string,
  features: readonly Feature[],
): string[] {
  const tag = `${prefix}:{${toKeyPart(tenant)}}:c:${toKeyPart(model)}`;
  return features.map((feature) => `${tag}:${feature}`);
}

/**
 * A name as part of a key: letters, digits, `_`, `-` and `.` stay, the rest is escaped, so that two names never meet.
 * A lone surrogate, which has no UTF-8, becomes `%uD800`.
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

/** The name that {@link toKeyPart} made the part of. */
export function fromKeyPart(part: string): string {
  return part.replace(/%u([0-9A-F]{4})|(?:%[0-9A-F]{2})+/g, (escaped, unit: string | undefined) => {
    return unit === undefined ? decodeURIComponent(escaped) : String.fromCharCode(parseInt(unit, 16));
  });
}

/** Number of the segment that holds the last entry of a history of this length. */
export function activeSegment(length: number): number {
  return Math.max(0, Math.floor((length - 1) / SEGMENT));
}

/** What a commit has to name when it fills the active segment: the previous segment and the archives it moves to. */
export function rollKeys(keys: ThreadKeys, length: number, added: number): { first: number; keys: string[] } {
  const first = Math.max(0, activeSegment(length) - 1);
  const last = activeSegment(length + added);
  if (last === activeSegment(length)) return { first: 0, keys: [] };
  return { first, keys: [keys.previous, ...keys.archives(first, last - 2)] };
}
