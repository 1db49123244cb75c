// Usage of an exchange whose provider reported none: estimated, so that budgets count it. A history is counted as its text.

import { tokensOfMedia } from "../../core/content/media_tokens.ts";
import { listMedia } from "../../core/content/new_part.ts";
import type { MediaPart } from "../../core/content/part.ts";
import type { ModelRequest } from "../../core/model/provider.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import type { Usage } from "../../core/usage.ts";
import { findChatLine } from "./lazy_entry.ts";

/** Bytes of UTF-8 that make a token: the usual estimate for text of any language. */
const BYTES_PER_TOKEN = 4;

/**
 * Tokens of a request and of the texts that were answered (text, reasoning, names and arguments of calls), marked as estimated.
 * What is neither, such as encrypted reasoning, is not counted.
 */
export function estimateUsage(request: ModelRequest, answered: string): Usage {
  const { system, tools, older, messages } = request;
  const asked = messages.map((message) => findChatLine(message) ?? JSON.stringify(message));
  return {
    inputTokens: toTokens([JSON.stringify([system, tools]), older?.text ?? "", ...asked].join("")) +
      tokensOfMedia(mediaOfRequest(request)),
    outputTokens: toTokens(answered),
    estimated: true,
  };
}

/** The media of a request; without media nothing is looked at. */
export function mediaOfRequest({ older, messages, media }: ModelRequest): readonly MediaPart[] {
  if (media === undefined) return [];
  return [...older?.messages() ?? [], ...messages].flatMap((message) => {
    if (message.role === "user") return message.parts === undefined ? [] : listMedia(message.parts);
    return message.role === "tool" ? message.media ?? [] : [];
  });
}

function toTokens(text: string): number {
  return Math.ceil(utf8Bytes(text) / BYTES_PER_TOKEN);
}
