// Parts of a request's history that several protocols write alike.

import type { Block, CallBlock, ReasoningBlock, TextBlock } from "../../core/entry.ts";
import { AgentError, unreachable } from "../../core/error.ts";
import { isJsonObject, joinItems, type JsonObject, parseJson } from "../../core/json.ts";
import type { HistoryWriter, Message, ModelRequest } from "../../core/model/provider.ts";
import { findChatLine } from "../../kernel/history/lazy_entry.ts";
import { toName, toObject } from "./json_fields.ts";
import type { WireBody } from "./protocol_adapter.ts";
import type { MediaStyle } from "./media/media_rules.ts";
import {
  type PlacedMessage,
  type PlacedPart,
  type PlacedResult,
  type PlacedUser,
  placeMedia,
} from "./media/place_media.ts";

/** The blocks of one assistant message by their kind. */
export interface MessageParts {
  /** All text, joined. */
  readonly text: string;
  /** Text and reasoning in their order; text blocks that are empty are left out. */
  readonly spoken: readonly (TextBlock | ReasoningBlock)[];
  readonly reasoning: readonly ReasoningBlock[];
  readonly calls: readonly CallBlock[];
}

/** Splits the blocks of an assistant message, for protocols that keep calls apart from the content. */
export function partition(blocks: readonly Block[]): MessageParts {
  let text = "";
  const spoken: (TextBlock | ReasoningBlock)[] = [];
  const reasoning: ReasoningBlock[] = [];
  const calls: CallBlock[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case "text":
        text += block.text;
        if (block.text !== "") spoken.push(block);
        break;
      case "reasoning":
        reasoning.push(block);
        spoken.push(block);
        break;
      case "call":
        calls.push(block);
        break;
      default:
        unreachable(block);
    }
  }
  return { text, spoken, reasoning, calls };
}

/** The text of the reasoning that came from this provider, joined; undefined when there is none. */
export function joinReasoning(blocks: readonly ReasoningBlock[], provider: string): string | undefined {
  const text = blocks.map((block) => block.meta?.provider === provider ? block.text : "").join("");
  return text === "" ? undefined : text;
}

/**
 * The whole conversation as JSON texts with commas between; the older part is written again only for another writer.
 */
export function writeConversation({ older, messages }: ModelRequest, writer: HistoryWriter): string {
  if (!older) return writer.write(messages);
  if (older.key !== writer.key) return writer.write([...older.messages(), ...messages]);
  return joinItems(older.text, writer.write(messages));
}

/** The system prompt as the first message, and the whole conversation, for protocols that have it so. */
export function writePrompt(request: ModelRequest, writer: HistoryWriter): string {
  const system = request.system === "" ? "" : JSON.stringify({ role: "system", content: request.system });
  return joinItems(system, writeConversation(request, writer));
}

/** The JSON text of `object` behind one more field, a list: `items` are its items as JSON texts with commas between. */
export function withList(field: string, items: string, object: object): WireBody {
  const rest = JSON.stringify(object).slice(1);
  return { body: `{"${field}":[${items}]${rest === "}" ? "" : ","}${rest}`, fields: rest.length };
}

/** The wire forms of the messages that protocols write differently; undefined leaves a message out. */
export interface MessageForms {
  /** A message of the user with media. */
  user(message: PlacedUser, parts: readonly PlacedPart[]): object;
  /** A message of the model. */
  assistant(parts: MessageParts): object | undefined;
  /** `content` is the output, marked when the call failed. */
  tool(message: PlacedResult, content: string): object;
}

/** Messages as JSON texts with commas between; an input without media is `{role: "user", content}`, as most are stored. */
export function writeEach(messages: readonly Message[], media: MediaStyle, forms: MessageForms): string {
  let text = "";
  for (const message of placeMedia(messages, media)) {
    const line = message.role === "user" ? findChatLine(message) : undefined;
    text = joinItems(text, line ?? JSON.stringify(toForm(message, forms)) ?? "");
  }
  return text;
}

function toForm(message: PlacedMessage, forms: MessageForms): object | undefined {
  switch (message.role) {
    case "user":
      return message.parts === undefined
        ? { role: "user", content: message.text }
        : forms.user(message, message.parts);
    case "assistant":
      return forms.assistant(partition(message.blocks));
    case "tool":
      return forms.tool(message, toToolOutput(message.text, message.failed));
    case "notice":
      return refuseNotice();
    default:
      return unreachable(message);
  }
}

/** The form of a notice at an API without messages for it: the history has marked it as a message of the user before. */
export function refuseNotice(): never {
  throw new AgentError("internal", "An API that lacks notices got one.");
}

/** The id that the model gave a call whose reasoning is bound to it (ResponseBuilder.keepIds); undefined for every other call. */
export function boundId(
  { meta }: CallBlock,
  { provider, model }: { readonly provider: string; readonly model: string },
): string | undefined {
  return meta?.provider === provider && meta.model === model ? toName(toObject(meta.data).id) : undefined;
}

/** Without reasoning behind a text of blanks, which no API takes back: the reasoning is bound to it. */
export function withoutUnbound(blocks: readonly Block[], isBound: boolean): readonly Block[] {
  const blank = isBound ? blocks.findIndex((block) => block.type === "text" && block.text.trim() === "") : -1;
  return blank < 0 ? blocks : blocks.filter(({ type }, index) => type !== "reasoning" || index < blank);
}

/** The arguments of a call as an object; text that is no object becomes `{rawInvalidInput: text}`. */
export function toArgsObject(args: string): JsonObject {
  const json = parseJson(args);
  return isJsonObject(json) ? json : { rawInvalidInput: args };
}

/** The same as text. Chat templates parse the arguments of a history, and answer 500 to what is no object. */
export function toArgsText(args: string): string {
  return isJsonObject(parseJson(args)) ? args : JSON.stringify({ rawInvalidInput: args });
}

/** The output of a call; a failed one is marked by `{error: text}`, for protocols that have no field for it. */
export function toToolOutput(text: string, failed: boolean): string {
  if (!failed) return text;
  const json = parseJson(text);
  const isMarked = typeof json === "object" && json !== null && !Array.isArray(json) && "error" in json;
  return isMarked ? text : JSON.stringify({ error: text });
}
