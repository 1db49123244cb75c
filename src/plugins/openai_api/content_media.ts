// The media of a content of OpenAI's APIs: parts of messages and of outputs. Ids of files name nothing here.

import { mediaPartOfUrl } from "../../core/content/data_url.ts";
import type { NewPart } from "../../core/content/new_part.ts";
import type { WrittenMedium } from "../../core/content/read_media_part.ts";
import { contentOfParts, type ReadContent, toNewMedia } from "../../http/conversation/content.ts";
import { type Path, refuse } from "../../http/conversation/refuse.ts";

/** A part of a content, of any type. */
export type ContentPart = Readonly<Record<string, unknown>> & { readonly type: string };

/**
 * Text and media of a content.
 *
 * | part | becomes |
 * |---|---|
 * | `text` | words |
 * | `image_url`, `input_image` | an image: a data: URL has its bytes, an https URL is left to the provider |
 * | `input_audio` | a sound, of the media type of its format |
 * | `file`, `input_file` with data or a URL | a file, or an image or a sound by its media type |
 *
 * @throws {AgentError} invalid_request - another part, the id of a file, or bytes that are not accepted
 */
export function readContent(content: string | readonly ContentPart[], path: Path): ReadContent {
  if (typeof content === "string") return { text: content };
  const parts = content.map((part, index): NewPart => {
    const at = [...path, index];
    if (part.type === "text" && typeof part.text === "string") return { type: "text", text: part.text };
    return toNewMedia(readWritten(part, at), at);
  });
  return contentOfParts(parts, path);
}

function readWritten(part: ContentPart, path: Path): WrittenMedium {
  switch (part.type) {
    case "image_url":
      return ofUrl(Object(part.image_url).url, [...path, "image_url", "url"], IMAGE);
    case "input_image":
      return ofUrl(part.image_url, [...path, "image_url"], IMAGE);
    case "input_audio": {
      const { data, format } = Object(part.input_audio);
      const mediaType = format === "mp3" ? "audio/mpeg" : `audio/${String(format)}`;
      if (typeof data === "string") return { type: "audio", mediaType, data };
      throw refuse([...path, "input_audio", "data"], "is missing");
    }
    case "file":
    case "input_file": {
      const file = part.type === "file" ? Object(part.file) : part;
      const place = part.type === "file" ? [...path, "file"] : path;
      const name = typeof file.filename === "string" ? file.filename : undefined;
      if (typeof file.file_url === "string") return ofUrl(file.file_url, [...place, "file_url"], PDF, name);
      const data: unknown = file.file_data;
      const url = typeof data === "string" && !data.startsWith("data:") ? `data:;base64,${data}` : data;
      return ofUrl(url, [...place, "file_data"], PDF, name);
    }
    default:
      throw refuse(
        [...path, "type"],
        "must be text, an image, a sound or a file",
      );
  }
}

const IMAGE = "image/jpeg";
const PDF = "application/pdf";

function ofUrl(url: unknown, path: Path, otherwise: string, name?: string): WrittenMedium {
  if (typeof url === "string") return mediaPartOfUrl(url, { otherwise, name });
  throw refuse(path, "is missing; send the bytes or a URL");
}
