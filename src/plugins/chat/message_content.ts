// What a message of the user says: its text, or its parts where it has files.

import { mediaPartOfUrl } from "../../core/content/data_url.ts";
import { MEDIA_AT_ONCE, PARTS_AT_ONCE } from "../../core/content/new_part.ts";
import { textOfParts } from "../../core/content/part.ts";
import { readMediaPart, type WrittenMedium } from "../../core/content/read_media_part.ts";
import { AgentError, type Problem } from "../../core/error.ts";
import type { JsonObject } from "../../core/json.ts";
import type { ChatMessage } from "./schema.ts";

/** An input as the body of POST steps has it. */
export type MessageContent = string | { readonly parts: JsonObject[] };

/** The text of the entry that the content becomes. */
export function joinText(content: MessageContent): string {
  if (typeof content === "string") return content;
  return textOfParts(
    content.parts.flatMap(({ type, text }) =>
      type === "text" && typeof text === "string" ? [{ type, text }] : []
    ),
  );
}

/**
 * A message as an input. `pointer` names it in problems.
 *
 * @throws {AgentError} invalid_request - the message has neither text nor files, or files that are not accepted
 */
export function readContent({ parts }: ChatMessage, pointer: string): MessageContent {
  const problems: Problem[] = [];
  const texts: string[] = [];
  const given: JsonObject[] = [];
  for (const [index, { type, text, mediaType, filename: name, url }] of parts.entries()) {
    if (type === "text" && text) {
      texts.push(text);
      given.push({ type, text });
    }
    if (type !== "file") continue;
    const written = mediaPartOfUrl(url ?? "", { mediaType, name, otherwise: "application/octet-stream" });
    const read = readMediaPart(written);
    if ("source" in read) given.push(toJson(written));
    else {problems.push({
        pointer: `${pointer}/parts/${index}`,
        detail: `is a file whose ${read.field} ${read.problem}`,
      });}
  }
  const files = given.length - texts.length;
  if (problems.length === 0 && given.length === 0) {
    problems.push({ pointer: `${pointer}/parts`, detail: "must have a text or a file" });
  }
  if (files > MEDIA_AT_ONCE || given.length > PARTS_AT_ONCE) {
    const detail = `must have at most ${MEDIA_AT_ONCE} files and ${PARTS_AT_ONCE} parts`;
    problems.push({ pointer: `${pointer}/parts`, detail });
  }
  if (problems.length === 0) return files === 0 ? texts.join("\n") : { parts: given };
  throw new AgentError("invalid_request", "The message cannot be taken.", { problems });
}

function toJson({ type, mediaType, data, url, name }: WrittenMedium): JsonObject {
  const place: JsonObject = typeof data === "string" ? { data } : { url: url ?? "" };
  return { type, mediaType, ...place, ...(name === undefined ? {} : { name }) };
}
