// The content of a message of the client: its text, and its parts where it has media.

import { mediumOfUrl } from "../../../core/content/data_url.ts";
import { MEDIA_AT_ONCE, type NewMedia, type NewPart } from "../../../core/content/new_part.ts";
import { readMedium, type WrittenMedium } from "../../../core/content/read_medium.ts";
import { AgentError } from "../../../core/error.ts";
import type { JsonObject } from "../../../core/json.ts";
import { mediumJson } from "../conversation/medium_json.ts";
import type { AgUiInput } from "./schema.ts";

/** What a message says. */
export interface ReadContent {
  /** Its words. */
  readonly text: string;
  /** Words and media in their order, as the body of POST steps has them; missing without media. */
  readonly parts?: readonly JsonObject[];
  /** The same as a history takes them. */
  readonly newParts?: readonly NewPart[];
}

/**
 * The text of a message; `pointer` is the place of its content in the body.
 *
 * @throws {AgentError} invalid_request - a part that is no text
 */
export function textOfContent(message: AgUiInput, pointer: string): string {
  const { text, parts } = readContent(message, pointer);
  if (parts === undefined) return text;
  const at = parts.findIndex(({ type }) => type !== "text");
  throw refused(`${pointer}/${Math.max(0, at)}`, "is a medium; this message takes text");
}

/**
 * The content of a message; `pointer` is its place in the body.
 *
 * | part | becomes |
 * |---|---|
 * | `text` | words |
 * | `image`, `audio`, `video`, `document` | a medium by its media type: `data` has its bytes, an https `url` is left to the provider |
 * | `binary` of 0.0.59 | the same |
 *
 * @throws {AgentError} invalid_request - another part, the handle of a file, or bytes that are not taken
 */
export function readContent({ content }: AgUiInput, pointer: string): ReadContent {
  if (content === undefined || content === null) return { text: "" };
  if (typeof content === "string") return { text: content };
  if (!Array.isArray(content)) throw refused(pointer, "must be a text or a list of parts");
  const texts: string[] = [];
  const parts: JsonObject[] = [];
  const newParts: NewPart[] = [];
  for (const [index, part] of content.entries()) {
    const at = `${pointer}/${index}`;
    if (part.type === "text" && typeof part.text === "string") {
      texts.push(part.text);
      if (part.text === "") continue;
      parts.push({ type: "text", text: part.text });
      newParts.push({ type: "text", text: part.text });
      continue;
    }
    const written = writtenOf(part, at);
    const read = readMedium(written);
    if (!("source" in read)) {
      throw refused(at, `is no medium that is taken: its ${read.field} ${read.problem}`);
    }
    parts.push(mediumJson(written));
    newParts.push(read);
  }
  const media = newParts.filter(({ type }) => type !== "text").length;
  if (media > MEDIA_AT_ONCE) throw refused(pointer, `must have at most ${MEDIA_AT_ONCE} media`);
  if (media === 0) return { text: texts.join("\n") };
  return { text: texts.filter((text) => text !== "").join("\n\n"), parts, newParts };
}

/** The media of a content. */
export function mediaIn({ newParts = [] }: ReadContent): readonly NewMedia[] {
  return newParts.filter((part) => part.type !== "text");
}

type ContentPart = Readonly<Record<string, unknown>> & { readonly type: string };

/** The media type where neither the client nor the URL says one. */
const OTHERWISE: Readonly<Record<string, string>> = {
  image: "image/jpeg",
  audio: "audio/mpeg",
  video: "video/mp4",
  document: "application/pdf",
  binary: "application/octet-stream",
};

function writtenOf(part: ContentPart, pointer: string): WrittenMedium {
  const { type } = part;
  const otherwise = Object.hasOwn(OTHERWISE, type) ? OTHERWISE[type] : undefined;
  if (otherwise === undefined) {
    throw refused(pointer, `is of the type ${JSON.stringify(type)}; a message takes text and media`);
  }
  const { data, url, mimeType, name } = type === "binary" ? ofBinary(part) : ofSource(part);
  const mediaType = typeof mimeType === "string" ? mimeType : undefined;
  const named = typeof name === "string" && name !== "" ? name : undefined;
  if (typeof url === "string") return mediumOfUrl(url, { mediaType, name: named, otherwise });
  if (typeof data !== "string") {
    throw refused(pointer, "has neither bytes nor a URL: handles of files are not served");
  }
  return mediumOfUrl(`data:;base64,${data}`, { mediaType, name: named, otherwise });
}

function ofBinary({ type, data, url, mimeType, filename: name }: ContentPart): ContentPart {
  return { type, data, url, mimeType, name };
}

function ofSource({ source, metadata }: ContentPart): ContentPart {
  const { type, value, mimeType } = Object(source);
  const { filename: name } = Object(metadata);
  const place = type === "url" ? { url: value } : type === "data" ? { data: value } : {};
  return { type, ...place, mimeType, name };
}

function refused(pointer: string, detail: string): AgentError {
  return new AgentError("invalid_request", "The message cannot be taken.", {
    problems: [{ pointer, detail }],
  });
}
