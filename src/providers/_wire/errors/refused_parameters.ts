// Refusals that name a parameter of the request: the ways in which servers word them, and the features that the
// parameters stand for.

import type { Feature } from "../../../core/model/capability.ts";
import type { ToolChoice } from "../../../core/tool_choice.ts";

/** What a model lacks that takes no such parameter, by its name on the wire. */
export const PARAMETERS: ReadonlyMap<string, readonly Feature[]> = new Map([
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

/** A model that takes no `tool_choice` at all has no choice on the wire but the one that holds without the field. */
const CHOICES: readonly Feature[] = ["required", "tool", "none", "allowed"];

/** Each has the name of one parameter, which nothing inside the parameter may follow: `tools[0].strict` is not `tools`. */
const FORMS: readonly RegExp[] = [
  // OpenAI, and Bedrock for OpenAI's models: opencode#48195.
  /\b(?:unsupported|unknown|unrecognized) (?:parameter|argument|field|key|name|value(?!: ?['"`]?tool_choice)):? ?['"`]?([\w.]+)(?![\w.[])/gi,
  // OpenAI: "Unrecognized request argument supplied: reasoning_effort".
  /\brequest arguments? supplied: ([\w.]+)(?![\w.[])/gi,
  // xAI: "Argument not supported: stream_options". Groq, Cerebras: "property 'x' is unsupported".
  /\bargument not supported: ([\w.]+)(?![\w.[])/gi,
  /\bproperty ['"`]([\w.]+)['"`] is unsupported/gi,
  // FastAPI and pydantic, as vLLM and Anthropic have them: "top_p: Extra inputs are not permitted".
  /(?:^|[\s"'([])(?:body\.)?([\w.]+): Extra inputs are not permitted/gi,
  /\bExtra inputs are not permitted, field: ['"`]([\w.]+)['"`]/gi,
  /extra_forbidden['"], ?['"]loc['"]: ?[([]['"]body['"], ?['"]([\w.]+)['"][)\]]/gi,
  // Python: "got an unexpected keyword argument 'parallel_tool_calls'".
  /\bunexpected keyword argument ['"`]([\w.]+)['"`]/gi,
  // Claude: "`temperature` is deprecated for this model".
  /([\w.]+)`? is deprecated for this model/gi,
  // Kimi: "invalid temperature: only 1 is allowed for this model" (DeepTutor#938).
  /\binvalid ([\w.]+): only [\d.]+ is allowed/gi,
  // Volcengine: "The parameter `response_format.type` specified in the request are not valid: `json_schema` is not supported" (agno#2553,
  // models.dev#5772). Numbers may be out of range.
  /\bparameter ['"`](?!temp|top_p)([\w.]+)['"`] specified in the request (?:is|are) not/gi,
  // LiteLLM's own: "gpt-5 models don't support temperature=0.2".
  /\b(?:does not|doesn't|do not|don't) support (temperature|top_p|reasoning_effort|parallel_tool_calls)\b/gi,
];

/** LiteLLM's UnsupportedParamsError: a list of names (litellm#26257), before 2025 an object with values (#6456). */
const LISTED = /\bdoes not support parameters: ?(\[[^\]]*\]|\{ ?['"]\w+['"])/gi;

/**
 * A refused value of the choice: LiteLLM for DeepInfra (litellm#4655), and for Anthropic's protocol (litellm#24443). Kimi, of which some
 * models take one and some none: "tool_choice 'specified' is incompatible with thinking enabled" (AstrBot#7805, inspect_ai#5152).
 */
const VALUE =
  /\bsupport tool_choice\b|\bincompatible tool choice param submitted|\btool_choice .{0,20}\bis incompatible|parameter .tool_choice. specified/i;

/**
 * The values that a server takes, behind the name of the field. LM Studio: lmstudio#670. Groq: smart-connections#942. Cerebras: instructor#1766.
 * vLLM with Harmony: vllm#53626. mlx-openai-server#49.
 */
const LIST = /\btool[_ ]choice\b[^]*\b(?:must be|expected|values)\b(.*)|\bonly\b(.*)\btool[_ ]choice\b(.*)/i;

/** Other words for choices. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["any", "required"],
  ["function", "tool"],
  ["allowed_tools", "allowed"],
  ["allowed", ""], // "Only allowed string values ..."
]);

/** The choices that a list in the text does not have; undefined for a text without a list. */
function unlistedChoices(text: string): readonly Feature[] | undefined {
  const words = LIST.exec(text)?.slice(1).join(" ").match(/\w+/g);
  if (!words?.includes("auto")) return undefined;
  return CHOICES.filter((choice) => !words.some((word) => (WORDS.get(word) ?? word) === choice));
}

/** The features that a text names by the parameters of the request. `choice` is the one that was sent. */
export function lacksByParameter(text: string, choice: ToolChoice): readonly Feature[] {
  if (VALUE.test(text)) return choice.type === "auto" ? CHOICES : [choice.type];
  // DeepSeek in thinking mode, where it refuses the field with any value: hindsight#1294.
  if (choice.type === "auto" && /\bsupport this tool_choice\b/i.test(text)) return CHOICES;
  const unlisted = unlistedChoices(text);
  if (unlisted !== undefined) return unlisted;
  const listed = [...text.matchAll(LISTED)].flatMap(([, names]) => names?.match(/[\w.]+/g) ?? []);
  const named = FORMS.flatMap((form) => [...text.matchAll(form)].map(([, name = ""]) => name));
  return [...listed, ...named].flatMap((name) =>
    name === "tool_choice" ? CHOICES : PARAMETERS.get(name.replace(/\.$/, "")) ?? []
  );
}

/**
 * A text that a gateway has put into another one, as its server wrote it: without the escapes of JSON in JSON and the
 * entities of HTML.
 *
 * @example
 * ```ts
 * import { unwrapText } from "./refused_parameters.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(unwrapText('{\\"message\\":\\"type \\\\\\"any\\\\\\"\\"}'), '{"message":"type "any""}');
 * ```
 */
export function unwrapText(text: string): string {
  return text
    .replace(/\\+u00(22|27|60)/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/&(?:quot|#34|#x22);/gi, '"')
    .replace(/&(?:apos|#39|#x27);/gi, "'")
    .replace(/\\+(["'`/])/g, "$1")
    .replace(/\\+[nrt]/g, " ");
}
