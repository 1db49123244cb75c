// Ids: minted from random bytes, and the form of ids that callers choose.

import type { RandomBytes } from "../ports.ts";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * A new id: prefix, underscore, 20 characters of Crockford base 32 (100 random bits). A `call` id has 25 characters, which
 * every provider accepts; the smallest limit is 40, of OpenAI Chat Completions.
 *
 * @example
 * ```ts
 * import { newId } from "./id.ts";
 * import assert from "node:assert/strict";
 *
 * const id = newId("call", (count) => crypto.getRandomValues(new Uint8Array(count)));
 * assert.match(id, /^call_[0-9a-z]{20}$/);
 * ```
 */
export function newId(
  prefix: "call" | "thread" | "entry" | "run" | "req" | "token" | "whe" | "whd",
  random: RandomBytes,
): string {
  let id = `${prefix}_`;
  for (const byte of random(20)) id += ALPHABET[byte & 31];
  return id;
}

/** The form of a thread id that a caller chooses: 1 to 128 characters that need no escaping in a URL, a Redis key or a log. */
export const THREAD_ID = /^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,127}$/;

/** The form of the name of a tenant, and of a key. */
export const TENANT = /^[A-Za-z0-9_-]{1,64}$/;

/** The form of names of agents and tools. A provider that refuses dots gets an alias. */
export const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;

/** The chat that a thread of this id may be a branch of: `c1` for `c1:2`. Undefined for an id of another form. */
export function chatOfBranch(id: string): string | undefined {
  return /^(.+):[1-9]\d{0,3}$/.exec(id)?.[1];
}

/** True for the id of the chat itself, and for one of the form of its branches. */
export function isBranchOf(chat: string, thread: string): boolean {
  return thread === chat || chatOfBranch(thread) === chat;
}

/** The chat that a thread may be a branch of by its id and by that of the thread that it was forked from. */
export function findChat(thread: string, source: string | undefined): string | undefined {
  const chat = chatOfBranch(thread);
  return chat !== undefined && source !== undefined && isBranchOf(chat, source) ? chat : undefined;
}
