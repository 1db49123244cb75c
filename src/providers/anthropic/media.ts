// Media in Messages, in what a user says and in the results of tools alike. Sources: ImageBlockParam and DocumentBlockParam of
// the types of @anthropic-ai/sdk; https://platform.claude.com/docs/en/build-with-claude/vision and pdf-support: an image has
// at most 5 MB in base64, a request 32 MB.

import type Anthropic from "@anthropic-ai/sdk";
import { unreachable } from "../../core/error.ts";
import { IMAGE_TYPES, type MediaForms, type MediaRules, PDF } from "../_wire/media/media_rules.ts";
import type { PlacedPart } from "../_wire/media/place_media.ts";

const FORMS: MediaForms = {
  image: { types: IMAGE_TYPES, urls: true, maxBytes: 3_932_160 },
  file: { types: PDF, urls: true, maxBytes: 24_000_000 },
};

/** What Messages takes. */
export const ANTHROPIC_MEDIA: MediaRules = {
  api: "Anthropic",
  user: FORMS,
  result: FORMS,
  // "all content must be type 'text' if 'is_error' is true": vellum-ai/vellum-assistant#18387.
  failuresAreText: true,
};

/** A block of a user's message or of a result. */
export type MediaBlock = Anthropic.TextBlockParam | Anthropic.ImageBlockParam | Anthropic.DocumentBlockParam;

/** The block of one part. */
export function toMediaBlock(part: PlacedPart): MediaBlock {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image": {
      const { source, mediaType } = part;
      const media_type = IMAGE_TYPES.find((type) => type === mediaType) ?? "image/png";
      return {
        type: "image",
        source: source.type === "url" ? source : { type: "base64", media_type, data: source.data },
      };
    }
    case "file":
    case "audio": {
      const { source, name } = part;
      return {
        type: "document",
        source: source.type === "url" ? source : { type: "base64", media_type: PDF[0], data: source.data },
        title: name,
      };
    }
    default:
      return unreachable(part);
  }
}
