// Implicit caching of Gemini.
// Source: ai.google.dev/gemini-api/docs/caching (2026-10-13) and docs.cloud.google.com context-cache-overview.
// - The longest prefix is found. The least that is cached are 4,096 tokens, 2,048 for 2.5. Writes are free, reads cost 0.1.
// - Google documents no granularity, no order of system instruction and tools, and nothing about `toolConfig`: here a prefix ends at any
//   token, tools and instruction stand before the contents, and the mode of function calling is no part of the prompt.

import { isRecord } from "../openai/reply.ts";
import { LongestPrefixCache } from "./longest_prefix.ts";
import { type Block, recordsIn, toBlock } from "./prompt_cache.ts";

export function createGeminiCache(model: string): LongestPrefixCache {
  const minimum = /gemini-2\.5/.test(model) ? 2_048 : 4_096;
  return new LongestPrefixCache({
    rates: { read: 0.1, write: 1 },
    blocks: toBlocks,
    read: (common) => common < minimum ? 0 : common,
    rule: "minimum",
  });
}

function toBlocks({ systemInstruction, tools, contents }: Record<string, unknown>): Block[] {
  const parts = isRecord(systemInstruction) ? recordsIn(systemInstruction.parts) : [];
  return [
    ...parts.map((part) => toBlock("systemInstruction", part)),
    ...recordsIn(tools).flatMap((tool) => recordsIn(tool.functionDeclarations)).map((tool) =>
      toBlock("tools", tool)
    ),
    ...recordsIn(contents).flatMap(({ role, parts }) =>
      recordsIn(parts).map((part) => toBlock(String(role), part))
    ),
  ];
}
