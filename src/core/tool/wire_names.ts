// The tool names that model APIs accept. Treadle's own may have dots and 128 characters; where an API does not accept a name, its
// requests have an alias.

/**
 * The tool names that each API takes. `common`: OpenAI, Bedrock, Mistral, Ollama, Workers AI, and the servers with OpenAI's API.
 * Without flags, so that a source is the whole pattern.
 */
export const WIRE_NAMES = {
  common: /^[a-zA-Z0-9_-]{1,64}$/,
  // home-assistant#147760, claude-code#96152.
  anthropic: /^[a-zA-Z0-9_-]{1,128}$/,
  // "tool names can only contain certain characters (A-Za-z0-9_) and can't begin with a digit"
  cohere: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
  // Types of 2026-11 have 128 characters, but the refusals on record have 64 (ccs#25, Antigravity-Manager#1440).
  gemini: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
} as const satisfies Readonly<Record<string, RegExp>>;

/** A key of {@link WIRE_NAMES}. */
export type WireNames = keyof typeof WIRE_NAMES;
