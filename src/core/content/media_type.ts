// Media types: whether one is well-formed, its kind, and whether the first bytes of a medium contradict it.

import type { MediaKind } from "./part.ts";

/** RFC 6838, section 4.2: a type and a subtype. */
const FORM = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,62}$/;

/** Names in use for types that have another one. */
const ALIASES: Readonly<Record<string, string>> = {
  "image/jpg": "image/jpeg",
  "audio/mp3": "audio/mpeg",
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "application/x-pdf": "application/pdf",
};

/** A media type in lower case without parameters; undefined for a text that is none. */
export function readMediaType(text: string): string | undefined {
  const [first = ""] = text.toLowerCase().split(";", 1);
  const type = first.trim();
  if (!FORM.test(type)) return undefined;
  return Object.hasOwn(ALIASES, type) ? ALIASES[type] : type;
}

/** The kind of a media type. */
export function toMediaKind(mediaType: string): MediaKind {
  if (mediaType.startsWith("image/") && !isActive(mediaType)) return "image";
  return mediaType.startsWith("audio/") ? "audio" : "file";
}

/** Types by the end of a file's name. */
const BY_ENDING: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  ogg: "audio/ogg",
  flac: "audio/flac",
  m4a: "audio/mp4",
  pdf: "application/pdf",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  html: "text/html",
  json: "application/json",
  svg: "image/svg+xml",
};

/** The media type of a file by its name, or by the path of a URL; undefined for an ending that is not known. */
export function typeOfName(name: string): string | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
}

/** True for an image with scripts: no provider takes one, and a page that shows it would run them. */
function isActive(mediaType: string): boolean {
  return mediaType === "image/svg+xml" || mediaType === "image/svg";
}

/** Types that are recognized by their first bytes, passed as Latin-1. */
const SIGNATURES: Readonly<Record<string, (head: string) => boolean>> = {
  "image/png": (head) => head.startsWith("\x89PNG\r\n\x1a\n"),
  "image/jpeg": (head) => head.startsWith("\xff\xd8\xff"),
  "image/gif": (head) => head.startsWith("GIF87a") || head.startsWith("GIF89a"),
  "image/webp": (head) => head.startsWith("RIFF") && head.startsWith("WEBP", 8),
  "application/pdf": (head) => head.startsWith("%PDF-"),
};

/** Characters of base64 that are read: a bit more than a kilobyte of bytes. */
const HEAD = 1_368;

/**
 * The type that the bytes have in place of the declared one: another type, or `unknown` where they are not of the declared type.
 * Undefined where they agree.
 *
 * @param base64 Canonical.
 *
 * @example
 * ```ts
 * import { contradiction } from "./media_type.ts";
 * import assert from "node:assert/strict";
 *
 * const gif = btoa("GIF89a");
 * assert.equal(contradiction("image/png", gif), "image/gif");
 * assert.equal(contradiction("image/gif", gif), undefined);
 * assert.equal(contradiction("image/png", btoa("<html>")), "unknown");
 * ```
 */
export function contradiction(mediaType: string, base64: string): string | undefined {
  const head = atob(base64.slice(0, HEAD));
  const found = Object.keys(SIGNATURES).find((type) => SIGNATURES[type]?.(head));
  if (found === mediaType) return undefined;
  if (mediaType === "application/pdf" && head.includes("%PDF-")) return undefined; // readers take it in the first kilobyte
  return found ?? (Object.hasOwn(SIGNATURES, mediaType) ? "unknown" : undefined);
}
