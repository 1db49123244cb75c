// Reads a body into one buffer. For a read without one the runtime allocates 64 KiB for each chunk, and a stream that waits for its next
// chunk holds them: with a thousand open streams most of the memory of an isolate.

/** Bytes of the buffer: what an HTTP client hands on at once. */
const BUFFER_BYTES = 16_384;

/** The reader of one body. */
export interface ByteReader {
  /** The next chunk. Its bytes are valid until the next call. */
  read(): Promise<ReadableStreamReadResult<Uint8Array>>;
  /** The rest is not read: a pending read ends as done. */
  cancel(): Promise<void>;
}

/** Locks the body, which may be a stream of bytes or one of chunks: what is read of it are the same bytes in the same order. */
export function openByteReader(body: ReadableStream<Uint8Array>): ByteReader {
  const bytes = readerOfBytes(body);
  if (bytes === undefined) return body.getReader();
  let buffer = new ArrayBuffer(BUFFER_BYTES);
  return {
    async read() {
      const { done, value } = await bytes.read(new Uint8Array(buffer));
      if (done || value === undefined) return { done: true, value: undefined };
      buffer = value.buffer;
      return { done, value };
    },
    cancel: () => bytes.cancel(),
  };
}

/** Bodies of a fetch are streams of bytes; one that a test, a proxy or a tracer has wrapped may be none. */
function readerOfBytes(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}
