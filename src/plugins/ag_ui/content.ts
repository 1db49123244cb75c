// The content of a message of the client: its text, and its parts where it has media. Clients of before 1.0 send media as parts of
// the type `binary`, all others by their kinds.

import { mediaPartOfUrl } from "../../core/content/data_url.ts";
import type { NewMedia, NewPart } from "../../core/content/new_part.ts";
import { readMediaType, toMediaKind } from "../../core/content/media_type.ts";
import { contentOfParts, type ReadContent, toNewMedia } from "../../http/conversation/content.ts";
import { type Path, refuse } from "../../http/conversation/refuse.ts";
import { placeOfMedia } from "./own_media.ts";
import type { AgUiInput } from "./schema.ts";

/**
 * Text and media of a message; `path` is the place of its content in the body.
 *
 * | part | becomes |
 * |---|---|
 * | `text` | words |
 * | `image`, `audio`, `document` with a source of data or a URL | an image, a sound or a file, by its media type |
 * | `binary` with data or a URL | the same |
 *
 * A medium of this thread by its URL is left as it is, for `withOwnMedia` to read.
 *
 * @throws {AgentError} invalid_request - another part, a handle of a provider, or bytes that are not accepted
 */
export function readContent({ content }: Pick<AgUiInput, "content">, path: Path): ReadContent {
  if (content === undefined || content === null) return { text: "" };
  if (typeof content === "string") return { text: content };
  if (!Array.isArray(content)) throw refuse(path, "must be a text or a list of parts");
  const parts = content.map((part, index): NewPart => {
    const at = [...path, index];
    if (part.type === "text" && typeof part.text === "string") return { type: "text", text: part.text };
    return readPart(part, at);
  });
  const hasMedia = parts.some(({ type }) => type !== "text");
  // As the entry of an input with media has its words.
  return hasMedia
    ? contentOfParts(parts.filter((part) => part.type !== "text" || part.text !== ""), path, "\n\n")
    : contentOfParts(parts, path, "\n");
}

/**
 * The text of a message that takes no media.
 *
 * @throws {AgentError} invalid_request - it has some
 */
export function textOfContent(message: Pick<AgUiInput, "content">, path: Path): string {
  const { text, media } = readContent(message, path);
  if (media === undefined) return text;
  throw refuse(path, "must be text: media go with messages of users and tools");
}

type ContentPart = Readonly<Record<string, unknown>> & { readonly type: string };

/** Media types where a part says none. */
const OTHERWISE: Readonly<Record<string, string>> = {
  image: "image/jpeg",
  audio: "audio/mpeg",
  document: "application/pdf",
};

function readPart(part: ContentPart, path: Path): NewMedia {
  const { type } = part;
  if (type === "binary") {
    const { mimeType, data, url, filename } = part;
    return toMediaPart(
      data === undefined ? url : dataUrl(data),
      { mimeType, name: filename, otherwise: "" },
      path,
    );
  }
  const otherwise = Object.hasOwn(OTHERWISE, type) ? OTHERWISE[type] : undefined;
  if (otherwise === undefined) {
    throw refuse(path, `is of the type ${JSON.stringify(type)}; text, image, audio and document are taken`);
  }
  const source = Object(part.source);
  const { value, mimeType } = source;
  if (source.type !== "data" && source.type !== "url") {
    throw refuse(
      [...path, "source"],
      "must have the bytes or a URL: handles of a provider name nothing here",
    );
  }
  const facts = { mimeType, name: Object(part.metadata).filename, otherwise };
  return toMediaPart(source.type === "data" ? dataUrl(value) : value, facts, path);
}

function dataUrl(data: unknown): unknown {
  return typeof data === "string" && !data.startsWith("data:") ? `data:;base64,${data}` : data;
}

function toMediaPart(
  url: unknown,
  { mimeType, name, otherwise }: {
    readonly mimeType: unknown;
    readonly name: unknown;
    readonly otherwise: string;
  },
  path: Path,
): NewMedia {
  if (typeof url !== "string") throw refuse(path, "must have the bytes or a URL: ids name nothing here");
  const written = mediaPartOfUrl(url, {
    mediaType: typeof mimeType === "string" ? mimeType : undefined,
    name: typeof name === "string" ? name : undefined,
    otherwise,
  });
  const mediaType = readMediaType(written.mediaType) ?? "";
  if (mediaType.startsWith("video/")) throw refuse(path, "is a video; no provider here takes one");
  if (placeOfMedia(url) === undefined) return toNewMedia(written, path);
  return { type: toMediaKind(mediaType), mediaType, source: { type: "url", url } };
}
