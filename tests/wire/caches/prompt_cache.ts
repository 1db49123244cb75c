// A simulated prompt cache: what of a request a vendor reads from its cache, and what it writes there, by the rules that it documents.
// Tokens are the same estimate for every vendor and every client: 4 characters of the JSON text of a block are one.

import { isRecord } from "../openai/reply.ts";

/** A request as it arrived. */
export interface CachedRequest {
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

/** A part of a prompt, in the order in which the vendor reads it, without marks of caches. */
export interface Block {
  readonly text: string;
  readonly tokens: number;
}

/** What a request cost. */
export interface CacheUse {
  readonly tokens: number;
  readonly read: number;
  /** Tokens that are charged as writes: not those that are read, and none where writes are free. */
  readonly written: number;
  /** The documented rule that less was read for than is the same as before; undefined where all of it was read. */
  readonly rule: string | undefined;
}

/** What a token costs that is read or written, where one that is neither costs 1. */
export interface CacheRates {
  readonly read: number;
  readonly write: number;
}

/** The cache of one vendor for one model. */
export interface PromptCache {
  readonly rates: CacheRates;
  /** The prompt of a request. */
  blocks(body: Record<string, unknown>): readonly Block[];
  /** Reads and writes for one request. */
  ask(request: CachedRequest): CacheUse;
}

/** A block of this value, which is of the part of the prompt that `place` names. */
export function toBlock(place: string, value: unknown): Block {
  const text = JSON.stringify([place, value]);
  return { text, tokens: tokensOf(text) };
}

export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

export function sumOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** The tokens with which both prompts begin; the last of them may be a part of a block. */
export function commonTokens(before: readonly Block[], after: readonly Block[]): number {
  let tokens = 0;
  for (const [index, { text, tokens: whole }] of after.entries()) {
    const other = before[index]?.text;
    if (other === text) {
      tokens += whole;
      continue;
    }
    let at = 0;
    while (other !== undefined && at < text.length && text[at] === other[at]) at++;
    return tokens + Math.floor(at / 4);
  }
  return tokens;
}

/** Numbers for prefixes, so that a long one is never written out: the same number for the same blocks in the same order. */
export class PrefixNumbers {
  readonly #numbers = new Map<string, number>();

  /** That of the prefix with one more text behind it; 0 is the empty one. */
  extend(prefix: number, text: string): number {
    const key = `${prefix} ${text}`;
    const number = this.#numbers.get(key) ?? this.#numbers.size + 1;
    this.#numbers.set(key, number);
    return number;
  }
}

/** The records of a list; none of what is no list. */
export function recordsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** A content as its parts: a text is one of them. */
export function partsOf(content: unknown): Record<string, unknown>[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return recordsIn(content);
}
