// The hash chain over a thread's history: one link for each commit, over the texts that it appended as they are stored. So an
// edit, an insertion, a deletion or another order of entries gives another head, as does a commit that is left out.
//
//   start   = SHA-256 of (name of the chain, tenant, thread, meta, version before the first link)
//   head(v) = SHA-256 of (head(v - 1), v, text, text, ...)
//
// Each part stands behind its length in UTF-16 units and a colon, so no two lists of parts have the same text. The text of an
// entry in a blob is its reference, which holds the SHA-256 of the blob.

import type { Sha256 } from "../../core/ports.ts";
import { sha256 } from "../../core/text/sha256.ts";

/** Tells this chain from every other use of SHA-256, and from another form of itself. */
const NAME = "treadle record 2";

/** The name of the form that chains of earlier versions began with: it is without the tenant. */
const NAME_WITHOUT_TENANT = "treadle record 1";

/** What a chain starts from. */
export interface ChainStart {
  /** Id of the tenant; undefined only to follow a chain that an earlier version began. */
  readonly tenant: string | undefined;
  /** Id of the thread. */
  readonly thread: string;
  /** The stored text of its meta. */
  readonly meta: string;
  /** The version before the first link; 0 for a thread that is recorded from its first commit on. */
  readonly since: number;
}

/** The head before the first link: SHA-256 in base64url. */
export async function startOfChain({ tenant, thread, meta, since }: ChainStart): Promise<string> {
  const form = tenant === undefined ? [NAME_WITHOUT_TENANT] : [NAME, tenant];
  return await sha256(frameParts([...form, thread, meta, String(since)]));
}

/**
 * The head after the commit that made this version and appended these texts, in order; a commit may append none. `digest` is
 * the runtime's own SHA-256, where it has one.
 */
export async function nextHead(
  head: string,
  version: number,
  texts: readonly string[],
  digest: Sha256 = sha256,
): Promise<string> {
  return await digest(frameParts([head, String(version), ...texts]));
}

function frameParts(parts: readonly string[]): string {
  return parts.map((part) => `${part.length}:${part}`).join("");
}

/** Entries of one link of a {@link SharedChain}. */
const SHARED_AT_ONCE = 64;

/** The chain over the entries that a fork takes over: one link for every 64 of them, all with the version of the fork. */
export class SharedChain {
  readonly #version: number;
  #head: string;
  #texts: string[] = [];

  private constructor(head: string, version: number) {
    this.#head = head;
    this.#version = version;
  }

  /** A chain of a fork that begins at version `since`. */
  static async open(start: ChainStart): Promise<SharedChain> {
    return new SharedChain(await startOfChain(start), start.since);
  }

  /** Adds entries, as they are stored, behind those before. */
  async add(texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      this.#texts.push(text);
      if (this.#texts.length === SHARED_AT_ONCE) await this.#link();
    }
  }

  /** The head behind all of them. */
  async close(): Promise<string> {
    if (this.#texts.length > 0) await this.#link();
    return this.#head;
  }

  async #link(): Promise<void> {
    this.#head = await nextHead(this.#head, this.#version, this.#texts);
    this.#texts = [];
  }
}
