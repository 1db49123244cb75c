// Messages of Converse as JSON text (HistoryWriter). The API requires that roles alternate, that a user message is
// first and last, that the next message begins with the results of every call, that no text is blank, and that a request
// without tools has no calls and results.

import type { ContentBlock } from "@aws-sdk/client-bedrock-runtime";
import type { Block, Opaque, ReasoningBlock } from "../../core/entry.ts";
import { unreachable } from "../../core/error.ts";
import { fnv64 } from "../../core/text/hash.ts";
import { isJsonObject } from "../../core/json.ts";
import type { AssistantMessage, HistoryWriter } from "../../core/model/provider.ts";
import { BOUND_THINKING } from "../anthropic/models.ts";
import { mixesBlocks, wantsShortIds } from "./models.ts";
import { boundId, toArgsObject, toToolOutput, withoutUnbound } from "../_wire/history_parts.ts";
import { type MediaContent, toMediaContent, withText } from "./media.ts";
import { mediaFacts, type MediaStyle } from "../_wire/media/media_rules.ts";
import { type PlacedMessage, type PlacedResult, placeMedia } from "../_wire/media/place_media.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { isBlank, toName } from "../_wire/json_fields.ts";
import { writerKey } from "../_wire/writer_key.ts";

/** The SDK's type holds the bytes that it encodes; on the wire they are base64. */
type Content =
  | ContentBlock
  | MediaContent
  | { reasoningContent: { redactedContent: string } }
  | { toolResult: { toolUseId: string; content: (MediaContent | { text: string })[]; status?: "error" } };

interface WireMessage {
  readonly role: "user" | "assistant" | "system";
  readonly content: readonly Content[];
}

/** How messages are written. */
export interface BedrockStyle {
  readonly provider: string;
  readonly model: string;
  readonly aliases: Aliases;
  /**
   * False writes calls and results as text: "The toolConfig field must be defined when using toolUse and toolResult".
   */
  readonly hasTools: boolean;
  readonly media: MediaStyle;
}

/** The writer of Converse. */
export function createBedrockWriter(style: BedrockStyle): HistoryWriter {
  const { provider, model, aliases, hasTools, media } = style;
  const facts = hasTools ? [provider, model] : ["text"];
  return {
    key: writerKey("bedrock", aliases, ...facts, mediaFacts(media)),
    write: (messages) => new Writer(style).write(placeMedia(messages, media)),
  };
}

const NO_ANSWER = "(no answer)";
const CONTINUE = "(continue)";
const NO_TEXT = "(empty)";

class Writer {
  readonly #style: BedrockStyle;
  readonly #mixes: boolean;
  readonly #written: string[] = [];
  /** Nothing of the user follows yet: an assistant's message never stands last, so that parts can be joined. */
  #owesUser = false;
  #results: Content[] = [];
  #content: Content[] = [];
  /** Behind the newest message of the user: one message, however many there are. */
  #notices: Content[] = [];
  /** Ids on the wire of the newest message's calls, by call id. */
  #ids = new Map<string, string>();

  constructor(style: BedrockStyle) {
    this.#style = style;
    this.#mixes = mixesBlocks(style.model);
  }

  write(messages: readonly PlacedMessage[]): string {
    for (const message of messages) this.#add(message);
    this.#endTurn();
    this.#endNotices();
    return this.#written.join(",");
  }

  #add(message: PlacedMessage): void {
    switch (message.role) {
      case "user":
        if (message.parts === undefined) this.#content.push(toText(message.text));
        else this.#content.push(...withText(message.parts.map(toMediaContent), NO_TEXT));
        return;
      case "tool":
        if (this.#style.hasTools) this.#results.push(this.#toResult(message));
        else this.#content.push({ text: `[tool result: ${message.name}]\n${message.text}` });
        return;
      case "notice":
        this.#endTurn();
        this.#notices.push({ text: message.text });
        return;
      case "assistant":
        this.#endTurn();
        this.#answer(withoutVoid(message));
        this.#owesUser = true;
        return;
      default:
        unreachable(message);
    }
  }

  #endTurn(): void {
    const results = this.#results;
    const content = this.#content;
    [this.#results, this.#content] = [[], []];
    if (results.length > 0 && content.length > 0 && !this.#mixes) {
      this.#push("user", results);
      this.#push("assistant", [{ text: NO_ANSWER }]);
      this.#push("user", content);
    } else if (results.length > 0 || content.length > 0) {
      this.#push("user", [...results, ...content]);
    } else if (this.#owesUser) {
      this.#push("user", [{ text: CONTINUE }]);
    }
    this.#owesUser = false;
  }

  // After a notice comes another user message where the step that wrote the notice had no answer.
  #push(role: "user" | "assistant", content: readonly Content[]): void {
    if (this.#endNotices() && role === "user") this.#write("assistant", [{ text: NO_ANSWER }]);
    this.#write(role, content);
  }

  #endNotices(): boolean {
    if (this.#notices.length === 0) return false;
    this.#write("system", this.#notices);
    this.#notices = [];
    return true;
  }

  #write(role: WireMessage["role"], content: readonly Content[]): void {
    const message: WireMessage = { role, content };
    this.#written.push(JSON.stringify(message));
  }

  #answer(blocks: readonly Block[]): void {
    if (!this.#style.hasTools) return this.#push("assistant", [toText(toPlainText(blocks), NO_ANSWER)]);
    this.#ids = new Map();
    const bound = withoutUnbound(blocks, BOUND_THINKING.test(this.#style.model));
    const content = bound.flatMap((block) => this.#toContent(block));
    if (content.every((block) => "reasoningContent" in block)) content.push({ text: NO_ANSWER });
    const calls = content.filter((block) => "toolUse" in block);
    if (this.#mixes || calls.length === 0 || calls.length === content.length) {
      return this.#push("assistant", content);
    }
    this.#push("assistant", content.filter((block) => !("toolUse" in block)));
    this.#push("user", [{ text: CONTINUE }]);
    this.#push("assistant", calls);
  }

  #toContent(block: Block): Content[] {
    switch (block.type) {
      case "text":
        return isBlank(block.text) ? [] : [{ text: block.text }];
      case "reasoning":
        return toReasoning(block, this.#style);
      case "call":
        return [{
          toolUse: {
            toolUseId: this.#toId(block.id, boundId(block, this.#style)),
            name: this.#style.aliases.toWire(block.name),
            input: toArgsObject(block.args),
          },
        }];
      default:
        return unreachable(block);
    }
  }

  #toResult({ callId, text, failed, parts = [] }: PlacedResult): Content {
    const toolUseId = this.#ids.get(callId) ?? this.#toId(callId);
    const media = parts.map(toMediaContent);
    return {
      toolResult: this.#mixes
        ? { toolUseId, content: [toText(text), ...media], status: failed ? "error" : undefined }
        : { toolUseId, content: [toText(toToolOutput(text, failed)), ...media] },
    };
  }

  #toId(id: string, own?: string): string {
    let wireId = own ?? (wantsShortIds(this.#style.model) ? shortId(id, 0) : id);
    const used = new Set(this.#ids.values());
    for (let salt = 1; used.has(wireId); salt++) wireId = shortId(id, salt);
    this.#ids.set(id, wireId);
    return wireId;
  }
}

/** Kept with reasoning: what goes back with it. */
export type ReasoningData = { signature: string } | { redactedContent: string };

/** What reasoning is replayed with. */
export function toReasoningMeta(provider: string, model: string, data: ReasoningData): Opaque {
  return { provider, model, data };
}

/** True when the message begins with a thought that the model gets back. */
export function beginsWithReasoning(
  message: AssistantMessage,
  style: Pick<BedrockStyle, "provider" | "model">,
): boolean {
  const first = withoutVoid(message).find((block) => block.type !== "text" || !isBlank(block.text));
  return first?.type === "reasoning" && toReasoning(first, style).length > 0;
}

// What the model has refused does not go back.
function withoutVoid({ blocks, withoutThinking }: AssistantMessage): readonly Block[] {
  return withoutThinking ? blocks.filter(({ type }) => type !== "reasoning") : blocks;
}

// Signatures mean nothing to another model.
function toReasoning(
  { text, meta }: ReasoningBlock,
  { provider, model }: Pick<BedrockStyle, "provider" | "model">,
): Content[] {
  if (meta?.provider !== provider || meta.model !== model || !isJsonObject(meta.data)) return [];
  const redactedContent = toName(meta.data.redactedContent);
  if (redactedContent !== undefined) return [{ reasoningContent: { redactedContent } }];
  const signature = toName(meta.data.signature);
  return signature === undefined ? [] : [{ reasoningContent: { reasoningText: { text, signature } } }];
}

// As the history of an agent whose history is text.
function toPlainText(blocks: readonly Block[]): string {
  const text = blocks.map((block) => block.type === "text" ? block.text : "").join("");
  const calls = blocks.flatMap((block) =>
    block.type === "call" ? [`[tool call: ${block.name}(${block.args})]`] : []
  );
  return [text, ...calls].filter((line) => line !== "").join("\n");
}

function toText(text: string, instead = NO_TEXT): { text: string } {
  return { text: isBlank(text) ? instead : text };
}

function shortId(id: string, salt: number): string {
  return fnv64(`${id}${salt === 0 ? "" : salt}`).slice(-9);
}
