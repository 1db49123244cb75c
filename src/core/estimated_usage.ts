// Usage of an exchange whose provider reported none: estimated, so that budgets count it.

import type { ModelRequest } from "./provider.ts";
import type { Usage } from "./usage.ts";

/** The usual estimate for text of any language: four bytes of UTF-8 are a token. */
const BYTES_PER_TOKEN = 4;

/**
 * Tokens of a request and of the texts that were answered (text, reasoning, names and arguments of calls), marked as estimated.
 * What is neither, such as encrypted reasoning, is not counted.
 */
export function estimateUsage({ system, tools, older, messages }: ModelRequest, answered: string): Usage {
  const asked = messages.map((message) => message.chat ?? JSON.stringify(message));
  return {
    inputTokens: toTokens([JSON.stringify([system, tools]), older?.text ?? "", ...asked].join("")),
    outputTokens: toTokens(answered),
    estimated: true,
  };
}

function toTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / BYTES_PER_TOKEN);
}
