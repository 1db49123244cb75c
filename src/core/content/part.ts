// Parts of content: the text and the media of an input or of the output of a tool.

import type { BlobRef } from "../store/blob_ref.ts";

/** Every kind of {@link MediaPart}. `file` is a document such as a PDF. */
export const MEDIA_KINDS = ["image", "audio", "file"] as const;

/** One of {@link MEDIA_KINDS}. */
export type MediaKind = typeof MEDIA_KINDS[number];

/** Words between media. */
export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** An image, a sound or a document. */
export interface MediaPart {
  readonly type: MediaKind;
  /** The IANA media type without parameters, in lower case: `image/png`. */
  readonly mediaType: string;
  /** The name of the file, as the caller gave it. */
  readonly name?: string;
  readonly source: MediaSource;
}

/** Where the bytes of a medium are. */
export type MediaSource =
  /** Their base64 (RFC 4648, padded, on one line) is a blob of the thread; `bytes` is their number before base64. */
  | { readonly type: "blob"; readonly blob: BlobRef; readonly bytes: number }
  /** An absolute https URL, which only the model's provider reads. */
  | { readonly type: "url"; readonly url: string };

/** One part of an input. */
export type Part = TextPart | MediaPart;

/** Reads the media of one thread. */
export interface MediaReader {
  /**
   * The base64 of a blob.
   *
   * @throws {AgentError} store_corrupt - the blob is gone
   * @throws {AgentError} store_unavailable, store_failed
   */
  read(blob: BlobRef): Promise<string>;
}

/** The words of parts, as one text: what reads no media reads this. */
export function textOfParts(parts: readonly Part[]): string {
  return parts.flatMap((part) => part.type === "text" ? [part.text] : []).join("\n\n");
}
