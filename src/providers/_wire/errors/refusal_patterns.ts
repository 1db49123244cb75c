// Texts of refusals that name what a model lacks. Each was recorded from a server. The runtime decides what follows from
// one. Here are those that servers of several protocols write; each protocol's own stand in its file of
// _refusals.

import type { Feature } from "../../../core/model/capability.ts";
import type { ToolChoice } from "../../../core/tool_choice.ts";
import type { ProviderError } from "./provider_error.ts";
import { lacksByParameter, PARAMETERS, unwrapText } from "./refused_parameters.ts";

/** A text in a refusal, or its code, and the features that its model lacks. */
export interface RefusalPattern {
  readonly text: RegExp;
  /** The code of the error object, where the text is not known. */
  readonly code?: RegExp;
  readonly lacks: readonly Feature[];
}

const GENERIC_REFUSALS: readonly RefusalPattern[] = [
  // Qwen and others: eino#994. DeepSeek's own servers, in OpenAI's and in Anthropic's protocol: DeepSeek-R1#836, Kode-CLI#182.
  {
    text:
      /does not support being set to required or object in thinking mode|(?:deepseek-\S+|thinking mode) does not support this tool_choice/i,
    lacks: ["forced_thinking"],
  },
  // Ollama, in its own and in OpenAI's protocol: "registry.ollama.ai/library/gemma does not support tools".
  { text: /does not support tools\b/i, lacks: ["tools"] },
  // Claude; Ollama: "\"gemma3\" does not support thinking". A list of efforts, with the name of the parameter or without: opencode#4451,
  // CLIProxyAPI#1143, #1572.
  {
    text:
      /does not support thinking\b|\b(?:supported|expected|should be|must be)\b[^]{0,40}\blow\b[^]{0,20}\b(?:medium|high)\b/i,
    lacks: ["effort"],
  },
  // The form of the answer. Of the two modes the one that was sent counts (http_provider.ts). OpenAI: midscene#259.
  { text: /'response_format' of type '\w+' is not supported/i, lacks: ["json_schema", "json_mode"] },
  // OpenAI, Groq: a schema outside their subset (beeai-framework#1215).
  {
    text: /invalid schema for response[_ ]format|provided via 'anyOf' must not share/i,
    lacks: ["json_schema"],
  },
  // Media; of these only what was sent counts (media/sent_media.ts). OpenAI: "Invalid content type. image_url is only
  // supported by certain models." DeepSeek: rikkahub#1433. OpenRouter: "No endpoints found that support image input".
  // Claude: "'claude-3-haiku-20240307' does not support PDF input." Bedrock: "This model doesn't support the image field for
  // user messages." (opencode#50272). Gemini: "Image input modality is not enabled for models/gemma-3-1b-it". llama.cpp:
  // "image input is not supported". LM Studio: "Model does not support images". vLLM: "at most 0 image(s)".
  { text: toMediaPattern("image", "image_url"), lacks: ["images"] },
  { text: toMediaPattern("pdf|document|file", "(?:input_)?file"), lacks: ["files"] },
  { text: toMediaPattern("audio", "input_audio"), lacks: ["audio"] },
  // vLLM.
  { text: /is not a multimodal model/i, lacks: ["images", "audio"] },
  // Ollama, for a model without a projector.
  { text: /missing data required for image input/i, lacks: ["images"] },
  // Groq and others, for a model whose messages are text.
  {
    text: /content' : value must be a string|\.content'? must be a string/i,
    lacks: ["images", "files", "audio"],
  },
];

function toMediaPattern(words: string, part: string): RegExp {
  const refusals = [
    `${part} is only supported by certain models|unknown variant \`?${part}\\b`,
    `(?:do|does|endpoints found) ?(?:not|n't|that) support\\b[^.]{0,30}\\b(?:${words})s?\\b`,
    `\\b(?:${words})s?(?: \\w+){0,2} (?:is|are) not (?:supported|enabled)`,
    `at most 0 (?:${words})\\(s\\)`,
  ];
  return new RegExp(refusals.join("|"), "i");
}

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
export function findLacks(
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

/**
 * A server without the path of the request, by its status: its text is that of a router, such as `404 page not found` (Ollama), `{"detail":
 * "Not Found"}` (FastAPI), "Invalid URL (POST /v1/responses)" (new-api#885), "Unknown request URL" (Groq), "File Not Found" (llama.cpp,
 * litellm#13130), "Resource not found" (Azure). One that names the model is about the model.
 */
export function refusesPath({ message, facts: { status = 0, providerCode = "" } }: ProviderError): boolean {
  return [404, 405, 501].includes(status) &&
    !OF_MODEL.test(`${providerCode} ${message.slice(0, MAX_REFUSAL)}`);
}

const OF_MODEL =
  /model_not_|DeploymentNotFound|\bmodel\b.{0,100}(?:not|n't) |endpoints found|allowed providers/i;
