// What both OpenAI APIs have in common: what a body is built from.

import type { Dialect, ModelRequest } from "../core/provider.ts";
import type { DecoderContext } from "./_dialect.ts";
import type { Aliases } from "./_prompt_alias.ts";

/** Everything that the body of one request depends on. */
export interface OpenAIRequest {
  readonly request: ModelRequest;
  readonly aliases: Aliases;
  readonly dialect: Dialect;
  /** True for OpenAI itself: imitators refuse fields they do not know. */
  readonly official: boolean;
}

export interface OpenAIDecoderContext extends DecoderContext {
  readonly official: boolean;
}

/** OpenAI limits the key to 64 characters; the end of ours tells threads apart. */
export function toCacheKey(cacheKey: string): string {
  return cacheKey.slice(-64);
}
