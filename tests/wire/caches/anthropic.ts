// Prompt caching of Claude, at Anthropic and at Bedrock.
// Source: platform.claude.com build-with-claude/prompt-caching, agents-and-tools/tool-use/tool-use-with-prompt-caching and
// troubleshooting-tool-use; docs.aws.amazon.com bedrock/latest/userguide/prompt-caching (2026-11).
// - The order is tools, system, messages. A mark (`cache_control`, or a `cachePoint` behind the block) writes the prefix that ends with
//   its block, and nothing is written elsewhere. A field `cache_control` of the request marks the last block.
// - At most 4 marks. A mark finds what was written at most 20 blocks before it, its own block included.
// - A prefix of fewer tokens than the model's minimum is neither written nor read.
// - Another `tool_choice`, another setting of thinking and another effort leave tools and system in the cache, and not the messages.
// - Writes cost 1.25 of the price (5 minutes), reads 0.1. Some models read for less, which no figure here depends on.

import assert from "node:assert/strict";
import { withDefinitions } from "../anthropic/binding.ts";
import { isRecord } from "../openai/reply.ts";
import {
  type Block,
  type CachedRequest,
  type CacheUse,
  partsOf,
  PrefixNumbers,
  type PromptCache,
  recordsIn,
  sumOf,
  toBlock,
} from "./prompt_cache.ts";

interface MarkedBlock extends Block {
  readonly part: "tools" | "system" | "messages";
  readonly isMarked: boolean;
}

const MOST_MARKS = 4;
const LOOK_BACK = 20;

/** The first pattern that matches decides. The limitations in build-with-claude/prompt-caching, as of 2026-11. */
const MINIMUM: readonly (readonly [models: RegExp, tokens: number])[] = [
  [/(?:opus|fable|mythos|sonnet|haiku)-5[-.]5|(?:opus|fable|mythos)-5/, 512],
  [/opus-4[-.]7/, 2_048],
  [/opus-4[-.][56]|haiku-4[-.]5/, 4_096],
  [/./, 1_024],
];

export class AnthropicCache implements PromptCache {
  readonly rates = { read: 0.1, write: 1.25 };
  readonly #minimum: number;
  readonly #numbers = new PrefixNumbers();
  /** Prefixes with what else the vendor counts to their key. */
  readonly #written = new Set<number>();
  /** Prefixes that had a mark, without it. */
  readonly #marked = new Set<number>();

  constructor(model: string, minimum = MINIMUM.find(([models]) => models.test(model))?.[1] ?? 1_024) {
    this.#minimum = minimum;
  }

  blocks(body: Record<string, unknown>): readonly Block[] {
    return toMarked(body);
  }

  ask({ body }: CachedRequest): CacheUse {
    const blocks = toMarked(body);
    const marks = blocks.flatMap(({ isMarked }, index) => isMarked ? [index] : []);
    assert.ok(marks.length <= MOST_MARKS, `${marks.length} marks`);
    const prefixes = this.#prefixesOf(blocks, settingsOf(body));
    const cacheable = prefixes.filter(({ tokens }) => tokens >= this.#minimum);
    const inReach = ({ index }: Prefix) => marks.some((mark) => index <= mark && index > mark - LOOK_BACK);
    const keyed = cacheable.filter(({ key }) => this.#written.has(key));
    const read = longest(keyed.filter(inReach));
    const known = longest(prefixes.filter(({ plain }) => this.#marked.has(plain)));
    const writing = cacheable.filter(({ index }) => marks.includes(index));
    for (const { key } of writing) this.#written.add(key);
    for (const { plain, index } of prefixes) if (marks.includes(index)) this.#marked.add(plain);
    let rule: string | undefined;
    if (read < known && known < this.#minimum) rule = "minimum";
    else if (longest(keyed) < known) rule = "another tool choice or thinking";
    else if (read < longest(keyed)) rule = "20 blocks";
    return { tokens: sumOf(blocks), read, written: Math.max(0, longest(writing) - read), rule };
  }

  #prefixesOf(blocks: readonly MarkedBlock[], settings: string): Prefix[] {
    let [plain, key, tokens] = [0, 0, 0];
    let isBehindFrame = false;
    return blocks.map((block, index) => {
      if (block.part === "messages" && !isBehindFrame) {
        key = this.#numbers.extend(key, settings);
        isBehindFrame = true;
      }
      plain = this.#numbers.extend(plain, block.text);
      key = this.#numbers.extend(key, block.text);
      tokens += block.tokens;
      return { index, plain, key, tokens };
    });
  }
}

interface Prefix {
  readonly index: number;
  readonly plain: number;
  readonly key: number;
  readonly tokens: number;
}

function longest(prefixes: readonly Prefix[]): number {
  return Math.max(0, ...prefixes.map(({ tokens }) => tokens));
}

/** What is a part of the key of messages besides the prompt. */
function settingsOf(
  { tool_choice = { type: "auto" }, thinking, output_config, ...body }: Record<string, unknown>,
): string {
  const choice = isRecord(body.toolConfig) ? body.toolConfig.toolChoice ?? { auto: {} } : tool_choice;
  const effort = isRecord(output_config) ? output_config.effort : undefined;
  return JSON.stringify([choice, thinking, effort, body.additionalModelRequestFields]);
}

/** Marks are a field of the block at Anthropic and a block behind it at Bedrock. */
function toMarked(body: Record<string, unknown>): MarkedBlock[] {
  const config = isRecord(body.toolConfig) ? body.toolConfig : body;
  const parts = [
    ...recordsIn(config.tools).filter(({ defer_loading: deferred }) => deferred !== true)
      .map((block) => ["tools", "tools", block] as const),
    ...partsOf(body.system).map((block) => ["system", "system", block] as const),
    // Chat Completions of gateways have calls beside the content.
    ...recordsIn(body.messages).flatMap(({ role, content, tool_calls }) =>
      [...partsOf(content), ...recordsIn(tool_calls)].map((block) => {
        const shown = withDefinitions(block, recordsIn(config.tools));
        return ["messages", String(role), isRecord(shown) ? shown : block] as const;
      })
    ),
  ];
  const marked: MarkedBlock[] = [];
  for (const [part, place, { cache_control, ...block }] of parts) {
    if ("cachePoint" in block) {
      const last = marked.pop();
      assert.ok(last, "a point stands behind a block");
      marked.push({ ...last, isMarked: true });
      continue;
    }
    marked.push({ ...toBlock(place, block), part, isMarked: cache_control !== undefined });
  }
  const last = marked.at(-1);
  if (last !== undefined && body.cache_control !== undefined) {
    marked[marked.length - 1] = { ...last, isMarked: true };
  }
  return marked;
}
