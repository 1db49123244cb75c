// Settings of a model call.

/** Every {@link ReasoningEffort}, the lowest first. */
export const REASONING_EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

/** How much a model thinks before it answers; which of them a model has depends on its provider. */
export type ReasoningEffort = typeof REASONING_EFFORTS[number];

/** Every {@link OpenAIApi}. */
export const OPENAI_APIS = ["chat", "responses"] as const;

/** An API of OpenAI: Chat Completions or Responses. */
export type OpenAIApi = typeof OPENAI_APIS[number];

/** Model settings. Each provider writes those that its API has; an undefined one is left out of the request body. */
export interface ModelSettings {
  /** Tokens. */
  readonly maxOutputTokens?: number;
  /** From 0. */
  readonly temperature?: number;
  /** From 0 to 1. */
  readonly topP?: number;
  readonly reasoningEffort?: ReasoningEffort;
  /** The API that an OpenAI provider uses; by default the model determines it. */
  readonly api?: OpenAIApi;
}
