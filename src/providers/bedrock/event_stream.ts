// AWS event streams (application/vnd.amazon.eventstream): frames of u32 length, u32 length of the headers, u32 CRC of these
// two, headers, payload, u32 CRC of everything. Big endian.

import type { AwsMessage } from "./codec.ts";
import type { Piece, ReadFrames } from "../_wire/dialect.ts";
import { ProviderError } from "../_wire/errors.ts";
import { MAX_ANSWER_CHARS, MAX_ERROR_CHARS } from "../_wire/limits.ts";
import { readBytes } from "../_wire/sse.ts";
import type { IdleTimeout } from "../_wire/idle_timeout.ts";

/** Both lengths and both checksums. */
const MIN_FRAME_BYTES = 16;
const MAX_FRAME_BYTES = 16 * 1024 * 1024;

/**
 * The frames of an answer: `event` is the `:event-type`, or the `:exception-type`, and `data` the payload; a frame of
 * message type `error` is event `error` with `{code, message}`. An answer that is no stream is one piece without an event.
 * What an answer is follows from its first byte: no frame is long enough for one that is a character.
 */
export const readEventStream: ReadFrames = async function* (response, idle) {
  if (!response.body) return;
  const source = readBytes(response.body, idle);
  let first = await source.next();
  while (!first.done && first.value.length === 0) first = await source.next();
  if (first.done) return;
  const [byte = 0] = first.value;
  const bytes = prepend(first.value, source);
  if (byte > 1) yield [{ data: await readWhole(bytes) }];
  else yield* readFrames(bytes, idle);
};

async function* readFrames(source: AsyncIterable<Uint8Array>, idle: IdleTimeout) {
  // Most deployments never speak to AWS.
  const { createDecoder } = await idle.race(import("./codec.ts"));
  const decode = createDecoder();
  const splitter = new FrameSplitter();
  let total = 0;
  for await (const chunk of source) {
    total += chunk.length;
    if (total > MAX_ANSWER_CHARS) {
      throw new ProviderError("model_protocol", `The answer is longer than ${MAX_ANSWER_CHARS} bytes.`);
    }
    const pieces: Piece[] = [];
    try {
      for (const frame of splitter.split(chunk)) pieces.push(toPiece(decodeFrame(frame, decode)));
    } finally {
      // Also what came before a broken frame, so that chunk boundaries make no difference.
      if (pieces.length > 0) yield pieces;
    }
  }
  splitter.end();
}

/** Cuts chunks of any size into frames. A byte is copied once at most, whatever the sizes. */
class FrameSplitter {
  #chunks: Uint8Array[] = [];
  #buffered = 0;
  /** The length of the frame that is being collected; undefined until its first four bytes are there. */
  #length: number | undefined;

  *split(chunk: Uint8Array): Generator<Uint8Array> {
    let rest = chunk;
    while (rest.length > 0) {
      const missing = (this.#length ?? 4) - this.#buffered;
      this.#chunks.push(rest.subarray(0, missing));
      this.#buffered += Math.min(missing, rest.length);
      rest = rest.subarray(missing);
      if (this.#length === undefined && this.#buffered === 4) this.#length = this.#readLength();
      else if (this.#buffered === this.#length) yield this.#take();
    }
  }

  /** Throws Fault when a frame has begun and not ended. */
  end(): void {
    if (this.#buffered === 0) return;
    throw new ProviderError("model_protocol", "The stream ended in the middle of a frame.");
  }

  #readLength(): number {
    const bytes = concat(this.#chunks, 4);
    const length = new DataView(bytes.buffer).getUint32(0);
    if (length >= MIN_FRAME_BYTES && length <= MAX_FRAME_BYTES) return length;
    throw new ProviderError("model_protocol", `A frame of the stream claims a length of ${length} bytes.`);
  }

  #take(): Uint8Array {
    const frame = concat(this.#chunks, this.#buffered);
    this.#chunks = [];
    this.#buffered = 0;
    this.#length = undefined;
    return frame;
  }
}

function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

function decodeFrame(frame: Uint8Array, decode: (frame: Uint8Array) => AwsMessage): AwsMessage {
  try {
    return decode(frame);
  } catch (cause) {
    throw new ProviderError("model_protocol", "A frame of the stream is damaged.", { cause });
  }
}

function toPiece({ headers, body }: AwsMessage): Piece {
  const header = (name: string) => {
    const value = headers[name]?.value;
    return typeof value === "string" ? value : undefined;
  };
  switch (header(":message-type")) {
    case "event":
      return { event: header(":event-type") ?? "", data: new TextDecoder().decode(body) };
    case "exception":
      return { event: header(":exception-type") ?? "exception", data: new TextDecoder().decode(body) };
    case "error":
      return {
        event: "error",
        data: JSON.stringify({ code: header(":error-code"), message: header(":error-message") }),
      };
    default:
      throw new ProviderError("model_protocol", "A frame of the stream is neither an event nor an error.");
  }
}

/** The whole body, which is to be JSON. */
async function readWhole(source: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of source) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MAX_ANSWER_CHARS) {
      throw new ProviderError("model_protocol", `The answer is longer than ${MAX_ANSWER_CHARS} characters.`);
    }
  }
  text += decoder.decode();
  if (text.trimStart().startsWith("<")) {
    const plain = text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim();
    throw new ProviderError(
      "model_server",
      `The provider answered with a page: ${plain.slice(0, MAX_ERROR_CHARS)}`,
    );
  }
  return text;
}

async function* prepend(head: Uint8Array, source: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    yield* source;
  } finally {
    await source.return(undefined);
  }
}
