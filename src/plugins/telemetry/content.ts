// The content of spans, only where the deployment records it: messages, instructions, arguments and outputs, as JSON text of
// the forms that the GenAI conventions define. Every attribute is bounded.

import type { Attributes } from "@opentelemetry/api";
import { mediaInWords, partsInWords } from "../../core/content/new_part.ts";
import type { Block, Observation } from "../../core/entry.ts";
import { unreachable } from "../../core/error.ts";
import { type Json, type JsonObject, parseJson } from "../../core/json.ts";
import type {
  Message,
  ModelBlock,
  ModelRequest,
  ModelResult,
  OlderMessages,
} from "../../core/model/provider.ts";
import type { ToolStart } from "../../core/telemetry/telemetry.ts";
import { finishReason, toAttributes } from "./attributes.ts";

/** The longest attribute, in characters. */
const MAX_ATTRIBUTE_CHARS = 64_000;

/** The parts of one message, in characters; the rest of it needs less than 100. */
const MAX_PARTS_CHARS = MAX_ATTRIBUTE_CHARS - 100;

/** The longest text in one, in characters. */
const MAX_TEXT_CHARS = 8_000;

/** Instructions and messages of a request: the newest messages, as many as fit. */
export function requestContent({ system, older, messages }: ModelRequest): Attributes {
  const instructions = [{ type: "text", content: cut(system) }];
  return toAttributes({
    "gen_ai.system_instructions": system === "" ? undefined : JSON.stringify(instructions),
    "gen_ai.input.messages": newest(messages, older),
  });
}

/** The answer: the first of its parts, as many as fit. */
export function resultContent({ blocks, finish }: ModelResult): Attributes {
  const parts: string[] = [];
  let chars = 0;
  for (const block of blocks) {
    const text = JSON.stringify(toPart(block));
    chars += text.length + 1;
    if (chars > MAX_PARTS_CHARS) break;
    parts.push(text);
  }
  const reason = finishReason(finish);
  const message = `{"role":"assistant","parts":[${parts.join(",")}],"finish_reason":"${reason}"}`;
  return { "gen_ai.output.messages": `[${message}]` };
}

/** The arguments of a call. */
export function callContent({ call }: ToolStart): Attributes {
  return { "gen_ai.tool.call.arguments": boundText(call.args) };
}

/** The output of a tool that completed. */
export function outputContent({ outcome, output }: Observation): Attributes {
  return outcome === "completed" ? { "gen_ai.tool.call.result": boundText(output) } : {};
}

/** JSON text of the newest messages. The older part of a history is read only where the newer one leaves room. */
function newest(messages: readonly Message[], older: OlderMessages | undefined): string {
  const texts: string[] = [];
  let chars = 0;
  const add = (part: readonly Message[]): boolean => {
    for (const message of part.toReversed()) {
      const text = JSON.stringify(toMessage(message));
      chars += text.length + 1;
      if (chars >= MAX_ATTRIBUTE_CHARS) return false;
      texts.push(text);
    }
    return true;
  };
  if (add(messages) && older !== undefined) add(older.messages());
  return `[${texts.toReversed().join(",")}]`;
}

function toMessage(message: Message): JsonObject {
  switch (message.role) {
    case "user":
      return {
        role: "user",
        parts: [{ type: "text", content: cut(message.parts ? partsInWords(message.parts) : message.text) }],
      };
    case "assistant":
      return { role: "assistant", parts: message.blocks.map(toPart) };
    case "notice":
      return { role: "system", parts: [{ type: "text", content: cut(message.text) }] };
    case "tool": {
      const { callId: id, text, media = [] } = message;
      const response = cut([text, ...media.map(mediaInWords)].join("\n"));
      const part = { type: "tool_call_response", id, response };
      return { role: "tool", parts: [part] };
    }
    default:
      return unreachable(message);
  }
}

function toPart(block: Block | ModelBlock): JsonObject {
  switch (block.type) {
    case "text":
    case "reasoning":
      return { type: block.type, content: cut(block.text) };
    case "call": {
      const id = "id" in block ? block.id : block.providerId;
      const args = block.args.length > MAX_TEXT_CHARS ? cut(block.args) : parseJson(block.args) ?? block.args;
      return { type: "tool_call", id: id ?? null, name: block.name, arguments: args };
    }
    default:
      return unreachable(block);
  }
}

/** JSON text; a text that is too long becomes a JSON string of its beginning. */
function boundText(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= MAX_ATTRIBUTE_CHARS ? text : JSON.stringify(cut(text));
}

function cut(text: string): string {
  return text.length <= MAX_TEXT_CHARS
    ? text
    : `${text.slice(0, MAX_TEXT_CHARS)} [${text.length} characters]`;
}
