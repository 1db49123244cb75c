// Prompt caching of OpenAI before gpt-5.6, Chat Completions and Responses.
// Source: developers.openai.com api/docs/guides/prompt-caching (2026-11).
// - Automatic, for prompts of 1,024 tokens or more; the longest prefix is found, in steps of 128 tokens. Writes are free, reads cost
//   0.1 (gpt-5 and later).
// - Messages, images, tools and the schema of answers count; the schema stands before the system message. Where tools stand is not
//   documented: here before everything else, so that another tool loses all.
// - `prompt_cache_key` chooses the machine. A thread asks one request after another, so that all reach one here.

import { isRecord } from "../openai/reply.ts";
import { LongestPrefixCache } from "./longest_prefix.ts";
import { type Block, partsOf, recordsIn, toBlock } from "./prompt_cache.ts";

const MINIMUM = 1_024;
const STEP = 128;

export function createOpenAICache(): LongestPrefixCache {
  return new LongestPrefixCache({
    rates: { read: 0.1, write: 1 },
    blocks: toOpenAIBlocks,
    read: (common) => common < MINIMUM ? 0 : Math.floor(common / STEP) * STEP,
    rule: "steps of 128",
  });
}

/** A block of an input, with what tells whether a cache ends behind it. */
export interface InputBlock extends Block {
  /** The end of a message of the user, or of the result of a tool. */
  readonly isEligible: boolean;
  readonly isMarked: boolean;
}

/** The prompt of both dialects. */
export function toOpenAIBlocks(body: Record<string, unknown>): InputBlock[] {
  const text = isRecord(body.text) ? body.text.format : undefined;
  const plain = (place: string, value: unknown): InputBlock => ({
    ...toBlock(place, value),
    isEligible: false,
    isMarked: false,
  });
  const format = body.response_format ?? text;
  return [
    ...recordsIn(body.tools).map((tool) => plain("tools", tool)),
    ...format === undefined ? [] : [plain("format", format)],
    ...typeof body.instructions === "string" ? [plain("instructions", body.instructions)] : [],
    ...recordsIn(body.messages ?? body.input).flatMap(toInputBlocks),
  ];
}

// Content and output may be a list of parts, and a part may be marked.
function toInputBlocks({ content, output, ...item }: Record<string, unknown>): InputBlock[] {
  const isEligible = typeof item.role === "string"
    ? item.role === "user" || item.role === "tool"
    : item.type === "function_call_output";
  const place = JSON.stringify(item);
  const parts = partsOf(content ?? output);
  if (parts.length === 0) return [{ ...toBlock("item", item), isEligible: false, isMarked: false }];
  return parts.map(({ prompt_cache_breakpoint, ...part }, index) => ({
    ...toBlock(index === 0 ? place : "", { ...part, type: "text" in part ? "text" : part.type }),
    isEligible: isEligible && index === parts.length - 1,
    isMarked: prompt_cache_breakpoint !== undefined,
  }));
}
