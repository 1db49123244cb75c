// Media at Cohere: images in the messages of a user. Sources: Content, ImageUrl and ToolContent of cohere-ai 8.1.0;
// https://docs.cohere.com/docs/image-inputs: 20 images, 20 MB in all.

import { IMAGE_TYPES, type MediaRules } from "../_wire/media/media_rules.ts";

/** What Chat v2 takes. */
export const COHERE_MEDIA: MediaRules = {
  api: "Cohere",
  user: { image: { types: IMAGE_TYPES, urls: true, maxBytes: 15_000_000, most: 20 } },
};
