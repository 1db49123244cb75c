// Provider mistral: Chat Completions of Mistral, a smaller form of OpenAI's.

import type {
  ChoiceRequest,
  HistoryWriter,
  Provider,
  ProviderDefinition,
} from "../../core/model/provider.ts";
import { findFirst, findServerKind, type HttpConfig, requireVariable } from "../_wire/config.ts";
import { bearer, defineHttpProvider, type Server } from "../_wire/define_http_provider.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import type { ProtocolAdapter } from "../_wire/protocol_adapter.ts";
import { createChatDecoder } from "../openai/chat/decoder.ts";
import { OPENAI } from "../openai/profile.ts";
import { toMistralBody, toMistralChoice } from "./body.ts";
import { MISTRAL_MEDIA } from "./media.ts";
import { createMistralWriter } from "./messages.ts";
import { MISTRAL_MODELS } from "./models.ts";
import { MISTRAL_REFUSALS, readMistralError } from "../_refusals/mistral.ts";
import { mistralPrices } from "../_wire/load_prices.ts";
import { withoutStream } from "../_wire/whole_answer.ts";

/** The base URL is `https://api.mistral.ai/v1` by default; a host alone gets `/v1` appended. */
export interface MistralConfig extends HttpConfig {
  /** Sent as a bearer token. */
  readonly apiKey: string;
}

const API = "mistral.chat";

const MISTRAL = defineHttpProvider<MistralConfig>({
  name: "mistral",
  models: MISTRAL_MODELS,
  usualApi: API,
  prices: mistralPrices,
  variables: ["MISTRAL_API_KEY", "MISTRAL_BASE_URL"],
  fromEnv: ({ env }) => ({
    apiKey: requireVariable(env, ["MISTRAL_API_KEY"]),
    baseURL: findFirst(env, ["MISTRAL_BASE_URL"]),
  }),
  connect: ({ apiKey, baseURL = "https://api.mistral.ai/v1" }) => ({
    baseURL,
    kind: findServerKind(baseURL, "mistral.ai"),
    credentials: bearer(apiKey),
    adapter: toAdapter,
  }),
});

/** Provider `mistral`, for the registry. */
export const mistral: ProviderDefinition = MISTRAL.definition;

/**
 * A provider for Mistral, or for the server at `baseURL`: POST /chat/completions.
 *
 * @throws {AgentError} config_invalid, for what cannot be sent
 */
export function createMistralProvider(config: MistralConfig): Provider {
  return MISTRAL.create(config);
}

function toAdapter({ name, baseURL, headers }: Server, { lacks }: ChoiceRequest): ProtocolAdapter {
  const media = { rules: MISTRAL_MEDIA, lacks };
  const writerOf = ({ model }: ChoiceRequest, aliases: Aliases): HistoryWriter =>
    createMistralWriter({ aliases, provider: name, model, media });
  // The official clients take a host alone.
  const version = URL.parse(baseURL)?.pathname === "/" ? "/v1" : "";
  return {
    framing: "sse",
    api: API,
    choice: ({ choice }, aliases) => toMistralChoice(choice, aliases),
    historyWriter: writerOf,
    write: (request, aliases) => ({
      url: `${baseURL}${version}/chat/completions`,
      headers,
      ...toMistralBody(request, aliases, writerOf(request, aliases)),
    }),
    whole: withoutStream,
    decoder: (context) => createChatDecoder({ ...context, profile: OPENAI }),
    readError: readMistralError,
    refusals: MISTRAL_REFUSALS,
    media,
  };
}
