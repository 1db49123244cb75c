// A server that speaks OpenAI's dialects, Chat Completions and Responses: the provider that is made of a client for it, its
// profile and what is known of its models.

import type { CapabilityTable, Feature } from "../../core/capability.ts";
import type { ChoiceRequest, HistoryWriter, Provider } from "../../core/provider.ts";
import type { Clock } from "../../core/ports.ts";
import type { Decoder, ProtocolAdapter } from "../_wire/dialect.ts";
import { withHeaders } from "../_wire/post.ts";
import { toChatBody, toChatChoice } from "./chat/body.ts";
import type { OpenAITransport } from "./client.ts";
import { createChatDecoder } from "./chat/decoder.ts";
import { createChatWriter } from "./chat/messages.ts";
import type { OpenAIDecoderContext } from "./dialect.ts";
import type { Api } from "./models.ts";
import type { OpenAIProfile } from "./profile.ts";
import { toOpenAIRefusal } from "../_wire/refusal.ts";
import { toResponsesBody, toResponsesChoice } from "./responses/body.ts";
import { createResponsesDecoder } from "./responses/decoder.ts";
import { createResponsesWriter } from "./responses/messages.ts";
import type { Aliases } from "../_wire/tool_names.ts";
import { createWireProvider } from "../_wire/http_provider.ts";

export interface OpenAIServer {
  readonly name: string;
  readonly transport: OpenAITransport;
  /** Beneath the base URL of the client; `/chat/completions` and `/responses` by default. */
  readonly pathOf?: (api: Api, model: string) => string;
  /** The user's, of every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly profile: OpenAIProfile;
  readonly capabilities: CapabilityTable;
  /** Pins the API of requests that do not pin their own. */
  readonly api?: Api | undefined;
  /** The API of an unpinned request, as far as it is known without asking; Chat Completions by default. */
  readonly apiOf?: (request: ChoiceRequest) => Api;
  /** Never repeated in a message. */
  readonly secrets: readonly string[];
  readonly timeoutMs: number | undefined;
  readonly clock: Clock | undefined;
}

/** The API is `settings.api`, else `server.api`, else what the server is known to want, else what its refusals have taught. */
export function createOpenAIServer(server: OpenAIServer): Provider {
  const { name, capabilities, secrets, timeoutMs, clock, transport: { send, prepare } } = server;
  const headers = withHeaders(
    { "accept": "text/event-stream", "content-type": "application/json" },
    server.headers,
  );
  return createWireProvider({
    ...{ name, capabilities, secrets, timeoutMs, clock, send, prepare },
    dialectOf: (request) => toDialect({ ...server, headers }, request),
  });
}

export function createOpenAIDecoder(api: Api, context: OpenAIDecoderContext): Decoder {
  return api === "chat" ? createChatDecoder(context) : createResponsesDecoder(context);
}

function toDialect(server: OpenAIServer, request: ChoiceRequest): ProtocolAdapter {
  const { name, pathOf = toPath, headers, profile } = server;
  const pinned = request.settings.api ?? server.api;
  const api = pinned ?? unpinned(server, request);
  const writerOf = ({ model }: ChoiceRequest, aliases: Aliases): HistoryWriter => {
    const style = { aliases, profile, provider: name, model };
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
    refusal: toOpenAIRefusal,
    unlearnable: [...(pinned === undefined ? [] : CHAT), ...notSaid(request)],
  };
}

/** Where both are in every API but the dated ones of Azure. */
export function toPath(api: Api): string {
  return api === "chat" ? "/chat/completions" : "/responses";
}

const CHAT: readonly Feature[] = ["chat"];

function unpinned({ apiOf }: OpenAIServer, request: ChoiceRequest): Api {
  if (request.lacks.chat !== undefined) return "responses";
  return apiOf?.(request) ?? "chat";
}

// A refusal may name more than what was at fault; what the request did not say cannot have been.
function notSaid({ parallel, settings, choice, tools }: ChoiceRequest): Feature[] {
  const said: readonly (readonly [Feature, boolean])[] = [
    ["parallel", parallel !== undefined],
    ["temperature", settings.temperature !== undefined],
    ["topP", settings.topP !== undefined],
    ["effort", settings.reasoningEffort !== undefined],
    ["none", choice.type === "none" && tools.length > 0],
  ];
  return said.flatMap(([feature, isSaid]) => isSaid ? [] : [feature]);
}
