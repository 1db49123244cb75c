// What an entry takes in a request: its bytes, and the tokens that they are estimated at. It is counted as Chat Completions has
// it, which other APIs differ little from, and without what only Treadle reads.

import { listMedia } from "../../core/content/new_part.ts";
import type { MediaPart } from "../../core/content/part.ts";
import { tokensOfMedia } from "../../core/content/media_tokens.ts";
import { listCalls } from "../../core/entry.ts";
import { unreachable } from "../../core/error.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import { callCount } from "./codec.ts";
import { openEntry } from "./lazy_entry.ts";
import { observationText } from "./observation.ts";
import { limitOn, type Shortening } from "./shortening.ts";

/** The size of one entry in a request. */
export interface EntrySize {
  /** UTF-8 bytes, of a shortened output those that are sent. */
  readonly bytes: number;
  /** For each token, before a model has reported any: of words or of data. */
  readonly bytesPerToken: number;
  /** A window may begin here: the entry is no observation of a call before it. */
  readonly begins: boolean;
}

/** Of words in any language. */
const WORDS = 4;
/** Of JSON, identifiers and numbers. */
const DATA = 3;

/** The media of an entry as the bytes of text that take as many tokens. */
function mediaBytes(media: readonly MediaPart[], bytesPerToken: number): number {
  return bytesPerToken * tokensOfMedia(media);
}

/** The size of a stored text, which is whole. */
export function measureEntry(text: string, shortening: Shortening | undefined): EntrySize {
  const end = text.indexOf("\n");
  const bytes = utf8Bytes(end < 0 ? text : text.slice(end + 1));
  const entry = openEntry(text);
  switch (entry.type) {
    case "user": {
      const size = { bytesPerToken: WORDS, begins: true };
      if (end >= 0 || entry.parts === undefined) return { bytes, ...size };
      return { bytes: utf8Bytes(entry.text) + mediaBytes(listMedia(entry.parts), WORDS), ...size };
    }
    case "assistant": {
      const calls = end < 0 ? listCalls(entry).length : callCount(text, end);
      return { bytes, bytesPerToken: calls > 0 ? DATA : WORDS, begins: true };
    }
    case "tool": {
      const limit = shortening && limitOn(entry, shortening);
      const own = limit === undefined ? bytes : Math.min(bytes, utf8Bytes(observationText(entry, limit)));
      const sent = end >= 0 || entry.media === undefined ? own : own + mediaBytes(entry.media, DATA);
      return { bytes: sent, bytesPerToken: DATA, begins: false };
    }
    case "notice":
      return entry.tools?.added === undefined
        ? { bytes: utf8Bytes(entry.text), bytesPerToken: WORDS, begins: false }
        : { bytes, bytesPerToken: DATA, begins: false };
    case "cut":
    case "summary":
    case "failure":
      return { bytes: 0, bytesPerToken: WORDS, begins: false };
    default:
      return unreachable(entry);
  }
}
