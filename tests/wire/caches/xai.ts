// Prompt caching of xAI, Chat Completions.
// Source: docs.x.ai developers/advanced-api-usage/prompt-caching, how-it-works, maximizing-cache-hits and multi-turn (2026-11); the price
// of reads: src/providers/_prices/xai.ts, grok-4.3.
// - Automatic. What counts is how many messages at the beginning are those of an earlier request, whole and unchanged. No minimum is
//   documented. Writes are free, reads cost 0.16 (grok-4.3).
// - Each server has a cache of its own. `x-grok-conv-id` leads the requests of a conversation to one server; without it any may answer:
//   here the next one of four.

import { LongestPrefixCache } from "./longest_prefix.ts";
import { toOpenAIBlocks } from "./openai.ts";
import type { Block } from "./prompt_cache.ts";

const SERVERS = 4;

export function createXaiCache(): LongestPrefixCache {
  let turn = 0;
  return new LongestPrefixCache({
    rates: { read: 0.16, write: 1 },
    blocks: toOpenAIBlocks,
    read: wholeBlocks,
    rule: "whole messages, one server",
    serverOf: (headers) => headers.get("x-grok-conv-id") ?? `server ${turn++ % SERVERS}`,
  });
}

function wholeBlocks(common: number, blocks: readonly Block[]): number {
  let sum = 0;
  for (const { tokens } of blocks) {
    if (sum + tokens > common) break;
    sum += tokens;
  }
  return sum;
}
