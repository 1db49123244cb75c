// Provider azure: OpenAI's models on Azure. A model is named by its deployment, which mostly bears the model's name.

import type { CapabilityTable } from "../../core/capability.ts";
import { AgentError } from "../../core/error.ts";
import type { Provider, ProviderDefinition } from "../../core/provider.ts";
import { checkSendable, firstOf, type HttpConfig, required, toBaseURL, toSecrets } from "../_wire/config.ts";
import { joinUrl, withHeaders } from "../_wire/post.ts";
import { type Api, apiOf, OPENAI_MODELS } from "./models.ts";
import { OPENAI, type OpenAIProfile, thinksAtOpenAI } from "./profile.ts";
import { createOpenAIServer } from "./server.ts";

export interface AzureConfig extends Omit<HttpConfig, "baseURL"> {
  /** The resource, as in `https://res.openai.azure.com`. */
  readonly endpoint: string;
  /** Sent as `api-key`; either this or `adToken`. */
  readonly apiKey?: string;
  /** A token of Microsoft Entra ID, sent as a bearer token. It lives an hour or so, and is not renewed here. */
  readonly adToken?: string;
  /** A dated version, as in `2024-10-21`, for resources that are asked by deployment; the v1 API without one. */
  readonly apiVersion?: string;
  /** Pins the API of every request that does not pin its own; by default it follows from the deployment's name. */
  readonly api?: Api;
}

const MODELS: CapabilityTable = { lacks: {}, models: OPENAI_MODELS, thinks: thinksAtOpenAI };

// Dated versions are older than both.
const DATED: OpenAIProfile = { ...OPENAI, cacheKey: false };
const DATED_MODELS: CapabilityTable = {
  ...MODELS,
  lacks: { allowed: "dated versions of the API have no allowed_tools" },
};

/** Row P1. */
export const azure: ProviderDefinition = {
  capabilities: MODELS,
  variables: [
    ...["AZURE_OPENAI_API_KEY", "AZURE_OPENAI_AD_TOKEN", "AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_API_VERSION"],
  ],
  create: ({ env, clock }) => {
    const endpoint = required(env, ["AZURE_OPENAI_ENDPOINT"]);
    required(env, ["AZURE_OPENAI_API_KEY", "AZURE_OPENAI_AD_TOKEN"]);
    const apiKey = firstOf(env, ["AZURE_OPENAI_API_KEY"]);
    const adToken = apiKey === undefined ? firstOf(env, ["AZURE_OPENAI_AD_TOKEN"]) : undefined;
    const apiVersion = firstOf(env, ["AZURE_OPENAI_API_VERSION"]);
    return createAzureProvider({
      endpoint,
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(adToken === undefined ? {} : { adToken }),
      // "v1" and "preview" name the API that needs no version.
      ...(apiVersion !== undefined && /^\d/.test(apiVersion) ? { apiVersion } : {}),
      clock,
    });
  },
};

/**
 * Talks to a resource of Azure OpenAI: `/openai/v1`, which takes no version (learn.microsoft.com, api-version-lifecycle), or
 * by deployment where a dated version is given (openai 7.55.0, azure.ts). Throws `config_invalid`.
 */
export function createAzureProvider(config: AzureConfig): Provider {
  const { name = "azure", endpoint, apiKey, adToken, apiVersion, headers = {} } = config;
  toBaseURL(endpoint, name);
  checkSendable({ "The API key": apiKey, "The token": adToken }, headers, name);
  if (apiKey === undefined && adToken === undefined) {
    throw new AgentError("config_invalid", `Provider ${name} needs an API key or a token.`);
  }
  // The portal shows the endpoint with and without the path.
  const resource = endpoint.replace(/\/+$/, "").replace(/\/openai(?:\/v1)?$/, "");
  return createOpenAIServer({
    name,
    urlOf: (api, model) => urlOf(resource, apiVersion, api, model),
    headers: withHeaders({
      "accept": "text/event-stream",
      ...(apiKey === undefined ? { "authorization": `Bearer ${adToken}` } : { "api-key": apiKey }),
      "content-type": "application/json",
    }, headers),
    profile: apiVersion === undefined ? OPENAI : DATED,
    capabilities: apiVersion === undefined ? MODELS : DATED_MODELS,
    api: config.api,
    apiOf: ({ model, tools, settings: { reasoningEffort } }) =>
      apiOf({ model, hasTools: tools.length > 0, reasoningEffort }),
    secrets: toSecrets([apiKey, adToken], headers),
    timeoutMs: config.timeoutMs,
    clock: config.clock,
  });
}

function urlOf(resource: string, apiVersion: string | undefined, api: Api, model: string): string {
  const path = api === "chat" ? "/chat/completions" : "/responses";
  if (apiVersion === undefined) return joinUrl(resource, `/openai/v1${path}`);
  const deployment = api === "chat" ? `/deployments/${encodeURIComponent(model)}` : "";
  return joinUrl(resource, `/openai${deployment}${path}?api-version=${encodeURIComponent(apiVersion)}`);
}
