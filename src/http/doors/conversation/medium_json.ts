// A medium as the body of POST steps has it: doors pass what a client sends to the schema of that body.

import type { WrittenMedium } from "../../../core/content/read_medium.ts";
import type { JsonObject } from "../../../core/json.ts";

/** The JSON of a medium that {@link readMedium} takes, whose data are base64. */
export function mediumJson({ type, mediaType, data, url, name }: WrittenMedium): JsonObject {
  const place: JsonObject = typeof data === "string" ? { data } : { url: url ?? "" };
  return { type, mediaType, ...place, ...(name === undefined ? {} : { name }) };
}
