// Estimates of the tokens of media by kind. No provider reports them before the request.

import type { NewMedia } from "./new_part.ts";
import { textBytes } from "./text_file.ts";

/** Of an image: Anthropic has about 1,600 for its largest size, OpenAI 765 to 1,536 for usual ones in high detail. */
const IMAGE_TOKENS = 1_600;
/** Of a second of audio: Gemini has 32, OpenAI about 10. A second of the usual 128 kbit/s has 16,000 bytes. */
const AUDIO_BYTES_PER_TOKEN = 500;
/**
 * Of a document: Anthropic has 1,500 to 3,000 tokens a page, and pages of text take some 20 to 100 KB of a PDF.
 */
const FILE_BYTES_PER_TOKEN = 25;
/** Of a file that is sent as text. */
const TEXT_BYTES_PER_TOKEN = 4;
/** Of a document or a sound behind a URL, of unknown size. */
const UNKNOWN_TOKENS = 3_000;

/** The estimated tokens of media. */
export function tokensOfMedia(media: readonly NewMedia[]): number {
  return media.reduce((sum, mediaPart) => sum + estimateTokens(mediaPart), 0);
}

/** How much more than its estimate a medium may take. */
const MARGIN = 2;

/** The most tokens that media take: a token of text has at least one byte. */
export function mostTokensOfMedia(media: readonly NewMedia[]): number {
  return media.reduce(
    (sum, mediaPart) => sum + (textBytes(mediaPart) ?? estimateTokens(mediaPart) * MARGIN),
    0,
  );
}

function estimateTokens(mediaPart: NewMedia): number {
  const { type, source } = mediaPart;
  if (type === "image") return IMAGE_TOKENS;
  if (source.type === "url") return UNKNOWN_TOKENS;
  const text = textBytes(mediaPart);
  if (text !== undefined) return Math.ceil(text / TEXT_BYTES_PER_TOKEN);
  return Math.ceil(source.bytes / (type === "audio" ? AUDIO_BYTES_PER_TOKEN : FILE_BYTES_PER_TOKEN));
}
