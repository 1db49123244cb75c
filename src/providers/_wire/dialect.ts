// What one dialect of a model API is: how a request is written and an answer is read. Everything that all exchanges have in
// common is in _wire_provider.ts.

import type { Feature } from "../../core/capability.ts";
import { isJsonObject, joinItems, type Json, type JsonObject, parseJson } from "../../core/json.ts";
import type {
  ChoiceRequest,
  HistoryWriter,
  Message,
  ModelRequest,
  ModelResult,
} from "../../core/provider.ts";
import type { ResponseBuilder } from "./response_builder.ts";
import type { ProviderError } from "./errors.ts";
import type { Refused } from "./post.ts";
import type { Aliases } from "./tool_names.ts";

export interface ProtocolAdapter {
  readonly framing: Framing;
  /** The tool names that the API takes; those of OpenAI by default. */
  readonly names?: RegExp;
  /** See Provider.map; never asked for without tools. */
  choice(request: ChoiceRequest, aliases: Aliases): Json;
  /** How messages are written, for a history that is kept as text. */
  historyWriter?(request: ChoiceRequest, aliases: Aliases): HistoryWriter;
  /** The request, settings that the model lacks removed. */
  write(request: ModelRequest, aliases: Aliases): WireRequest | Promise<WireRequest>;
  decoder(context: DecoderContext): Decoder;
  /** The failure that a status other than 2xx tells of; by default that of a body as OpenAI has it, or close to it. */
  refusal?(refused: Refused): ProviderError;
  /** What a refusal cannot teach, since the request would be the same without it. */
  readonly unlearnable?: readonly Feature[];
}

/** One POST. */
export interface WireRequest {
  /** Where to; only a path, or a name, where `WireProviderConfig.send` adds the rest. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
}

/**
 * How an answer comes in pieces. `sse`: server-sent events, or a whole body where a server does not stream; `lines`: one
 * JSON text a line; a function opens a parser of anything else.
 */
export type Framing = "sse" | "lines" | OpenFrameParser;

/** Opens a parser that gives each piece to `onPiece`. */
export type OpenFrameParser = (onPiece: (piece: Piece) => void) => Promise<FrameParser>;

/** Cuts the bytes of a body into pieces. */
export interface FrameParser {
  /** Takes the next chunk, of any size. Throws ProviderError for damaged frames. */
  feed(bytes: Uint8Array): void;
  /** The body has ended. Throws ProviderError when a frame has begun and not ended. */
  end(): void;
}

/** One event of a stream: `event` is its name, where the framing has names. */
export interface Piece {
  readonly event?: string | undefined;
  readonly data: string;
}

/** Where a decoder puts what it reads. */
export interface DecoderContext {
  readonly answer: ResponseBuilder;
  /** Wire names of the tools that were sent. */
  readonly offered: ReadonlySet<string>;
  readonly provider: string;
  readonly model: string;
}

/** Reads one answer, piece by piece or whole, into the builder of its context. Throws ProviderError. */
export interface Decoder {
  /** One piece of a stream; true when the dialect's end mark was read and nothing more is to come. */
  read(event: string | undefined, data: string): boolean;
  /** The whole body of an answer that was not streamed. */
  readBody(body: Json): void;
  /** The model has ended its answer; only the usage may still come. */
  hasEnded(): boolean;
  /** The answer, once everything was read; ProviderError `model_protocol` when it has no end. Ends the open blocks. */
  close(): ModelResult;
}

/** The items of the whole conversation as JSON text; only what is new, unless the older part came in another dialect. */
export function writeConversation({ older, messages }: ModelRequest, writer: HistoryWriter): string {
  if (!older) return writer.write(messages);
  if (older.key !== writer.key) return writer.write([...older.messages(), ...messages]);
  return joinItems(older.text, writer.write(messages));
}

/** The JSON text of an object that has a list more: `items` are its items as JSON text. */
export function withList(field: string, items: string, object: object): string {
  const rest = JSON.stringify(object).slice(1);
  return `{"${field}":[${items}]${rest === "}" ? "" : ","}${rest}`;
}

/** Messages as JSON texts with commas between; `undefined` for one of which the dialect can say nothing. */
export function writeEach(messages: readonly Message[], toWire: (message: Message) => unknown): string {
  let text = "";
  for (const message of messages) text = joinItems(text, JSON.stringify(toWire(message)) ?? "");
  return text;
}

/** Arguments of the history for dialects that have objects: what is none stands as text in one. */
export function toArgsObject(args: string): JsonObject {
  const json = parseJson(args);
  return isJsonObject(json) ? json : { rawInvalidInput: args };
}

/** The same as text: chat templates parse the arguments of the history, and a server answers 500 to what is no object. */
export function toArgsText(args: string): string {
  return isJsonObject(parseJson(args)) ? args : JSON.stringify({ rawInvalidInput: args });
}

/** What a failed call returned, marked as a failure, for dialects that have no field for it. */
export function toToolOutput(text: string, failed: boolean): string {
  if (!failed) return text;
  const json = parseJson(text);
  const isMarked = typeof json === "object" && json !== null && !Array.isArray(json) && "error" in json;
  return isMarked ? text : JSON.stringify({ error: text });
}
