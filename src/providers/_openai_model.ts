// What is known about OpenAI's models by their names, as of 2026-11. What is not known is learned from the API's refusals.

/** What decides which API a request goes to. */
export interface ApiFacts {
  readonly model: string;
  readonly hasTools: boolean;
  readonly reasoningEffort: string | undefined;
}

/** Chat Completions or Responses. */
export type Api = "chat" | "responses";

interface Refusal {
  readonly models: RegExp;
  readonly when: (facts: ApiFacts) => boolean;
}

/** Models that Chat Completions refuses, or refuses with function tools. */
const CHAT_REFUSES: readonly Refusal[] = [
  // "Function tools with reasoning_effort are not supported for gpt-5.6-x in /v1/chat/completions", even when none is set:
  // openai-openapi#541, LibreChat#14231, litellm#34569 (2026-07).
  { models: /^gpt-5\.(?:[6-9]|\d\d)/, when: () => true },
  { models: /^gpt-(?:[6-9]|\d\d)/, when: () => true },
  // The same refusal, only with an effort: openai-openapi#541 (2026-04).
  {
    models: /^gpt-5\.[45]/,
    when: ({ hasTools, reasoningEffort }) =>
      hasTools && reasoningEffort !== undefined && reasoningEffort !== "none",
  },
  // "This model is only supported in v1/responses": the model pages of the API reference (2026-08).
  { models: /codex|^o\d+-pro|^gpt-5(?:\.\d+)?-pro|deep-research|^computer-use/, when: () => true },
];

/** The API in which OpenAI itself serves the request. */
export function apiOf(facts: ApiFacts): Api {
  const model = baseName(facts.model);
  return CHAT_REFUSES.some((refusal) => refusal.models.test(model) && refusal.when(facts))
    ? "responses"
    : "chat";
}

/** True for models that think before they answer, take an effort and refuse sampling parameters. */
export function reasons(model: string): boolean {
  return /^(?:o\d|gpt-(?:[5-9]|\d\d)(?!.*-chat)|codex|computer-use)/.test(baseName(model));
}

/** False for the models that answer 400 to `parallel_tool_calls`. */
export function hasParallelFlag(model: string): boolean {
  return !/^o\d/.test(baseName(model));
}

/** `openai/gpt-5` and `ft:gpt-4o-mini:acme::id` behave as what they are made of. */
function baseName(model: string): string {
  return model.replace(/^.*\//, "").replace(/^ft:/, "");
}
