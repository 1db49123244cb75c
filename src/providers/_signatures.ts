// Refusals that say what a model lacks (row C4). Each text was seen on the wire; who sends the request again without it, and
// remembers, is the runtime.

import type { Feature } from "../core/capability.ts";

interface Signature {
  readonly text: RegExp;
  readonly lacks: readonly Feature[];
}

const SIGNATURES: readonly Signature[] = [
  // Claude Opus 5.5 and others, at Anthropic and on Bedrock: vercel/ai#21364.
  { text: /tool_choice: type "tool" and "any" are not supported/i, lacks: ["required", "tool"] },
  // Anthropic with thinking budgets: litellm#17129.
  { text: /thinking may not be enabled when tool_choice forces/i, lacks: ["forced_thinking"] },
  // DeepSeek, Qwen: eino#994.
  {
    text: /does not support being set to required or object in thinking mode/i,
    lacks: ["forced_thinking"],
  },
  // Bedrock: bifrost#3196, bedrock-access-gateway#92.
  { text: /doesn't support the toolConfig\.toolChoice\.any field/i, lacks: ["required"] },
  { text: /doesn't support the toolConfig\.toolChoice\.tool field/i, lacks: ["tool"] },
  { text: /doesn't support tool use/i, lacks: ["tools"] },
  // LM Studio: lmstudio#670.
  { text: /invalid tool_choice type: 'object'/i, lacks: ["tool", "allowed"] },
  // Groq on named choices of models that take words only: smart-connections#942.
  { text: /only allowed string values for 'tool_choice' are/i, lacks: ["tool", "allowed"] },
  // Ollama: "registry.ollama.ai/library/gemma does not support tools".
  { text: /does not support tools\b/i, lacks: ["tools"] },
  // OpenAI: openai-openapi#541; "This model is only supported in v1/responses and not in v1/chat/completions".
  { text: /(?:use|only supported in) \/?v1\/responses/i, lacks: ["chat"] },
  { text: /unsupported (?:parameter|value): '?temperature'?/i, lacks: ["temperature"] },
  { text: /unsupported (?:parameter|value): '?top_p'?/i, lacks: ["topP"] },
  { text: /unsupported (?:parameter|value): '?(?:reasoning_effort|reasoning\.effort)'?/i, lacks: ["effort"] },
  // Models of OpenAI that do not reason.
  { text: /unrecognized request argument supplied: reasoning_effort/i, lacks: ["effort"] },
  { text: /unsupported parameter: '?parallel_tool_calls'?/i, lacks: ["parallel"] },
  { text: /unsupported parameter: '?stream_options'?/i, lacks: ["stream_usage"] },
];

/** What the text of a refusal says that the model lacks. */
export function lacksFrom(text: string): readonly Feature[] {
  return SIGNATURES.flatMap((signature) => signature.text.test(text) ? signature.lacks : []);
}
