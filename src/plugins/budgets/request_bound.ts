// The highest cost of one model request, and the limit of output tokens with which a request fits into a budget.

import { mostCost, outputWithin, type Price } from "../../core/budget/price.ts";
import { mostTokensOfMedia } from "../../core/content/media_tokens.ts";
import type { MediaReader } from "../../core/content/part.ts";
import type { ModelRequest, Provider } from "../../core/model/provider.ts";
import { mediaOfRequest } from "../../kernel/history/estimated_usage.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import type { ModelCost } from "./typical_cost.ts";

/** The limit of output tokens in a request where neither the agent nor the provider sets a number. */
export const DEFAULT_OUTPUT_TOKENS = 8_192;

/** An answer of fewer tokens is useless, and OpenAI refuses a smaller maximum (`max_output_tokens` from 16). */
export const LEAST_OUTPUT_TOKENS = 16;

/**
 * Tokens that APIs add to the texts of a request: the system prompt for tools (530 tokens of the oldest Claude models with a
 * forced choice are the most on record) and the marks of messages.
 */
export const ADDED_TOKENS = 1_024;
/** What they add for each tool. */
export const ADDED_TOKENS_PER_TOOL = 64;

/** Leaves the base64 of media out of a body that is only counted. */
const NO_BYTES: MediaReader = { read: () => Promise.resolve("") };

/** A request whose output is limited, and the most input tokens that it has. */
export interface BoundRequest {
  readonly request: ModelRequest;
  readonly inputTokens: number;
}

/**
 * Finds the bound. The base64 of media is no text: it counts as the most tokens that media are estimated at. Otherwise a token has
 * at least one byte of UTF-8, so the bytes of the body are more than its tokens. A request that limits its answer nowhere is
 * limited to {@link DEFAULT_OUTPUT_TOKENS}.
 */
export async function toBound(request: ModelRequest, provider: Provider): Promise<BoundRequest> {
  const limited = provider.outputLimit(request) === undefined
    ? withOutput(request, DEFAULT_OUTPUT_TOKENS)
    : request;
  const bytes = utf8Bytes(await provider.body({ ...limited, media: limited.media && NO_BYTES }));
  return {
    request: limited,
    inputTokens: bytes + mostTokensOfMedia(mediaOfRequest(limited)) + ADDED_TOKENS +
      limited.tools.length * ADDED_TOKENS_PER_TOOL,
  };
}

/** The highest cost of the request. Without a price it costs nothing. */
export function computeMost(
  { request, inputTokens }: BoundRequest,
  provider: Provider,
  price: Price | undefined,
): ModelCost {
  const output = provider.outputLimit(request) ?? DEFAULT_OUTPUT_TOKENS;
  return {
    tokens: inputTokens + output,
    microDollars: price === undefined ? 0 : mostCost(inputTokens, output, price),
  };
}

/** The lowest cost to which a limit of the answer can reduce the request. */
export function computeLeast(bound: BoundRequest, provider: Provider, price: Price | undefined): ModelCost {
  return computeMost({ ...bound, request: withOutput(bound.request, LEAST_OUTPUT_TOKENS) }, provider, price);
}

/** The request with as much output as `left` permits; undefined when that is too little for an answer. */
export function fitRequest(
  bound: BoundRequest,
  left: ModelCost,
  provider: Provider,
  price: Price | undefined,
): BoundRequest | undefined {
  let { request } = bound;
  // Beside the answer a limit may hold a budget for thoughts, so a smaller number may not have the full effect at once.
  for (let round = 0; round < 4; round++) {
    const most = computeMost({ ...bound, request }, provider, price);
    const output = most.tokens - bound.inputTokens;
    const affordable = price === undefined || most.microDollars <= left.microDollars ? output : outputWithin(
      Math.max(0, left.microDollars - mostCost(bound.inputTokens, 0, price)),
      bound.inputTokens,
      price,
    );
    const target = Math.min(output, left.tokens - bound.inputTokens, affordable);
    if (target >= output) return { ...bound, request };
    const tokens = (request.settings.maxOutputTokens ?? output) - (output - target);
    if (tokens < LEAST_OUTPUT_TOKENS) return undefined;
    request = withOutput(request, tokens);
  }
  return undefined;
}

function withOutput(request: ModelRequest, maxOutputTokens: number): ModelRequest {
  return { ...request, settings: { ...request.settings, maxOutputTokens } };
}
