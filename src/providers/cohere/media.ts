// Media at Cohere: images in the messages of a user. Sources: Content, ImageUrl and ToolContent of cohere-ai 8.1.0;
// https://docs.cohere.com/docs/image-inputs: 20 images, 20 MB in all.

import { IMAGE_TYPES, type MediaRules } from "../_wire/media/media_rules.ts";
import { type PlacedPart, toURL } from "../_wire/media/place_media.ts";

/** What Chat v2 takes. */
export const COHERE_MEDIA: MediaRules = {
  api: "Cohere",
  user: { image: { types: IMAGE_TYPES, urls: true, maxBytes: 15_000_000, most: 20 } },
};

/** One part of a content with images. */
export type ImageContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } };

/** The form of a part. */
export function toImageContent(part: PlacedPart): ImageContent {
  return part.type === "text"
    ? { type: "text", text: part.text }
    : { type: "image_url", image_url: { url: toURL(part) } };
}
