// Provider gemini: the Gemini API of Google, generateContent.

import type { ChoiceRequest, HistoryWriter, Provider, ProviderDefinition } from "../../core/provider.ts";
import { checkSendable, firstOf, type HttpConfig, required, toBaseURL, toSecrets } from "../_wire/config.ts";
import type { ProtocolAdapter } from "../_wire/dialect.ts";
import { toGeminiBody, toGeminiChoice } from "./body.ts";
import { createGeminiWriter } from "./messages.ts";
import { createGeminiDecoder } from "./decoder.ts";
import { toGeminiRefusal } from "./refusals.ts";
import { GEMINI_CAPABILITIES } from "./models.ts";
import { joinUrl, withHeaders } from "../_wire/post.ts";
import type { Aliases } from "../_wire/tool_names.ts";
import { createWireProvider } from "../_wire/http_provider.ts";

/** `baseURL` may lack the version, which is `v1beta` then. */
export interface GeminiConfig extends HttpConfig {
  readonly apiKey: string;
}

const KEYS = ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"];
const BASE_URLS = ["GEMINI_BASE_URL", "GOOGLE_GEMINI_BASE_URL"];

/** Row P5. */
export const gemini: ProviderDefinition = {
  capabilities: GEMINI_CAPABILITIES,
  variables: [...KEYS, ...BASE_URLS],
  create: ({ env, clock }) => {
    const baseURL = firstOf(env, BASE_URLS);
    return createGeminiProvider({
      // A server of one's own often wants no key; Google always does.
      apiKey: baseURL ? firstOf(env, KEYS) ?? "none" : required(env, KEYS),
      ...(baseURL ? { baseURL } : {}),
      clock,
    });
  },
};

/**
 * Talks to Google, or to the server at `baseURL`, by `streamGenerateContent?alt=sse`; the key goes in the header
 * `x-goog-api-key` and never into the URL (https://ai.google.dev/api/generate-content). Throws `config_invalid` for what
 * cannot be sent.
 */
export function createGeminiProvider(config: GeminiConfig): Provider {
  const { name = "gemini", baseURL = "https://generativelanguage.googleapis.com", apiKey, headers = {} } =
    config;
  toBaseURL(baseURL, name);
  checkSendable({ "The API key": apiKey }, headers, name);
  const sent = withHeaders({
    "accept": "text/event-stream",
    "content-type": "application/json",
    "x-goog-api-key": apiKey,
  }, headers);
  const writerOf = ({ model }: ChoiceRequest, aliases: Aliases): HistoryWriter =>
    createGeminiWriter({ aliases, provider: name, model });
  const dialect: ProtocolAdapter = {
    framing: "sse",
    // Types of 2026-11 say 128 characters, but the refusals on record say 64 (ccs#25, Antigravity-Manager#1440).
    names: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
    choice: ({ choice }, aliases) => toGeminiChoice(choice, aliases),
    historyWriter: writerOf,
    write: (request, aliases) => ({
      url: joinUrl(baseURL, toPath(request.model, baseURL)),
      headers: sent,
      body: toGeminiBody(request, aliases, writerOf(request, aliases)),
    }),
    decoder: createGeminiDecoder,
    refusal: toGeminiRefusal,
  };
  return createWireProvider({
    name,
    capabilities: GEMINI_CAPABILITIES,
    dialectOf: () => dialect,
    secrets: toSecrets([apiKey], headers),
    timeoutMs: config.timeoutMs,
    clock: config.clock,
  });
}

// `tunedModels/x` and `models/x` are names as the API lists them.
function toPath(model: string, baseURL: string): string {
  const version = /\/v\d+\w*\/*$/.test(baseURL) ? "" : "/v1beta";
  const [, collection = "models", id = model] = /^(models|tunedModels)\/(.+)$/.exec(model) ?? [];
  return `${version}/${collection}/${encodeURIComponent(id)}:streamGenerateContent?alt=sse`;
}
