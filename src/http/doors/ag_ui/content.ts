// The content of a message of the client, as the text that a thread takes.

import { AgentError } from "../../../core/error.ts";
import type { AgUiInput } from "./schema.ts";

/**
 * The text of a message; `pointer` is the place of its content in the body.
 *
 * @throws {AgentError} invalid_request - a part that is no text
 */
export function textOfContent({ content }: AgUiInput, pointer: string): string {
  if (content === undefined || content === null) return "";
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) throw refused(pointer, "must be a text or a list of parts");
  return content.map(({ type, text }, index) => {
    if (type === "text" && typeof text === "string") return text;
    throw refused(`${pointer}/${index}`, `is of the type ${JSON.stringify(type)}; a message takes text`);
  }).join("\n");
}

function refused(pointer: string, detail: string): AgentError {
  return new AgentError("invalid_request", "The message cannot be taken.", {
    problems: [{ pointer, detail }],
  });
}
