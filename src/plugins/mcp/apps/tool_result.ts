// What a call came to, as the result that apps read.

import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import type { ToolOutcome } from "./find_call.ts";

/**
 * A result of tools/call. The history has the structured content of a result, else its words, so `content` has the one or the other as
 * text, and `_meta` of the server is not kept.
 */
export function toToolResult(
  { outcome, output, error }: Pick<ToolOutcome, "outcome" | "output" | "error">,
): JsonObject {
  if (outcome !== "completed") {
    return { content: textContent(error?.message ?? toText(output)), isError: true };
  }
  const content = output === null ? [] : textContent(toText(output));
  return isJsonObject(output) ? { content, structuredContent: output } : { content };
}

function textContent(text: string): Json[] {
  return [{ type: "text", text }];
}

function toText(output: Json): string {
  return typeof output === "string" ? output : JSON.stringify(output);
}
