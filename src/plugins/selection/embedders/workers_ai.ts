// Embedder workers_ai: the embedding models of Cloudflare, by the AI binding of a Worker or over REST.

import { isJsonObject, type Json } from "../../../core/json.ts";
import { ModelError, type ModelErrorCode } from "../../../core/model/model_error.ts";
import { WORKERS_AI_CODES } from "../../../core/model/workers_ai_codes.ts";
import {
  type BatchLimits,
  type Embedder,
  type EmbedderIo,
  embedInBatches,
  requireText,
  toUnitVectors,
} from "./embedder.ts";
import { readVector } from "./openai.ts";
import { postJson, type Refusal, toRefusalError } from "./post_json.ts";

/** All have defaults. */
export interface WorkersAIEmbedderOptions {
  /** `@cf/baai/bge-base-en-v1.5` by default, for English; `@cf/baai/bge-m3` knows a hundred languages. */
  readonly model?: string;
  /** How tokens become one vector; `cls` by default for the models bge-*-en-v1.5, which alone have the setting. */
  readonly pooling?: "cls" | "mean";
  /** Of the binding; AI by default. Where the deployment has none, requests go over REST. */
  readonly binding?: string;
  /** Over REST at another address than `https://api.cloudflare.com/client/v4/accounts/{CLOUDFLARE_ACCOUNT_ID}`. */
  readonly baseURL?: string;
  /** The variable with the token; CLOUDFLARE_API_TOKEN by default. */
  readonly tokenVariable?: string;
}

/** What is used of `env.AI`. Not from @cloudflare/workers-types, which declares globals that Deno does not have. */
interface AiBinding {
  run(model: string, inputs: WorkersAIInput, options: { readonly signal: AbortSignal }): Promise<unknown>;
}

interface WorkersAIInput {
  readonly text: readonly string[];
  readonly pooling?: "cls" | "mean";
}

/**
 * A request takes 100 texts (cloudflare/cloudflare-docs#11316). The bge models for English read 512 tokens, and 153,600 of a whole
 * request; what is longer is cut here, since not every model cuts by itself.
 */
const LIMITS: BatchLimits = { texts: 100, bytes: 150_000, bytesOfOne: 2_000 };

/** Lengths of vectors (developers.cloudflare.com/workers-ai/models, 2026). */
const DIMENSIONS: ReadonlyMap<string, number> = new Map([
  ["@cf/baai/bge-small-en-v1.5", 384],
  ["@cf/baai/bge-base-en-v1.5", 768],
  ["@cf/baai/bge-large-en-v1.5", 1024],
  ["@cf/baai/bge-m3", 1024],
  ["@cf/google/embeddinggemma-300m", 768],
  ["@cf/qwen/qwen3-embedding-0.6b", 1024],
]);

/**
 * An embedder over `AI.run(model, { text })`, else `POST {baseURL}/ai/run/{model}`; their result is `{ shape, data }`, over REST
 * within `{ result, success, errors, messages }`. Sources: @cloudflare/workers-types 5.20261117.1 (Ai_Cf_Baai_Bge_Base_En_V1_5_Input,
 * BaseAiTextEmbeddings, AiOptions) and developers.cloudflare.com/workers-ai/platform/errors (2026-07).
 */
export function createWorkersAIEmbedder(options: WorkersAIEmbedderOptions = {}): Embedder {
  const { model = "@cf/baai/bge-base-en-v1.5" } = options;
  const pooling = options.pooling ?? (/\/bge-\w+-en-v1\.5$/.test(model) ? "cls" : undefined);
  const dimensions = DIMENSIONS.get(model);
  return {
    name: "workers_ai",
    model,
    scale: "cosine",
    batch: LIMITS.texts,
    dimensions,
    variant: pooling,
    embed: (texts, io) =>
      embedInBatches(texts, LIMITS, async (text) => {
        const input = pooling === undefined ? { text } : { text, pooling };
        const result = await run(model, input, options, io);
        return toUnitVectors(readVectors(result, model), text.length, toProviderName(model));
      }),
  };
}

function toProviderName(model: string): string {
  return `workers_ai/${model}`;
}

function run(
  model: string,
  input: WorkersAIInput,
  options: WorkersAIEmbedderOptions,
  io: EmbedderIo,
): Promise<Json> {
  const binding = io.env[options.binding ?? "AI"];
  return options.baseURL === undefined && isAiBinding(binding)
    ? runBinding(binding, model, input, io)
    : runREST(model, input, options, io);
}

function isAiBinding(value: unknown): value is AiBinding {
  return typeof value === "object" && value !== null && "run" in value && typeof value.run === "function";
}

async function runBinding(
  binding: AiBinding,
  model: string,
  input: WorkersAIInput,
  { signal }: EmbedderIo,
): Promise<Json> {
  const provider = toProviderName(model);
  let result: unknown;
  try {
    signal.throwIfAborted();
    result = await binding.run(model, input, { signal });
  } catch (cause) {
    signal.throwIfAborted();
    // "3040: Capacity temporarily exceeded", at times with "AiError: " before it.
    const text = cause instanceof Error ? cause.message : "";
    const [, code, message = text] = /^(?:\w+: )*(\d{4,5}): ([^]*)$/.exec(text) ?? [];
    throw toRefusalError({ provider, secrets: [] }, toRefusal(code, message), { cause });
  }
  if (result instanceof Response) result = await result.json().catch(() => undefined);
  return isJson(result) ? result : null;
}

async function runREST(
  model: string,
  input: WorkersAIInput,
  { baseURL, tokenVariable = "CLOUDFLARE_API_TOKEN" }: WorkersAIEmbedderOptions,
  io: EmbedderIo,
): Promise<Json> {
  const token = requireText(io.env, tokenVariable);
  const base = baseURL ??
    `https://api.cloudflare.com/client/v4/accounts/${requireText(io.env, "CLOUDFLARE_ACCOUNT_ID")}`;
  const source = { provider: toProviderName(model), secrets: [token] };
  const json = await postJson({
    ...source,
    url: `${base.replace(/\/+$/, "")}/ai/run/${model}`,
    headers: { authorization: `Bearer ${token}` },
    body: input,
    readRefusal,
  }, io);
  if (!isJsonObject(json) || json.success === false) throw toRefusalError(source, readRefusal(json), {});
  return json.result ?? null;
}

/** `{success: false, errors: [{code, message}]}`. */
function readRefusal(body: Json | undefined): Refusal {
  const error = isJsonObject(body) && Array.isArray(body.errors) ? body.errors[0] : undefined;
  if (!isJsonObject(error)) return {};
  const { code, message } = error;
  return toRefusal(
    typeof code === "number" || typeof code === "string" ? String(code) : undefined,
    typeof message === "string" ? message : "",
  );
}

/** The API refuses a token with a code of its own; with it, what models have. */
const KINDS: ReadonlyMap<string, ModelErrorCode> = new Map([...WORKERS_AI_CODES, ["10000", "model_auth"]]);

function toRefusal(code: string | undefined, text: string): Refusal {
  const kind = code === undefined
    ? undefined
    : KINDS.get(code) ?? (/^5\d{3}$/.test(code) ? INVALID : undefined);
  return { text, code, kind };
}

const INVALID: ModelErrorCode = "model_invalid_request";

function readVectors(result: Json, model: string): Float32Array<ArrayBuffer>[] {
  const data = isJsonObject(result) && Array.isArray(result.data) ? result.data : [];
  const vectors = data.map(readVector);
  if (vectors.length > 0 && vectors.every((vector) => vector !== undefined)) return vectors;
  const provider = toProviderName(model);
  throw new ModelError("model_protocol", `${provider}: the answer has no vectors.`, {
    provider,
    phase: "stream",
  });
}

/** Of what a binding returns only objects are looked into, and field by field. */
function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}
