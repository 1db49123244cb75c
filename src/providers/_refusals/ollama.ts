// Refusals and error words of Ollama.

import type { ErrorWords } from "../_wire/errors/error_words.ts";
import { createErrorReader } from "../_wire/errors/provider_error.ts";
import type { RefusalPattern } from "../_wire/errors/refusal_patterns.ts";

/** Servers of before 2026 do not take the effort "max". */
export const OLLAMA_REFUSALS: readonly RefusalPattern[] = [
  { text: /invalid think value/i, lacks: ["effort"] },
];

/** How Ollama's errors are classified. */
export const OLLAMA_WORDS: ErrorWords = {
  codes: {},
  texts: [
    // ollama.com: continue#11444.
    [/reached your \w+ usage limit/i, "model_quota"],
    // llm/llama_server.go
    [/longer than the context length/i, "model_context_length"],
  ],
};

/** Reads an error of Ollama. */
export const readOllamaError = createErrorReader(OLLAMA_WORDS);
