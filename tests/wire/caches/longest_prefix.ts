// Caches that find the longest beginning that an earlier request had, without marks: OpenAI before gpt-5.6, Gemini, xAI.

import {
  type Block,
  type CachedRequest,
  type CacheRates,
  type CacheUse,
  commonTokens,
  type PromptCache,
  sumOf,
} from "./prompt_cache.ts";

/** How a vendor reads; writes are free. */
export interface PrefixRules {
  readonly rates: CacheRates;
  blocks(body: Record<string, unknown>): Block[];
  /** What is read of `common` tokens that a prompt has with an earlier one. */
  read(common: number, after: readonly Block[]): number;
  /** Why less is read than what is the same. */
  readonly rule: string;
  /** Which of the vendor's servers a request reaches: each has a cache of its own. */
  serverOf?(headers: Headers): string;
}

/** Remembers the prompts of all requests. */
export class LongestPrefixCache implements PromptCache {
  readonly rates: CacheRates;
  readonly #rules: PrefixRules;
  readonly #asked: { readonly server: string; readonly blocks: readonly Block[] }[] = [];

  constructor(rules: PrefixRules) {
    this.rates = rules.rates;
    this.#rules = rules;
  }

  blocks(body: Record<string, unknown>): readonly Block[] {
    return this.#rules.blocks(body);
  }

  ask({ body, headers }: CachedRequest): CacheUse {
    const blocks = this.#rules.blocks(body);
    const server = this.#rules.serverOf?.(headers) ?? "";
    let read = 0;
    let same = 0;
    for (const other of this.#asked) {
      const common = commonTokens(other.blocks, blocks);
      same = Math.max(same, common);
      if (other.server === server) read = Math.max(read, this.#rules.read(common, blocks));
    }
    this.#asked.push({ server, blocks });
    return { tokens: sumOf(blocks), read, written: 0, rule: read < same ? this.#rules.rule : undefined };
  }
}
