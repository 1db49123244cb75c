// Provider cohere: the Chat API v2 of Cohere.

import type {
  ChoiceRequest,
  HistoryWriter,
  Provider,
  ProviderDefinition,
} from "../../core/model/provider.ts";
import { WIRE_NAMES } from "../../core/tool/wire_names.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { findFirst, findServerKind, type HttpConfig, requireVariable } from "../_wire/config.ts";
import { bearer, defineHttpProvider, type Server } from "../_wire/define_http_provider.ts";
import type { ProtocolAdapter } from "../_wire/protocol_adapter.ts";
import { toCohereBody, toCohereChoice } from "./body.ts";
import { createCohereDecoder } from "./decoder.ts";
import { COHERE_MEDIA } from "./media.ts";
import { createCohereWriter } from "./messages.ts";
import { COHERE_MODELS, cohereThinks } from "./models.ts";
import { COHERE_REFUSALS, readCohereError, toCohereRefusal } from "../_refusals/cohere.ts";
import { coherePrices } from "../_wire/load_prices.ts";
import { withoutStream } from "../_wire/whole_answer.ts";

/** The base URL is `https://api.cohere.com` by default; a version at its end is dropped. */
export interface CohereConfig extends HttpConfig {
  /** Sent as a bearer token. */
  readonly apiKey: string;
}

const KEYS = ["COHERE_API_KEY", "CO_API_KEY"];
const BASE_URLS = ["COHERE_BASE_URL", "CO_API_URL"];

const API = "cohere.chat";

const COHERE = defineHttpProvider<CohereConfig>({
  name: "cohere",
  models: COHERE_MODELS,
  usualApi: API,
  prices: coherePrices,
  variables: [...KEYS, ...BASE_URLS],
  fromEnv: ({ env }) => ({ apiKey: requireVariable(env, KEYS), baseURL: findFirst(env, BASE_URLS) }),
  connect: ({ apiKey, baseURL = "https://api.cohere.com" }) => ({
    baseURL,
    kind: findServerKind(baseURL, "cohere.com"),
    credentials: bearer(apiKey),
    adapter: toAdapter,
  }),
});

/** Provider `cohere`, for the registry. */
export const cohere: ProviderDefinition = COHERE.definition;

/**
 * A provider for Cohere, or for the server at `baseURL`: POST /v2/chat. Wire facts: the types of cohere-ai 8.1.0 and
 * https://docs.cohere.com/reference/errors.
 *
 * @throws {AgentError} config_invalid, for what cannot be sent
 */
export function createCohereProvider(config: CohereConfig): Provider {
  return COHERE.create(config);
}

function toAdapter({ name, baseURL, headers }: Server, { lacks }: ChoiceRequest): ProtocolAdapter {
  const media = { rules: COHERE_MEDIA, lacks };
  const writerOf = ({ model, settings }: ChoiceRequest, aliases: Aliases): HistoryWriter =>
    createCohereWriter({ aliases, provider: name, thinks: cohereThinks(model, settings), media });
  return {
    framing: "sse",
    api: API,
    names: WIRE_NAMES.cohere,
    choice: ({ choice }) => toCohereChoice(choice),
    historyWriter: writerOf,
    write: (request, aliases) => ({
      url: `${baseURL.replace(/\/v2$/, "")}/v2/chat`,
      headers,
      ...toCohereBody(request, aliases, writerOf(request, aliases)),
    }),
    whole: withoutStream,
    decoder: createCohereDecoder,
    readError: readCohereError,
    refusal: toCohereRefusal,
    refusals: COHERE_REFUSALS,
    media,
  };
}
