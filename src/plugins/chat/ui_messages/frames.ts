// Frames of the UI message stream v1 of the AI SDK: what both majors that are in use (6 and 7) read. A chunk of a type that one
// of them does not know ends its stream, and so does a null.

import { unreachable } from "../../../core/error.ts";
import type { ToolEvent } from "../../../core/event.ts";
import type { Json, JsonObject } from "../../../core/json.ts";

/** One chunk as a server-sent event. A field that is undefined is left out. */
export function frame(chunk: Readonly<Record<string, unknown>>): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

/** The last frame of a stream. */
export const DONE = "data: [DONE]\n\n";

/** A call as its part of the message has it. */
export interface CallPart {
  readonly id: string;
  readonly name: string;
  /** The arguments as JSON text. */
  readonly args: string;
}

/** Fields of every chunk of a call that the client must not answer by another request. */
export type Flags = { readonly providerExecuted?: true };

/** The arguments of a call are whole; arguments that are not JSON are an error. */
export function inputFrame({ id: toolCallId, name: toolName, args }: CallPart, flags: Flags): string {
  const input = parseArguments(args);
  if (input !== undefined) {
    return frame({ type: "tool-input-available", toolCallId, toolName, input, ...flags });
  }
  return inputErrorFrame({ id: toolCallId, name: toolName, args }, "The arguments are not JSON.", flags);
}

/** The arguments of a call cannot be used; the client does not act on it. */
export function inputErrorFrame({ id, name, args }: CallPart, errorText: string, flags: Flags): string {
  const call = { toolCallId: id, toolName: name, input: parseArguments(args) ?? args };
  return frame({ type: "tool-input-error", ...call, errorText, ...flags });
}

/** Why a call has no output. A failure that the caller reports has its own words as its output. */
export function failureText(output: Json, error: { readonly message: string } | undefined): string {
  if (typeof output === "string" && output !== "") return output;
  return error?.message ?? JSON.stringify(output);
}

function parseArguments(text: string): Json | undefined {
  try {
    return JSON.parse(text.trim() === "" ? "{}" : text);
  } catch {
    return undefined;
  }
}

/** What a call has come to. */
export function outcomeFrame(
  { callId: toolCallId, outcome, output, error }: Extract<ToolEvent, { type: "tool.finished" }>,
  flags: Flags,
): string {
  switch (outcome) {
    case "completed":
      return frame({ type: "tool-output-available", toolCallId, output, ...flags });
    case "denied":
      return frame({ type: "tool-output-denied", toolCallId });
    case "failed":
    case "blocked":
    case "skipped":
    case "unknown":
      return frame({ type: "tool-output-error", toolCallId, errorText: failureText(output, error) });
    default:
      return unreachable(outcome);
  }
}

/** The chunks of frames, in order, without what is no chunk. */
export function readFrames(text: string): JsonObject[] {
  return text.split("\n\n").flatMap((line): JsonObject[] =>
    line.startsWith("data: {") ? [JSON.parse(line.slice("data: ".length))] : []
  );
}
