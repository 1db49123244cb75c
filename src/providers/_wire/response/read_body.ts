// The bytes of a response body, pushed chunk by chunk. A body that is read to its end leaves its connection to the
// next request.

import { type ByteReader, openByteReader } from "../../../core/byte_reader.ts";
import { ProviderError } from "../errors/provider_error.ts";
import type { IdleTimeout } from "./idle_timeout.ts";
import { MAX_ANSWER_CHARS } from "../limits.ts";

/** How long the end of a body may take behind its last event, in milliseconds. */
const LINGER_MS = 10;

/**
 * Gives `take` each chunk, whose bytes are valid within the call, until the body ends, or until `take` returns true: then what does not end at once is
 * cancelled.
 *
 * @throws the reason of `idle.signal` when that aborts, and what `take` throws
 * @throws {ProviderError} model_network - when the connection breaks
 */
export async function readBytes(
  body: ReadableStream<Uint8Array>,
  idle: IdleTimeout,
  take: (bytes: Uint8Array) => boolean,
): Promise<void> {
  const { signal } = idle;
  const reader = openByteReader(body);
  // A pending read ends when the reader is cancelled, whether or not the fetch heeds its signal.
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  let hasEnded = false;
  try {
    for (;;) {
      const { done, value } = await read(reader, signal);
      idle.touch();
      hasEnded = done;
      if (done || take(value)) return;
    }
  } finally {
    if (!hasEnded && !signal.aborted) hasEnded = await linger(reader);
    signal.removeEventListener("abort", cancel);
    if (hasEnded) idle.endWhole();
    else cancel();
  }
}

/**
 * As {@link readBytes}, with decoded text in chunks that are not empty; characters that straddle chunks stay whole.
 *
 * @throws {ProviderError} model_protocol - for more than 33,554,432 characters
 */
export async function readText(
  body: ReadableStream<Uint8Array>,
  idle: IdleTimeout,
  take: (text: string) => boolean,
): Promise<void> {
  const decoder = new TextDecoder();
  let chars = 0;
  let isDone = false;
  await readBytes(body, idle, (bytes) => {
    const text = decoder.decode(bytes, { stream: true });
    chars += text.length;
    if (chars > MAX_ANSWER_CHARS) {
      throw new ProviderError(
        "model_protocol",
        `The answer is longer than ${MAX_ANSWER_CHARS} characters.`,
      );
    }
    return isDone = text !== "" && take(text);
  });
  const rest = decoder.decode();
  if (!isDone && rest !== "") take(rest);
}

/** Whether the body ends behind what was read of it. */
async function linger(reader: ByteReader): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hasEnded = await new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), LINGER_MS);
    reader.read().then(({ done }) => resolve(done), () => resolve(false));
  });
  clearTimeout(timer);
  return hasEnded;
}

async function read(reader: ByteReader, signal: AbortSignal) {
  try {
    const chunk = await reader.read();
    signal.throwIfAborted();
    return chunk;
  } catch (cause) {
    signal.throwIfAborted();
    throw new ProviderError("model_network", "The connection broke in the middle of the answer.", { cause });
  }
}
