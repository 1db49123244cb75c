// The body of an answer, as a stream or whole: what it is follows from its first character, since servers label a stream as
// JSON, JSON as a stream, and their proxies answer 200 with a page of HTML.

import { parseJson } from "../../core/json.ts";
import type { ModelEvent } from "../../core/provider.ts";
import { ProviderError } from "./errors.ts";
import type { Decoder, Framing, Piece } from "./dialect.ts";
import { excerpt } from "./frame.ts";
import { MAX_ERROR_CHARS } from "./limits.ts";
import { readEvents, readLines, readText } from "./sse.ts";
import type { IdleTimeout } from "./idle_timeout.ts";

/** How long the usage may come behind the end of an answer, in milliseconds. */
const GRACE_MS = 2000;

/** Feeds the decoder until the answer is over, and yields its events piece by piece. Throws Fault. */
export async function* decodeAnswer(
  response: Response,
  framing: Framing,
  decoder: Decoder,
  idle: IdleTimeout,
): AsyncGenerator<readonly ModelEvent[]> {
  if (!response.body) throw new ProviderError("model_protocol", "The answer has no body.");
  if (typeof framing === "function") {
    return yield* decodePieces(framing(response, idle), decoder, idle);
  }
  const texts = readText(response.body, idle);
  const head = await readHead(texts);
  const all = prepend(head, texts);
  switch (head.trimStart()[0]) {
    // Some servers answer a streamed request with a whole body: cloudflare/ai#396.
    case "{":
    case "[":
      if (framing === "lines") return yield* decodePieces(readLines(all), decoder, idle);
      return decoder.readBody(parseJson(await join(all)) ?? null);
    case "<":
      throw new ProviderError(
        "model_server",
        `The provider answered with a page: ${excerpt(toPlain(await join(all)))}`,
      );
  }
  let isEmpty = true;
  let seen = "";
  const watched = tap(all, (text) => seen = (seen + text).slice(0, MAX_ERROR_CHARS));
  const pieces = tap(readEvents(watched), () => isEmpty = false);
  yield* decodePieces(pieces, decoder, idle);
  if (isEmpty && /^(?!:|data|event|id|retry)\S/m.test(seen)) {
    throw new ProviderError(
      "model_protocol",
      `The answer is neither JSON nor a stream of events: ${seen.trim()}`,
    );
  }
}

async function* decodePieces(
  source: AsyncIterable<readonly Piece[]>,
  decoder: Decoder,
  idle: IdleTimeout,
): AsyncGenerator<readonly ModelEvent[]> {
  let isEnding = false;
  for await (const pieces of untilEnded(source, decoder)) {
    let done = false;
    let told: readonly ModelEvent[] = [];
    try {
      for (const { event, data } of pieces) done ||= decoder.read(event, data);
    } finally {
      // Also what came before a broken event, so that chunk boundaries make no difference.
      told = decoder.take();
      yield told;
    }
    if (done) return;
    // Some servers name a finish in every piece: a model that still speaks has not ended.
    if (decoder.hasEnded() && (!isEnding || told.length > 0)) {
      isEnding = true;
      idle.expectEnd(GRACE_MS);
    }
  }
}

async function* tap<T>(source: AsyncIterable<T>, see: (item: T) => void): AsyncGenerator<T> {
  for await (const item of source) {
    see(item);
    yield item;
  }
}

// The answer is whole once the model has ended it: a connection that is then left open or torn down takes nothing away.
async function* untilEnded<T>(source: AsyncIterable<T>, decoder: Decoder): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (thrown) {
    const isLost = thrown instanceof ProviderError &&
      (thrown.code === "model_network" || thrown.code === "model_timeout");
    if (!isLost || !decoder.hasEnded()) throw thrown;
  }
}

/** The text up to the first character that is not blank. */
async function readHead(texts: AsyncGenerator<string>): Promise<string> {
  let head = "";
  for (;;) {
    const { done, value } = await texts.next();
    if (done) return head;
    head += value;
    // Not the whole head: keep-alives are blank lines at times, and many.
    if (value.trim() !== "") return head;
  }
}

async function* prepend(head: string, texts: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield head;
    yield* texts;
  } finally {
    await texts.return(undefined);
  }
}

async function join(texts: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of texts) text += piece;
  return text;
}

function toPlain(html: string): string {
  return html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}
