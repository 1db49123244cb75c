// A medium behind a URL as clients of other APIs send it: a `data:` URL has the bytes, any other is read by the provider.

import { readMediaType, toMediaKind, typeOfName } from "./media_type.ts";
import type { WrittenMedium } from "./read_media_part.ts";

/** What a client says of a medium besides its URL. */
export interface UrlFacts {
  readonly mediaType?: string | undefined;
  readonly name?: string | undefined;
  /** The media type where neither the client nor the URL nor the name says one. */
  readonly otherwise: string;
}

/**
 * A URL as a medium, which is still to be checked.
 *
 * @example
 * ```ts
 * import { mediaPartOfUrl } from "./data_url.ts";
 * import assert from "node:assert/strict";
 *
 * const medium = mediaPartOfUrl("data:text/plain;base64,aGk=", { otherwise: "image/jpeg" });
 * assert.deepEqual(medium, { type: "file", mediaType: "text/plain", data: "aGk=" });
 * assert.equal(mediaPartOfUrl("https://a.example/b.png?w=9", { otherwise: "image/jpeg" }).mediaType, "image/png");
 * ```
 */
export function mediaPartOfUrl(url: string, { mediaType, name, otherwise }: UrlFacts): WrittenMedium {
  const named = name === undefined ? {} : { name: name.replace(/^.*[/\\]/, "") };
  const comma = url.startsWith("data:") ? url.indexOf(",") : -1;
  if (comma >= 0) {
    const head = url.slice("data:".length, comma);
    const type = readType(mediaType || head.replace(/;?base64$/i, "") || typeOfName(name ?? "") || otherwise);
    return { ...type, data: /;base64$/i.test(head) ? url.slice(comma + 1) : "", ...named };
  }
  const found = typeOfName(URL.parse(url)?.pathname ?? "") ?? typeOfName(name ?? "");
  return { ...readType(mediaType || found || otherwise), url, ...named };
}

/** Wildcards such as `image/*` name no type; the most usual one of the kind stands for them. */
function readType(declared: string): Pick<WrittenMedium, "type" | "mediaType"> {
  const mediaType = declared === "image/*" ? "image/jpeg" : declared === "audio/*" ? "audio/mpeg" : declared;
  return { type: toMediaKind(readMediaType(mediaType) ?? ""), mediaType };
}
