// The headers of the bytes of a medium. They come from users and tools, so a browser must never run them.

import type { MediaPart } from "../../core/content/part.ts";

/** The headers of a medium with the id of its bytes. They are for its caller alone, and never change. */
export function mediumHeaders({ mediaType, name }: Pick<MediaPart, "mediaType" | "name">, id: string) {
  const isShown = SHOWN.test(mediaType);
  const file = name === undefined ? "" : `; filename*=UTF-8''${encodeName(name)}`;
  return {
    "content-type": isShown ? mediaType : "application/octet-stream",
    "content-disposition": `${isShown ? "inline" : "attachment"}${file}`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=31536000, immutable",
    etag: `"${id}"`,
  };
}

/** Media types that a browser renders and cannot run. SVG, HTML, XML and PDF are downloads. */
export const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/[a-z0-9.+-]+)$/;

/** RFC 8187: `encodeURIComponent` leaves some characters that a parameter may not have. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
