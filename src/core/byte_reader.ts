// Reads a body into one buffer. A read without one takes 64 KiB from the runtime for each chunk, and a stream that waits for its
// next chunk holds them: with a thousand streams open most of the memory of an isolate.

/** Bytes of the buffer: what an HTTP client hands on at once. */
const BUFFER_BYTES = 16_384;

/** The reader of one body. */
export class ByteReader {
  readonly #read: () => Promise<ReadableStreamReadResult<Uint8Array>>;
  readonly #cancel: () => Promise<void>;

  /** Locks the body. Whatever it is a stream of bytes or of chunks, its chunks are the same bytes in the same order. */
  constructor(body: ReadableStream<Uint8Array>) {
    const bytes = byteReaderOf(body);
    if (bytes === undefined) {
      const reader = body.getReader();
      this.#read = () => reader.read();
      this.#cancel = () => reader.cancel();
      return;
    }
    let buffer = new ArrayBuffer(BUFFER_BYTES);
    this.#cancel = () => bytes.cancel();
    this.#read = async () => {
      const { done, value } = await bytes.read(new Uint8Array(buffer));
      if (done || value === undefined) return { done: true, value: undefined };
      buffer = value.buffer;
      return { done, value };
    };
  }

  /** The next chunk. Its bytes are valid until the next call. */
  read(): Promise<ReadableStreamReadResult<Uint8Array>> {
    return this.#read();
  }

  /** The rest is not read: a pending read ends as done. */
  cancel(): Promise<void> {
    return this.#cancel();
  }
}

/** Bodies of a fetch are streams of bytes; one that a test, a proxy or a tracer has wrapped may be none. */
function byteReaderOf(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}
