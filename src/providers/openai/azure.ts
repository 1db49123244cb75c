// Provider azure: OpenAI's models on Azure. A model is named by its deployment, which usually has the model's name.

import type { CapabilityTable } from "../../core/model/capability.ts";
import { AgentError } from "../../core/error.ts";
import type { Provider, ProviderDefinition } from "../../core/model/provider.ts";
import { findFirst, findServerKind, type HttpConfig, requireVariable, toBaseURL } from "../_wire/config.ts";
import { type Connection, defineHttpProvider } from "../_wire/define_http_provider.ts";
import { withHeaders } from "../_wire/post.ts";
import { byGivenClient, byOwnClient, checkAlone, type ClientSettings, type OpenAIClient } from "./client.ts";
import { type Api, apiFor, OPENAI_MODELS } from "./models.ts";
import { OPENAI, OPENAI_CAPABILITIES, type OpenAIProfile } from "./profile.ts";
import { toConnection, toPath } from "./server.ts";
import { TEXT_NOTICES } from "../_wire/notice_lacks.ts";
import { azurePrices } from "../_wire/load_prices.ts";

/** A resource of Azure OpenAI. */
export interface AzureConfig extends Omit<HttpConfig, "baseURL"> {
  /** The resource, as in `https://res.openai.azure.com`; either this or `client`. */
  readonly endpoint?: string;
  /**
   * An `AzureOpenAI` for a dated version, or an `OpenAI` with the base URL `https://res.openai.azure.com/openai/v1`:
   * see `OpenAIConfig.client`. The model of the request names the deployment, not the client's.
   */
  readonly client?: AzureClient;
  /** Sent as `api-key`; either this or `adToken`. */
  readonly apiKey?: string;
  /** A token of Microsoft Entra ID, sent as a bearer token. It is valid for about an hour and is not renewed. */
  readonly adToken?: string;
  /** A dated version, as in `2024-10-21`, for requests by deployment; the v1 API without one. */
  readonly apiVersion?: string;
  /** Pins the API of every request that does not pin its own; by default it follows from the deployment's name. */
  readonly api?: Api;
}

/** Only an `AzureOpenAI` has a version. */
export type AzureClient = OpenAIClient & { readonly apiVersion?: string };

/**
 * It has POST /openai/v1/responses/compact (https://learn.microsoft.com/azure/foundry/openai/how-to/responses, "Compact a response",
 * 2026-11). Its page on prompt caching has `prompt_cache_key` and the price of writes, and no breakpoints;
 * none of its pages has tool search that the client executes
 * (https://learn.microsoft.com/azure/foundry/openai/how-to/prompt-caching, 2026-11; pydantic-ai#7173), nor `additional_tools`.
 */
const MODELS: CapabilityTable = {
  ...OPENAI_CAPABILITIES,
  lacks: TEXT_NOTICES,
  models: OPENAI_MODELS.filter(({ lacks: [first] }) => first !== "tool_search" && first !== "inline_tools"),
  breakpoints: [],
  has: ["compaction"],
};

// Dated versions are older than both.
const DATED: OpenAIProfile = { ...OPENAI, cacheKey: false };
const DATED_MODELS: CapabilityTable = {
  ...MODELS,
  lacks: {
    allowed: "dated versions of the API have no allowed_tools",
    // openai/codex#25939, 2026-06.
    compaction: "dated versions of the API write no summaries",
    ...TEXT_NOTICES,
  },
};

const KEYS = ["AZURE_OPENAI_API_KEY", "AZURE_OPENAI_AD_TOKEN"];
const ENDPOINT = "AZURE_OPENAI_ENDPOINT";
const VERSION = "AZURE_OPENAI_API_VERSION";

const AZURE = defineHttpProvider<AzureConfig>({
  name: "azure",
  models: MODELS,
  usualApi: "openai.chat",
  // A deployment that is named as its model has a price: what Azure has at other prices than OpenAI stands first.
  prices: azurePrices,
  variables: [...KEYS, ENDPOINT, VERSION],
  fromEnv: ({ env }) => {
    const endpoint = requireVariable(env, [ENDPOINT]);
    requireVariable(env, KEYS);
    const apiKey = findFirst(env, ["AZURE_OPENAI_API_KEY"]);
    const apiVersion = findFirst(env, [VERSION]);
    return {
      endpoint,
      apiKey,
      adToken: apiKey === undefined ? findFirst(env, ["AZURE_OPENAI_AD_TOKEN"]) : undefined,
      // "v1" and "preview" name the API that needs no version.
      apiVersion: apiVersion !== undefined && /^\d/.test(apiVersion) ? apiVersion : undefined,
    };
  },
  connect,
});

/** Provider `azure`, for the registry. */
export const azure: ProviderDefinition = AZURE.definition;

/**
 * A provider for a resource of Azure OpenAI: `/openai/v1`, which takes no version (learn.microsoft.com,
 * api-version-lifecycle), or by deployment where a dated version is set (openai 7.55.0, azure.ts).
 *
 * @throws {AgentError} config_invalid, for what cannot be sent
 */
export function createAzureProvider(config: AzureConfig): Provider {
  return AZURE.create(config);
}

function connect(config: AzureConfig, name: string): Connection {
  const { client, endpoint, apiKey, adToken } = config;
  checkAlone(client, { endpoint, apiKey, adToken, apiVersion: config.apiVersion }, name);
  const isDated = (client ?? config).apiVersion !== undefined;
  return toConnection({
    transport: client ? byGivenClient(client) : byOwnClient(toSettings(config, name)),
    pathOf: isDated ? toDatedPath : toPath,
    profile: isDated ? DATED : OPENAI,
    kind: isDated ? "dated" : findServerKind(client?.baseURL ?? endpoint, "azure.com"),
    models: isDated ? DATED_MODELS : MODELS,
    api: config.api,
    apiOf: apiFor,
    values: { "The API key": apiKey, "The token": adToken },
    secrets: [client?.apiKey ?? apiKey, adToken],
  });
}

function toSettings(
  { endpoint, apiKey, adToken, apiVersion, headers = {} }: AzureConfig,
  name: string,
): ClientSettings {
  if (endpoint === undefined) {
    throw new AgentError("config_invalid", `Provider ${name} needs an endpoint or a client.`);
  }
  if (apiKey === undefined && adToken === undefined) {
    throw new AgentError("config_invalid", `Provider ${name} needs an API key or a token.`);
  }
  // The portal shows the endpoint with and without the path.
  const resource = toBaseURL(endpoint, name).href.replace(/\/+$/, "").replace(/\/openai(?:\/v1)?$/, "");
  return {
    baseURL: apiVersion === undefined ? `${resource}/openai/v1` : `${resource}/openai`,
    query: apiVersion === undefined ? undefined : { "api-version": apiVersion },
    apiKey: apiKey === undefined ? adToken : undefined,
    headers: withHeaders(apiKey === undefined ? {} : { "api-key": apiKey }, headers),
  };
}

function toDatedPath(api: Api, model: string): string {
  const deployment = api === "chat" ? `/deployments/${encodeURIComponent(model)}` : "";
  return `${deployment}${toPath(api)}`;
}
