// ProtocolAdapter: how requests of one model API are written and its answers are read. http_provider.ts has what all
// exchanges have in common.

import type { Feature } from "../../core/model/capability.ts";
import type { Json } from "../../core/json.ts";
import type { ChoiceRequest, HistoryWriter, ModelRequest, ModelResult } from "../../core/model/provider.ts";
import type { Aliases } from "./calls/tool_names.ts";
import type { ErrorReader, ProviderError, ProviderErrorFacts } from "./errors/provider_error.ts";
import type { RefusalPattern } from "./errors/refusal_patterns.ts";
import type { MediaStyle } from "./media/media_rules.ts";
import type { ResponseBuilder } from "./response/response_builder.ts";

/** One model API, for one request. */
export interface ProtocolAdapter {
  readonly framing: Framing;
  /** The name in {@link ProviderApis}, without the kind of the server. */
  readonly api: string;
  /** The tool names that the API takes; those of OpenAI by default. */
  readonly names?: RegExp;
  /** See {@link Provider.map}; called only for a request with tools. */
  choice(request: ChoiceRequest, aliases: Aliases): Json;
  /** How messages are written, for a history that is kept as text. */
  historyWriter(request: ChoiceRequest, aliases: Aliases): HistoryWriter;
  /** See {@link Provider.outputLimit}; `maxOutputTokens` of the settings by default. */
  outputLimit?(request: ChoiceRequest): number | undefined;
  /** The HTTP request; its body has markers in place of media. Settings that the model lacks are removed before. */
  write(request: ModelRequest, aliases: Aliases): WireRequest | Promise<WireRequest>;
  /** The request for the same answer in one body; absent where the API only streams. */
  whole?(request: WireRequest): WireRequest;
  /** A decoder for one answer. */
  decoder(context: DecoderContext): Decoder;
  /** Reads an error object, in a refusal and in a stream; by the generic words by default. */
  readonly readError?: ErrorReader;
  /** The failure of a status other than 2xx; by default the body has the form of OpenAI's. */
  refusal?(refused: Refused): ProviderError;
  /** Texts that name what a model lacks, besides the generic ones. */
  readonly refusals?: readonly RefusalPattern[];
  /** Features that a refusal cannot be about: the request is the same with and without them. */
  readonly unlearnable?: readonly Feature[];
  /** Summaries are requested at a path of their own: the refusal of such a request means that the server has no summaries. */
  readonly summarizesApart?: boolean;
  /** What a server lacks that has no such path, where the request may go to another one. */
  readonly path?: Feature | undefined;
  /** What becomes of media; its writer places them by it. */
  readonly media: MediaStyle;
  /** Signs a request whose body is complete. */
  sign?(request: WireRequest): Promise<WireRequest>;
}

/** One POST. */
export interface WireRequest extends WireBody {
  /** The whole URL; only a path or a name where `HttpProviderConfig.send` adds the rest. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A body that begins with the list of its messages. */
export interface WireBody {
  /** JSON text. */
  readonly body: string;
  /** Characters behind that list, in which the other fields stand. */
  readonly fields?: number;
}

/** A response with a status other than 2xx. */
export interface Refused {
  readonly status: number;
  readonly headers: Headers;
  /** The body, or its beginning. */
  readonly text: string;
  /** The body as JSON; undefined when it is not JSON. */
  readonly json: Json | undefined;
  /** What the headers contain. */
  readonly facts: ProviderErrorFacts;
}

/**
 * How a body is cut into pieces. `sse`: server-sent events, or a whole body where a server does not stream; `lines`:
 * one JSON text a line; a function opens a parser of anything else.
 */
export type Framing = "sse" | "lines" | OpenFrameParser;

/** Opens a parser that gives each piece to `onPiece`. */
export type OpenFrameParser = (onPiece: (piece: Piece) => void) => Promise<FrameParser>;

/** Cuts the bytes of a body into pieces. */
export interface FrameParser {
  /**
   * Takes the next chunk, of any size.
   *
   * @throws {ProviderError} model_protocol, for damaged frames
   */
  feed(bytes: Uint8Array): void;
  /**
   * The body has ended.
   *
   * @throws {ProviderError} model_protocol, when a frame has begun and not ended
   */
  end(): void;
}

/** One event of a stream: `event` is its name, where the framing has names. */
export interface Piece {
  readonly event?: string | undefined;
  readonly data: string;
}

/** Where a decoder puts what it reads, and what it reads with. */
export interface DecoderContext {
  readonly builder: ResponseBuilder;
  readonly readError: ErrorReader;
  /** Wire names of the tools that were sent. */
  readonly offered: ReadonlySet<string>;
  readonly provider: string;
  readonly model: string;
}

/**
 * Reads one answer, piece by piece or whole, into the builder of its context. Every method may throw a ProviderError.
 */
export interface Decoder {
  /** One piece of a stream; true when the protocol's end mark was read and nothing more is to come. */
  read(event: string | undefined, data: string): boolean;
  /** The whole body of an answer that was not streamed. */
  readBody(body: Json): void;
  /** The model has ended its answer; only the usage may still come. */
  hasEnded(): boolean;
  /**
   * The result, once everything was read. Ends the open blocks.
   *
   * @throws {ProviderError} model_protocol, when the answer has no end
   */
  close(): ModelResult;
}
