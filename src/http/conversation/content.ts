// The content of a message of a client: its text, and its parts where it has media.

import {
  listMedia,
  MEDIA_AT_ONCE,
  type NewMedia,
  type NewPart,
  PARTS_AT_ONCE,
} from "../../core/content/new_part.ts";
import { readMediaPart, type WrittenMedium } from "../../core/content/read_media_part.ts";
import { type Path, refuse } from "./refuse.ts";

/** A content with its media. */
export interface ReadContent {
  readonly text: string;
  /** The whole in its order; missing without media. */
  readonly parts?: readonly NewPart[];
  /** The media alone; missing without any. */
  readonly media?: readonly NewMedia[];
}

/**
 * The content that parts are. `joint` stands between two texts of a content without media.
 *
 * @throws {AgentError} invalid_request - too many parts or media
 */
export function contentOfParts(parts: readonly NewPart[], path: Path, joint = ""): ReadContent {
  const media = listMedia(parts);
  const texts = parts.flatMap((part) => part.type === "text" ? [part.text] : []);
  if (media.length > MEDIA_AT_ONCE) throw refuse(path, `must have at most ${MEDIA_AT_ONCE} media`);
  if (media.length === 0) return { text: texts.join(joint) };
  const kept = parts.filter((part) => part.type !== "text" || part.text !== "");
  if (kept.length > PARTS_AT_ONCE) throw refuse(path, `must have at most ${PARTS_AT_ONCE} parts`);
  return { text: texts.join(joint), parts: kept, media };
}

/**
 * A medium as it is stored.
 *
 * @throws {AgentError} invalid_request - bytes, a URL, a media type or a name that is not accepted
 */
export function toNewMedia(written: WrittenMedium, path: Path): NewMedia {
  const read = readMediaPart(written);
  if ("source" in read) return read;
  throw refuse(path, `is no medium that is taken: its ${read.field} ${read.problem}`);
}
