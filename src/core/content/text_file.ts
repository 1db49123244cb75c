// Files that are text: models read them as text wherever an API does not take the file itself.

import type { NewMedia } from "./new_part.ts";

/** The longest text of a file that is sent as text, in bytes. */
const MAX_TEXT_BYTES = 1_000_000;

const TEXT = /^text\/|[/+](?:json|xml|yaml|x-yaml|csv|ndjson|toml|javascript)$/;

/** The bytes of text that a file is; undefined for a medium that is not sent as text. */
export function textBytes({ mediaType, source }: Pick<NewMedia, "mediaType" | "source">): number | undefined {
  if (source.type === "url" || source.bytes > MAX_TEXT_BYTES) return undefined;
  return TEXT.test(mediaType) ? source.bytes : undefined;
}
