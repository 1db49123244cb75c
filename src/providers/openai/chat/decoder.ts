// OpenAI Chat Completions: the decoder, also for the other servers with this API.

import { isJsonObject, type Json, type JsonObject, toJsonObject } from "../../../core/json.ts";
import type { Opaque } from "../../../core/entry.ts";
import type { ModelResult } from "../../../core/model/provider.ts";
import type { Usage } from "../../../core/usage.ts";
import type { TextDraft } from "../../_wire/response/response_builder.ts";
import { CallTracker } from "../../_wire/response/call_tracker.ts";
import { ProviderError } from "../../_wire/errors/provider_error.ts";
import { REASONING_CONTENT } from "./messages.ts";
import {
  addThinking,
  type ReasoningDetails,
  signatureOfCall,
  signatureOfMessage,
  type SignedCall,
  type SignedMessage,
  type ThinkingBlocks,
} from "./opaque.ts";
import { addDetails, type Part, toParts, toReasoning } from "./content.ts";
import type { Decoder } from "../../_wire/protocol_adapter.ts";
import type { OpenAIDecoderContext } from "../request.ts";
import { checkFinish, endedEarly, type FinishReasons } from "../../_wire/response/check_finish.ts";
import { readFrame, readWhole } from "../../_wire/response/frame.ts";
import { toCount, toId, toIndex, toName, toObject, toObjects } from "../../_wire/json_fields.ts";

/** A decoder for one answer of /chat/completions. */
export function createChatDecoder(context: OpenAIDecoderContext): Decoder {
  return new ChatDecoder(context);
}

class ChatDecoder implements Decoder {
  readonly #context: OpenAIDecoderContext;
  readonly #calls: CallTracker;
  #open: TextDraft | undefined;
  #reasoning: TextDraft | undefined;
  /** What the open reasoning is kept with, when it goes back as it came. */
  #replay: JsonObject | undefined;
  readonly #details: JsonObject[] = [];
  readonly #thinking: JsonObject[] = [];
  /** The text that opaque fields of the message are kept with. */
  #text: TextDraft | undefined;
  #signature: JsonObject | undefined;
  #rawFinish: string | undefined;
  #limit: Limit | undefined;
  /** `[DONE]` was read, or a whole body. */
  #done = false;
  #refused = false;
  #usage: Usage = { inputTokens: 0, outputTokens: 0 };
  #model: string | undefined;
  #id: string | undefined;
  #fingerprint: string | undefined;

  constructor(context: OpenAIDecoderContext) {
    this.#context = context;
    this.#calls = new CallTracker(context.builder, context.offered);
  }

  read(event: string | undefined, data: string): boolean {
    const frame = readFrame(event, data, this.#context.readError);
    if (frame.type === "end") this.#done = true;
    if (frame.type === "wire") this.#readChunk(frame.wire);
    return this.#done;
  }

  readBody(body: Json): void {
    const wire = readWhole(body, this.#context.readError);
    this.#readFacts(wire);
    const choice = toObjects(wire.choices).find(isFirst);
    if (!choice) throw new ProviderError("model_protocol", "The answer has no choice.");
    this.#readUsage(choice.usage);
    const message = toObject(choice.message ?? choice.delta);
    this.#readContent(message);
    for (const call of callsIn(message)) {
      this.#endOpen();
      this.#calls.add(toDelta(call));
    }
    this.#readFinish(choice);
    this.#done = true;
  }

  hasEnded(): boolean {
    return this.#rawFinish !== undefined;
  }

  close(): ModelResult {
    if (this.#rawFinish === undefined && !this.#done) throw endedEarly();
    const { builder, model } = this.#context;
    const calls = this.#callsInDetails();
    this.#keepDetails(calls);
    this.#endOpen();
    const { areWhole } = this.#calls.end((opaque, id) => this.#toCallMeta(opaque, id, calls));
    const blocks = builder.blocks();
    // A server may forget it in a stream that has [DONE].
    const missing = this.#context.hasFinish?.() === false ? "usual" : "possible";
    checkFinish(this.#rawFinish, blocks, { ...FINISH, missing }, builder);
    const cut = this.#rawFinish === undefined && !areWhole ? "length" : undefined;
    return {
      blocks,
      finish: builder.finish(this.#limit ?? cut, this.#refused),
      rawFinish: this.#rawFinish,
      usage: this.#usage,
      model: this.#model ?? model,
      responseId: this.#id,
      fingerprint: this.#fingerprint,
    };
  }

  #readChunk(chunk: JsonObject): void {
    this.#readFacts(chunk);
    for (const choice of toObjects(chunk.choices).filter(isFirst)) {
      // Moonshot.
      this.#readUsage(choice.usage);
      const delta = toObject(choice.delta ?? choice.message);
      this.#readContent(delta);
      for (const call of callsIn(delta)) {
        this.#endOpen();
        this.#calls.push(toDelta(call));
      }
      this.#readFinish(choice);
    }
  }

  #readFacts(wire: JsonObject): void {
    const groq = toObject(wire.x_groq);
    if (groq.error) throw this.#context.readError(groq.error, {}, "The provider reported an error.");
    this.#model ??= toName(wire.model);
    this.#id ??= toName(wire.id);
    this.#fingerprint ??= toName(wire.system_fingerprint);
    this.#readUsage(wire.usage ?? groq.usage);
  }

  #readUsage(usage: Json | undefined): void {
    if (isJsonObject(usage)) this.#usage = toUsage(usage, this.#usage);
  }

  #readFinish(choice: JsonObject): void {
    const finish = toName(choice.finish_reason);
    if (choice.error || BROKEN.has(finish ?? "")) {
      // OpenRouter: {"finish_reason":"error"}, at times without an error object.
      throw this.#context.readError(
        choice.error,
        {},
        `The provider broke the answer off${finish ? `: ${finish}` : ""}.`,
      );
    }
    // Once cut, the answer stays cut, whatever the last chunk has.
    if (finish === undefined || this.#limit) return;
    this.#rawFinish = finish;
    this.#limit = LIMITS.get(finish.toLowerCase());
  }

  #readContent(delta: JsonObject): void {
    const reasoning = toReasoning(delta);
    const details = toObjects(delta.reasoning_details);
    if (details.length > 0) {
      addDetails(this.#details, details);
      // Encrypted reasoning has no text, and still comes first.
      if (!this.#open && !this.#reasoning) this.#begin("reasoning");
    }
    const thinking = toObjects(delta.thinking_blocks);
    if (thinking.length > 0) {
      addThinking(this.#thinking, thinking);
      if (!this.#open && !this.#reasoning) this.#begin("reasoning");
    }
    const signature = signatureOfMessage(delta);
    if (signature) this.#signature = { ...this.#signature, ...signature };
    if (reasoning.text !== "") {
      this.#writeText({ type: "reasoning", text: reasoning.text });
      this.#replay = reasoning.field === this.#context.profile.replayed ? REASONING_CONTENT : undefined;
    }
    for (const part of toParts(delta.content)) this.#writeText(part);
    for (const part of toParts(delta.refusal)) this.#writeText({ type: "refusal", text: part.text });
  }

  #writeText(part: Part): void {
    if (part.text === "" && part.replay?.signature === undefined) return;
    if (part.type === "refusal") this.#refused = true;
    const type = part.type === "reasoning" ? "reasoning" : "text";
    const open = this.#open?.type === type ? this.#open : this.#begin(type);
    this.#context.builder.write(open, part.text);
    if (part.replay) this.#replay = { ...this.#replay, ...part.replay };
  }

  #begin(type: TextDraft["type"]): TextDraft {
    this.#endOpen();
    this.#calls.settle();
    const draft = this.#context.builder.begin(type);
    this.#open = draft;
    if (type === "reasoning") this.#reasoning = draft;
    else this.#text = draft;
    return draft;
  }

  #endOpen(): void {
    if (!this.#open) return;
    const { builder, provider, model } = this.#context;
    const data = this.#open.type === "reasoning" ? this.#replay : undefined;
    builder.end(this.#open, data && { provider, model, data });
    this.#replay = undefined;
    this.#open = undefined;
  }

  // Signatures may come behind what they sign.
  #keepDetails(calls: readonly string[]): void {
    const { provider, model, profile } = this.#context;
    if (!profile.replaysDetails) return;
    const data = this.#reasoningData(calls);
    if (data) {
      const draft = this.#reasoning ?? this.#begin("reasoning");
      this.#endOpen();
      draft.meta = { provider, model, data };
    }
    if (this.#signature === undefined || this.#text === undefined) return;
    this.#endOpen();
    const signed: SignedMessage = { type: "signed_message", fields: this.#signature };
    this.#text.meta = { provider, model, data: signed };
  }

  #reasoningData(calls: readonly string[]): ReasoningDetails | ThinkingBlocks | undefined {
    if (this.#details.length > 0) {
      const details: ReasoningDetails = { type: "reasoning_details", details: this.#details };
      return calls.length === 0 ? details : { ...details, calls: [...calls] };
    }
    return this.#thinking.length === 0 ? undefined : { type: "thinking_blocks", blocks: this.#thinking };
  }

  /** The calls that details name: their ids are the provider's, and the history has others. */
  #callsInDetails(): readonly string[] {
    const named = new Set(this.#details.map(({ id }) => id));
    return [...new Set(this.#calls.ids())].filter((id) => named.has(id));
  }

  #toCallMeta(
    opaque: JsonObject | undefined,
    id: string | undefined,
    calls: readonly string[],
  ): Opaque | undefined {
    const { provider, model, profile } = this.#context;
    const isNamed = id !== undefined && calls.includes(id);
    if (!profile.replaysDetails || (opaque === undefined && !isNamed)) return undefined;
    const data = { type: "signed_call", ...opaque, id: isNamed ? id : undefined } satisfies SignedCall;
    return { provider, model, data: toJsonObject(data) };
  }
}

type Limit = "length" | "content_filter";

// The finish reasons that cut an answer; all others follow from the content.
const LIMITS: ReadonlyMap<string, Limit> = new Map([
  ["length", "length"],
  ["max_tokens", "length"],
  ["max_output_tokens", "length"],
  // Mistral.
  ["model_length", "length"],
  ["content_filter", "content_filter"],
]);

// OpenAI's reference, and what others send: Together (eos), TGI (eos_token, stop_sequence), servers in front of Claude
// and Gemini.
const FINISH: FinishReasons = {
  known: new Set([
    "stop",
    "tool_calls",
    "function_call",
    "eos",
    "eos_token",
    "stop_sequence",
    "end_turn",
    "tool_use",
    ...LIMITS.keys(),
  ]),
  announcing: new Set(["tool_calls", "function_call", "tool_use"]),
};

// The finish reasons of a server that gave up: OpenRouter and Mistral, vLLM, others, DeepSeek.
const BROKEN: ReadonlySet<string> = new Set([
  "error",
  "abort",
  "interrupted",
  "insufficient_system_resource",
]);

function isFirst(choice: JsonObject): boolean {
  return (toIndex(choice.index) ?? 0) === 0;
}

/** The elements of `tool_calls`, else the one call of the field that was before it. */
function callsIn(delta: JsonObject): JsonObject[] {
  const { tool_calls: wire, function_call: legacy } = delta;
  const calls = toObjects(Array.isArray(wire) ? wire : [wire ?? null]);
  if (calls.length > 0) return calls;
  return toObjects([legacy ?? null]).map((call) => ({ index: 0, function: call }));
}

function toDelta(call: JsonObject) {
  const { name, arguments: args } = toObject(call.function ?? call);
  const opaque = signatureOfCall(call);
  const delta = {
    index: toIndex(call.index),
    id: toId(call.id),
    name: toName(name),
    args: args ?? undefined,
  };
  return opaque === undefined ? delta : { ...delta, opaque };
}

// A report without a count leaves the one before it.
function toUsage(usage: JsonObject, before: Usage): Usage {
  const input = toObject(usage.prompt_tokens_details);
  const output = toObject(usage.completion_tokens_details);
  // DeepSeek had a name of its own before it took over OpenAI's; UsageInfo of @mistralai/mistralai 2.7 has three.
  const cachedTokens = toCount(input.cached_tokens) ?? toCount(usage.prompt_cache_hit_tokens) ??
    toCount(toObject(usage.prompt_token_details).cached_tokens) ?? toCount(usage.num_cached_tokens);
  const cacheWriteTokens = toCount(input.cache_write_tokens);
  const reasoningTokens = toCount(output.reasoning_tokens) ?? toCount(usage.reasoning_tokens);
  return {
    ...before,
    inputTokens: toCount(usage.prompt_tokens) ?? before.inputTokens,
    outputTokens: toCount(usage.completion_tokens) ?? before.outputTokens,
    cachedTokens: cachedTokens ?? before.cachedTokens,
    cacheWriteTokens: cacheWriteTokens ?? before.cacheWriteTokens,
    reasoningTokens: reasoningTokens ?? before.reasoningTokens,
  };
}
