// The answer of a server to a call, as the output of a tool or as its failure.

import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";
import { readMediaType, toMediaKind } from "../../../core/content/media_type.ts";
import type { WrittenMedium } from "../../../core/content/read_media_part.ts";
import { type OutputWithMedia, withMedia } from "../../../core/content/with_media.ts";
import { type Json, parseJson } from "../../../core/json.ts";
import type { Effect } from "../../../core/tool.ts";
import { ToolError } from "../../../core/tool/tool_error.ts";
import { findOwn, McpFailure } from "./connection.ts";

/**
 * The output of a call: its structured content, else its words; null for none. Images, audio and files are media behind it.
 *
 * @throws {ToolError} failed - the server says that the call failed
 */
export function toOutput(
  { content = [], structuredContent, isError }: CallToolResult,
): Json | OutputWithMedia {
  const words: string[] = [];
  const media: WrittenMedium[] = [];
  for (const block of content) {
    const read = readBlock(block);
    if (typeof read === "string") words.push(read);
    else media.push(read);
  }
  const text = words.join("\n");
  if (isError) throw new ToolError("failed", text === "" ? "The server says that the call failed." : text);
  const structured = structuredContent === undefined
    ? undefined
    : parseJson(JSON.stringify(structuredContent));
  const output = structured ?? (words.length === 0 ? null : text);
  return media.length === 0 ? output : withMedia(output, media);
}

function readBlock(block: ContentBlock): string | WrittenMedium {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return toMediaPart(block.mimeType, block.data);
    case "resource": {
      const { resource } = block;
      if ("text" in resource) return resource.text;
      return toMediaPart(resource.mimeType ?? "application/octet-stream", resource.blob, resource.uri);
    }
    case "resource_link":
      return `[${block.name}](${block.uri})${block.description === undefined ? "" : ` ${block.description}`}`;
    default:
      return "[content of a kind that is not known here]";
  }
}

function toMediaPart(type: string, data: string, uri?: string): WrittenMedium {
  const mediaType = readMediaType(type) ?? "application/octet-stream";
  const name = uri?.split(/[?#]/, 1)[0]?.split("/").at(-1) ?? "";
  return {
    type: toMediaKind(mediaType),
    mediaType,
    data,
    name: /^[\w. -]{1,100}$/.test(name) ? name : undefined,
  };
}

/** JSON-RPC: the arguments, or the name of the tool, are not what the server takes. */
const INVALID_PARAMS = -32602;
const UNCERTAIN = "It may or may not have happened: check before you make the call again.";

/**
 * A failure of a request, as the model reads it. What certainly did not run, or may run again, is `retryable`.
 */
export function toToolError(thrown: unknown, server: string, effect: Effect): ToolError {
  if (thrown instanceof ToolError) return thrown;
  if (!(thrown instanceof McpFailure)) {
    return new ToolError("failed", `The server ${server} was not reached.`);
  }
  const { seen: { status, retryAfter }, rpcCode, message } = thrown;
  const refusal = findOwn(thrown);
  if (refusal?.code === "outbound_refused") {
    return new ToolError("failed", refusal.message, { cause: refusal });
  }
  if (status === 429 || status === 503 && retryAfter !== null) {
    const retryAfterMs = readRetryAfter(retryAfter);
    return new ToolError("rate_limited", `The server ${server} takes no calls now.`, {
      cause: thrown,
      retryAfterMs,
    });
  }
  if (status === 401 || status === 403) {
    return new ToolError("failed", `The server ${server} ${describeStatus(status)}.`, { cause: thrown });
  }
  if (rpcCode === INVALID_PARAMS) return new ToolError("invalid_arguments", message, { cause: thrown });
  if (rpcCode !== undefined) return new ToolError("failed", message, { cause: thrown });
  const what = `The server ${server} ${describeStatus(status)}.`;
  if (status !== undefined && status >= 400 && status < 500) {
    return new ToolError("failed", what, { cause: thrown });
  }
  return effect === "once"
    ? new ToolError("failed", what, { cause: thrown, hint: UNCERTAIN })
    : new ToolError("retryable", what, { cause: thrown, hint: "It may be tried again." });
}

/** What a server did that gave no result, behind its name. Nothing that it has written is in it. */
export function describeStatus(status: number | undefined): string {
  if (status === 401 || status === 403) return `refused the credentials (status ${status})`;
  return status === undefined || status < 400
    ? "gave no answer that can be read"
    : `answered with status ${status}`;
}

/** Seconds of `retry-after` as milliseconds; undefined for none, or for a date. */
function readRetryAfter(text: string | null): number | undefined {
  return text !== null && /^\d{1,6}$/.test(text.trim()) ? Number(text) * 1_000 : undefined;
}
