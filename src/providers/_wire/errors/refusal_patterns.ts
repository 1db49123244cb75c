// Texts of refusals that name what a model lacks. Each was recorded from a server. The runtime decides what follows from
// one. Here are those that servers of several protocols write; each protocol's own stand in the refusals.ts of its
// folder.

import type { Feature } from "../../../core/model/capability.ts";
import type { ToolChoice } from "../../../core/tool_choice.ts";
import { lacksByParameter, PARAMETERS, unwrapText } from "./refused_parameters.ts";

/** A text in a refusal, or its code, and the features that its model lacks. */
export interface RefusalPattern {
  readonly text: RegExp;
  /** The code of the error object, where the text is not known. */
  readonly code?: RegExp;
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
  // The form of the answer. Of the two modes the one that was sent counts (http_provider.ts). OpenAI: midscene#259.
  { text: /'response_format' of type '\w+' is not supported/i, lacks: ["json_schema", "json_mode"] },
  // OpenAI, Groq: a schema outside their subset (beeai-framework#1215).
  {
    text: /invalid schema for response[_ ]format|provided via 'anyOf' must not share/i,
    lacks: ["json_schema"],
  },
  // Media; of these only what was sent counts (media/sent_media.ts). OpenAI: "Invalid content type. image_url is only
  // supported by certain models." DeepSeek: rikkahub#1433. OpenRouter: "No endpoints found that support image input".
  { text: /image_url is only supported by certain models|unknown variant `?image_url/i, lacks: ["images"] },
  {
    text: /(?:input_)?file is only supported by certain models|unknown variant `?(?:input_)?file`/i,
    lacks: ["files"],
  },
  {
    text: /input_audio is only supported by certain models|unknown variant `?input_audio/i,
    lacks: ["audio"],
  },
  { text: /no endpoints found that support (?:input )?image/i, lacks: ["images"] },
  { text: /no endpoints found that support (?:input )?(?:file|pdf)/i, lacks: ["files"] },
  { text: /no endpoints found that support (?:input )?audio/i, lacks: ["audio"] },
  // Claude: "'claude-3-haiku-20240307' does not support PDF input." Bedrock: "This model doesn't support the image field for
  // user messages." (opencode#50272). Gemini: "Image input modality is not enabled for models/gemma-3-1b-it". llama.cpp:
  // "image input is not supported". LM Studio: "Model does not support images".
  { text: /(?:does not|doesn't|do not|don't) support\b[^.]{0,30}\bimages?\b/i, lacks: ["images"] },
  {
    text: /(?:does not|doesn't|do not|don't) support\b[^.]{0,30}\b(?:pdfs?|documents?|files?)\b/i,
    lacks: ["files"],
  },
  { text: /(?:does not|doesn't|do not|don't) support\b[^.]{0,30}\baudio\b/i, lacks: ["audio"] },
  { text: /\bimages?(?: \w+){0,2} (?:is|are) not (?:supported|enabled)/i, lacks: ["images"] },
  { text: /\b(?:pdf|document|file)s?(?: \w+){0,2} (?:is|are) not (?:supported|enabled)/i, lacks: ["files"] },
  { text: /\baudio(?: \w+){0,2} (?:is|are) not (?:supported|enabled)/i, lacks: ["audio"] },
  // vLLM.
  { text: /is not a multimodal model/i, lacks: ["images", "audio"] },
  { text: /at most 0 image\(s\)/i, lacks: ["images"] },
  { text: /at most 0 audio\(s\)/i, lacks: ["audio"] },
  // Ollama, for a model without a projector.
  { text: /missing data required for image input/i, lacks: ["images"] },
  // Groq and others, for a model whose messages are text.
  {
    text: /content' : value must be a string|\.content'? must be a string/i,
    lacks: ["images", "files", "audio"],
  },
];

/** Longer texts repeat the request. */
const MAX_REFUSAL = 4096;

// From here on the text is the user's or the model's: pydantic's checks (vLLM), a call that was no legal one (Groq).
const QUOTED = /['"]input['"]: ?|['"]messages['"]: ?\[\{|\binput_value=|\(it wrote: /;

/** A refusal as far as it may name what the model lacks. */
export interface RefusalText {
  readonly message: string;
  /** The parameter that the error object names as not supported. */
  readonly unsupported: string | undefined;
  /** The parameter that the error object names without a reason. */
  readonly suspected: string | undefined;
  /** The code of the error object. */
  readonly code?: string | undefined;
  /** The choice that was sent. */
  readonly choice: ToolChoice;
}

/**
 * What a refusal names as missing: by its parameter, else by its text, else by a parameter that is named without a reason. A
 * refused `tool_choice` means the choice that was sent, unless the text names more. `patterns` are those of the protocol.
 */
export function lacksOf(
  { message, unsupported, suspected, code = "", choice }: RefusalText,
  patterns: readonly RefusalPattern[],
): readonly Feature[] {
  const settings = unsupported === undefined ? undefined : PARAMETERS.get(unsupported);
  if (settings !== undefined) return settings;
  const [text = ""] = unwrapText(message.slice(0, MAX_REFUSAL)).split(QUOTED, 1);
  const named = [
    ...[...GENERIC_REFUSALS, ...patterns].flatMap((pattern) =>
      pattern.text.test(text) || pattern.code?.test(code) ? pattern.lacks : []
    ),
    ...lacksByParameter(text, choice),
  ];
  if (named.length > 0) return [...new Set(named)];
  const param = unsupported ?? suspected;
  if (param === "tool_choice") return choice.type === "auto" ? [] : [choice.type];
  return param === undefined ? [] : PARAMETERS.get(param) ?? [];
}
