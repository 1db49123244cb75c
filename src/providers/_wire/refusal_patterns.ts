// Refusals that say what a model lacks (row C4). Each text was seen on the wire; who sends the request again without it, and
// remembers, is the runtime.

import type { Feature } from "../../core/capability.ts";
import type { ToolChoice } from "../../core/tool_choice.ts";

interface Signature {
  readonly text: RegExp;
  readonly lacks: readonly Feature[];
}

const SIGNATURES: readonly Signature[] = [
  // Claude Opus 5.5 and others, at Anthropic and on Bedrock: vercel/ai#21364.
  { text: /tool_choice: type "tool" and "any" are not supported/i, lacks: ["required", "tool"] },
  // Anthropic with thinking budgets: litellm#17129.
  { text: /thinking may not be enabled when tool_choice forces/i, lacks: ["forced_thinking"] },
  // Claude, at Anthropic and on Bedrock: BoltAI#410, cline#10572, otoroshi-llm-extension#140, modelparams.dev#214 on sampling;
  // llm-rosetta#289, eliza#16175 and hermes-agent#120069 on efforts.
  {
    text: /`?temperature`? is deprecated for this model|\btemperature: Extra inputs/i,
    lacks: ["temperature"],
  },
  {
    text:
      /`?top_p`? is deprecated for this model|\btop_p: Extra inputs|`temperature` and `top_p` cannot both be specified/i,
    lacks: ["topP"],
  },
  {
    text: /may only be set to 1 when thinking is enabled|`?top_p`? must be .* when thinking is enabled/i,
    lacks: ["sampling_thinking"],
  },
  {
    text:
      /does not support the effort parameter|(?:adaptive thinking|"thinking\.type\.\w+") is not supported/i,
    lacks: ["effort"],
  },
  // DeepSeek, Qwen: eino#994.
  {
    text: /does not support being set to required or object in thinking mode/i,
    lacks: ["forced_thinking"],
  },
  // DeepSeek's own: DeepSeek-R1#836, Kode-CLI#182.
  { text: /(?:deepseek-\S+|thinking mode) does not support this tool_choice/i, lacks: ["forced_thinking"] },
  // Bedrock: bifrost#3196, bedrock-access-gateway#92.
  { text: /doesn't support the toolConfig\.toolChoice\.any field/i, lacks: ["required"] },
  { text: /doesn't support the toolConfig\.toolChoice\.tool field/i, lacks: ["tool"] },
  // Not "... in streaming mode", where they are taken without a stream.
  { text: /doesn't support tool use(?! in streaming)/i, lacks: ["tools"] },
  // Bedrock on fields of other families: "Malformed input request: #: extraneous key [thinking] is not permitted".
  { text: /extraneous key \[tool_choice\]/i, lacks: ["parallel"] },
  { text: /extraneous key \[(?:thinking|output_config|reasoning_effort)\]/i, lacks: ["effort"] },
  // LM Studio: lmstudio#670.
  { text: /invalid tool_choice type: 'object'/i, lacks: ["tool", "allowed"] },
  // Groq on named choices of models that take words only: smart-connections#942.
  { text: /only allowed string values for 'tool_choice' are/i, lacks: ["tool", "allowed"] },
  // Groq: litellm#21242. Without tools there is nothing to call.
  { text: /tool choice is none, but model called a tool/i, lacks: ["none"] },
  // OpenRouter, where no route takes it: zed#36094, mastra#2839.
  { text: /no endpoints found that support the provided 'tool_choice'/i, lacks: ["required", "tool"] },
  { text: /no endpoints found that support tool use/i, lacks: ["tools"] },
  {
    text: /no endpoints found that can handle the requested parameters/i,
    lacks: ["parallel", "temperature", "topP", "effort"],
  },
  // Servers behind OpenAI's dialect that are older than it.
  { text: /invalid value: 'allowed_tools'/i, lacks: ["allowed"] },
  // Cerebras, gpt-oss in 2025: instructor#1766.
  { text: /unsupported tool_choice: [^]*expected 'auto' or 'none'/i, lacks: ["required", "tool"] },
  // Ollama: "registry.ollama.ai/library/gemma does not support tools".
  { text: /does not support tools\b/i, lacks: ["tools"] },
  // Gemini: "Function calling is not enabled for models/gemma-3-27b-it".
  { text: /function calling is not enabled for/i, lacks: ["tools"] },
  // Gemini: js-genai#681, Roo-Code#10700, proxypal#170, kiss-translator#1051, vercel/ai#8027.
  {
    text:
      /thinking(?:[ _]level|[ _]config)?(?: [A-Z]+)? is not (?:supported|enabled)|not a supported thinking level|only works in thinking mode/i,
    lacks: ["effort"],
  },
  // Claude; Ollama: "\"gemma3\" does not support thinking", whose servers of before 2026 know no "max".
  { text: /does not support thinking\b|invalid think value/i, lacks: ["effort"] },
  // OpenAI: openai-openapi#541; "This model is only supported in v1/responses and not in v1/chat/completions".
  { text: /(?:use|only supported in) \/?v1\/responses/i, lacks: ["chat"] },
  { text: /unsupported (?:parameter|value): '?temperature'?/i, lacks: ["temperature"] },
  { text: /unsupported (?:parameter|value): '?top_p'?/i, lacks: ["topP"] },
  { text: /unsupported (?:parameter|value): '?(?:reasoning_effort|reasoning\.effort)'?/i, lacks: ["effort"] },
  { text: /unrecognized request argument supplied: reasoning_effort/i, lacks: ["effort"] },
  // xAI: llmgateway#3483; Groq: earendil-works/pi#1745; Cerebras: chatwise-releases#1325.
  { text: /does not support parameter reasoningEffort/i, lacks: ["effort"] },
  {
    text: /reasoning_effort`? (?:must be one of|is not supported)/i,
    lacks: ["effort"],
  },
  { text: /reasoning_effort\s+Input should be/i, lacks: ["effort"] },
  // Mistral, for models that do not reason and for efforts that one does not know: SmartHopper#647.
  { text: /reasoning_effort\S* is not (?:enabled|supported) for this model/i, lacks: ["effort"] },
  // Cohere: swarmauri-sdk#692 on tools; the others are made alike.
  { text: /tool use is not supported by the provided model/i, lacks: ["tools"] },
  { text: /tool_choice is not supported by the provided model/i, lacks: ["required", "none"] },
  { text: /thinking is not supported by the provided model/i, lacks: ["effort"] },
  { text: /unsupported parameter: '?parallel_tool_calls'?/i, lacks: ["parallel"] },
  // Cerebras: agno#4508.
  { text: /parallel_tool_calls=False is not supported/i, lacks: ["parallel"] },
  { text: /unsupported parameter: '?stream_options'?/i, lacks: ["stream_usage"] },
];

/** Longer texts repeat the request. */
const MAX_REFUSAL = 4096;

// From here on the text is the user's or the model's: pydantic's checks (vLLM), a call that was no legal one (Groq).
const QUOTED = /['"]input['"]: |\binput_value=|\(it wrote: /;

/**
 * What a refusal says that the model lacks: by the parameter that it names, else by its text. A refused `tool_choice` lacks
 * the choice that was sent, unless the text says more.
 */
export function lacksOf(
  text: string,
  unsupported: string | undefined,
  choice: ToolChoice,
): readonly Feature[] {
  const setting = unsupported === undefined ? undefined : PARAMETERS.get(unsupported);
  if (setting !== undefined) return [setting];
  const said = lacksFrom(text);
  return said.length > 0 || unsupported !== "tool_choice" || choice.type === "auto" ? said : [choice.type];
}

const PARAMETERS: ReadonlyMap<string, Feature> = new Map([
  ["reasoning.effort", "effort"],
  ["reasoning_effort", "effort"],
  ["reasoning", "effort"],
  ["thinking", "effort"],
  ["temperature", "temperature"],
  ["top_p", "topP"],
  ["parallel_tool_calls", "parallel"],
  ["stream_options", "stream_usage"],
  ["stream_options.include_usage", "stream_usage"],
  ["tools", "tools"],
]);

/** What the text of a refusal says that the model lacks. */
function lacksFrom(text: string): readonly Feature[] {
  const [said = ""] = text.slice(0, MAX_REFUSAL).split(QUOTED, 1);
  return [...new Set(SIGNATURES.flatMap((signature) => signature.text.test(said) ? signature.lacks : []))];
}
