// Messages of Chat Completions as JSON text: a history is written once and kept (Dialect), so nothing here goes through an
// object where the JSON text of a string is already known.

import type { AssistantMessage, Dialect, Message, ToolMessage } from "../core/provider.ts";
import type { CallBlock, Opaque } from "../core/entry.ts";
import { unreachable } from "../core/error.ts";
import { isJsonObject, type JsonObject, parseJson } from "../core/json.ts";
import { jsonOf } from "../core/stored_entry.ts";
import { toToolOutput } from "./_openai_dialect.ts";
import type { Aliases } from "./_prompt_alias.ts";
import { toObjects } from "./_wire.ts";

/** How messages are written. OpenAI takes no reasoning and only keeps arguments; its imitators want one and parse the other. */
export interface ChatStyle {
  readonly aliases: Aliases;
  readonly imitator: { readonly provider: string; readonly model: string } | undefined;
}

/** The dialect of Chat Completions. */
export function createChatDialect(style: ChatStyle): Dialect {
  const { imitator, aliases } = style;
  return {
    key: JSON.stringify(["chat", imitator ? [imitator.provider, imitator.model] : [], aliases.detours]),
    write: (messages) => write(messages, style),
  };
}

function write(messages: readonly Message[], style: ChatStyle): string {
  let text = "";
  for (const message of messages) {
    const item = toMessage(message, style);
    if (item !== "") text += text === "" ? item : `,${item}`;
  }
  return text;
}

function toMessage(message: Message, style: ChatStyle): string {
  switch (message.role) {
    case "user":
      return `{"role":"user","content":${message.json ?? JSON.stringify(message.text)}}`;
    case "assistant":
      return toAssistant(message, style);
    case "tool":
      return `{"role":"tool","tool_call_id":${JSON.stringify(message.callId)},"content":${
        toOutput(message)
      }}`;
    default:
      return unreachable(message);
  }
}

function toOutput(message: ToolMessage): string {
  return message.json ?? JSON.stringify(toToolOutput(message.text, message.failed));
}

// Nothing when nothing of the message can be said in this dialect: neither text nor calls is a 400.
function toAssistant({ blocks }: AssistantMessage, style: ChatStyle): string {
  let content = "";
  let calls = "";
  let reasoning = "";
  const details: JsonObject[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case "text":
        content = content === ""
          ? jsonOf(block) ?? JSON.stringify(block.text)
          : joinStrings(content, block.text);
        break;
      case "reasoning":
        if (isReasoningContent(block.meta, style)) reasoning += block.text;
        details.push(...reasoningDetails(block.meta, style));
        break;
      case "call":
        calls += calls === "" ? toCall(block, style) : `,${toCall(block, style)}`;
        break;
      default:
        unreachable(block);
    }
  }
  const isSilent = content === "" || content === '""';
  if (isSilent && calls === "") return "";
  return `{"role":"assistant","content":${isSilent ? "null" : content}` +
    (calls === "" ? "" : `,"tool_calls":[${calls}]`) +
    // Not OpenAI's: DeepSeek answers 400 in thinking mode when it does not get its reasoning back.
    (reasoning === "" ? "" : `,"reasoning_content":${JSON.stringify(reasoning)}`) +
    // Not OpenAI's: OpenRouter wants signed and encrypted reasoning back as it came.
    (details.length === 0 ? "" : `,"reasoning_details":${JSON.stringify(details)}`) +
    "}";
}

function joinStrings(json: string, text: string): string {
  return json.slice(0, -1) + JSON.stringify(text).slice(1);
}

function toCall(call: CallBlock, { aliases, imitator }: ChatStyle): string {
  const name = JSON.stringify(aliases.toWire(call.name));
  const args = jsonOf(call) ?? JSON.stringify(imitator ? toValidArgs(call.args) : call.args);
  return `{"id":${
    JSON.stringify(call.id)
  },"type":"function","function":{"name":${name},"arguments":${args}}}`;
}

/** Kept with reasoning that came as `reasoning_content` and goes back as that. */
export const REASONING_CONTENT = { type: "reasoning_content" };

/** Kept with reasoning that came as `reasoning_details`: what goes back, unchanged. */
export type ReasoningDetails = { type: "reasoning_details"; details: JsonObject[] };

function isReasoningContent(meta: Opaque | undefined, { imitator }: ChatStyle): boolean {
  return imitator !== undefined && meta?.provider === imitator.provider && isJsonObject(meta.data) &&
    meta.data.type === REASONING_CONTENT.type;
}

// Signatures mean nothing to another model.
function reasoningDetails(meta: Opaque | undefined, { imitator }: ChatStyle): JsonObject[] {
  if (!imitator || meta?.provider !== imitator.provider || meta.model !== imitator.model) return [];
  return isJsonObject(meta.data) && meta.data.type === "reasoning_details"
    ? toObjects(meta.data.details)
    : [];
}

// Chat templates parse the arguments in the history, and a server answers 500 to those that are no JSON object.
function toValidArgs(args: string): string {
  return isJsonObject(parseJson(args)) ? args : JSON.stringify({ rawInvalidInput: args });
}
