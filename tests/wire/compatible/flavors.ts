// The servers of the family, one entry each. Sources of the texts: the issues named beside them.
import { type CompatibleProfile, PROFILES } from "../../../src/providers/openai/compatible.ts";
import type { Flavor } from "./flavor.ts";
import { refusedBehindGateway, refusedByLiteLLM, WRAPPERS } from "./gateway.ts";

/** Rows of the makers' own tables, which hold behind every gateway. */
const BEHIND_GATEWAYS: Flavor["tested"] = [
  { feature: "required", model: "anthropic/claude-opus-5-5", choice: { type: "required" } },
  { feature: "tool", model: "anthropic/claude-opus-5-5", choice: { type: "tool", name: "get_weather" } },
  {
    feature: "forced_thinking",
    model: "anthropic/claude-sonnet-4-5",
    settings: { reasoningEffort: "low" },
    choice: { type: "required" },
  },
  {
    feature: "sampling_thinking",
    model: "anthropic/claude-sonnet-4-5",
    settings: { reasoningEffort: "low", temperature: 0.5 },
  },
  {
    feature: "sampling_pair",
    model: "anthropic/claude-sonnet-4-5",
    settings: { temperature: 0.5, topP: 0.5 },
  },
  {
    feature: "sampling_thinking",
    model: "openai/gpt-5",
    settings: { temperature: 0.5 },
    teaches: "temperature",
  },
  { feature: "temperature", model: "anthropic/claude-opus-4-8", settings: { temperature: 0.5 } },
  { feature: "topP", model: "anthropic/claude-opus-4-8", settings: { topP: 0.5 } },
  {
    feature: "effort",
    model: "anthropic/claude-3-5-haiku-20241022",
    settings: { reasoningEffort: "low" },
  },
];

const bearer = { header: "authorization", value: "Bearer simulated-key-0123456789" };

/** `{error: {message, type, param, code}}`. */
const nested: Flavor["errorBody"] = ({ message, type, param, code }) => ({
  error: { message, type, param, code },
});

const effortOf = (body: Readonly<Record<string, unknown>>): unknown => body.reasoning_effort;

const thinkingBy = (names: RegExp): Flavor["thinks"] => (body) =>
  effortOf(body) === undefined ? names.test(String(body.model)) : effortOf(body) !== "none";

const formatOf = ({ response_format: format }: Readonly<Record<string, unknown>>): unknown =>
  typeof format === "object" && format !== null && "type" in format ? format.type : undefined;

const hasTools = ({ tools }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(tools) && tools.length > 0;

const hasParts = ({ messages }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(messages) &&
  messages.some((message: unknown) =>
    typeof message === "object" && message !== null && "content" in message && "role" in message &&
    message.role === "user" && Array.isArray(message.content)
  );

const isForced = ({ tool_choice: choice }: Readonly<Record<string, unknown>>): boolean =>
  choice === "required" || (typeof choice === "object" && choice !== null);

const groq: Flavor = {
  name: "groq",
  baseURL: "https://api.groq.com/openai/v1",
  key: bearer,
  model: "openai/gpt-oss-120b",
  mediaModel: "qwen/qwen3.8-27b",
  keys: ["max_completion_tokens", "parallel_tool_calls", "reasoning_effort"],
  messageKeys: ["reasoning"],
  choices: "objects",
  // smart-connections#942.
  nullChoice: "Only allowed string values for 'tool_choice' are none, auto, and required",
  // fanenr/chatbot#21, janhq/jan#8136.
  unknownKey: (key) =>
    key.includes(".")
      ? `'${key.replace(/\.[^.]*$/, "")}' : for 'role:assistant' the following must be satisfied[('${
        key.replace(/\.[^.]*$/, "")
      }' : property '${key.replace(/^.*\./, "")}' is unsupported)]`
      : `property '${key}' is unsupported`,
  // groq-sdk 1.6.0; the text on Qwen is recorded in earendil-works/pi#1745.
  refuses: (body) => {
    const effort = effortOf(body);
    if (/llama-3/.test(String(body.model)) && hasParts(body)) {
      return {
        message:
          "'messages.0' : for 'role:user' the following must be satisfied[('messages.0.content' : value must be " +
          "a string)]",
      };
    }
    // vercel/ai#16540; Vane#980.
    if (formatOf(body) !== undefined && hasTools(body)) {
      return { message: "json mode cannot be combined with tool/function calling" };
    }
    if (formatOf(body) === "json_schema" && !/gpt-oss|kimi-k2|llama-4/.test(String(body.model))) {
      return {
        message: "This model does not support response format `json_schema`. See supported models at " +
          "https://console.groq.com/docs/structured-outputs#supported-models",
        param: "response_format",
      };
    }
    if (effort === undefined) return undefined;
    if (/llama/.test(String(body.model))) {
      return { message: "`reasoning_effort` is not supported with this model" };
    }
    const efforts = body.model === "qwen/qwen3.8-27b"
      ? ["none", "default", "low", "medium", "high"]
      : /qwen3/.test(String(body.model))
      ? ["none", "default"]
      : ["low", "medium", "high"];
    if (efforts.includes(String(effort))) return undefined;
    return {
      message: `\`reasoning_effort\` must be one of ${efforts.map((name) => `\`${name}\``).join(" or ")}`,
    };
  },
  errorBody: nested,
  thinks: thinkingBy(/gpt-oss|qwen3/),
  reasoning: "reasoning",
  usage: "x_groq",
  tested: [
    { feature: "effort", model: "llama-3.3-70b-versatile", settings: { reasoningEffort: "low" } },
    { feature: "json_schema", model: "llama-3.3-70b-versatile", output: "alone" },
    { feature: "images", model: "llama-3.3-70b-versatile", media: true },
    { feature: "json_with_tools", model: "openai/gpt-oss-120b", output: "with_tools" },
  ],
};

const xai: Flavor = {
  name: "xai",
  baseURL: "https://api.x.ai/v1",
  key: bearer,
  model: "grok-4.3",
  keys: ["max_completion_tokens", "parallel_tool_calls", "reasoning_effort", "stream_options"],
  // docs.x.ai developers/advanced-api-usage/prompt-caching/multi-turn: the reasoning of earlier answers goes back.
  messageKeys: ["reasoning_content"],
  choices: "objects",
  unknownKey: (key) => `Argument not supported: ${key}`,
  refuses: (body) => {
    const effort = effortOf(body);
    if (effort === undefined) return undefined;
    // chenyme/grok2api#814.
    if (body.model === "grok-4.20-0309-reasoning") {
      return {
        message: "Model grok-4.20-0309-reasoning does not support parameter reasoningEffort.",
        code: "invalid-argument",
      };
    }
    // What is refused: live probes in theopenco/llmgateway#3669. The text is made after the other.
    const efforts: Readonly<Record<string, string>> = {
      "grok-4.6": "minimal low medium high xhigh",
      "grok-4.5": "minimal low medium high xhigh",
      "grok-4.3": "none low medium high",
    };
    const taken = efforts[String(body.model)]?.split(" ") ?? [];
    return taken.includes(String(effort)) ? undefined : {
      message: `Model ${body.model} does not support the value ${effort} of reasoningEffort.`,
      code: "invalid-argument",
    };
  },
  errorBody: ({ message, code }) => ({ code: code ?? "invalid-argument", error: message }),
  thinks: thinkingBy(/^grok-/),
  reasoning: "reasoning_content",
  manner: "whole",
  tested: [{ feature: "effort", model: "grok-4.20-0309-reasoning", settings: { reasoningEffort: "low" } }],
};

const deepseek: Flavor = {
  name: "deepseek",
  parts: [],
  // rikkahub#1433.
  unknownPart: (type) =>
    `Failed to deserialize the JSON body into the target type: messages[1]: unknown variant \`${type}\`, expected ` +
    "`text` at line 1 column 679289",
  baseURL: "https://api.deepseek.com",
  key: bearer,
  model: "deepseek-chat",
  keys: ["max_tokens", "stream_options", "thinking", "reasoning_effort"],
  messageKeys: ["reasoning_content"],
  padded: { models: /deepseek-(?:v4|reasoner)/, key: "reasoning_content" },
  choices: "objects",
  unknownKey: (key) => `Unrecognized request argument supplied: ${key}`,
  // shareAI-lab/Kode-CLI#182.
  refuses: (body) => {
    // llm-exe#662.
    if (formatOf(body) === "json_schema") {
      return { message: "This response_format type is unavailable now", code: "invalid_request_error" };
    }
    return isForced(body) && deepseek.thinks(body)
      ? { message: "Thinking mode does not support this tool_choice", code: "invalid_request_error" }
      : undefined;
  },
  errorBody: nested,
  thinks: ({ model, thinking }) =>
    typeof thinking === "object" && thinking !== null && "type" in thinking
      ? thinking.type === "enabled"
      : /deepseek-(?:v4|reasoner)/.test(String(model)),
  reasoning: "reasoning_content",
  comment: ": keep-alive",
  tested: [
    { feature: "forced_thinking", model: "deepseek-v4-pro", choice: { type: "required" } },
    { feature: "json_schema", model: "deepseek-chat", output: "alone" },
  ],
};

const openrouter: Flavor = {
  name: "openrouter",
  parts: ["image_url", "file", "file_url", "input_audio"],
  baseURL: "https://openrouter.ai/api/v1",
  key: bearer,
  model: "anthropic/claude-sonnet-4.5",
  keys: ["max_tokens", "parallel_tool_calls", "stream_options", "reasoning", "provider"],
  messageKeys: ["reasoning", "reasoning_content", "reasoning_details"],
  marked: /^anthropic\//,
  choices: "objects",
  unknownKey: (key) => `Unrecognized key: "${key}"`,
  // With require_parameters no route is left: the text of the documentation of routing.
  refuses: (body) => {
    const behind = refusedBehindGateway(body);
    // What it drops in place of a refusal is in `silenced`.
    if (behind !== undefined && !/^Thinking may not/.test(behind)) return { message: behind };
    return body.model === "openai/o4-mini" && body.parallel_tool_calls !== undefined
      ? {
        message:
          "No endpoints found that can handle the requested parameters. To learn more about provider " +
          "routing, visit: https://openrouter.ai/docs/guides/routing/provider-selection",
        status: 404,
      }
      : undefined;
  },
  errorBody: ({ message }, status) =>
    status === 400 ? WRAPPERS["OpenRouter"]?.(message).body : ({ error: { message, code: status } }),
  // Under a forced choice Claude's reasoning is left out: pydantic-ai#6957.
  thinks: (body) =>
    body.reasoning !== undefined && !(String(body.model).startsWith("anthropic/") && isForced(body)),
  reasoning: "reasoning_details",
  comment: ": OPENROUTER PROCESSING",
  silenced: [{
    feature: "forced_thinking",
    model: "anthropic/claude-sonnet-4.5",
    settings: { reasoningEffort: "low" },
    choice: { type: "required" },
  }],
  tested: [
    { feature: "parallel", model: "openai/o4-mini", choice: { type: "auto" }, parallel: false },
    ...BEHIND_GATEWAYS.filter(({ feature }) => feature !== "forced_thinking"),
  ],
};

const together: Flavor = {
  name: "together",
  parts: ["image_url", "input_audio"],
  baseURL: "https://api.together.ai/v1",
  key: bearer,
  model: "openai/gpt-oss-120b",
  keys: ["max_tokens", "parallel_tool_calls", "stream_options", "reasoning_effort"],
  choices: "objects",
  unknownKey: (key) => `Unrecognized request argument supplied: ${key}`,
  errorBody: nested,
  thinks: thinkingBy(/gpt-oss/),
  reasoning: "reasoning",
  tested: [],
};

const fireworks: Flavor = {
  name: "fireworks",
  parts: ["image_url", "input_audio"],
  baseURL: "https://api.fireworks.ai/inference/v1",
  key: bearer,
  model: "accounts/fireworks/models/kimi-k2-thinking",
  keys: ["max_tokens", "parallel_tool_calls", "stream_options", "reasoning_effort", "prompt_cache_key"],
  messageKeys: ["reasoning_content"],
  choices: "objects",
  unknownKey: (key) => `Extra inputs are not permitted, field: '${key}'`,
  errorBody: nested,
  thinks: thinkingBy(/thinking/),
  reasoning: "reasoning_content",
  manner: "named",
  tested: [],
};

const vllm: Flavor = {
  name: "vllm",
  parts: ["image_url", "input_audio"],
  baseURL: "http://127.0.0.1:8000/v1",
  model: "Qwen/Qwen3-8B",
  keys: ["max_tokens", "parallel_tool_calls", "stream_options", "reasoning_effort"],
  messageKeys: ["reasoning"],
  choices: "objects",
  unknownKey: (key) => `[{'type': 'extra_forbidden', 'loc': ('body', '${key}')}]`,
  errorBody: ({ message }, status) => ({
    object: "error",
    message,
    type: "BadRequestError",
    param: null,
    code: status,
  }),
  thinks: thinkingBy(/Qwen3/),
  reasoning: "reasoning",
  tested: [],
};

const cerebras: Flavor = {
  name: "cerebras",
  baseURL: "https://api.cerebras.ai/v1",
  key: bearer,
  model: "zai-glm-4.7",
  keys: [
    "max_completion_tokens",
    "parallel_tool_calls",
    "stream_options",
    "reasoning_effort",
    "prompt_cache_key",
  ],
  messageKeys: ["reasoning"],
  choices: "objects",
  // Kilo-Org/kilocode#10375.
  unknownKey: (key) => `${key}: property '${key}' is unsupported`,
  refuses: (body) => {
    // agno-agi/agno#4508, egoist/chatwise-releases#1325.
    if (body.model === "gpt-oss-120b" && body.parallel_tool_calls === false) {
      return {
        message: "parallel_tool_calls=False is not supported by this model.",
        code: "wrong_api_format",
      };
    }
    if (/instruct/.test(String(body.model)) && effortOf(body) !== undefined) {
      const message =
        "1 validation error for ChatCompletionServerRequest\nreasoning_effort\n  Input should be " +
        "'low', 'medium' or 'high' [type=enum, input_value='none', input_type=str]";
      return { message, code: "wrong_api_format" };
    }
    return undefined;
  },
  errorBody: ({ message, type, code }) => ({ message, type, param: "validation_error", code }),
  thinks: thinkingBy(/gpt-oss|glm/),
  reasoning: "reasoning",
  tested: [
    { feature: "parallel", model: "gpt-oss-120b", choice: { type: "auto" }, parallel: false },
    {
      feature: "effort",
      model: "qwen-3-235b-a22b-instruct-2507",
      settings: { reasoningEffort: "low" },
    },
  ],
};

/** A server of unknown make: here one of Qwen's, behind a gateway that has OpenAI's models too. */
const compatible: Flavor = {
  name: "compatible",
  parts: ["image_url", "input_audio"],
  baseURL: "http://compatible.test/v1",
  model: "some-model",
  keys: ["max_completion_tokens", "parallel_tool_calls", "stream_options", "reasoning_effort"],
  messageKeys: ["reasoning_content", "reasoning_details"],
  choices: "objects",
  unknownKey: (key) => `Unrecognized request argument supplied: ${key}`,
  refuses: (body) => {
    // eino#994.
    if (isForced(body) && compatible.thinks(body)) {
      const message =
        "<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to " +
        "required or object in thinking mode";
      return { message, code: "invalid_parameter_error" };
    }
    // An alias of gpt-5.1 behind the gateway: openai-agents-python#2089, opencode#4451. Only `param` names the setting.
    if (body.model === "house-model" && effortOf(body) === "minimal") {
      const message =
        "Unsupported value: 'minimal' is not supported with the 'gpt-5.1' model. Supported values are: 'none', " +
        "'low', 'medium', and 'high'.";
      return { message, code: "unsupported_value", param: "reasoning_effort" };
    }
    if (body.model === "house-model" && body.tool_choice === "required") {
      const message = "Unsupported value: this value is not supported with the 'house-model' model.";
      return { message, code: "unsupported_value", param: "tool_choice" };
    }
    if (body.model === "o4-mini" && body.parallel_tool_calls !== undefined) {
      const message = "Unsupported parameter: 'parallel_tool_calls' is not supported with this model.";
      return { message, code: "unsupported_parameter" };
    }
    const behind = refusedBehindGateway(body) ?? refusedByLiteLLM(body);
    if (behind === undefined) return undefined;
    const inner = JSON.stringify({ message: `The model returned the following errors: ${behind}` });
    return { message: `litellm.BadRequestError: BedrockException - ${inner}. Received Model Group=house` };
  },
  errorBody: nested,
  thinks: thinkingBy(/thinking/),
  reasoning: "reasoning_content",
  usage: "unasked",
  tested: [
    { feature: "forced_thinking", model: "qwen3-235b-a22b-thinking-2507", choice: { type: "required" } },
    { feature: "parallel", model: "o4-mini", choice: { type: "auto" }, parallel: false },
    { feature: "effort", model: "house-model", settings: { reasoningEffort: "minimal" } },
    { feature: "required", model: "house-model", choice: { type: "required" } },
    ...BEHIND_GATEWAYS,
  ],
};

export const lmstudio: Flavor = {
  name: "lmstudio",
  parts: ["image_data"],
  baseURL: "http://127.0.0.1:1234/v1",
  model: "qwen/qwen3-8b",
  keys: ["max_tokens", "stream_options", "reasoning_effort"],
  messageKeys: ["reasoning_content"],
  choices: "words",
  // lmstudio-bug-tracker#670.
  wrongChoice: (choice) =>
    `Invalid tool_choice type: '${typeof choice}'. Supported string values: none, auto, required`,
  unknownKey: (key) => `Unrecognized key '${key}'`,
  // lmstudio-bug-tracker#189, OpenBiliClaw#12.
  refuses: (body) =>
    formatOf(body) === "json_object"
      ? { message: "'response_format.type' must be 'json_schema' or 'text'" }
      : undefined,
  errorBody: ({ message }) => ({ error: message }),
  thinks: thinkingBy(/qwen3/),
  reasoning: "reasoning_content",
  manner: "new ids",
  tested: [
    { feature: "tool", model: "qwen/qwen3-8b", choice: { type: "tool", name: "get_weather" } },
    {
      feature: "allowed",
      model: "qwen/qwen3-8b",
      choice: { type: "allowed", names: ["get_weather"], mode: "auto" },
    },
  ],
};

const KNOWN: readonly Flavor[] = [
  groq,
  xai,
  deepseek,
  openrouter,
  together,
  fireworks,
  vllm,
  cerebras,
  compatible,
];

/** Each other profile, as a server of the kind `compatible` at its address; what it sends is in no snapshot. */
export const DERIVED: readonly Flavor[] = Object.values<CompatibleProfile>(PROFILES).flatMap((profile) => {
  const { name, baseURL, needsKey } = profile;
  if (baseURL === undefined || KNOWN.some((known) => known.name === name)) return [];
  return [{ ...compatible, name, baseURL, ...(needsKey ? { key: bearer } : {}) }];
});

export const FLAVORS: readonly Flavor[] = [...KNOWN, ...DERIVED];
