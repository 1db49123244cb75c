// Provider anthropic: Messages of Anthropic, and the gateways that speak it.

import type { ChoiceRequest, Provider, ProviderDefinition } from "../../core/provider.ts";
import { toBody, toChoice } from "./body.ts";
import { createMessagesDecoder } from "./decoder.ts";
import { createAnthropicWriter, type MessageStyle } from "./messages.ts";
import { ANTHROPIC_MODELS, thinks } from "./models.ts";
import { checkSendable, firstOf, type HttpConfig, required, toBaseURL, toSecrets } from "../_wire/config.ts";
import type { ProtocolAdapter } from "../_wire/dialect.ts";
import { joinUrl, withHeaders } from "../_wire/post.ts";
import type { Aliases } from "../_wire/tool_names.ts";
import { createWireProvider } from "../_wire/http_provider.ts";

/** `baseURL` is taken with its version or without. */
export interface AnthropicConfig extends HttpConfig {
  /** Sent as `x-api-key`. */
  readonly apiKey?: string;
  /** Sent as a bearer token, where there is no key; gateways want one. */
  readonly authToken?: string;
}

/** Row P2. */
export const anthropic: ProviderDefinition = {
  capabilities: {
    lacks: { allowed: "the API has no subset of the tools" },
    models: ANTHROPIC_MODELS,
    thinks,
  },
  variables: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"],
  create: ({ env, clock }) => {
    const baseURL = firstOf(env, ["ANTHROPIC_BASE_URL"]);
    const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_AUTH_TOKEN: authToken } = env;
    // A server of one's own often wants no key; Anthropic always does.
    if (!baseURL) required(env, ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"]);
    return createAnthropicProvider({
      ...(apiKey ? { apiKey } : {}),
      ...(authToken ? { authToken } : {}),
      ...(baseURL ? { baseURL } : {}),
      clock,
    });
  },
};

/** Talks to Anthropic, or to the server at `baseURL`. */
export function createAnthropicProvider(config: AnthropicConfig): Provider {
  const { name = "anthropic", baseURL = "https://api.anthropic.com", apiKey, authToken, headers = {} } =
    config;
  const { hostname } = toBaseURL(baseURL, name);
  checkSendable({ "The API key": apiKey, "The token": authToken }, headers, name);
  const sent = withHeaders({
    "accept": "text/event-stream",
    "anthropic-version": "2023-06-01",
    "content-type": "application/json",
    ...(apiKey !== undefined
      ? { "x-api-key": apiKey }
      : authToken !== undefined
      ? { "authorization": `Bearer ${authToken}` }
      : {}),
  }, headers);
  const url = joinUrl(baseURL.replace(/\/v1\/*$/, ""), "/v1/messages");
  const official = hostname === "api.anthropic.com";
  return createWireProvider({
    name,
    capabilities: anthropic.capabilities,
    dialectOf: (request) => toDialect({ name, url, headers: sent, official }, request),
    secrets: toSecrets([apiKey, authToken], headers),
    timeoutMs: config.timeoutMs,
    clock: config.clock,
  });
}

interface AnthropicServer {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Anthropic itself. */
  readonly official: boolean;
}

function toDialect(
  { name, url, headers, official }: AnthropicServer,
  { model }: ChoiceRequest,
): ProtocolAdapter {
  const styleOf = (aliases: Aliases): MessageStyle => ({ aliases, provider: name, model });
  return {
    framing: "sse",
    // home-assistant#147760, claude-code#96152.
    names: /^[a-zA-Z0-9_-]{1,128}$/,
    choice: (request, aliases) => toChoice(request, aliases) ?? null,
    historyWriter: (_, aliases) => createAnthropicWriter(styleOf(aliases)),
    write: (request, aliases) => ({ url, headers, body: toBody(request, styleOf(aliases)) }),
    decoder: (context) => createMessagesDecoder({ ...context, official }),
  };
}
