// Provider anthropic: Messages of Anthropic, and the gateways that have the same API.

import type { ChoiceRequest, Provider, ProviderDefinition } from "../../core/model/provider.ts";
import { WIRE_NAMES } from "../../core/tool/wire_names.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { findFirst, findServerKind, type HttpConfig, requireVariable } from "../_wire/config.ts";
import {
  bearer,
  type Credentials,
  defineHttpProvider,
  EVENT_STREAM,
  type Server,
} from "../_wire/define_http_provider.ts";
import { createErrorReader } from "../_wire/errors/provider_error.ts";
import type { ProtocolAdapter } from "../_wire/protocol_adapter.ts";
import { listBetas, toBody, toChoice } from "./body.ts";
import { createMessagesDecoder } from "./decoder.ts";
import { ANTHROPIC_MEDIA } from "./media.ts";
import { createAnthropicWriter, type MessageStyle } from "./messages.ts";
import { ANTHROPIC_CAPABILITIES, GATEWAY_CAPABILITIES } from "./capabilities.ts";
import { noticeStyle, withBetas } from "./notices.ts";
import { searchStyle } from "../_wire/found_tools.ts";
import { ANTHROPIC_REFUSALS, ANTHROPIC_WORDS, CLAUDE_REFUSALS } from "../_refusals/anthropic.ts";
import { toThinking } from "./thinking.ts";
import { anthropicPrices } from "../_wire/load_prices.ts";
import { withoutStream } from "../_wire/whole_answer.ts";

/** The base URL is `https://api.anthropic.com` by default, with its version or without. */
export interface AnthropicConfig extends HttpConfig {
  /** Sent as `x-api-key`. */
  readonly apiKey?: string;
  /** Sent as a bearer token where there is no key, for gateways. */
  readonly authToken?: string;
}

const API = "anthropic.messages";

const ANTHROPIC = defineHttpProvider<AnthropicConfig>({
  name: "anthropic",
  models: ANTHROPIC_CAPABILITIES,
  usualApi: API,
  prices: anthropicPrices,
  variables: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"],
  fromEnv: ({ env }) => {
    const baseURL = findFirst(env, ["ANTHROPIC_BASE_URL"]);
    // A gateway may need no key; Anthropic does.
    if (baseURL === undefined) requireVariable(env, ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"]);
    return {
      baseURL,
      apiKey: findFirst(env, ["ANTHROPIC_API_KEY"]),
      authToken: findFirst(env, ["ANTHROPIC_AUTH_TOKEN"]),
    };
  },
  connect: (config) => ({
    baseURL: config.baseURL ?? "https://api.anthropic.com",
    models: isOfficial(config.baseURL) ? ANTHROPIC_CAPABILITIES : GATEWAY_CAPABILITIES,
    headers: { ...EVENT_STREAM, "anthropic-version": "2023-06-01" },
    kind: findServerKind(config.baseURL, "anthropic.com"),
    credentials: toCredentials(config),
    adapter: toAdapter,
  }),
});

/** Provider `anthropic`, for the registry. */
export const anthropic: ProviderDefinition = ANTHROPIC.definition;

/**
 * A provider for Anthropic, or for the server at `baseURL`: POST /v1/messages.
 *
 * @throws {AgentError} config_invalid, for what cannot be sent
 */
export function createAnthropicProvider(config: AnthropicConfig): Provider {
  return ANTHROPIC.create(config);
}

function toCredentials({ apiKey, authToken }: AnthropicConfig): Credentials {
  return {
    headers: apiKey === undefined ? bearer(authToken).headers : { "x-api-key": apiKey },
    values: { "The API key": apiKey, "The token": authToken },
  };
}

function isOfficial(baseURL: string | undefined): boolean {
  return baseURL === undefined || URL.parse(baseURL)?.hostname === "api.anthropic.com";
}

const readError = createErrorReader(ANTHROPIC_WORDS);

function toAdapter({ name, baseURL, headers }: Server, request: ChoiceRequest): ProtocolAdapter {
  const { model, lacks, noticePlaces } = request;
  const media = { rules: ANTHROPIC_MEDIA, lacks };
  const notices = noticeStyle(request);
  const official = isOfficial(baseURL);
  const styleOf = (aliases: Aliases): MessageStyle => ({
    aliases,
    provider: name,
    model,
    media,
    notices,
    search: searchStyle(request),
    noticePlaces,
    isDiagnosed: official,
  });
  return {
    framing: "sse",
    api: API,
    names: WIRE_NAMES.anthropic,
    choice: (request, aliases) => toChoice(request, aliases) ?? null,
    historyWriter: (_, aliases) => createAnthropicWriter(styleOf(aliases)),
    // As if the model may think: with a budget for thoughts the limit of the answer stands on top of it.
    outputLimit: ({ model, settings }) => toThinking(model, settings, () => true).max_tokens,
    write: (request, aliases) => ({
      url: `${baseURL.replace(/\/v1$/, "")}/v1/messages`,
      headers: withBetas(headers, request, listBetas(request)),
      ...toBody(request, styleOf(aliases)),
    }),
    whole: withoutStream,
    decoder: (context) => createMessagesDecoder({ ...context, official }),
    readError,
    refusals: [...CLAUDE_REFUSALS, ...ANTHROPIC_REFUSALS],
    media,
  };
}
