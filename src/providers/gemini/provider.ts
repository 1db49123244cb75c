// Provider gemini: the Gemini API of Google, generateContent.

import type {
  ChoiceRequest,
  HistoryWriter,
  Provider,
  ProviderDefinition,
} from "../../core/model/provider.ts";
import { WIRE_NAMES } from "../../core/tool/wire_names.ts";
import { findFirst, findServerKind, type HttpConfig, requireVariable } from "../_wire/config.ts";
import { defineHttpProvider, EVENT_STREAM, type Server } from "../_wire/define_http_provider.ts";
import type { ProtocolAdapter } from "../_wire/protocol_adapter.ts";
import { toGeminiBody, toGeminiChoice } from "./body.ts";
import { GEMINI_MEDIA } from "./media.ts";
import { createGeminiWriter } from "./messages.ts";
import { createGeminiDecoder } from "./decoder.ts";
import { GEMINI_REFUSALS, toGeminiRefusal } from "../_refusals/gemini.ts";
import { GEMINI_CAPABILITIES } from "./models.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { geminiPrices } from "../_wire/load_prices.ts";

/** The base URL is `https://generativelanguage.googleapis.com` by default; without a version it is `v1beta`. */
export interface GeminiConfig extends HttpConfig {
  /** Sent as `x-goog-api-key`. */
  readonly apiKey: string;
}

const KEYS = ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"];
const BASE_URLS = ["GEMINI_BASE_URL", "GOOGLE_GEMINI_BASE_URL"];

const API = "gemini.generateContent";

const GEMINI = defineHttpProvider<GeminiConfig>({
  name: "gemini",
  models: GEMINI_CAPABILITIES,
  usualApi: API,
  prices: geminiPrices,
  variables: [...KEYS, ...BASE_URLS],
  fromEnv: ({ env }) => {
    const baseURL = findFirst(env, BASE_URLS);
    // A server of the user's own may need no key; Google does.
    return { baseURL, apiKey: baseURL ? findFirst(env, KEYS) ?? "none" : requireVariable(env, KEYS) };
  },
  connect: ({ apiKey, baseURL = "https://generativelanguage.googleapis.com" }) => ({
    baseURL,
    kind: findServerKind(baseURL, "googleapis.com"),
    headers: EVENT_STREAM,
    credentials: { headers: { "x-goog-api-key": apiKey }, values: { "The API key": apiKey } },
    adapter: toAdapter,
  }),
});

/** Provider `gemini`, for the registry. */
export const gemini: ProviderDefinition = GEMINI.definition;

/**
 * A provider for Google, or for the server at `baseURL`, by `streamGenerateContent?alt=sse`. The key is in the header
 * `x-goog-api-key` and never in the URL (https://ai.google.dev/api/generate-content).
 *
 * @throws {AgentError} config_invalid, for what cannot be sent
 */
export function createGeminiProvider(config: GeminiConfig): Provider {
  return GEMINI.create(config);
}

function toAdapter({ name, baseURL, headers }: Server, { lacks }: ChoiceRequest): ProtocolAdapter {
  const media = { rules: GEMINI_MEDIA, lacks };
  const writerOf = ({ model }: ChoiceRequest, aliases: Aliases): HistoryWriter =>
    createGeminiWriter({ aliases, provider: name, model, media });
  return {
    framing: "sse",
    api: API,
    names: WIRE_NAMES.gemini,
    choice: ({ choice }, aliases) => toGeminiChoice(choice, aliases),
    historyWriter: writerOf,
    write: (request, aliases) => ({
      url: `${baseURL}${toPath(request.model, baseURL)}`,
      headers,
      ...toGeminiBody(request, aliases, writerOf(request, aliases)),
    }),
    whole: (message) => ({ ...message, url: message.url.replace(STREAMED, ":generateContent") }),
    decoder: createGeminiDecoder,
    refusal: toGeminiRefusal,
    refusals: GEMINI_REFUSALS,
    media,
  };
}

// `tunedModels/x` and `models/x` are names as the API lists them.
function toPath(model: string, baseURL: string): string {
  const version = /\/v\d+\w*$/.test(baseURL) ? "" : "/v1beta";
  const [, collection = "models", id = model] = /^(models|tunedModels)\/(.+)$/.exec(model) ?? [];
  return `${version}/${collection}/${encodeURIComponent(id)}${STREAMED}`;
}

const STREAMED = ":streamGenerateContent?alt=sse";
