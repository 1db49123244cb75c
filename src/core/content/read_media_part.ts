// Reads a medium of a request or of a tool's output. Both have the same check.

import { readBase64, toBase64 } from "./base64.ts";
import { contradiction, readMediaType, toMediaKind } from "./media_type.ts";
import type { NewMedia } from "./new_part.ts";
import { MEDIA_KINDS, type MediaKind } from "./part.ts";

/** Most characters of an URL. */
export const URL_CHARS = 4_096;

/** A medium as it is written: its bytes, or an https URL that only the provider of the model reads. */
export interface WrittenMedium {
  readonly type: MediaKind;
  /** The IANA media type, such as `image/png`; its kind must be the type. */
  readonly mediaType: string;
  /** The bytes, or their base64. In place of `url`. */
  readonly data?: Uint8Array | string | undefined;
  readonly url?: string | undefined;
  /** The name of the file: at most 255 characters, without slashes. */
  readonly name?: string | undefined;
}

/** What is wrong with one field of a medium; `problem` continues a sentence. */
export interface MediaPartProblem {
  readonly field: keyof WrittenMedium;
  readonly problem: string;
}

/**
 * A medium as the runtime takes it, or the first thing that is wrong with it.
 *
 * @example
 * ```ts
 * import { readMediaPart } from "./read_media_part.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(readMediaPart({ type: "file", mediaType: "text/plain; charset=utf-8", data: "aGk" }), {
 *   type: "file",
 *   mediaType: "text/plain",
 *   source: { type: "data", base64: "aGk=", bytes: 2 },
 * });
 * assert.deepEqual(readMediaPart({ type: "image", mediaType: "image/png", data: "aGk=" }), {
 *   field: "data",
 *   problem: "is not image/png, by its first bytes",
 * });
 * ```
 */
export function readMediaPart(
  { type, mediaType: declared, data, url, name }: WrittenMedium,
): NewMedia | MediaPartProblem {
  if (!MEDIA_KINDS.includes(type)) return { field: "type", problem: `must be ${MEDIA_KINDS.join(", ")}` };
  const mediaType = typeof declared === "string" ? readMediaType(declared) : undefined;
  if (mediaType === undefined) {
    return { field: "mediaType", problem: "must be a media type such as image/png" };
  }
  const kind = toMediaKind(mediaType);
  if (kind !== type) return { field: "mediaType", problem: `is of the type ${kind}: ${mediaType}` };
  // An author may write untyped JavaScript.
  if (name !== undefined && (typeof name !== "string" || !NAME.test(name))) {
    return { field: "name", problem: "must be 1 to 255 characters without control characters and slashes" };
  }
  if ((data === undefined) === (url === undefined)) {
    return { field: data === undefined ? "data" : "url", problem: "goes alone: a medium has data or a url" };
  }
  if (data !== undefined && typeof data !== "string" && !(data instanceof Uint8Array)) {
    return { field: "data", problem: "must be a Uint8Array, or base64 as text" };
  }
  if (url !== undefined && typeof url !== "string") return { field: "url", problem: "must be a text" };
  const named = name === undefined ? { type, mediaType } : { type, mediaType, name };
  if (url !== undefined) {
    const problem = whyNotUrl(url);
    return problem === undefined ? { ...named, source: { type: "url", url } } : { field: "url", problem };
  }
  const read = data instanceof Uint8Array ? toBase64(data) : readBase64(data ?? "");
  if (read === undefined || read.bytes === 0) {
    const isUrl = typeof data === "string" && data.startsWith("data:");
    const hint = isUrl ? "; leave out what comes before the comma of a data: URL" : "";
    return { field: "data", problem: `must be base64 of the alphabet with + and /, on one line${hint}` };
  }
  const other = contradiction(mediaType, read.base64);
  if (other === undefined) return { ...named, source: read };
  const what = other === "unknown" ? `is not ${mediaType}` : `is ${other}, not ${mediaType}`;
  return { field: "data", problem: `${what}, by its first bytes` };
}

const NAME = /^[^\p{Cc}\p{Cs}/\\]{1,255}$/u;

function whyNotUrl(text: string): string | undefined {
  if (text.length > URL_CHARS) return `must have at most ${URL_CHARS} characters`;
  // URL.parse takes white space and leaves it out: the provider would get another text than was checked.
  if (/[\s\p{Cc}]/u.test(text)) return "must have no white space";
  const url = URL.parse(text);
  if (url?.protocol !== "https:") return "must be an https URL; send the bytes of any other as data";
  return url.username === "" && url.password === "" ? undefined : "must have no user and no password";
}
