// The text that takes the place of an entry too large for the history: it names the blob that holds the entry's whole text.

import type { BlobRef } from "../../core/store/blob_ref.ts";
import type { BlobEntry } from "../../core/entry.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";

const BEFORE_BLOB = '{"type":"blob"';

/** The text of a reference to a blob. */
export function writeReference(blob: BlobRef): string {
  const reference: BlobEntry = { type: "blob", blob };
  return JSON.stringify(reference);
}

/** The blob that a stored text refers to; undefined for the text of an entry. */
export function readBlobRef(text: string): BlobRef | undefined {
  if (!isReference(text)) return undefined;
  const { blob }: BlobEntry = JSON.parse(text);
  return blob;
}

/** True for the text of a reference. */
export function isReference(text: string): boolean {
  return text.startsWith(BEFORE_BLOB);
}

/** UTF-8 bytes of the entry that a stored text stands for: of a reference, those of its blob. */
export function storedSize(text: string): number {
  return readBlobRef(text)?.bytes ?? utf8Bytes(text);
}
