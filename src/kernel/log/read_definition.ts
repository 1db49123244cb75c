// The definitions of agents that threads name, as the store and this isolate have them.

import type { Agent } from "../../core/agent.ts";
import { Lru } from "../../core/lru.ts";
import type { BlobStore } from "../../core/store/blob_store.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { sha256, toHexDigest } from "../../core/text/sha256.ts";
import { agentOfDefinition } from "./agent_of_definition.ts";

/** Most pieces that a definition is looked for in. */
const PIECES = 8;

/**
 * The text of a definition that a thread names; undefined when it is gone. A record names a definition by its digest alone, so the
 * number of its pieces is found by that. Nearly every one is one piece, which is one store request.
 */
export async function readDefinition(
  ref: ThreadRef,
  digest: string,
  store: Pick<BlobStore, "getBlob">,
): Promise<string | undefined> {
  const id = toHexDigest(digest);
  for (let chunks = 1; chunks <= PIECES; chunks++) {
    const text = await store.getBlob(ref, { id, chunks, bytes: 0 });
    if (text === undefined) return undefined;
    if (await sha256(text) === digest) return text;
  }
  return undefined;
}

/** Most characters of the definitions that an isolate holds. */
const CHARACTERS = 4_000_000;

/** The agents of definitions that this isolate has read, by the digests of their texts: what is found is never out of date. */
export class DefinitionCache {
  readonly #agents = new Lru<Agent>(CHARACTERS);

  /** The agent of a definition that the thread names; undefined when the store no longer has it. */
  async read(ref: ThreadRef, digest: string, store: Pick<BlobStore, "getBlob">): Promise<Agent | undefined> {
    const known = this.#agents.get(digest);
    if (known !== undefined) return known;
    const text = await readDefinition(ref, digest, store);
    if (text === undefined) return undefined;
    const agent = agentOfDefinition(text);
    this.#agents.set(digest, agent, text.length);
    return agent;
  }
}
