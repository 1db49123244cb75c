// Formats of media by their media types: the extension of a file name, and the name that some APIs have for the format.

import type { PlacedMedia } from "./place_media.ts";

/** The usual extension; undefined for a media type that is not known. */
export function findExtension(mediaType: string): string | undefined {
  return EXTENSIONS.get(mediaType);
}

/** The name of a file, with the extension of its media type. */
export function fileName({ name = "file", mediaType }: PlacedMedia): string {
  const extension = findExtension(mediaType);
  if (extension === undefined) return name;
  const ending = `.${extension}`;
  // OpenAI knows extensions in lower case alone.
  return `${name.toLowerCase().endsWith(ending) ? name.slice(0, -ending.length) : name}${ending}`;
}

/** Audio in the two formats of OpenAI's API. */
export const WAV_AND_MP3 = ["audio/wav", "audio/mpeg"] as const;

/** The format of one of {@link WAV_AND_MP3}. */
export function audioFormat({ mediaType }: PlacedMedia): "wav" | "mp3" {
  return mediaType === "audio/wav" ? "wav" : "mp3";
}

/** The base64, or its marker, of a medium that is not a URL; "" of one that is. */
export function base64Of({ source }: PlacedMedia): string {
  return source.type === "base64" ? source.data : "";
}

/** Documents of Word, Excel and PowerPoint. */
export const OFFICE = {
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ppt: "application/vnd.ms-powerpoint",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
} as const;

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OFFICE).map(([extension, type]) => [type, extension] as const),
  ["application/pdf", "pdf"],
  ["image/jpeg", "jpeg"],
  ["image/png", "png"],
  ["image/gif", "gif"],
  ["image/webp", "webp"],
]);
