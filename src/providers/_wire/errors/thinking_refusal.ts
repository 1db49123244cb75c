// The refusals of thinking that goes back: its signature does not fit what stands before it, or is damaged, or cannot be
// decrypted any more. The servers in front of a model pass the text on, at times as JSON within JSON.

import type { ProviderError } from "./provider_error.ts";

/** The text stands at the beginning; a longer one repeats the request. */
const MAX_CHARS = 4096;

// platform.claude.com preserved-thinking/fix-bound-to-a-different-conversation, opencode#48637 (bound), claude-code#10627
// (damaged), openclaw#88020 (Bedrock), nagobot#21 (OpenRouter, without backticks), claude-code-hub#518 (within JSON).
// oh-my-pi#10486: Bedrock checks the schema first.
const TEXTS: readonly RegExp[] = [
  /invalid\W{1,8}(?:signature|data)\W{1,8}in\W{1,8}(?:redacted_)?thinking\W{1,8}block/i,
  /block is bound to a different conversation/i,
  /thinking\W{1,8}blocks? in the latest assistant message cannot be modified/i,
  /\bthinking\.signature: Field required/i,
  // OpenAI, in Responses: codex#8145; at times without its code: openai-agents-python#2063. That of a summary: codex#35334.
  /\bencrypted content\b(?! for item cmp_)[^]{0,500}?could not be (?:verified|decrypted)/i,
  // Gemini: gemini-cli#13467; Vertex: 9router#301.
  /corrupted thought signature|thought signature is not valid/i,
];

/** True for a refusal that the same request without the thinking of earlier answers does not get. */
export function refusesThinking({ code, message }: ProviderError): boolean {
  if (code !== "model_invalid_request") return false;
  const text = message.slice(0, MAX_CHARS);
  return TEXTS.some((pattern) => pattern.test(text));
}
