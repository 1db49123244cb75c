// What is known about OpenAI's models by their names, as of 2026-11. What is not known follows from the API's
// refusals.

import type { CapabilityRow, DatedModels, Lacks } from "../../core/model/capability.ts";
import type { ModelSettings } from "../../core/model/model_settings.ts";
import type { ChoiceRequest } from "../../core/model/provider.ts";
import { WRITER } from "../../core/record.ts";

/** What decides which API a request goes to, besides the model. */
interface ApiFacts {
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
  // "Function tools with reasoning_effort are not supported for gpt-5.6-x in /v1/chat/completions", even when none is
  // set: openai-openapi#541, LibreChat#14231, litellm#34569 (2026-07).
  { models: /(?:^|[:.])gpt-(?:5\.(?:[6-9]|\d\d)|(?:[6-9]|\d\d)(?![\db]))/, when: () => true },
  // "Chat Completions: Not supported": developers.openai.com/api/docs/models/gpt-daybreak-blue-latest, an alias of
  // gpt-5.6-sol (2026-10). Rosalind belongs to the same program of trusted access.
  { models: /^gpt-(?:daybreak|rosalind)/, when: () => true },
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
export function apiFor(
  { model, tools, settings: { reasoningEffort } }: Pick<ChoiceRequest, "model" | "tools" | "settings">,
): Api {
  return apiUnder(model, { hasTools: tools.length > 0, reasoningEffort });
}

/**
 * The API that is tried first at a server of another vendor: Responses for a model of which Chat Completions refuses every request. One
 * that flips with its tools and its effort stays in Chat Completions.
 */
export function foreignApiFor({ model, writer = WRITER }: Pick<ChoiceRequest, "model" | "writer">): Api {
  return writer < FOREIGN_SINCE ? "chat" : apiUnder(model, { hasTools: false, reasoningEffort: undefined });
}

/** The version of the rules since which it may be Responses. */
const FOREIGN_SINCE = 7;

function apiUnder(ref: string, facts: ApiFacts): Api {
  const model = baseName(ref);
  return CHAT_REFUSES.some((refusal) => refusal.models.test(model) && refusal.when(facts))
    ? "responses"
    : "chat";
}

/**
 * What Chat Completions lacks of what Responses has. Summaries by the API (POST /responses/compact) are of every model that Responses has:
 * the ids of ResponseCompactParams, openai 7.55.0, are the same, and the guide names none without it
 * (https://developers.openai.com/api/docs/guides/compaction, as of 2026-11-26). A model has them where each of its requests goes to
 * Responses, with tools and without; it has tool search where those with tools do.
 */
export function chatLacks(model: string, settings: ModelSettings): Lacks {
  const { api, reasoningEffort } = settings;
  const isChat = (hasTools: boolean) => (api ?? apiUnder(model, { hasTools, reasoningEffort })) === "chat";
  const lacks: { compaction?: string; tool_search?: string; inline_tools?: string } = {};
  if (isChat(false)) lacks.compaction = "Chat Completions has no summaries by the API";
  if (isChat(true)) {
    lacks.tool_search = "Chat Completions has no tool search";
    lacks.inline_tools = "no message of Chat Completions defines a tool";
  }
  return lacks;
}

/** True for models that think before they answer. */
export function isReasoning(model: string): boolean {
  return REASONING.test(baseName(model));
}

const REASONING = /^(?:o\d|gpt-(?:[5-9]|\d\d|daybreak|rosalind)(?!.*-chat)|codex|computer-use)/;

/**
 * The models whose reasoning is bound to the prompt that it was a part of: the API removes it silently behind other tools, another form
 * of answers, another effort or edited items. Their instructions stand after the input, where no prompt cache has them. They take
 * `additional_tools`. Under any prefix that a gateway has. Sources: developers.openai.com/api/docs/guides, "Using GPT-6.2" and "Keep
 * the prefix unchanged", as of 2026-11-28, and Response.InputTransformation of openai 7.59.0.
 */
export const BOUND_REASONING = /(?:^|[/:.])gpt-(?:6\.(?:[2-9]|\d\d)|[7-9]|[12]\d)(?![\db])/;

/** What OpenAI's models lack. `chat` is in {@link apiFor}, since it depends on the request. */
export const OPENAI_MODELS: readonly CapabilityRow[] = [
  {
    models: new RegExp(`^(?!.*${BOUND_REASONING.source})`),
    example: "gpt-6.1-sol",
    lacks: ["inline_tools"],
    because: "gpt-6.2 and later models take additional_tools",
    asOf: "2026-11-28",
    source: "openai 7.59.0",
  },
  {
    models: /^(?!(?:.*\/)?(?:ft:)?gpt-(?:5\.(?:[4-9]|\d\d)|[6-9]|\d\d|daybreak)(?!.*-nano))/,
    example: "gpt-5.2",
    lacks: ["tool_search"],
    because: "gpt-5.4 and later models search for tools",
    asOf: "2026-11-26",
    // The page of gpt-5.4-nano.
    source: "https://developers.openai.com/api/docs/guides/tools-tool-search",
  },
  {
    models: /^(?:.*\/)?(?:ft:)?o\d/,
    example: "o4-mini",
    lacks: ["parallel"],
    because: "o-series models answer 400 to parallel_tool_calls",
    asOf: "2026-11-20",
    // A recorded refusal.
    source: "https://platform.openai.com/docs/guides/function-calling",
  },
  {
    models: /^(?:.*\/)?(?:ft:)?(?:o\d|gpt-(?:[5-9]|\d\d|daybreak|rosalind)(?!.*-chat)|codex|computer-use)/,
    example: "gpt-5",
    lacks: ["sampling_thinking"],
    because: "reasoning models take no temperature and no top_p",
    asOf: "2026-11-20",
    // openai-responses/reasoning-model-temperature-error.
    source: "vercel/ai",
  },
  {
    models:
      /^(?:.*\/)?(?:ft:)?(?!o\d|gpt-(?:[5-9]|\d\d|daybreak|rosalind)(?!.*-chat)|codex|computer-use)[^/:]+(?::|$)/,
    example: "gpt-4o",
    lacks: ["effort"],
    because: "only reasoning models take an effort",
    asOf: "2026-11-20",
    source: "https://platform.openai.com/docs/api-reference/chat/create",
  },
  {
    models: /^(?:.*\/)?(?:ft:)?(?:gpt-3\.5|gpt-4(?:-|$)|gpt-4o-2024-05-13|chatgpt-4o|o1-(?:mini|preview))/,
    example: "gpt-4-turbo",
    lacks: ["json_schema"],
    because: "Structured Outputs began with gpt-4o-2024-08-06",
    asOf: "2026-11-22",
    // midscene#259.
    source: "https://platform.openai.com/docs/guides/structured-outputs",
  },
  {
    models: /^(?:.*\/)?(?:ft:)?(?:gpt-3\.5|gpt-4(?:$|-0[36]|-32k|-1106|-0125)|o1-(?:mini|preview)|o3-mini)/,
    example: "o3-mini",
    lacks: ["images", "files"],
    because: "the model has no vision, which files need as well",
    asOf: "2026-11-22",
    // Invalid content type. image_url is only supported by certain models.
    source: "https://platform.openai.com/docs/models",
  },
  {
    models: /^(?:.*\/)?(?:ft:)?(?:gpt-(?!audio|4o(?:-mini)?-audio)|o\d|chatgpt|codex)/,
    example: "gpt-4o",
    lacks: ["audio"],
    because: "only the audio models take sound",
    asOf: "2026-11-22",
    source: "https://developers.openai.com/api/docs/guides/audio",
  },
];

/**
 * The models whose prompt cache matches exactly at a breakpoint, and charges 1.25 for what it writes: "Supported for `gpt-5.6` and
 * later models". Earlier ones answer 400, "prompt_cache_breakpoint is not supported on this model". An alias counts as its model.
 */
export const BREAKPOINT_MODELS: readonly DatedModels[] = [{
  models: /^(?:.*\/)?(?:ft:)?gpt-(?:5\.(?:[6-9]|\d\d)|[6-9]|\d\d|daybreak)/,
  example: "gpt-5.6-sol",
  asOf: "2026-11-26",
  // openai 7.55.0, PromptCacheOptions.
  source: "https://developers.openai.com/api/docs/guides/prompt-caching",
}];

/** `openai/gpt-5` and `ft:gpt-4o-mini:acme::id` behave as what they are made of. */
function baseName(model: string): string {
  return model.replace(/^.*\//, "").replace(/^ft:/, "");
}
