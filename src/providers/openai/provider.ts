// Provider openai: Chat Completions and Responses of OpenAI, and of servers that have either of them.

import { AgentError } from "../../core/error.ts";
import type { Provider, ProviderDefinition } from "../../core/model/provider.ts";
import { findFirst, type HttpConfig, requireVariable, toBaseURL } from "../_wire/config.ts";
import { type Connection, defineHttpProvider } from "../_wire/define_http_provider.ts";
import { byGivenClient, byOwnClient, checkAlone, type OpenAIClient } from "./client.ts";
import { type Api, apiFor, foreignApiFor } from "./models.ts";
import { COMPATIBLE_MODELS, COMPATIBLE_OR_KIMI, OPENAI, OPENAI_CAPABILITIES } from "./profile.ts";
import { toConnection } from "./server.ts";
import { openaiPrices } from "../_wire/load_prices.ts";

/** The base URL is `https://api.openai.com/v1` by default. */
export interface OpenAIConfig extends HttpConfig {
  /** Sent as a bearer token; either this or `client`. */
  readonly apiKey?: string;
  /**
   * Sends every request, by its own fetch, and has its own address and key. Its retries and its timeout are turned
   * off in favour of Treadle's, and redirects are not followed.
   */
  readonly client?: OpenAIClient;
  readonly organization?: string;
  readonly project?: string;
  /** Pins the API of every request that does not pin its own; by default it follows from the model and the server. */
  readonly api?: Api;
}

const PROVIDER = defineHttpProvider<OpenAIConfig>({
  name: "openai",
  models: OPENAI_CAPABILITIES,
  usualApi: "openai.chat",
  prices: openaiPrices,
  variables: ["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API"],
  fromEnv: ({ env }) => {
    const { OPENAI_API: api } = env;
    const baseURL = findFirst(env, ["OPENAI_BASE_URL"]);
    return {
      // A server of the user's own may need no key; OpenAI does.
      apiKey: baseURL ? env.OPENAI_API_KEY || "none" : requireVariable(env, ["OPENAI_API_KEY"]),
      baseURL,
      api: api === "chat" || api === "responses" ? api : undefined,
    };
  },
  connect,
});

/** Provider `openai`, for the registry. */
export const openai: ProviderDefinition = PROVIDER.definition;

/**
 * A provider for OpenAI, for the server at `baseURL`, or for that of `client`. The API is `settings.api`, else
 * `config.api`, else what the model needs at OpenAI; elsewhere Responses for models that always need it, and Chat
 * Completions for the others. A server that refuses an unpinned request there lacks `chat` or `responses` from then on.
 *
 * @throws {AgentError} config_invalid, for what cannot be sent
 */
export function createOpenAIProvider(config: OpenAIConfig): Provider {
  return PROVIDER.create(config);
}

function connect(config: OpenAIConfig, name: string): Connection {
  const { client, baseURL, apiKey, organization, project, headers = {} } = config;
  checkAlone(client, { baseURL, apiKey, organization, project }, name);
  if (client === undefined && apiKey === undefined) {
    throw new AgentError("config_invalid", `Provider ${name} needs an API key or a client.`);
  }
  const base = client?.baseURL ?? toBaseURL(baseURL ?? "https://api.openai.com/v1", name).href;
  const isOpenAI = isOfficial(base);
  return toConnection({
    transport: client
      ? byGivenClient(client)
      : byOwnClient({ baseURL: base, apiKey, organization, project, headers }),
    profile: isOpenAI ? OPENAI : COMPATIBLE_OR_KIMI,
    kind: isOpenAI ? undefined : "compatible",
    models: isOpenAI ? OPENAI_CAPABILITIES : COMPATIBLE_MODELS,
    api: config.api,
    apiOf: isOpenAI ? apiFor : foreignApiFor,
    values: { "The API key": apiKey, "The organization": organization, "The project": project },
    secrets: [client?.apiKey ?? apiKey, organization, project],
  });
}

/** True for `api.openai.com` and its regions (`eu.api.openai.com`). */
function isOfficial(baseURL: string): boolean {
  const hostname = URL.parse(baseURL)?.hostname ?? "";
  return hostname === "api.openai.com" || hostname.endsWith(".api.openai.com");
}
