// What models of Anthropic and OpenAI refuse behind gateways, in the texts of their makers, written down from their
// documentation: the names are taken apart here without the patterns of src.
import { isRecord } from "../openai/reply.ts";

/** The maker's text of the refusal; undefined for a body that the model takes. */
export function refusedBehindGateway(body: Readonly<Record<string, unknown>>): string | undefined {
  const model = body.model === HOUSE_OPUS ? "claude-opus-5-5" : String(body.model).toLowerCase();
  const { tool_choice: choice, temperature, top_p: topP } = body;
  const reasoning = isRecord(body.reasoning) ? body.reasoning.effort : undefined;
  const effort = body.reasoning_effort ?? reasoning;
  const isForced = choice === "required" || isRecord(choice);
  if (/gpt-5(?!.*chat)/.test(model)) {
    const thinks = effort !== "none" || !/5\.[1-9]/.test(model);
    if (temperature === undefined || !thinks) return undefined;
    return "Unsupported value: 'temperature' does not support 0.5 with this model. Only the default (1) value is supported.";
  }
  const [, line, version] = toClaude(model) ?? [];
  if (line === undefined || version === undefined) return undefined;
  if (isForced && NO_FORCE.has(`${line} ${version}`)) {
    return 'tool_choice: type "tool" and "any" are not supported for this model.';
  }
  if (effort !== undefined && version < 3.7) return `'${model}' does not support thinking.`;
  if (version >= 4.7) {
    if (temperature !== undefined) return "`temperature` is deprecated for this model.";
    if (topP !== undefined) return "`top_p` is deprecated for this model.";
  }
  const thinks = effort !== undefined && effort !== "none";
  if (thinks && isForced && version < 4.6) {
    return "Thinking may not be enabled when tool_choice forces tool use.";
  }
  if (thinks && temperature !== undefined) {
    return "`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.";
  }
  if (version >= 4.1 && temperature !== undefined && topP !== undefined) {
    return "`temperature` and `top_p` cannot both be specified for this model. Please use only one.";
  }
  return undefined;
}

/** The name that a gateway's owner gave to Claude Opus 5.5: no table knows it. */
export const HOUSE_OPUS = "house-brain";

/** litellm#27184: of any parallel_tool_calls LiteLLM makes a tool_choice without a type, for Claude at Bedrock. */
export function refusedByLiteLLM(body: Readonly<Record<string, unknown>>): string | undefined {
  return /^bedrock\/.*claude/.test(String(body.model)) && body.parallel_tool_calls !== undefined
    ? "tool_choice.type: Field required"
    : undefined;
}

const NO_FORCE = new Set(["opus 5.5", "sonnet 5.5", "fable 5.1", "fable 5.2", "mythos 5.1", "mythos 5.2"]);

// Words in any order: claude-opus-5.5, claude-5.5-opus, claude-3-5-haiku-20241022.
function toClaude(model: string): readonly [string, string, number] | undefined {
  const words = model.slice(model.indexOf("claude")).split(/[-_@: ]/);
  if (words[0] !== "claude") return undefined;
  const line = words.find((word) => /^(?:opus|sonnet|haiku|fable|mythos)$/.test(word));
  const numbers = words.filter((word) => /^\d(?:\.\d)?$/.test(word));
  if (line === undefined || numbers.length === 0) return undefined;
  return [model, line, Number(numbers.slice(0, 2).join("."))];
}

/** The forms in which gateways pass on what the server behind them wrote, as the body of a refusal. */
export const WRAPPERS: Readonly<Record<string, (text: string) => { status: number; body: unknown }>> = {
  // griptape#2351 and litellm#27184 behind LiteLLM.
  "LiteLLM for Bedrock": (text) => ({
    status: 400,
    body: {
      error: {
        message: `litellm.BadRequestError: BedrockException - ${
          JSON.stringify({ message: `The model returned the following errors: ${text}` })
        }. Received Model Group=house\nAvailable Model Group Fallbacks=None`,
        type: null,
        param: null,
        code: "400",
      },
    },
  }),
  "LiteLLM for Anthropic": (text) => ({
    status: 400,
    body: {
      error: {
        message: `litellm.BadRequestError: AnthropicException - ${
          JSON.stringify({ type: "error", error: { type: "invalid_request_error", message: text } })
        }`,
        type: "None",
        param: "None",
        code: "400",
      },
    },
  }),
  "LiteLLM in front of LiteLLM": (text) => {
    const inner = JSON.stringify({ error: { message: text, type: "invalid_request_error" } });
    const outer = JSON.stringify({
      error: { message: `litellm.BadRequestError: AnthropicException - ${inner}` },
    });
    return {
      status: 400,
      body: { error: { message: `litellm.BadRequestError: OpenAIException - ${outer}`, code: "400" } },
    };
  },
  "OpenRouter": (text) => ({
    status: 400,
    body: {
      error: {
        message: "Provider returned error",
        code: 400,
        metadata: {
          raw: JSON.stringify({ type: "error", error: { type: "invalid_request_error", message: text } }),
          provider_name: "Anthropic",
        },
      },
    },
  }),
  "Portkey": (text) => ({
    status: 400,
    body: {
      error: { message: `bedrock error: ${text}`, type: null, param: null, code: null },
      provider: "bedrock",
    },
  }),
  "Cloudflare AI Gateway": (text) => ({
    status: 400,
    body: {
      success: false,
      result: [],
      messages: [],
      error: [{ code: 2013, message: JSON.stringify({ type: "error", error: { message: text } }) }],
    },
  }),
  "Vercel AI Gateway": (text) => ({
    status: 400,
    body: {
      error: {
        message: "Invalid request to the provider.",
        type: "AI_APICallError",
        code: 400,
        param: { statusCode: 400, responseBody: JSON.stringify({ type: "error", error: { message: text } }) },
      },
    },
  }),
  "Helicone, which passes the body on": (text) => ({
    status: 400,
    body: { type: "error", error: { type: "invalid_request_error", message: text }, request_id: "req_1" },
  }),
  // theopenco/llmgateway#1267: a refusal under a status of the gateway's own.
  "LLM Gateway under 500": (text) => ({
    status: 500,
    body: {
      error: {
        message: `Error from provider: 400 Bad Request ${
          JSON.stringify({ error: { code: 400, message: text } })
        }`,
        type: "gateway_error",
        param: null,
        code: "gateway_error",
        responseText: JSON.stringify({ error: { code: 400, message: text } }),
      },
    },
  }),
  "vLLM's FastAPI in front": (text) => ({
    status: 400,
    body: { detail: JSON.stringify({ error: { message: text } }) },
  }),
  "a gateway that escapes for HTML": (text) => ({
    status: 400,
    body: { error: { message: text.replaceAll('"', "&quot;").replaceAll("'", "&#39;"), code: 400 } },
  }),
};
