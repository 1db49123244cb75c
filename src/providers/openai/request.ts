// The common input of the body writers of both OpenAI APIs.

import type { HistoryWriter, ModelRequest } from "../../core/model/provider.ts";
import type { DecoderContext } from "../_wire/protocol_adapter.ts";
import type { OpenAIProfile } from "./profile.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";

/** Everything that the body of one request depends on. */
export interface OpenAIRequest {
  readonly request: ModelRequest;
  readonly aliases: Aliases;
  readonly writer: HistoryWriter;
  readonly profile: OpenAIProfile;
  /** The model has breakpoints: see responses/breakpoints.ts. */
  readonly hasBreakpoints: boolean;
  /** The instructions are the first item of the input, and not behind it. */
  readonly leads: boolean;
}

/** Where a decoder of either API puts what it reads. */
export interface OpenAIDecoderContext extends DecoderContext {
  readonly profile: OpenAIProfile;
  /** False for an answer in a form that has no finish reason; every answer of Chat Completions has one by default. */
  hasFinish?(): boolean;
}

/** The cache key in the 64 characters that OpenAI allows; its end distinguishes threads. */
export function toCacheKey(cacheKey: string): string {
  return cacheKey.slice(-64);
}
