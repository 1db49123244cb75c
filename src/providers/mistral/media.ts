// Media at Mistral. Sources: ContentChunk of @mistralai/mistralai 2.7.0; https://docs.mistral.ai/capabilities/vision (8 images of
// 10 MB) and document_ai/document_qna (50 MB); only the messages of a user are documented to have media.

import type { ContentChunk$Outbound } from "@mistralai/mistralai/models/components/contentchunk.js";
import { unreachable } from "../../core/error.ts";
import { base64Of, fileName, WAV_AND_MP3 } from "../_wire/media/formats.ts";
import { IMAGE_TYPES, type MediaRules, PDF } from "../_wire/media/media_rules.ts";
import { type PlacedPart, toURL } from "../_wire/media/place_media.ts";

/** What Chat Completions of Mistral takes. */
export const MISTRAL_MEDIA: MediaRules = {
  api: "Mistral",
  user: {
    image: { types: IMAGE_TYPES, urls: true, maxBytes: 10_000_000, most: 8 },
    file: { types: PDF, urls: true, maxBytes: 50_000_000 },
    audio: { types: WAV_AND_MP3, urls: false },
  },
};

/** One part of a user's message. */
export function toChunk(part: PlacedPart): ContentChunk$Outbound {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image":
      return { type: "image_url", image_url: toURL(part) };
    case "file":
      return { type: "document_url", document_url: toURL(part), document_name: fileName(part) };
    case "audio":
      return { type: "input_audio", input_audio: base64Of(part) };
    default:
      return unreachable(part);
  }
}
