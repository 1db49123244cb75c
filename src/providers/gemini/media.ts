// Media in generateContent. Sources: Part, Blob, FileData and FunctionResponse.parts of the types of @google/genai;
// https://ai.google.dev/gemini-api/docs/image-understanding, audio, document-processing and file-input-methods (URLs, at most
// 100 MB a request, 50 MB a PDF); function-calling, "multimodal function responses": Gemini 3, inline data.

import type { FunctionResponsePart, Part } from "@google/genai";
import type { MediaForms, MediaRules } from "../_wire/media/media_rules.ts";
import { PDF } from "../_wire/media/media_rules.ts";
import { base64Of } from "../_wire/media/formats.ts";
import type { PlacedMedia, PlacedPart } from "../_wire/media/place_media.ts";

const REQUEST_BYTES = 75_000_000;

const USER: MediaForms = {
  image: {
    types: ["image/jpeg", "image/png", "image/webp", "image/heic", "image/heif"],
    urls: true,
    maxBytes: REQUEST_BYTES,
  },
  file: { types: PDF, urls: true, maxBytes: 50_000_000 },
  audio: {
    types: [
      "audio/wav",
      "audio/mpeg",
      "audio/aiff",
      "audio/aac",
      "audio/ogg",
      "audio/flac",
    ],
    urls: true,
    maxBytes: REQUEST_BYTES,
  },
};

/** What generateContent takes. */
export const GEMINI_MEDIA: MediaRules = {
  api: "Gemini",
  user: USER,
  result: {
    image: { types: ["image/jpeg", "image/png", "image/webp"], urls: false, maxBytes: REQUEST_BYTES },
    file: { types: PDF, urls: false, maxBytes: 50_000_000 },
  },
};

/** One part of what a user says. */
export function toMediaPart(part: PlacedPart): Part {
  if (part.type === "text") return { text: part.text };
  const mimeType = toMimeType(part);
  return part.source.type === "url"
    ? { fileData: { mimeType, fileUri: part.source.url } }
    : { inlineData: { mimeType, data: part.source.data } };
}

/** The media of a result. */
export function toResponseParts(parts: readonly PlacedPart[]): FunctionResponsePart[] {
  return parts.flatMap((part) =>
    part.type === "text" ? [] : [{ inlineData: { mimeType: toMimeType(part), data: base64Of(part) } }]
  );
}

/** The text of a result, with the files that are text. */
export function withTexts(text: string, parts: readonly PlacedPart[]): string {
  return [text, ...parts.flatMap((part) => part.type === "text" ? [part.text] : [])].join("\n");
}

// The name that the guide has.
function toMimeType({ mediaType }: PlacedMedia): string {
  return mediaType === "audio/mpeg" ? "audio/mp3" : mediaType;
}
