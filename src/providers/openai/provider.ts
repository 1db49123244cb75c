// Provider openai: Chat Completions and Responses of OpenAI, and the servers that speak either of them.

import type { CapabilityTable } from "../../core/capability.ts";
import type { Provider, ProviderDefinition } from "../../core/provider.ts";
import { checkSendable, firstOf, type HttpConfig, required, toBaseURL, toSecrets } from "../_wire/config.ts";
import { joinUrl, withHeaders } from "../_wire/post.ts";
import { type Api, apiOf, OPENAI_MODELS } from "./models.ts";
import { COMPATIBLE, IMITATOR_MODELS, OPENAI, thinksAtOpenAI } from "./profile.ts";
import { createOpenAIServer } from "./server.ts";

export interface OpenAIConfig extends HttpConfig {
  readonly apiKey: string;
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
      ...(baseURL ? { baseURL } : {}),
      ...(api === "chat" || api === "responses" ? { api } : {}),
      clock,
    });
  },
};

/**
 * Talks to OpenAI, or to the server at `baseURL`. The API is `settings.api`, else `config.api`, else what the model needs at
 * OpenAI, and Chat Completions elsewhere; a server that refuses an unpinned request there teaches that it lacks `chat`.
 */
export function createOpenAIProvider(config: OpenAIConfig): Provider {
  const {
    name = "openai",
    baseURL = "https://api.openai.com/v1",
    apiKey,
    organization,
    project,
    headers = {},
  } = config;
  const official = isOfficial(toBaseURL(baseURL, name));
  checkSendable(
    { "The API key": apiKey, "The organization": organization, "The project": project },
    headers,
    name,
  );
  const sent = withHeaders({
    "accept": "text/event-stream",
    "authorization": `Bearer ${apiKey}`,
    "content-type": "application/json",
    ...(organization === undefined ? {} : { "openai-organization": organization }),
    ...(project === undefined ? {} : { "openai-project": project }),
  }, headers);
  return createOpenAIServer({
    name,
    urlOf: (api) => joinUrl(baseURL, api === "chat" ? "/chat/completions" : "/responses"),
    headers: sent,
    profile: official ? OPENAI : COMPATIBLE,
    capabilities: official ? MODELS : IMITATOR_MODELS,
    api: config.api,
    ...(official && {
      apiOf: ({ model, tools, settings: { reasoningEffort } }) =>
        apiOf({ model, hasTools: tools.length > 0, reasoningEffort }),
    }),
    secrets: toSecrets([apiKey, organization, project], headers),
    timeoutMs: config.timeoutMs,
    clock: config.clock,
  });
}

/** True for `api.openai.com` and its regions (`eu.api.openai.com`). */
function isOfficial({ hostname }: URL): boolean {
  return hostname === "api.openai.com" || hostname.endsWith(".api.openai.com");
}
