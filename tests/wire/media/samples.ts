// Media for the suites: as small as they can be while they are still what they say.
import type { BlobRef } from "../../../src/core/store/blob_ref.ts";
import type { MediaKind, MediaPart, MediaReader } from "../../../src/core/content/part.ts";
import { AgentError } from "../../../src/core/error.ts";
import { fnv64 } from "../../../src/core/text/hash.ts";

const texts = new Map<string, string>();

/** A medium whose bytes are these; {@link reader} has them. */
export function medium(type: MediaKind, mediaType: string, base64: string, name?: string): MediaPart {
  const id = fnv64(base64).repeat(4);
  texts.set(id, base64);
  const blob: BlobRef = { id, chunks: 1, bytes: base64.length };
  const source = { type: "blob" as const, blob, bytes: atob(base64).length };
  return { type, mediaType, ...(name === undefined ? {} : { name }), source };
}

/** A medium at a URL. */
export function linked(type: MediaKind, mediaType: string, url: string): MediaPart {
  return { type, mediaType, source: { type: "url", url } };
}

export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const SAMPLES = {
  image: medium("image", "image/png", PNG, "photo.png"),
  image_url: linked("image", "image/jpeg", "https://files.test/cat.jpg"),
  pdf: medium("file", "application/pdf", btoa("%PDF-1.4\n%%EOF\n"), "Q3: report_final.pdf"),
  pdf_url: linked("file", "application/pdf", "https://files.test/terms.pdf"),
  csv: medium("file", "text/csv", btoa("city,temp\nParis,18\n"), "temps.csv"),
  audio: medium("audio", "audio/wav", btoa("RIFF\x24\0\0\0WAVEfmt "), "hello.wav"),
} as const satisfies Record<string, MediaPart>;

export type Sample = keyof typeof SAMPLES;

export const NAMES: readonly Sample[] = ["image", "image_url", "pdf", "pdf_url", "csv", "audio"];

/** Reads the samples, and counts what it reads. */
export function reader(): MediaReader & { readonly reads: string[] } {
  const reads: string[] = [];
  return {
    reads,
    read(blob) {
      reads.push(blob.id);
      const text = texts.get(blob.id);
      return text === undefined
        ? Promise.reject(new AgentError("store_corrupt", `Blob ${blob.id} is gone.`))
        : Promise.resolve(text);
    },
  };
}
