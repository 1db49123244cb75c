// The chunks of one message, put together as a client does it: what a page that is loaded again shows is what it showed before.

import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { readFrames } from "./frames.ts";

/** A message of useChat: a UIMessage of the AI SDK, whose package has the types of its parts. */
export interface UiMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly metadata?: JsonObject;
  readonly parts: readonly JsonObject[];
}

/** The assistant's message that frames of a {@link UiMessageEncoder} add up to. Chunks that a message does not keep are left out. */
export function readMessage(frames: string): UiMessage {
  const parts: { [key: string]: Json }[] = [];
  const texts = new Map<Json | undefined, { [key: string]: Json }>();
  let id = "";
  let metadata: JsonObject = {};
  for (const { type, ...chunk } of readFrames(frames)) {
    if (isObject(chunk.messageMetadata)) metadata = { ...metadata, ...chunk.messageMetadata };
    switch (type) {
      case "start":
        id = String(chunk.messageId);
        break;
      case "start-step":
        parts.push({ type: "step-start" });
        break;
      case "text-start":
      case "reasoning-start": {
        const part = { type: type === "text-start" ? "text" : "reasoning", text: "", state: "done" };
        texts.set(chunk.id, part);
        parts.push(part);
        break;
      }
      case "text-delta":
      case "reasoning-delta": {
        const part = texts.get(chunk.id);
        if (part !== undefined) part.text = String(part.text) + String(chunk.delta);
        break;
      }
      default:
        if (typeof chunk.toolCallId === "string") setCall(parts, String(type), chunk);
    }
  }
  return { id, role: "assistant", metadata, parts };
}

/** What a chunk of a call sets of its part, by its type. */
function setCall(parts: { [key: string]: Json }[], type: string, chunk: JsonObject): void {
  const { toolCallId = "", toolName, input, output, errorText, approvalId, providerExecuted } = chunk;
  let part = parts.find((each) => each.toolCallId === toolCallId);
  if (part === undefined) {
    part = { type: `tool-${String(toolName)}`, toolCallId };
    parts.push(part);
  }
  if (providerExecuted !== undefined) part.providerExecuted = providerExecuted;
  switch (type) {
    case "tool-input-start":
      part.state = "input-streaming";
      break;
    case "tool-input-available":
      Object.assign(part, { state: "input-available", input: input ?? {} });
      break;
    case "tool-input-error":
      Object.assign(part, { state: "output-error", rawInput: input ?? null, errorText: errorText ?? "" });
      break;
    case "tool-approval-request":
      Object.assign(part, { state: "approval-requested", approval: { id: approvalId ?? "" } });
      break;
    case "tool-output-available":
      Object.assign(part, { state: "output-available", output: output ?? null });
      break;
    case "tool-output-error":
      Object.assign(part, { state: "output-error", errorText: errorText ?? "" });
      break;
    case "tool-output-denied":
      part.state = "output-denied";
      break;
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return value !== undefined && isJsonObject(value);
}
