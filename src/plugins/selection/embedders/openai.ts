// Embedder openai: POST /v1/embeddings of OpenAI, and of every server that has it.

import type OpenAI from "openai";
import { costOf } from "../../../core/budget/price.ts";
import { AgentError } from "../../../core/error.ts";
import { isJsonObject, type Json } from "../../../core/json.ts";
import { ModelError } from "../../../core/model/model_error.ts";
import type { Usage } from "../../../core/usage.ts";
import {
  type BatchLimits,
  type Embedder,
  type EmbedderIo,
  type EmbeddingScale,
  embedInBatches,
  optionalText,
  requireText,
  toUnitVectors,
} from "./embedder.ts";
import { type JsonPost, postJson, type Refusal } from "./post_json.ts";
import { fromVectorText } from "./vector_text.ts";

/** All have defaults. */
export interface OpenAIEmbedderOptions {
  /** text-embedding-3-small by default. */
  readonly model?: string;
  /**
   * Length of the vectors. 512 by default for text-embedding-3 models, which shorten their vectors with little loss: a third of the
   * bytes of 1,536. Not sent to other models by default, since they refuse it.
   */
  readonly dimensions?: number;
  /** With its version, as `https://api.openai.com/v1`; by default the variable OPENAI_BASE_URL, else OpenAI. */
  readonly baseURL?: string;
  /** The variable with the key: OPENAI_API_KEY by default. With a base URL it may be missing; then no key is sent. */
  readonly keyVariable?: string;
  /** For a second server: `openai` by default. Vectors are kept by this name. */
  readonly name?: string;
  /** `cosine-ada` for text-embedding-ada-002, `cosine` for all others, by default. */
  readonly scale?: EmbeddingScale;
  /** Texts a request, at most 2,048; 256 by default. */
  readonly batch?: number;
  /** `base64` by default, which has a third of the bytes. A server that ignores it and sends numbers is read too. */
  readonly encoding?: "base64" | "float";
  /** US dollars for a million tokens, which the step is booked with. Known of OpenAI's own models; without one nothing is booked. */
  readonly price?: number;
}

/** US dollars for a million tokens: developers.openai.com/api/docs/models/text-embedding-3-large, and -ada-002 (2026-11-29). */
const PRICES: Readonly<Record<string, number>> = {
  "text-embedding-3-small": 0.02,
  "text-embedding-3-large": 0.13,
  "text-embedding-ada-002": 0.1,
};

/** OpenAI's own limit of texts in a request. */
const MOST_TEXTS = 2_048;

/** OpenAI takes 8,192 tokens a text and 300,000 a request, and no token of its tokenizers has less than one byte. */
const LIMITS = { bytes: 300_000, bytesOfOne: 8_000 } as const;

/**
 * An embedder over `POST {baseURL}/embeddings`. The key is read from the environment at each call. Sources: types of the package
 * openai 7.55.0 (resources/embeddings.d.ts), which also have the limits: an input is not empty and has at most 8,192 tokens, a list
 * has at most 2,048 inputs, a request at most 300,000 tokens.
 *
 * @throws {AgentError} config_invalid, for a batch beyond the limit, and for a price that is none
 */
export function createOpenAIEmbedder(options: OpenAIEmbedderOptions = {}): Embedder {
  const { model = "text-embedding-3-small", name = "openai", batch = 256, baseURL } = options;
  const dimensions = options.dimensions ?? (model.startsWith("text-embedding-3-") ? 512 : undefined);
  const scale = options.scale ?? (model === "text-embedding-ada-002" ? "cosine-ada" : "cosine");
  assertPrice(options.price);
  if (!Number.isInteger(batch) || batch < 1 || batch > MOST_TEXTS) {
    throw new AgentError("config_invalid", `An OpenAI request takes 1 to ${MOST_TEXTS} texts, not ${batch}.`);
  }
  const limits: BatchLimits = { ...LIMITS, texts: batch };
  const variant = [dimensions ?? "", baseURL ?? ""].join(" ").trim();
  return {
    name,
    model,
    scale,
    batch,
    dimensions,
    variant: variant || undefined,
    embed: (texts, io) =>
      embedInBatches(texts, limits, (input) =>
        send(
          {
            model,
            input: [...input],
            encoding_format: options.encoding ?? "base64",
            dimensions,
          },
          options,
          io,
        )),
  };
}

/** @throws {AgentError} config_invalid - a price that is none */
function assertPrice(price: number | undefined): void {
  if (price === undefined || price >= 0 && price <= 1_000_000) return;
  throw new AgentError(
    "config_invalid",
    "The price of an embedder is US dollars for a million tokens, from 0.",
  );
}

type Body = OpenAI.EmbeddingCreateParams & { readonly input: string[] };

async function send(
  body: Body,
  options: OpenAIEmbedderOptions,
  io: EmbedderIo,
): Promise<readonly Float32Array<ArrayBuffer>[]> {
  const provider = `${options.name ?? "openai"}/${body.model}`;
  const json = await postJson(toOpenAIPost({ ...options, provider, path: "embeddings", body }, io), io);
  const price = options.price ?? (isOfOpenAI(options, io) ? PRICES[body.model] : undefined) ?? 0;
  io.spend?.(costOf(readUsage(json), { input: price, output: 0 }));
  return toUnitVectors(readVectors(json, body.input.length, provider), body.input.length, provider);
}

/** A server of another address may have other prices. */
function isOfOpenAI({ baseURL }: Pick<OpenAIEmbedderOptions, "baseURL">, { env }: EmbedderIo): boolean {
  return baseURL === undefined && optionalText(env, "OPENAI_BASE_URL") === undefined;
}

/** `usage` of an answer, `{prompt_tokens, completion_tokens?}`; what is missing is 0. */
export function readUsage(json: Json): Usage {
  const usage = isJsonObject(json) && isJsonObject(json.usage) ? json.usage : {};
  const count = (value: Json | undefined) => typeof value === "number" && value > 0 ? value : 0;
  return { inputTokens: count(usage.prompt_tokens), outputTokens: count(usage.completion_tokens) };
}

/** One request to a server with OpenAI's protocol. */
export interface OpenAIRequest extends Pick<OpenAIEmbedderOptions, "baseURL" | "keyVariable"> {
  readonly provider: string;
  /** Behind the base URL: `embeddings`, `chat/completions`. */
  readonly path: string;
  readonly body: unknown;
}

/**
 * The request with its address and its key.
 *
 * @throws {AgentError} config_invalid, when OpenAI itself is used and the key is missing
 */
export function toOpenAIPost(
  { provider, path, body, ...options }: OpenAIRequest,
  { env }: EmbedderIo,
): JsonPost {
  const base = options.baseURL ?? optionalText(env, "OPENAI_BASE_URL");
  const variable = options.keyVariable ?? "OPENAI_API_KEY";
  const key = base === undefined ? requireText(env, variable) : optionalText(env, variable);
  return {
    provider,
    url: `${(base ?? "https://api.openai.com/v1").replace(/\/+$/, "")}/${path}`,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    body,
    secrets: key === undefined ? [] : [key],
    readRefusal: readOpenAIRefusal,
  };
}

/** `{error: {message, type, param, code}}`. An account without quota has status 429 as the rate has, and another code. */
function readOpenAIRefusal(body: Json | undefined): Refusal {
  const error = isJsonObject(body) ? body.error : undefined;
  if (typeof error === "string") return { text: error };
  if (!isJsonObject(error)) return {};
  const { message, code, type } = error;
  const name = [code, type].find((each) => typeof each === "string" || typeof each === "number");
  return {
    code: name === undefined ? undefined : String(name),
    text: typeof message === "string" ? message : undefined,
    kind: name === "insufficient_quota" ? "model_quota" : undefined,
  };
}

/** By `index`: nothing says that the order of the list is that of the texts. */
function readVectors(json: Json, count: number, provider: string): Float32Array<ArrayBuffer>[] {
  const data = isJsonObject(json) && Array.isArray(json.data) ? json.data : [];
  const byIndex = new Map<Json | undefined, Float32Array<ArrayBuffer>>();
  for (const item of data) {
    const vector = isJsonObject(item) ? readVector(item.embedding) : undefined;
    if (!isJsonObject(item) || vector === undefined) continue;
    byIndex.set(item.index, vector);
  }
  const vectors = Array.from({ length: count }, (_, index) => byIndex.get(index));
  if (data.length === count && vectors.every((vector) => vector !== undefined)) return vectors;
  throw new ModelError("model_protocol", `${provider}: the answer does not have one vector for each text.`, {
    provider,
    phase: "stream",
  });
}

/** Base64, or numbers. */
export function readVector(value: Json | undefined): Float32Array<ArrayBuffer> | undefined {
  if (typeof value === "string") return fromVectorText(value);
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.every((each) => typeof each === "number") ? Float32Array.from(value) : undefined;
}
