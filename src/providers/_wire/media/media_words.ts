// Descriptions of media as text: in a prompt or a warning in place of a medium, or before a medium that was moved.

import type { MediaPart } from "../../../core/content/part.ts";

/** A medium in a few words: `image "cat.png" (image/png, 12 kB)`. */
export function describeMedia({ type, mediaType, name, source }: MediaPart): string {
  const title = name === undefined ? "" : ` ${JSON.stringify(name.slice(0, MAX_NAME))}`;
  return source.type === "url"
    ? `${type}${title} ${source.url} (${mediaType})`
    : `${type}${title} (${mediaType}, ${inUnits(source.bytes)})`;
}

/** The line in place of a medium that is not sent. */
export function describedLine(part: MediaPart, why: string): string {
  return `[${describeMedia(part)} is not shown: ${why}]`;
}

/** The line in front of the text of a file. */
export function textLine(part: MediaPart): string {
  return `[${describeMedia(part)}]`;
}

/** The line before a medium that stands after the results of tools instead of in its own result; for entries of earlier versions. */
export function movedLine(part: MediaPart, tool: string): string {
  return `[${describeMedia(part)}, from the result of ${tool}]`;
}

/** The line in a result in place of a medium that a message of the user has behind it; `place` counts these from 1. */
export function elsewhereLine(part: MediaPart, place: number): string {
  return `[${describeMedia(part)} is medium ${place} in the next message]`;
}

/** The line in front of such a medium, in words of the application alone: the message is not the tool's. */
export function ofResultLine(place: number): string {
  return `[medium ${place}, from the results above]`;
}

const MAX_NAME = 100;

function inUnits(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${Math.round(bytes / 100_000) / 10} MB`;
}
