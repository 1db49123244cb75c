// Passes the body of a response to a decoder, as a stream or whole: its first character decides, because
// servers label a stream as JSON, JSON as a stream, and their proxies answer 200 with a page of HTML.

import { parseJson } from "../../../core/json.ts";
import type { Decoder, Framing, Piece } from "../protocol_adapter.ts";
import { ProviderError } from "../errors/provider_error.ts";
import { excerpt } from "./frame.ts";
import type { IdleTimeout } from "./idle_timeout.ts";
import { MAX_ERROR_CHARS } from "../limits.ts";
import { readBytes, readText } from "./read_body.ts";
import type { ResponseBuilder } from "./response_builder.ts";
import { createEventParser, createLineParser, type TextParser } from "./sse.ts";

/** How long the usage may come behind the end of an answer, in milliseconds. */
const GRACE_MS = 2000;

/** How a response is read. */
export interface ReadOptions {
  readonly framing: Framing;
  readonly decoder: Decoder;
  /** Where the decoder puts what it reads. */
  readonly builder: ResponseBuilder;
  readonly idle: IdleTimeout;
}

/**
 * Feeds the decoder until the answer is over. An answer is whole once the model has ended it: a connection that is
 * then left open or torn down takes nothing away.
 *
 * @throws {ProviderError} for a body that is not an answer, and what the decoder throws
 */
export async function readResponse({ body }: Response, options: ReadOptions): Promise<void> {
  if (!body) throw new ProviderError("model_protocol", "The answer has no body.");
  const { framing, decoder, idle } = options;
  const feeder = new DecoderFeeder(options);
  try {
    if (framing === "sse" || framing === "lines") await readTextBody(body, framing, feeder, idle);
    else await readFrames(body, framing, feeder, idle);
  } catch (thrown) {
    if (!isLost(thrown) || !decoder.hasEnded()) throw thrown;
  }
  if (feeder.failure) throw feeder.failure.thrown;
}

function isLost(thrown: unknown): boolean {
  return thrown instanceof ProviderError &&
    (thrown.code === "model_network" || thrown.code === "model_timeout");
}

async function readTextBody(
  body: ReadableStream<Uint8Array>,
  framing: "sse" | "lines",
  feeder: DecoderFeeder,
  idle: IdleTimeout,
): Promise<void> {
  let head = "";
  let parser: TextParser | undefined;
  await readText(body, idle, (text) => {
    if (parser) {
      parser.feed(text);
    } else {
      head += text;
      // Keep-alives are blank lines at times, and many: only what is new is searched.
      if (text.trim() === "") return false;
      parser = parserFor(head, framing, feeder);
      parser.feed(head);
    }
    return feeder.endChunk();
  });
  parser ??= parserFor(head, framing, feeder);
  if (!feeder.isDone) parser.end();
}

function parserFor(head: string, framing: "sse" | "lines", feeder: DecoderFeeder): TextParser {
  switch (head.trimStart()[0]) {
    // Some servers answer a streamed request with a whole body: cloudflare/ai#396.
    case "{":
    case "[":
      return framing === "lines" ? createLineParser(feeder.take) : createWholeParser(feeder.takeBody);
    case "<":
      return createWholeParser((html) => {
        throw new ProviderError(
          "model_server",
          `The provider answered with a page: ${excerpt(toPlain(html))}`,
        );
      });
    default:
      return createStreamParser(feeder);
  }
}

/** Keeps the whole text for its end. */
function createWholeParser(onText: (text: string) => void): TextParser {
  let all = "";
  return {
    feed: (text) => void (all += text),
    end: () => onText(all),
  };
}

/** Events, and a refusal of text that never was a stream of events. */
function createStreamParser(feeder: DecoderFeeder): TextParser {
  const events = createEventParser(feeder.take);
  let seen = "";
  return {
    feed(text) {
      if (seen.length < MAX_ERROR_CHARS) seen = (seen + text).slice(0, MAX_ERROR_CHARS);
      events.feed(text);
    },
    end() {
      events.end();
      if (feeder.pieces === 0 && /^(?!:|data|event|id|retry)\S/m.test(seen)) {
        throw new ProviderError(
          "model_protocol",
          `The answer is neither JSON nor a stream of events: ${seen.trim()}`,
        );
      }
    },
  };
}

async function readFrames(
  body: ReadableStream<Uint8Array>,
  openParser: Exclude<Framing, string>,
  feeder: DecoderFeeder,
  idle: IdleTimeout,
): Promise<void> {
  const parser = await idle.race(openParser(feeder.take));
  await readBytes(body, idle, (bytes) => {
    parser.feed(bytes);
    return feeder.endChunk();
  });
  if (!feeder.isDone) parser.end();
}

/** Feeds the pieces to the decoder until the answer is done or broken; what follows in the same chunk is not read. */
class DecoderFeeder {
  readonly #options: ReadOptions;
  /** Events of the answer when the chunk began. */
  #eventsBefore = 0;
  #isEnding = false;
  /** The decoder has read the protocol's end mark, or has failed. */
  isDone = false;
  /** What the decoder threw, apart from the failures of the connection. */
  failure: { readonly thrown: unknown } | undefined;
  /** How many pieces came. */
  pieces = 0;

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  readonly take = ({ event, data }: Piece): void => {
    this.pieces++;
    if (!this.isDone) this.#decode((decoder) => decoder.read(event, data));
  };

  readonly takeBody = (text: string): void => {
    this.#decode((decoder) => {
      decoder.readBody(parseJson(text) ?? null);
      return true;
    });
  };

  /** After all pieces of a chunk. True when nothing more is to be read. */
  endChunk(): boolean {
    const { decoder, builder, idle } = this.#options;
    // Some servers name a finish in every piece: a model that goes on writing has not ended.
    if (!this.isDone && decoder.hasEnded()) {
      if (!this.#isEnding || builder.eventCount > this.#eventsBefore) idle.expectEnd(GRACE_MS);
      this.#isEnding = true;
    }
    this.#eventsBefore = builder.eventCount;
    return this.isDone;
  }

  #decode(read: (decoder: Decoder) => boolean): void {
    try {
      this.isDone = read(this.#options.decoder);
    } catch (thrown) {
      this.failure = { thrown };
      this.isDone = true;
    }
  }
}

function toPlain(html: string): string {
  return html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}
