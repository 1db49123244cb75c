// A server with OpenAI's APIs, Chat Completions and Responses: the connection that is made of a client for it, its
// profile and what is known of its models.

import type { CapabilityTable, Feature } from "../../core/model/capability.ts";
import type { ChoiceRequest, HistoryWriter, ModelRequest } from "../../core/model/provider.ts";
import { AgentError } from "../../core/error.ts";
import { WRITER } from "../../core/record.ts";
import { fnv64 } from "../../core/text/hash.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import type { Connection, Server } from "../_wire/define_http_provider.ts";
import type { Decoder, ProtocolAdapter } from "../_wire/protocol_adapter.ts";
import { toChatBody, toChatChoice } from "./chat/body.ts";
import { createChatDecoder } from "./chat/decoder.ts";
import { createChatWriter } from "./chat/messages.ts";
import type { OpenAITransport } from "./client.ts";
import { type Api, BOUND_REASONING } from "./models.ts";
import type { OpenAIProfile } from "./profile.ts";
import { OPENAI_REFUSALS, readOpenAIError } from "../_refusals/openai.ts";
import type { OpenAIDecoderContext } from "./request.ts";
import { toResponsesBody, toResponsesChoice } from "./responses/body.ts";
import { toCompactBody } from "./responses/compaction.ts";
import { createResponsesDecoder } from "./responses/decoder.ts";
import { RESPONSES_MEDIA } from "./responses/media.ts";
import { searchStyle } from "../_wire/found_tools.ts";
import { withoutStream } from "../_wire/whole_answer.ts";
import { createResponsesWriter } from "./responses/messages.ts";

/** What a server of this kind has of its own. */
export interface OpenAIConnectionOptions {
  readonly transport: OpenAITransport;
  /** Beneath the base URL of the client; `/chat/completions` and `/responses` by default. */
  readonly pathOf?: (api: Api, model: string) => string;
  readonly profile: OpenAIProfile;
  /** See {@link Connection.kind}. */
  readonly kind?: string | undefined;
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
 * `chat`, else Chat Completions for one that lacks `responses`, else `options.apiOf`.
 */
export function toConnection(options: OpenAIConnectionOptions): Connection {
  const { transport: { baseURL: clientURL, send, prepare }, models, api, values, secrets } = options;
  return {
    // The client has the address and sends the credentials.
    baseURL: undefined,
    clientURL,
    kind: options.kind,
    credentials: { headers: {}, values, secrets },
    models: models && api ? withApi(models, api) : models,
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
  const api = pinned ?? chooseApi(options.apiOf, request);
  const other = api === "chat" ? "responses" : "chat";
  const media = { rules: api === "chat" ? profile.media : RESPONSES_MEDIA, lacks: request.lacks };
  const hasBreakpoints = api === "responses" && takesBreakpoints(request, options.models);
  const leads = hasBreakpoints || takesLeading(request);
  const writerOf = (choiceRequest: ChoiceRequest, aliases: Aliases): HistoryWriter => {
    const { model, writer = WRITER } = choiceRequest;
    const style = {
      aliases,
      profile: resolveProfile(profile, writer),
      provider: name,
      model,
      media,
      inParts: hasBreakpoints,
      leads,
      updates: writer >= LEADS_SINCE && choiceRequest.lacks.inline_tools === undefined,
      efforts: profile.efforts.responses,
      writer,
      search: searchStyle(choiceRequest),
    };
    return api === "chat" ? createChatWriter(style) : createResponsesWriter(style);
  };
  return {
    framing: "sse",
    api: `openai.${api}`,
    choice: (choiceRequest, aliases) =>
      api === "chat"
        ? toChatChoice(choiceRequest.choice, aliases)
        : toResponsesChoice(choiceRequest.choice, aliases, searchStyle(choiceRequest)),
    historyWriter: writerOf,
    write: (request, aliases) => {
      const wire = { request, aliases, writer: writerOf(request, aliases), profile, hasBreakpoints, leads };
      const sent = {
        url: pathOf(api, request.model),
        headers: { ...toSession(profile, request), ...headers },
      };
      if (api === "chat") {
        checkSummaries(request);
        return { ...sent, ...toChatBody(wire) };
      }
      if (request.compact === undefined) return { ...sent, ...toResponsesBody(wire) };
      return {
        url: `${sent.url}/compact`,
        headers: { ...sent.headers, accept: "application/json" },
        ...toCompactBody(wire),
      };
    },
    whole: withoutStream,
    decoder: (context) => createOpenAIDecoder(api, { ...context, profile }),
    readError: readOpenAIError,
    refusals: OPENAI_REFUSALS,
    summarizesApart: api === "responses",
    path: api === "responses" ? api : undefined,
    media,
    unlearnable: [
      other,
      ...((pinned ?? request.lacks[other]) === undefined ? [] : [api]),
      ...(hasBreakpoints ? [] : BREAKPOINTS),
      ...unsentFeatures(request),
    ],
  };
}

/** The table of a server whose requests go to one API where their settings do not say otherwise. */
function withApi(table: CapabilityTable, api: Api): CapabilityTable {
  const { settingLacks } = table;
  if (settingLacks === undefined) return table;
  return { ...table, settingLacks: (model, settings) => settingLacks(model, { api, ...settings }) };
}

/** The table says that Chat Completions lacks them; an agent may say otherwise. */
function checkSummaries({ compact, compacted }: ModelRequest): void {
  if (compact === undefined && compacted === undefined) return;
  throw new AgentError(
    "agent_invalid",
    "Chat Completions has no summaries by the API: leave compaction out, or set settings.api to responses.",
  );
}

/** The profile under the rules of a version. */
function resolveProfile(profile: OpenAIProfile, writer: number): OpenAIProfile {
  const { replayed, replayedSince = 1, padded, paddedSince = 1 } = profile;
  return {
    ...profile,
    replayed: writer < replayedSince ? undefined : replayed,
    padded: writer < paddedSince ? undefined : padded,
  };
}

/** The path of an API at every server but the dated versions of Azure. */
export function toPath(api: Api): string {
  return api === "chat" ? "/chat/completions" : "/responses";
}

/** Bounded, and nothing of the tenant or the thread can be read from it. */
function toSession({ sessionHeader }: OpenAIProfile, { cacheKey }: ModelRequest): Record<string, string> {
  return sessionHeader === undefined ? {} : { [sessionHeader]: fnv64(cacheKey) };
}

const BREAKPOINTS: readonly Feature[] = ["cache_breakpoints"];

/** Follows from the table alone: where the API refuses breakpoints, the prompt is the same without them. */
function takesBreakpoints({ model, writer = WRITER }: ChoiceRequest, table?: CapabilityTable): boolean {
  return writer >= BREAKPOINTS_SINCE && table?.breakpoints?.some(({ models }) => models.test(model)) === true;
}

/** The version of the rules that breakpoints began with. */
const BREAKPOINTS_SINCE = 2;

/** For the models whose instructions would stand after the input. */
function takesLeading({ model, writer = WRITER }: ChoiceRequest): boolean {
  return writer >= LEADS_SINCE && BOUND_REASONING.test(model);
}

/** The version of the rules since which their instructions lead at every server, and notices define tools. */
const LEADS_SINCE = 6;

function chooseApi(apiOf: OpenAIConnectionOptions["apiOf"], request: ChoiceRequest): Api {
  const { chat, responses } = request.lacks;
  if (chat !== undefined) return "responses";
  return responses === undefined ? apiOf?.(request) ?? "chat" : "chat";
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
