// AWS event streams (application/vnd.amazon.eventstream): frames of u32 length, u32 length of the headers, u32 CRC of
// these two, headers, payload, u32 CRC of everything. Big endian.

import type { AwsMessage } from "./codec.ts";
import type { FrameParser, OpenFrameParser, Piece } from "../_wire/protocol_adapter.ts";
import { ProviderError } from "../_wire/errors/provider_error.ts";
import { MAX_ANSWER_CHARS, MAX_ERROR_CHARS } from "../_wire/limits.ts";

/** Both lengths and both checksums. */
const MIN_FRAME_BYTES = 16;
const MAX_FRAME_BYTES = 16 * 1024 * 1024;

/**
 * The frames of an answer: `event` is the `:event-type`, or the `:exception-type`, and `data` the payload; a frame of
 * message type `error` is event `error` with `{code, message}`. An answer that is no stream is one piece without an
 * event. What an answer is follows from its first byte: no frame is long enough for one that is a character.
 */
export const openEventStream: OpenFrameParser = async (onPiece) => {
  // Most deployments never call AWS: the codec is loaded with the first answer.
  const { createDecoder } = await import("./codec.ts");
  const decode = createDecoder();
  let parser: FrameParser | undefined;
  return {
    feed(bytes) {
      const [first] = bytes;
      if (first === undefined) return;
      parser ??= first > 1 ? createWholeParser(onPiece) : createFrameParser(onPiece, decode);
      parser.feed(bytes);
    },
    end: () => parser?.end(),
  };
};

function createFrameParser(
  onPiece: (piece: Piece) => void,
  decode: (frame: Uint8Array) => AwsMessage,
): FrameParser {
  const splitter = new FrameSplitter((frame) => onPiece(toPiece(decodeFrame(frame, decode))));
  let total = 0;
  return {
    feed(bytes) {
      total += bytes.length;
      if (total > MAX_ANSWER_CHARS) {
        throw new ProviderError("model_protocol", `The answer is longer than ${MAX_ANSWER_CHARS} bytes.`);
      }
      splitter.feed(bytes);
    },
    end: () => splitter.end(),
  };
}

/** The whole body as one piece, which is to be JSON. */
function createWholeParser(onPiece: (piece: Piece) => void): FrameParser {
  const decoder = new TextDecoder();
  let text = "";
  return {
    feed(bytes) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length <= MAX_ANSWER_CHARS) return;
      throw new ProviderError(
        "model_protocol",
        `The answer is longer than ${MAX_ANSWER_CHARS} characters.`,
      );
    },
    end() {
      text += decoder.decode();
      if (text.trimStart().startsWith("<")) {
        const plain = text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim();
        throw new ProviderError(
          "model_server",
          `The provider answered with a page: ${plain.slice(0, MAX_ERROR_CHARS)}`,
        );
      }
      onPiece({ data: text });
    },
  };
}

/** Cuts chunks of any size into frames. A byte is copied once at most, whatever the sizes. */
class FrameSplitter {
  readonly #onFrame: (frame: Uint8Array) => void;
  #chunks: Uint8Array[] = [];
  #buffered = 0;
  /** The length of the frame that is being collected; undefined until its first four bytes are there. */
  #length: number | undefined;

  constructor(onFrame: (frame: Uint8Array) => void) {
    this.#onFrame = onFrame;
  }

  feed(chunk: Uint8Array): void {
    let rest = chunk;
    while (rest.length > 0) {
      const missing = (this.#length ?? 4) - this.#buffered;
      this.#chunks.push(rest.slice(0, missing)); // the bytes of a chunk are the reader's
      this.#buffered += Math.min(missing, rest.length);
      rest = rest.subarray(missing);
      if (this.#length === undefined && this.#buffered === 4) this.#length = this.#readLength();
      else if (this.#buffered === this.#length) this.#onFrame(this.#take());
    }
  }

  /** @throws {ProviderError} model_protocol, when a frame has begun and not ended */
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
