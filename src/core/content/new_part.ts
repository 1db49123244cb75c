// Content of a request before its bytes are stored. Stored content is made of the parts of part.ts.

import type { ThreadRef } from "../store/thread.ts";
import type { BlobRef } from "../store/blob_ref.ts";
import type { MediaPart, MediaSource, Part, TextPart } from "./part.ts";

/** The bytes of a medium that are not stored yet. */
export interface NewData {
  readonly type: "data";
  /** RFC 4648, padded, on one line. */
  readonly base64: string;
  /** Number of bytes before base64. */
  readonly bytes: number;
}

/** The blob of another thread, which is copied. */
export interface CopiedData {
  readonly type: "copy";
  readonly from: ThreadRef;
  readonly blob: BlobRef;
  /** Number of bytes before base64. */
  readonly bytes: number;
}

/** A medium that a request brings. */
export interface NewMedia extends Omit<MediaPart, "source"> {
  readonly source: MediaSource | NewData | CopiedData;
}

/** One part of an input that a request brings. */
export type NewPart = TextPart | NewMedia;

/** The limits of media that are accepted and stored. */
export interface MediaLimits {
  /** Bytes of one medium, and of all media of a request together. */
  readonly bytes: number;
  /** Bytes that a tenant stores on one UTC day; undefined for no limit. */
  readonly tenantBytesPerDay: number | undefined;
  /** Bytes of base64 that an isolate keeps; 0 keeps nothing. */
  readonly cacheBytes: number;
}

/** Media that one input, or one output of a tool, takes at most. */
export const MEDIA_AT_ONCE = 20;

/** Parts that one input takes at most. */
export const PARTS_AT_ONCE = 100;

/** The media among parts. */
export function listMedia<T extends Part | NewPart>(parts: readonly T[]): Exclude<T, TextPart>[] {
  return parts.filter((part): part is Exclude<T, TextPart> => part.type !== "text");
}

/**
 * A medium in words, for what reads no media: `[image chart.png (image/png, 48213 bytes)]`.
 *
 * @example
 * ```ts
 * import { mediaInWords } from "./new_part.ts";
 * import assert from "node:assert/strict";
 *
 * const source = { type: "url", url: "https://example.com/a.png" } as const;
 * assert.equal(mediaInWords({ type: "image", mediaType: "image/png", source }), "[image (image/png)]");
 * ```
 */
export function mediaInWords({ type, mediaType, name, source }: NewMedia): string {
  const size = source.type === "url" ? "" : `, ${source.bytes} bytes`;
  return `[${type}${name === undefined ? "" : ` ${name}`} (${mediaType}${size})]`;
}

/** Parts in words, for what reads no media. */
export function partsInWords(parts: readonly NewPart[]): string {
  return parts.map((part) => part.type === "text" ? part.text : mediaInWords(part)).join("\n\n");
}
