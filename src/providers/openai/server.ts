// A server with OpenAI's APIs, Chat Completions and Responses: the connection that is made of a client for it, its
// profile and what is known of its models.

import type { CapabilityTable, Feature } from "../../core/model/capability.ts";
import type { ChoiceRequest, HistoryWriter } from "../../core/model/provider.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import type { Connection, Server } from "../_wire/define_http_provider.ts";
import type { Decoder, ProtocolAdapter } from "../_wire/protocol_adapter.ts";
import { toChatBody, toChatChoice } from "./chat/body.ts";
import { createChatDecoder } from "./chat/decoder.ts";
import { createChatWriter } from "./chat/messages.ts";
import type { OpenAITransport } from "./client.ts";
import type { Api } from "./models.ts";
import type { OpenAIProfile } from "./profile.ts";
import { OPENAI_REFUSALS, readOpenAIError } from "./refusals.ts";
import type { OpenAIDecoderContext } from "./request.ts";
import { toResponsesBody, toResponsesChoice } from "./responses/body.ts";
import { createResponsesDecoder } from "./responses/decoder.ts";
import { RESPONSES_MEDIA } from "./responses/media.ts";
import { createResponsesWriter } from "./responses/messages.ts";

/** What a server of this kind has of its own. */
export interface OpenAIConnectionOptions {
  readonly transport: OpenAITransport;
  /** Beneath the base URL of the client; `/chat/completions` and `/responses` by default. */
  readonly pathOf?: (api: Api, model: string) => string;
  readonly profile: OpenAIProfile;
  /** Where they differ from those of the provider's definition. */
  readonly models?: CapabilityTable;
  /** Pins the API of requests that do not pin their own. */
  readonly api?: Api;
  /** The API of an unpinned request, as far as it follows from the request; Chat Completions by default. */
  readonly apiOf?: (request: ChoiceRequest) => Api;
  /** What is sent in headers by the client, by its name in messages. */
  readonly values: Readonly<Record<string, string | undefined>>;
  /** Never repeated in a message. */
  readonly secrets: readonly (string | undefined)[];
}

/**
 * The connection to a server. The API is `settings.api`, else `options.api`, else Responses for a model that lacks
 * `chat`, else `options.apiOf`.
 */
export function toConnection(options: OpenAIConnectionOptions): Connection {
  const { transport: { baseURL: clientURL, send, prepare }, models, values, secrets } = options;
  return {
    // The client has the address and sends the credentials.
    baseURL: undefined,
    clientURL,
    credentials: { headers: {}, values, secrets },
    models,
    adapter: (server, request) => toAdapter(options, server, request),
    send,
    prepare,
  };
}

/** The decoder of one API. */
export function createOpenAIDecoder(api: Api, context: OpenAIDecoderContext): Decoder {
  return api === "chat" ? createChatDecoder(context) : createResponsesDecoder(context);
}

function toAdapter(
  { pathOf = toPath, profile, ...options }: OpenAIConnectionOptions,
  { name, headers }: Server,
  request: ChoiceRequest,
): ProtocolAdapter {
  const pinned = request.settings.api ?? options.api;
  const api = pinned ?? unpinnedApi(options.apiOf, request);
  const media = { rules: api === "chat" ? profile.media : RESPONSES_MEDIA, lacks: request.lacks };
  const writerOf = ({ model }: ChoiceRequest, aliases: Aliases): HistoryWriter => {
    const style = { aliases, profile, provider: name, model, media };
    return api === "chat" ? createChatWriter(style) : createResponsesWriter(style);
  };
  return {
    framing: "sse",
    choice: ({ choice }, aliases) =>
      api === "chat" ? toChatChoice(choice, aliases) : toResponsesChoice(choice, aliases),
    historyWriter: writerOf,
    write: (request, aliases) => {
      const wire = { request, aliases, writer: writerOf(request, aliases), profile };
      const body = api === "chat" ? toChatBody(wire) : toResponsesBody(wire);
      return { url: pathOf(api, request.model), headers, body };
    },
    decoder: (context) => createOpenAIDecoder(api, { ...context, profile }),
    readError: readOpenAIError,
    refusals: OPENAI_REFUSALS,
    media,
    unlearnable: [...(pinned === undefined ? [] : CHAT), ...unsentFeatures(request)],
  };
}

/** The path of an API at every server but the dated versions of Azure. */
export function toPath(api: Api): string {
  return api === "chat" ? "/chat/completions" : "/responses";
}

const CHAT: readonly Feature[] = ["chat"];

function unpinnedApi(apiOf: OpenAIConnectionOptions["apiOf"], request: ChoiceRequest): Api {
  if (request.lacks.chat !== undefined) return "responses";
  return apiOf?.(request) ?? "chat";
}

/** A refusal may name more than was at fault; it cannot be about a feature that the request did not use. */
function unsentFeatures({ parallel, settings, choice, tools }: ChoiceRequest): Feature[] {
  const features: readonly (readonly [Feature, boolean])[] = [
    ["parallel", parallel !== undefined],
    ["temperature", settings.temperature !== undefined],
    ["topP", settings.topP !== undefined],
    ["effort", settings.reasoningEffort !== undefined],
    // A server that takes no tool_choice refuses auto as well.
    ["none", (choice.type === "none" || choice.type === "auto") && tools.length > 0],
  ];
  return features.flatMap(([feature, isSent]) => isSent ? [] : [feature]);
}
