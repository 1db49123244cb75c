// Provider openai: Chat Completions and Responses of OpenAI, and the servers that speak either of them.

import type { CapabilityTable } from "../../core/capability.ts";
import { AgentError } from "../../core/error.ts";
import type { Provider, ProviderDefinition } from "../../core/provider.ts";
import { checkSendable, firstOf, type HttpConfig, required, toBaseURL, toSecrets } from "../_wire/config.ts";
import { byGivenClient, byOwnClient, checkAlone, type OpenAIClient } from "./client.ts";
import { type Api, apiOf, OPENAI_MODELS } from "./models.ts";
import { COMPATIBLE, IMITATOR_MODELS, OPENAI, thinksAtOpenAI } from "./profile.ts";
import { createOpenAIServer } from "./server.ts";

export interface OpenAIConfig extends HttpConfig {
  /** Sent as a bearer token; either this or `client`. */
  readonly apiKey?: string;
  /**
   * Sends every request, by its own fetch, and has its own address and key. Its retries and its timeout are turned off,
   * since Treadle has its own, and redirects are not followed.
   */
  readonly client?: OpenAIClient;
  readonly organization?: string;
  readonly project?: string;
  /** Pins the API of every request that does not pin its own; by default it follows from the model and the server. */
  readonly api?: Api;
}

const MODELS: CapabilityTable = { lacks: {}, models: OPENAI_MODELS, thinks: thinksAtOpenAI };

/** Row P1. */
export const openai: ProviderDefinition = {
  capabilities: MODELS,
  variables: ["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API"],
  create: ({ env, clock }) => {
    const { OPENAI_API: api } = env;
    const baseURL = firstOf(env, ["OPENAI_BASE_URL"]);
    return createOpenAIProvider({
      // A server of one's own often wants no key; OpenAI always does.
      apiKey: baseURL ? env.OPENAI_API_KEY || "none" : required(env, ["OPENAI_API_KEY"]),
      baseURL,
      api: api === "chat" || api === "responses" ? api : undefined,
      clock,
    });
  },
};

/**
 * Talks to OpenAI, to the server at `baseURL`, or to that of `client`. The API is `settings.api`, else `config.api`, else what
 * the model needs at OpenAI, and Chat Completions elsewhere; a server that refuses an unpinned request there teaches that it
 * lacks `chat`.
 *
 * @throws {AgentError} config_invalid
 */
export function createOpenAIProvider(config: OpenAIConfig): Provider {
  const { name = "openai", client, baseURL, apiKey, organization, project, headers = {} } = config;
  checkAlone(client, { baseURL, apiKey, organization, project }, name);
  if (client === undefined && apiKey === undefined) {
    throw new AgentError("config_invalid", `Provider ${name} needs an API key or a client.`);
  }
  const base = client?.baseURL ?? toBaseURL(baseURL ?? "https://api.openai.com/v1", name).href;
  const official = isOfficial(base);
  checkSendable(
    { "The API key": apiKey, "The organization": organization, "The project": project },
    headers,
    name,
  );
  return createOpenAIServer({
    name,
    transport: client
      ? byGivenClient(client)
      : byOwnClient({ baseURL: base, apiKey, organization, project, headers }),
    headers,
    profile: official ? OPENAI : COMPATIBLE,
    capabilities: official ? MODELS : IMITATOR_MODELS,
    api: config.api,
    ...(official && {
      apiOf: ({ model, tools, settings: { reasoningEffort } }) =>
        apiOf({ model, hasTools: tools.length > 0, reasoningEffort }),
    }),
    secrets: toSecrets([client?.apiKey ?? apiKey, organization, project], headers),
    timeoutMs: config.timeoutMs,
    clock: config.clock,
  });
}

/** True for `api.openai.com` and its regions (`eu.api.openai.com`). */
function isOfficial(baseURL: string): boolean {
  const hostname = URL.parse(baseURL)?.hostname ?? "";
  return hostname === "api.openai.com" || hostname.endsWith(".api.openai.com");
}
