// What both OpenAI APIs have in common: what a body is built from.

import type { HistoryWriter, ModelRequest } from "../../core/provider.ts";
import type { DecoderContext } from "../_wire/dialect.ts";
import type { OpenAIProfile } from "./profile.ts";
import type { Aliases } from "../_wire/tool_names.ts";

/** Everything that the body of one request depends on. */
export interface OpenAIRequest {
  readonly request: ModelRequest;
  readonly aliases: Aliases;
  readonly writer: HistoryWriter;
  readonly profile: OpenAIProfile;
}

export interface OpenAIDecoderContext extends DecoderContext {
  readonly profile: OpenAIProfile;
}

/** OpenAI limits the key to 64 characters; the end of ours tells threads apart. */
export function toCacheKey(cacheKey: string): string {
  return cacheKey.slice(-64);
}
