// A simulated OpenAI: POST /v1/embeddings and POST /v1/chat/completions, strict about what they take.

import { createOpenAIEmbedder } from "../../../../src/plugins/selection/embedders/openai.ts";
import { embedByGrams } from "./_fake_embedding.ts";
import { type Arrived, type SimulatedService, startService, strangeKeys } from "./_servers.ts";

export const OPENAI_KEY = "sk-test-0123456789abcdef";
export const OPENAI_ENV = { OPENAI_API_KEY: OPENAI_KEY };

/** What a test may set. */
export interface OpenAISettings {
  /** Length of vectors where the request names none; by default that of the model. */
  dimensions?: number;
  /** A server with the protocol and not all of it: numbers whatever was asked, and vectors in another order. */
  compatible?: boolean;
  /** No key is needed. */
  open?: boolean;
  /** The content of the next chat completions. */
  chat?: (messages: readonly { role: string; content: string }[], schema: unknown) => object;
}

const MODELS: Readonly<Record<string, number>> = {
  "text-embedding-3-small": 1536,
  "text-embedding-3-large": 3072,
  "text-embedding-ada-002": 1536,
};

/** Starts it. `baseURL` ends with /v1. */
export function startOpenAI(settings: OpenAISettings = {}): SimulatedService & { readonly baseURL: string } {
  const service = startService((arrived) => {
    const { path, headers } = arrived;
    const authorization = headers.get("authorization");
    if (!settings.open && authorization !== `Bearer ${OPENAI_KEY}`) {
      const shown = authorization?.replace(/^Bearer (.{3}).*(.{4})$/, "$1*****$2") ?? "";
      return refuse(
        401,
        `Incorrect API key provided: ${shown}. You can find your API key at https://platform.openai.com.`,
        {
          code: "invalid_api_key",
        },
      );
    }
    if (path === "/v1/embeddings") return embeddings(arrived, settings);
    if (path === "/v1/chat/completions") return chat(arrived, settings);
    return refuse(404, `Invalid URL (POST ${path})`);
  });
  return Object.assign(service, { baseURL: `${service.origin}/v1` });
}

/** Starts it with a way to make embedders for it, and with the texts of each request. */
export function startEmbedding(settings?: OpenAISettings, model?: string) {
  const service = startOpenAI(settings);
  const { baseURL } = service;
  return {
    service,
    create: () => createOpenAIEmbedder({ baseURL, ...(model === undefined ? {} : { model }) }),
    sent: () => service.arrived.map(({ body }) => body.input as string[]),
  };
}

function refuse(status: number, message: string, others: { code?: string; param?: string } = {}): Response {
  const error = {
    message,
    type: "invalid_request_error",
    param: others.param ?? null,
    code: others.code ?? null,
  };
  return Response.json({ error }, { status });
}

function embeddings({ body }: Arrived, settings: OpenAISettings): Response {
  const [strange] = strangeKeys(body, ["input", "model", "dimensions", "encoding_format", "user"]);
  if (strange !== undefined) return refuse(400, `Unrecognized request argument supplied: ${strange}`);
  const { model, dimensions, encoding_format: encoding = "float" } = body;
  const inputs: unknown[] = Array.isArray(body.input) ? body.input : [body.input];
  if (!(model in MODELS) && !settings.compatible) {
    return refuse(404, `The model \`${model}\` does not exist or you do not have access to it.`, {
      code: "model_not_found",
    });
  }
  if (dimensions !== undefined && !model.startsWith("text-embedding-3")) {
    return refuse(400, "This model does not support specifying dimensions.");
  }
  if (encoding !== "float" && encoding !== "base64") {
    return refuse(400, "encoding_format", { param: "encoding_format" });
  }
  if (inputs.length < 1 || inputs.length > 2048) {
    return refuse(
      400,
      "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.",
    );
  }
  let tokens = 0;
  for (const input of inputs) {
    if (typeof input !== "string" || input === "") {
      return refuse(
        400,
        "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.",
      );
    }
    const count = new TextEncoder().encode(input).length; // the worst case: one token a byte
    if (count > 8192) {
      return refuse(
        400,
        `This model's maximum context length is 8192 tokens, however you requested ${count} tokens.`,
      );
    }
    tokens += count;
  }
  if (tokens > 300_000) {
    return refuse(400, "Requested tokens exceed the maximum of 300000 tokens per request", {
      code: "max_tokens_per_request",
    });
  }
  const length = settings.dimensions ?? dimensions ?? MODELS[model] ?? 64;
  const shared = model === "text-embedding-ada-002" ? 0.7 : 0;
  const data = (inputs as string[]).map((input, index) => {
    const vector = embedByGrams(input, length, shared);
    const isText = encoding === "base64" && !settings.compatible;
    return { object: "embedding", index, embedding: isText ? toBase64(vector) : vector };
  });
  return Response.json({
    object: "list",
    data: settings.compatible ? data.reverse() : data,
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

function toBase64(vector: readonly number[]): string {
  const view = new DataView(new ArrayBuffer(vector.length * 4));
  vector.forEach((value, at) => view.setFloat32(at * 4, value, true));
  return btoa(Array.from(new Uint8Array(view.buffer), (byte) => String.fromCharCode(byte)).join(""));
}

function chat({ body }: Arrived, settings: OpenAISettings): Response {
  const [strange] = strangeKeys(body, ["model", "messages", "response_format"]);
  if (strange !== undefined) return refuse(400, `Unrecognized request argument supplied: ${strange}`);
  const { type, json_schema: named } = body.response_format;
  if (
    type !== "json_schema" || named.strict !== true || !/^[\w-]{1,64}$/.test(named.name) ||
    !isStrict(named.schema)
  ) {
    return refuse(400, "Invalid schema for response_format", { param: "response_format" });
  }
  const answer = settings.chat?.(body.messages, named.schema) ?? { categories: [] };
  const choice = "finish_reason" in answer || "message" in answer ? answer : {
    finish_reason: "stop",
    message: { role: "assistant", content: JSON.stringify(answer), refusal: null },
  };
  return Response.json({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_780_000_000,
    model: body.model,
    choices: [{ index: 0, logprobs: null, ...choice }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  });
}

/**
 * Strict schemas have every property required, and no others; an enumeration has at most 1,000 values, and beyond 250 at most 15,000
 * characters.
 */
// deno-lint-ignore no-explicit-any
function isStrict(schema: any): boolean {
  const { enum: values = [] } = schema;
  if (values.length > 1000 || values.length > 250 && values.join("").length > 15_000) return false;
  if (schema.type === "array") return isStrict(schema.items);
  if (schema.type !== "object") return true;
  const keys = Object.keys(schema.properties);
  return schema.additionalProperties === false && keys.every((key) => schema.required.includes(key)) &&
    keys.every((key) => isStrict(schema.properties[key]));
}
