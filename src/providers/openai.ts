// Provider openai: Chat Completions and Responses of OpenAI, and the servers that speak either of them.

import type { CapabilityTable } from "../core/capability.ts";
import type { Json } from "../core/json.ts";
import type { ChoiceRequest, Dialect, ModelResult, Provider, ProviderDefinition } from "../core/provider.ts";
import { Answer } from "./_answer.ts";
import { checkSendable, firstOf, type HttpConfig, required, toBaseURL, toSecrets } from "./_config.ts";
import type { Decoder, WireDialect } from "./_dialect.ts";
import { Fault, toModelError } from "./_errors.ts";
import { joinUrl, withHeaders } from "./_http.ts";
import { toChatBody, toChatChoice } from "./_openai_chat.ts";
import { createChatDialect } from "./_openai_chat_messages.ts";
import { createChatDecoder } from "./_openai_chat_decoder.ts";
import type { OpenAIDecoderContext } from "./_openai_dialect.ts";
import { type Api, apiOf, isReasoning, OPENAI_MODELS } from "./_openai_model.ts";
import { toResponsesBody, toResponsesChoice } from "./_openai_responses.ts";
import { createResponsesDialect } from "./_openai_responses_input.ts";
import { createResponsesDecoder } from "./_openai_responses_decoder.ts";
import { type Aliases, createAliases } from "./_prompt_alias.ts";
import { createWireProvider } from "./_wire_provider.ts";

export interface OpenAIConfig extends HttpConfig {
  readonly apiKey: string;
  readonly organization?: string;
  readonly project?: string;
  /** Pins the API of every request that does not pin its own; by default it follows from the model and the server. */
  readonly api?: Api;
}

/** Row P1. */
export const openai: ProviderDefinition = {
  capabilities: { lacks: {}, models: OPENAI_MODELS, thinks },
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
  const server: OpenAIServer = { name, baseURL, headers: sent, official, api: config.api };
  return createWireProvider({
    name,
    capabilities: official ? openai.capabilities : IMITATOR,
    dialectOf: (request) => toDialect(server, request),
    secrets: toSecrets([apiKey, organization, project], headers),
    timeoutMs: config.timeoutMs,
    clock: config.clock,
  });
}

/** Decodes a body of POST /chat/completions that was not streamed. Throws as {@link Provider.stream} does. */
export function decodeChat(body: Json): ModelResult {
  return decodeBody("chat", body);
}

/** Decodes a body of POST /responses that was not streamed. Throws as {@link Provider.stream} does. */
export function decodeResponse(body: Json): ModelResult {
  return decodeBody("responses", body);
}

interface OpenAIServer {
  readonly name: string;
  readonly baseURL: string;
  readonly headers: Readonly<Record<string, string>>;
  /** OpenAI itself; imitators know less. */
  readonly official: boolean;
  readonly api: Api | undefined;
}

/** A server of unknown make: it may know more than this, and is then asked for less than it can. */
const IMITATOR: CapabilityTable = {
  lacks: { allowed: "compatible servers have no allowed_tools" },
  models: OPENAI_MODELS.filter(({ lacks }) => lacks.includes("parallel")),
  thinks,
};

function thinks(model: string, settings: ChoiceRequest["settings"]): boolean {
  return isReasoning(model) && settings.reasoningEffort !== "none";
}

/** True for `api.openai.com` and its regions (`eu.api.openai.com`). */
function isOfficial({ hostname }: URL): boolean {
  return hostname === "api.openai.com" || hostname.endsWith(".api.openai.com");
}

function toDialect(server: OpenAIServer, request: ChoiceRequest): WireDialect {
  const { name, baseURL, headers, official } = server;
  const pinned = request.settings.api ?? server.api;
  const api = pinned ?? unpinned(request, official);
  const written = (request: ChoiceRequest, aliases: Aliases): Dialect =>
    api === "chat"
      ? createChatDialect({
        aliases,
        imitator: official ? undefined : { provider: name, model: request.model },
      })
      : createResponsesDialect({ aliases, provider: name, model: request.model });
  return {
    framing: "sse",
    choice: ({ choice }, aliases) =>
      api === "chat" ? toChatChoice(choice, aliases) : toResponsesChoice(choice, aliases),
    dialect: written,
    write: (request, aliases) => {
      const wire = { request, aliases, dialect: written(request, aliases), official };
      return api === "chat"
        ? { url: joinUrl(baseURL, "/chat/completions"), headers, body: toChatBody(wire) }
        : { url: joinUrl(baseURL, "/responses"), headers, body: toResponsesBody(wire) };
    },
    decoder: (context) => toDecoder(api, { ...context, official }),
    ...(pinned === undefined ? {} : { unlearnable: ["chat"] }),
  };
}

function unpinned({ model, tools, settings, lacks }: ChoiceRequest, official: boolean): Api {
  if (lacks.chat !== undefined) return "responses";
  if (!official) return "chat";
  return apiOf({ model, hasTools: tools.length > 0, reasoningEffort: settings.reasoningEffort });
}

function toDecoder(api: Api, context: OpenAIDecoderContext): Decoder {
  return api === "chat" ? createChatDecoder(context) : createResponsesDecoder(context);
}

function decodeBody(api: Api, body: Json): ModelResult {
  const answer = new Answer(createAliases([]), new Set());
  const decoder = toDecoder(api, {
    answer,
    offered: new Set(),
    provider: "openai",
    model: "",
    official: true,
  });
  try {
    decoder.readBody(body);
    return decoder.close();
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    throw toModelError(thrown, {
      provider: "openai",
      model: "",
      phase: "stream",
      afterOutput: false,
      requestId: undefined,
      secrets: [],
    });
  }
}
