// Converse and ConverseStream: the decoder. Blocks are numbered, text begins without a start, and the usage may come
// before or behind the end.

import { argumentsText, isJsonObject, type Json, type JsonObject, parseJson } from "../../core/json.ts";
import type { ModelResult } from "../../core/model/provider.ts";
import type { Usage } from "../../core/usage.ts";
import type { CallDraft, TextDraft } from "../_wire/response/response_builder.ts";
import { isBase64 } from "../_wire/base64.ts";
import { toStreamError } from "../_refusals/bedrock.ts";
import { type ReasoningData, toReasoningMeta } from "./messages.ts";
import type { Decoder, DecoderContext } from "../_wire/protocol_adapter.ts";
import { ProviderError } from "../_wire/errors/provider_error.ts";
import { checkFinish, endedEarly, type FinishReasons, isCutCall } from "../_wire/response/check_finish.ts";
import { toCount, toIndex, toName, toObject, toObjects, toText } from "../_wire/json_fields.ts";

/** A decoder for one answer of Converse or ConverseStream. */
export function createBedrockDecoder(context: DecoderContext): Decoder {
  return new BedrockDecoder(context);
}

type Open =
  | { readonly type: "spoken"; readonly draft: TextDraft; signature: string; redacted: string }
  | { readonly type: "call"; readonly draft: CallDraft }
  /** A call that the server runs itself. */
  | { readonly type: "skipped" };

class BedrockDecoder implements Decoder {
  readonly #context: DecoderContext;
  readonly #blocks = new Map<number, Open>();
  /** The block of text or reasoning that was written last. */
  #openText: number | undefined;
  /** "" when the end names none. */
  #stopReason: string | undefined;
  #usage: Usage | undefined;

  constructor(context: DecoderContext) {
    this.#context = context;
  }

  read(event: string | undefined, data: string): boolean {
    const wire = parseJson(data);
    if (event === undefined) {
      this.readBody(wire ?? null);
      return true;
    }
    if (event === "error" || /exception$/i.test(event)) throw toStreamError(event, toObject(wire));
    if (!isJsonObject(wire)) {
      throw new ProviderError("model_protocol", `Event ${event} of the stream is not JSON.`);
    }
    this.#readEvent(event, wire);
    return this.#stopReason !== undefined && this.#usage !== undefined;
  }

  readBody(body: Json): void {
    const { output, stopReason, usage } = toObject(body);
    const { message } = toObject(output);
    if (!isJsonObject(message) || !Array.isArray(message.content)) {
      throw new ProviderError("model_protocol", "The answer has no message.");
    }
    toObjects(message.content).forEach((block, index) => this.#readBlock(index, block));
    this.#readUsage(toObject(usage));
    this.#stopReason = toText(stopReason);
  }

  hasEnded(): boolean {
    return this.#stopReason !== undefined;
  }

  close(): ModelResult {
    const stopReason = this.#stopReason;
    if (stopReason === undefined) throw endedEarly();
    if (stopReason.startsWith("malformed_")) {
      throw new ProviderError("model_protocol", "The model wrote what Bedrock cannot read.", {
        providerCode: stopReason,
      });
    }
    for (const [index, open] of this.#blocks) {
      if (open.type === "call" && !open.draft.ended) isCutCall(open.draft.args, stopReason === "tool_use");
      this.#end(index);
    }
    const { builder, provider, model } = this.#context;
    builder.keepIds(provider, model);
    const blocks = builder.blocks();
    checkFinish(stopReason || undefined, blocks, FINISH, builder);
    return {
      blocks,
      finish: builder.finish(LIMITS.get(stopReason), stopReason === "refusal"),
      rawFinish: stopReason,
      usage: this.#usage ?? { inputTokens: 0, outputTokens: 0 },
      model,
    };
  }

  #readEvent(event: string, wire: JsonObject): void {
    const index = toIndex(wire.contentBlockIndex) ?? 0;
    switch (event) {
      case "contentBlockStart":
        return this.#start(index, toObject(wire.start));
      case "contentBlockDelta":
        return this.#continue(index, toObject(wire.delta));
      case "contentBlockStop":
        return this.#end(index);
      case "messageStop":
        this.#stopReason = toText(wire.stopReason);
        return;
      case "metadata":
        return this.#readUsage(toObject(wire.usage));
    }
  }

  #readBlock(index: number, block: JsonObject): void {
    const { toolUse, reasoningContent } = block;
    if (isJsonObject(toolUse)) {
      this.#start(index, { toolUse });
      const open = this.#blocks.get(index);
      if (open?.type === "call") {
        this.#context.builder.writeArgs(open.draft, argumentsText(toolUse.input ?? {}));
      }
    } else if (isJsonObject(reasoningContent)) {
      const { reasoningText, redactedContent = null } = reasoningContent;
      this.#continue(index, { reasoningContent: { ...toObject(reasoningText), redactedContent } });
    } else if (!isJsonObject(block.toolResult)) {
      this.#continue(index, block);
    }
    this.#end(index);
  }

  #start(index: number, start: JsonObject): void {
    const { toolUse, toolResult } = start;
    this.#endSpoken();
    this.#end(index);
    if (isJsonObject(toolResult)) this.#blocks.set(index, { type: "skipped" });
    if (!isJsonObject(toolUse)) return;
    if (toolUse.type === "server_tool_use") {
      this.#blocks.set(index, { type: "skipped" });
      return;
    }
    const draft = this.#context.builder.beginCall(toText(toolUse.name), toName(toolUse.toolUseId));
    this.#blocks.set(index, { type: "call", draft });
  }

  #continue(index: number, { text, toolUse, reasoningContent }: JsonObject): void {
    const open = this.#blocks.get(index);
    if (open?.type === "skipped") return;
    if (typeof text === "string" && text !== "") this.#writeText(index, "text", text);
    if (isJsonObject(reasoningContent)) {
      const { text = null, signature, redactedContent } = reasoningContent;
      const block = this.#writeText(index, "reasoning", toText(text));
      block.signature += toText(signature);
      block.redacted += toText(redactedContent);
    }
    if (!isJsonObject(toolUse)) return;
    const piece = toText(toolUse.input);
    if (open?.type === "call") this.#context.builder.writeArgs(open.draft, piece);
    else if (piece !== "") {
      this.#context.builder.warn(
        "call_delta_dropped",
        "A piece of a call came before any call; it was dropped.",
      );
    }
  }

  #writeText(index: number, type: TextDraft["type"], text: string) {
    const { builder } = this.#context;
    let open = this.#blocks.get(index);
    if (open?.type === "call" && !open.draft.ended) {
      throw new ProviderError(
        "model_protocol",
        `The stream has ${type} at the index of a call that has not ended.`,
      );
    }
    if (open?.type !== "spoken" || open.draft.type !== type || open.draft.ended) {
      this.#endSpoken();
      open = { type: "spoken", draft: builder.begin(type), signature: "", redacted: "" };
      this.#blocks.set(index, open);
      this.#openText = index;
    }
    builder.write(open.draft, text);
    return open;
  }

  // Text has no stop at times, and blocks come one after another.
  #endSpoken(): void {
    if (this.#openText !== undefined) this.#end(this.#openText);
    this.#openText = undefined;
  }

  #end(index: number): void {
    const open = this.#blocks.get(index);
    const { builder, provider, model } = this.#context;
    if (open?.type === "call") builder.endCall(open.draft);
    if (open?.type !== "spoken") return;
    if (open.draft.ended) return;
    const data = this.#toData(open);
    builder.end(open.draft, data && toReasoningMeta(provider, model, data));
  }

  // A signature is a token; redacted content are bytes.
  #toData({ signature, redacted }: { signature: string; redacted: string }): ReasoningData | undefined {
    if (signature !== "") return { signature };
    if (redacted === "") return undefined;
    if (isBase64(redacted)) return { redactedContent: redacted };
    this.#context.builder.dropSignature();
    return undefined;
  }

  #readUsage(usage: JsonObject): void {
    const cachedTokens = toCount(usage.cacheReadInputTokens);
    const cacheWriteTokens = toCount(usage.cacheWriteInputTokens);
    this.#usage = {
      // Bedrock counts what was read from a cache or written to it apart.
      inputTokens: (toCount(usage.inputTokens) ?? 0) + (cachedTokens ?? 0) + (cacheWriteTokens ?? 0),
      outputTokens: toCount(usage.outputTokens) ?? 0,
      cachedTokens,
      cacheWriteTokens,
    };
  }
}

// StopReason of @aws-sdk/client-bedrock-runtime 3.1162.0; every answer has one.
const FINISH: FinishReasons = {
  known: new Set([
    "end_turn",
    "tool_use",
    "max_tokens",
    "stop_sequence",
    "guardrail_intervened",
    "content_filtered",
    "model_context_window_exceeded",
  ]),
  announcing: new Set(["tool_use"]),
};

const LIMITS: ReadonlyMap<string, "length" | "content_filter"> = new Map([
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["guardrail_intervened", "content_filter"],
  ["content_filtered", "content_filter"],
]);
