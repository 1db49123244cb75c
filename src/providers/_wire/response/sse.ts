// Splits the text of a response into server-sent events or lines. The parser of events is eventsource-parser; the
// iterator of the openai package does not distinguish a stream that ended from one that was cut, and has no limit on
// what it buffers.

import { createParser } from "eventsource-parser";
import type { Piece } from "../protocol_adapter.ts";
import { ProviderError } from "../errors/provider_error.ts";
import { MAX_EVENT_CHARS } from "../limits.ts";

/** Cuts the text of a body into pieces. */
export interface TextParser {
  /** Takes the next chunk, of any size, and gives each piece that it completes to the parser's `onPiece`. */
  feed(text: string): void;
  /** The body has ended. */
  end(): void;
}

/**
 * A parser of server-sent events.
 *
 * @throws {ProviderError} model_protocol - from `feed`, for an event of more than 4,194,304 characters
 */
export function createEventParser(onPiece: (piece: Piece) => void): TextParser {
  const parser = createParser({
    maxBufferSize: MAX_EVENT_CHARS,
    // The parser limits only what it buffers: not an event that comes whole in one chunk.
    onEvent: (event) => {
      if (event.data.length > MAX_EVENT_CHARS) throw tooLong("event");
      onPiece(event);
    },
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") throw tooLong("event");
    },
  });
  return {
    feed: (text) => parser.feed(text),
    // Some servers leave out the blank line behind the last event.
    end: () => parser.feed("\n\n"),
  };
}

/**
 * A parser of lines, each a piece without a name; blank lines are left out, and the last line may lack its end.
 *
 * @throws {ProviderError} model_protocol - from `feed`, for a line of more than 4,194,304 characters
 */
export function createLineParser(onPiece: (piece: Piece) => void): TextParser {
  let begun = "";
  const take = (line: string) => {
    if (line.length > MAX_EVENT_CHARS) throw tooLong("line");
    if (line.trim() !== "") onPiece({ data: line });
  };
  return {
    feed(text) {
      // The begun line is not searched again: a long line may come in very many chunks.
      const lines = text.split("\n");
      const rest = lines.pop() ?? "";
      if (lines.length > 0) [lines[0], begun] = [begun + lines[0], ""];
      begun += rest;
      for (const line of lines) take(line);
      if (begun.length > MAX_EVENT_CHARS) throw tooLong("line");
    },
    end: () => take(begun),
  };
}

function tooLong(what: string): ProviderError {
  return new ProviderError("model_protocol", `One ${what} is longer than ${MAX_EVENT_CHARS} characters.`);
}
