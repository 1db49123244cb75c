// Cohere v2: the decoder. Every event names its type and the index of its block; tool_calls is one call and no list.

import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { ModelResult } from "../../core/model/provider.ts";
import type { Usage } from "../../core/usage.ts";
import type { TextDraft } from "../_wire/response/response_builder.ts";
import { CallTracker } from "../_wire/response/call_tracker.ts";
import { COHERE_THINKING, type ToolPlan } from "./messages.ts";
import type { Decoder, DecoderContext } from "../_wire/protocol_adapter.ts";
import { ProviderError } from "../_wire/errors/provider_error.ts";
import { checkFinish, endedEarly, type FinishReasons } from "../_wire/response/check_finish.ts";
import { readFrame, readWhole } from "../_wire/response/frame.ts";
import { toCount, toId, toIndex, toName, toObject, toObjects, toText } from "../_wire/json_fields.ts";

/** A decoder for one answer of /v2/chat. */
export function createCohereDecoder(context: DecoderContext): Decoder {
  return new CohereDecoder(context);
}

class CohereDecoder implements Decoder {
  readonly #context: DecoderContext;
  readonly #calls: CallTracker;
  #open: TextDraft | undefined;
  /** Of the open block, which is no thinking then. */
  #plan = "";
  #rawFinish: string | undefined;
  #id: string | undefined;
  #done = false;
  #usage: Usage = { inputTokens: 0, outputTokens: 0 };

  constructor(context: DecoderContext) {
    this.#context = context;
    this.#calls = new CallTracker(context.builder, context.offered);
  }

  read(event: string | undefined, data: string): boolean {
    const frame = readFrame(event, data, this.#context.readError);
    if (frame.type === "wire") this.#readEvent(toName(frame.wire.type) ?? event, frame.wire);
    return this.#done;
  }

  readBody(body: Json): void {
    const wire = readWhole(body, this.#context.readError);
    this.#id = toName(wire.id);
    const { message } = wire;
    if (!isJsonObject(message)) throw new ProviderError("model_protocol", "The answer has no message.");
    // In the order of the stream: the plan stands between thoughts and text.
    const parts = Array.isArray(message.content) ? toObjects(message.content) : [];
    this.#readContents({ content: parts.filter((part) => "thinking" in part) });
    this.#readPlan(message);
    this.#readContents(
      parts.length > 0 ? { content: parts.filter((part) => !("thinking" in part)) } : message,
    );
    for (const call of toObjects(message.tool_calls)) {
      this.#endOpen();
      this.#calls.add(toDelta(call, undefined));
    }
    this.#readEnd(wire);
  }

  hasEnded(): boolean {
    return this.#done;
  }

  close(): ModelResult {
    if (!this.#done) throw endedEarly();
    const { builder, model } = this.#context;
    this.#endOpen();
    this.#calls.end();
    const blocks = builder.blocks();
    checkFinish(this.#rawFinish, blocks, FINISH, builder);
    return {
      blocks,
      finish: builder.finish(this.#rawFinish === "MAX_TOKENS" ? "length" : undefined, false),
      rawFinish: this.#rawFinish,
      usage: this.#usage,
      model,
      responseId: this.#id,
    };
  }

  // Citations repeat parts of the text and are ignored.
  #readEvent(type: string | undefined, wire: JsonObject): void {
    const delta = toObject(wire.delta);
    const message = toObject(delta.message);
    switch (type) {
      case "message-start":
        this.#id = toName(wire.id);
        return;
      case "tool-plan-delta":
        return this.#readPlan(message);
      case "content-start":
        this.#endOpen();
        return this.#readContents(message);
      case "content-delta":
        return this.#readContents(message);
      case "content-end":
        return this.#endOpen();
      case "tool-call-start":
      case "tool-call-delta":
        for (const call of toList(message.tool_calls)) {
          this.#endOpen();
          this.#calls.push(toDelta(call, wire.index));
        }
        return;
      case "message-end":
        return this.#readEnd(delta);
    }
  }

  #readPlan(message: JsonObject): void {
    const plan = toText(message.tool_plan);
    if (plan === "") return;
    if (this.#plan === "") this.#endOpen();
    this.#at("reasoning");
    this.#plan += plan;
  }

  #readContents({ content }: JsonObject): void {
    if (typeof content === "string") return this.#writeText("text", content);
    for (const part of toList(content)) {
      this.#writeText("reasoning", toText(part.thinking));
      this.#writeText("text", toText(part.text));
    }
  }

  #writeText(type: TextDraft["type"], text: string): void {
    if (text === "") return;
    if (this.#plan !== "") this.#endOpen();
    this.#context.builder.write(this.#at(type), text);
  }

  #at(type: TextDraft["type"]): TextDraft {
    if (this.#open?.type === type) return this.#open;
    this.#endOpen();
    this.#calls.settle();
    return this.#open = this.#context.builder.begin(type);
  }

  #endOpen(): void {
    if (!this.#open) return;
    const { builder, provider, model } = this.#context;
    const plan: ToolPlan | undefined = this.#plan === ""
      ? undefined
      : { type: "tool_plan", plan: this.#plan };
    const data = this.#open.type === "reasoning" ? plan ?? COHERE_THINKING : undefined;
    builder.end(this.#open, data && { provider, model, data });
    this.#plan = "";
    this.#open = undefined;
  }

  #readEnd(end: JsonObject): void {
    const finish = toName(end.finish_reason);
    const error = toName(end.error);
    if (finish === "TIMEOUT") {
      throw new ProviderError(
        "model_timeout",
        error ?? "The provider ran out of time in the middle of the answer.",
      );
    }
    if (finish === "ERROR" || error !== undefined) {
      throw this.#context.readError(error, {}, "The provider broke the answer off: ERROR");
    }
    this.#rawFinish = finish;
    this.#usage = toUsage(toObject(end.usage));
    this.#done = true;
  }
}

// ChatFinishReason of cohere-ai 8.1.0. An answer names one always.
const FINISH: FinishReasons = {
  known: new Set(["complete", "stop_sequence", "max_tokens", "tool_call"]),
  announcing: new Set(["tool_call"]),
};

function toList(value: Json | undefined): JsonObject[] {
  return toObjects(Array.isArray(value) ? value : [value ?? null]);
}

function toDelta(call: JsonObject, index: Json | undefined) {
  const { name, arguments: args } = toObject(call.function);
  return { index: toIndex(index), id: toId(call.id), name: toName(name), args: args ?? undefined };
}

// `tokens` are those of the model; `billed_units` leave out what Cohere adds to the prompt.
function toUsage({ tokens, billed_units: billed, cached_tokens: cached }: JsonObject): Usage {
  const { input_tokens: input, output_tokens: output } = toObject(tokens ?? billed);
  const cachedTokens = toCount(cached);
  return {
    inputTokens: toCount(input) ?? 0,
    outputTokens: toCount(output) ?? 0,
    cachedTokens,
  };
}
