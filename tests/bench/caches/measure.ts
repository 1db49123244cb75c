// What of a run was read from a prompt cache, and what became of the rest.

import assert from "node:assert/strict";
import { type Block, commonTokens, type PromptCache } from "../../wire/caches/prompt_cache.ts";
import { isRecord } from "../../wire/openai/reply.ts";

/** A request of a run. */
export interface Sent {
  readonly body: unknown;
  readonly headers: Headers;
  /** Causes of the cuts of the log between the answer before and the request; a client without a log has none. */
  readonly cuts: readonly string[];
}

export interface Measured {
  readonly requests: number;
  /** Tokens of all prompts. */
  readonly tokens: number;
  /** Those that an earlier request had, wherever they stood in it. */
  readonly held: number;
  readonly read: number;
  /** In tokens of input at the plain price, with writes and reads at theirs. */
  readonly bill: number;
  /**
   * Held and not read, by the cause: `cut (...)` with what the log names, `rule (...)` of the vendor where the prompt goes on from an
   * earlier one, or `changed (...)` with the part that differs and that no log names.
   */
  readonly lost: ReadonlyMap<string, number>;
}

export function measure(sent: readonly Sent[], cache: PromptCache): Measured {
  const lost = new Map<string, number>();
  const earlier: (readonly Block[])[] = [];
  const most = new Map<string, number>();
  let [tokens, held, read, bill] = [0, 0, 0, 0];
  for (const { body, headers, cuts } of sent) {
    assert.ok(isRecord(body));
    const blocks = cache.blocks(body);
    const use = cache.ask({ body, headers });
    const own = heldIn(blocks, earlier, most);
    const missing = own.held - use.read;
    if (missing > 0) {
      // What a rule of the vendor costs where all of it is the beginning of an earlier request is no loss of the client's.
      const cause = cuts.length > 0
        ? `cut (${cuts.join(", ")})`
        : own.held === own.common && use.rule !== undefined
        ? `rule (${use.rule})`
        : `changed (${partThatDiffers(blocks, own.common)})`;
      lost.set(cause, (lost.get(cause) ?? 0) + missing);
    }
    tokens += use.tokens;
    held += own.held;
    read += use.read;
    bill += use.read * cache.rates.read + use.written * cache.rates.write +
      (use.tokens - use.read - use.written);
    earlier.push(blocks);
    countBlocks(blocks, most);
  }
  return { requests: sent.length, tokens, held, read, bill, lost };
}

/**
 * What an earlier request begins with as well, and each later block that an earlier one had: as often as one of them had it, so that the
 * same words said once more are new.
 */
function heldIn(
  blocks: readonly Block[],
  earlier: readonly (readonly Block[])[],
  most: ReadonlyMap<string, number>,
): { held: number; common: number } {
  const common = Math.max(0, ...earlier.map((before) => commonTokens(before, blocks)));
  const used = new Map<string, number>();
  let [sum, behind] = [0, 0];
  for (const { text, tokens } of blocks) {
    const count = (used.get(text) ?? 0) + 1;
    used.set(text, count);
    sum += tokens;
    if (sum > common && count <= (most.get(text) ?? 0)) behind += tokens;
  }
  return { common, held: common + behind };
}

/** How often a request had a block, the request that had it most often. */
function countBlocks(blocks: readonly Block[], most: Map<string, number>): void {
  const counts = new Map<string, number>();
  for (const { text } of blocks) counts.set(text, (counts.get(text) ?? 0) + 1);
  for (const [text, count] of counts) most.set(text, Math.max(count, most.get(text) ?? 0));
}

/** What the first block is that is not a part of the common beginning. */
function partThatDiffers(blocks: readonly Block[], common: number): string {
  let sum = 0;
  const block = blocks.find(({ tokens }) => (sum += tokens) > common);
  const place: unknown = block && JSON.parse(block.text)[0];
  if (place === "tools") return "tools";
  return /^(?:system|instructions)|"role":"(?:system|developer)"/.test(String(place))
    ? "instructions"
    : "conversation";
}
