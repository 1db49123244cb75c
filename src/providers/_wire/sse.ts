// Server-sent events, or lines, from the bytes of a response. The parser is eventsource-parser; the openai package's own iterator
// cannot tell a stream that ended from one that was cut, and has no limit on what it buffers.

import { createParser, type EventSourceMessage } from "eventsource-parser";
import { ProviderError } from "./errors.ts";
import { MAX_ANSWER_CHARS, MAX_EVENT_CHARS } from "./limits.ts";
import type { IdleTimeout } from "./idle_timeout.ts";

/** The events of each piece of text together, as they arrive. */
export async function* readEvents(
  texts: AsyncIterable<string>,
): AsyncGenerator<readonly EventSourceMessage[]> {
  let events: EventSourceMessage[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_CHARS,
    // The parser limits only what it buffers: not an event that comes whole in one chunk.
    onEvent: (event) => {
      if (event.data.length > MAX_EVENT_CHARS) throw tooLong("event");
      events.push(event);
    },
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") throw tooLong("event");
    },
  });
  for await (const text of texts) {
    events = [];
    try {
      parser.feed(text);
    } finally {
      // Also what came before an event that is too long, so that chunk boundaries make no difference.
      if (events.length > 0) yield events;
    }
  }
  // Some servers leave out the blank line behind the last event.
  events = [];
  parser.feed("\n\n");
  if (events.length > 0) yield events;
}

/** The lines of each piece of text together, blank ones left out; the last may lack its end. */
export async function* readLines(texts: AsyncIterable<string>): AsyncGenerator<readonly { data: string }[]> {
  let begun = "";
  for await (const text of texts) {
    // What has begun is not searched again: a long line may come in very many chunks.
    const lines = text.split("\n");
    const rest = lines.pop() ?? "";
    if (lines.length > 0) [lines[0], begun] = [begun + lines[0], ""];
    begun += rest;
    const long = [...lines, begun].findIndex((line) => line.length > MAX_EVENT_CHARS);
    yield toPieces(long < 0 ? lines : lines.slice(0, long));
    if (long >= 0) throw tooLong("line");
  }
  yield toPieces([begun]);
}

function tooLong(what: string): ProviderError {
  return new ProviderError("model_protocol", `One ${what} is longer than ${MAX_EVENT_CHARS} characters.`);
}

function toPieces(lines: readonly string[]): { data: string }[] {
  return lines.filter((line) => line.trim() !== "").map((data) => ({ data }));
}

/**
 * The decoded text, chunk by chunk; characters that straddle chunks stay whole. Otherwise as {@link readBytes}.
 */
export async function* readText(
  body: ReadableStream<Uint8Array>,
  idle: IdleTimeout,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let chars = 0;
  for await (const bytes of readBytes(body, idle)) {
    const text = decoder.decode(bytes, { stream: true });
    chars += text.length;
    if (chars > MAX_ANSWER_CHARS) {
      throw new ProviderError("model_protocol", `The answer is longer than ${MAX_ANSWER_CHARS} characters.`);
    }
    if (text !== "") yield text;
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}

/**
 * The bytes, chunk by chunk. Throws the watchdog's reason when it aborts, and Fault `model_network` when the connection
 * breaks. Leaving the loop early cancels what does not end at once.
 */
export async function* readBytes(
  body: ReadableStream<Uint8Array>,
  idle: IdleTimeout,
): AsyncGenerator<Uint8Array> {
  const { signal } = idle;
  const reader = body.getReader();
  // A pending read ends when the reader is cancelled, whether or not the fetch heeds its signal.
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  let hasEnded = false;
  try {
    for (;;) {
      const { done, value } = await read(reader, signal);
      idle.touch();
      hasEnded = done;
      if (done) return;
      yield value;
    }
  } finally {
    // A body that was read to its end leaves its connection to the next request; a cancelled one ends it.
    if (!hasEnded && !signal.aborted) await linger(reader);
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

/** How long the end of a body may take behind its last event, in milliseconds. */
const LINGER_MS = 10;

async function linger(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, LINGER_MS);
  reader.read().then(() => resolve(), () => resolve());
  await promise;
  clearTimeout(timer);
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal) {
  try {
    const chunk = await reader.read();
    signal.throwIfAborted();
    return chunk;
  } catch (cause) {
    signal.throwIfAborted();
    throw new ProviderError("model_network", "The connection broke in the middle of the answer.", { cause });
  }
}
