// Prompt caching of gpt-5.6 and later models of OpenAI.
// Source: developers.openai.com api/docs/guides/prompt-caching and api/reference/resources/responses (PromptCacheOptions,
// prompt_cache_breakpoint), as of 2026-11; the types of the package openai 7.55 have both.
// - A prefix is found where a breakpoint was written, and exactly: not at a shorter prefix, and not in steps.
// - One implicit breakpoint stands at the newest message of the user or result of a tool (openai/codex#35300 quotes OpenAI's guide), and
//   three explicit ones are written beside it, the latest; under `prompt_cache_options.mode: "explicit"` there is none, and four are
//   written.
// - The latest 80 breakpoints of a conversation are looked up, however many blocks lie between. Whether the implicit ones of earlier
//   requests are among these is not said: `lookUp` has both readings. coder/mux#3712 leaves the growing conversation to them, so that
//   `conversation` is the likely one.
// - From 1,024 tokens. Writes cost 1.25, reads 0.1.

import { isRecord } from "../openai/reply.ts";
import { type InputBlock, toOpenAIBlocks } from "./openai.ts";
import { type CachedRequest, type CacheUse, PrefixNumbers, type PromptCache, sumOf } from "./prompt_cache.ts";

const MOST_WRITTEN = 4;
const MOST_LOOKED_UP = 80;

export interface BreakpointRules {
  /** `conversation`: each place where a request could have had its implicit breakpoint; `request`: the breakpoints of this one. */
  readonly lookUp?: "conversation" | "request";
  /** Tokens of the shortest prefix that is cached. */
  readonly minimum?: number;
}

export class BreakpointCache implements PromptCache {
  readonly rates = { read: 0.1, write: 1.25 };
  readonly #lookUp: BreakpointRules["lookUp"];
  readonly #minimum: number;
  readonly #numbers = new PrefixNumbers();
  /** Prefixes that ended in a breakpoint. */
  readonly #marked = new Set<number>();
  /** Prefixes that ended in what a search has found: it has no part that a breakpoint could stand on. */
  readonly #unmarkable = new Set<number>();

  constructor({ lookUp = "conversation", minimum = 1_024 }: BreakpointRules = {}) {
    this.#lookUp = lookUp;
    this.#minimum = minimum;
  }

  blocks(body: Record<string, unknown>): readonly InputBlock[] {
    return toOpenAIBlocks(body);
  }

  ask({ body }: CachedRequest): CacheUse {
    const blocks = toOpenAIBlocks(body);
    const isExplicit = isRecord(body.prompt_cache_options) && body.prompt_cache_options.mode === "explicit";
    const prefixes = this.#prefixesOf(blocks);
    const explicit = prefixes.filter((_, index) => blocks[index]?.isMarked);
    const eligible = isExplicit ? [] : prefixes.filter((_, index) => blocks[index]?.isEligible);
    const implicit = eligible.slice(-1);
    const others = this.#lookUp === "conversation" ? eligible : implicit;
    const places = prefixes.filter((prefix) => explicit.includes(prefix) || others.includes(prefix));
    const found = (among: readonly Prefix[]) =>
      longest(among.filter(({ number }) => this.#marked.has(number)));
    const candidates = places.slice(-MOST_LOOKED_UP).filter(({ tokens }) => tokens >= this.#minimum);
    const read = found(candidates);
    const known = found(prefixes);
    const marked = [...explicit.filter((prefix) => !implicit.includes(prefix)), ...implicit].slice(
      -MOST_WRITTEN,
    );
    for (const { number } of marked) this.#marked.add(number);
    const end = longest(marked.filter(({ tokens }) => tokens >= this.#minimum));
    let rule: string | undefined;
    if (read < known && known < this.#minimum) rule = "minimum";
    else if (read < known) rule = "no breakpoint in reach";
    else if (read < longest(prefixes.filter((each) => this.#unmarkable.has(each.number)))) {
      rule = "a search output takes no breakpoint";
    }
    const last = prefixes.at(-1);
    if (last !== undefined && /"tool_search_output"/.test(blocks.at(-1)?.text ?? "")) {
      this.#unmarkable.add(last.number);
    }
    return { tokens: sumOf(blocks), read, written: Math.max(0, end - read), rule };
  }

  #prefixesOf(blocks: readonly InputBlock[]): Prefix[] {
    let [number, tokens] = [0, 0];
    return blocks.map((block) => {
      number = this.#numbers.extend(number, block.text);
      tokens += block.tokens;
      return { number, tokens };
    });
  }
}

interface Prefix {
  readonly number: number;
  readonly tokens: number;
}

function longest(prefixes: readonly Prefix[]): number {
  return Math.max(0, ...prefixes.map(({ tokens }) => tokens));
}
