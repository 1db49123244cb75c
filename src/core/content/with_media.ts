// The output of a tool with media beside its JSON.

import type { Json } from "../json.ts";
import type { WrittenMedium } from "./read_media_part.ts";

/** An output with media; {@link withMedia} makes it. */
export class OutputWithMedia {
  readonly output: Json;
  readonly media: readonly WrittenMedium[];

  constructor(output: Json, media: readonly WrittenMedium[]) {
    this.output = output;
    this.media = media;
  }
}

/**
 * The output of a tool with media, which the model reads after it. A medium that cannot be accepted (it is too large, or its bytes are
 * not of its media type) is left out, and the output says why.
 *
 * @throws {TypeError} media is no list
 *
 * @example
 * ```ts
 * import { withMedia } from "./with_media.ts";
 *
 * const run = async () => {
 *   const data = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
 *   return withMedia({ points: 12 }, [{ type: "image", mediaType: "image/png", data, name: "chart.png" }]);
 * };
 * ```
 */
export function withMedia(output: Json, media: readonly WrittenMedium[]): OutputWithMedia {
  // An author may write untyped JavaScript: the call fails where the mistake is.
  if (!Array.isArray(media)) throw new TypeError("withMedia takes the media as a list.");
  return new OutputWithMedia(output, media);
}
