// What the simulated servers check of media: that the bytes are whole, and are what the request says.

const SIGNATURES: readonly (readonly [mediaType: string, start: string])[] = [
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", "\xff\xd8\xff"],
  ["image/gif", "GIF8"],
  ["image/webp", "RIFF"],
  ["application/pdf", "%PDF-"],
  ["audio/wav", "RIFF"],
  ["audio/mpeg", "ID3"],
];

/** True for base64, padded and on one line, of bytes that begin as the media type does. */
export function isMedium(base64: unknown, mediaType: string): boolean {
  if (typeof base64 !== "string" || base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    return false;
  }
  const start = atob(base64.slice(0, 24));
  const signature = SIGNATURES.find(([type]) => type === mediaType)?.[1];
  return signature !== undefined && start.startsWith(signature);
}

/** Which media types and URLs a place takes. */
export interface Taken {
  readonly types: readonly string[];
  /** https URLs as well as data URLs. */
  readonly urls: boolean;
}

export const IMAGES: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** True for a data URL of one of the types with such bytes, or for a URL where the place takes one. */
export function isMediaURL(url: unknown, { types, urls }: Taken): boolean {
  if (typeof url !== "string") return false;
  const [, mediaType = "", base64] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  if (base64 === undefined) return urls && /^https:\/\/[^\s]+$/.test(url);
  return types.includes(mediaType) && isMedium(base64, mediaType);
}
