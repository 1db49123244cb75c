// Texts of refusals that name what a model lacks. Each was recorded from a server. The runtime decides what follows from
// one. Here are those that servers of several protocols write; each protocol's own stand in the refusals.ts of its
// folder.

import type { Feature } from "../../../core/model/capability.ts";
import type { ToolChoice } from "../../../core/tool_choice.ts";

/** A text in a refusal, and the features that its model lacks. */
export interface RefusalPattern {
  readonly text: RegExp;
  readonly lacks: readonly Feature[];
}

const GENERIC_REFUSALS: readonly RefusalPattern[] = [
  // Qwen and others: eino#994.
  {
    text: /does not support being set to required or object in thinking mode/i,
    lacks: ["forced_thinking"],
  },
  // DeepSeek's own servers, in OpenAI's and in Anthropic's protocol: DeepSeek-R1#836, Kode-CLI#182.
  { text: /(?:deepseek-\S+|thinking mode) does not support this tool_choice/i, lacks: ["forced_thinking"] },
  // Ollama, in its own and in OpenAI's protocol: "registry.ollama.ai/library/gemma does not support tools".
  { text: /does not support tools\b/i, lacks: ["tools"] },
  // Claude; Ollama: "\"gemma3\" does not support thinking".
  { text: /does not support thinking\b/i, lacks: ["effort"] },
  // OpenAI, and every server that repeats its form.
  { text: /unsupported (?:parameter|value): '?temperature'?/i, lacks: ["temperature"] },
  { text: /unsupported (?:parameter|value): '?top_p'?/i, lacks: ["topP"] },
  { text: /unsupported (?:parameter|value): '?(?:reasoning_effort|reasoning\.effort)'?/i, lacks: ["effort"] },
  { text: /unsupported parameter: '?parallel_tool_calls'?/i, lacks: ["parallel"] },
  { text: /unsupported parameter: '?stream_options'?/i, lacks: ["stream_usage"] },
  { text: /unrecognized request argument supplied: reasoning_effort/i, lacks: ["effort"] },
  // The form of the answer. Of the two modes the one that was sent counts (http_provider.ts). OpenAI: midscene#259.
  { text: /'response_format' of type '\w+' is not supported/i, lacks: ["json_schema", "json_mode"] },
  // OpenAI, Groq: a schema outside their subset (beeai-framework#1215).
  {
    text: /invalid schema for response[_ ]format|provided via 'anyOf' must not share/i,
    lacks: ["json_schema"],
  },
];

/** Longer texts repeat the request. */
const MAX_REFUSAL = 4096;

// From here on the text is the user's or the model's: pydantic's checks (vLLM), a call that was no legal one (Groq).
const QUOTED = /['"]input['"]: |\binput_value=|\(it wrote: /;

/** A refusal as far as it may name what the model lacks. */
export interface RefusalText {
  readonly message: string;
  /** The parameter that the error object names as not supported. */
  readonly unsupported: string | undefined;
  /** The choice that was sent. */
  readonly choice: ToolChoice;
}

/**
 * What a refusal names as missing: by its parameter, else by its text. A refused `tool_choice` means the choice that
 * was sent, unless the text names more. `patterns` are those of the protocol.
 */
export function lacksOf(
  { message, unsupported, choice }: RefusalText,
  patterns: readonly RefusalPattern[],
): readonly Feature[] {
  const settings = unsupported === undefined ? undefined : PARAMETERS.get(unsupported);
  if (settings !== undefined) return settings;
  const [text = ""] = message.slice(0, MAX_REFUSAL).split(QUOTED, 1);
  const named = [...GENERIC_REFUSALS, ...patterns].flatMap((pattern) =>
    pattern.text.test(text) ? pattern.lacks : []
  );
  if (named.length > 0) return [...new Set(named)];
  return unsupported === "tool_choice" && choice.type !== "auto" ? [choice.type] : [];
}

const PARAMETERS: ReadonlyMap<string, readonly Feature[]> = new Map([
  ["reasoning.effort", ["effort"]],
  ["reasoning_effort", ["effort"]],
  ["reasoning", ["effort"]],
  ["thinking", ["effort"]],
  ["temperature", ["temperature"]],
  ["top_p", ["topP"]],
  ["parallel_tool_calls", ["parallel"]],
  ["stream_options", ["stream_usage"]],
  ["stream_options.include_usage", ["stream_usage"]],
  ["tools", ["tools"]],
  ["response_format", ["json_schema", "json_mode"]],
  ["response_format.type", ["json_schema", "json_mode"]],
  ["text.format", ["json_schema", "json_mode"]],
]);
