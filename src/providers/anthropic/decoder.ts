// Anthropic Messages: the decoder, also for gateways with the same API. Blocks come one by one, each with an index of
// its own; those that the server executes itself (server_tool_use, mcp_tool_use, *_tool_result) and unknown ones are
// left out.

import type { FinishReason, Opaque } from "../../core/entry.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { CompactionResult, ModelResult } from "../../core/model/provider.ts";
import { addUsage, type Usage } from "../../core/usage.ts";
import type { Sealed } from "./messages.ts";
import { type CallDraft, checkBlocks, type TextDraft } from "../_wire/response/response_builder.ts";
import type { Decoder, DecoderContext } from "../_wire/protocol_adapter.ts";
import { ProviderError } from "../_wire/errors/provider_error.ts";
import { checkFinish, endedEarly, isCutCall } from "../_wire/response/check_finish.ts";
import { readFrame, readWhole } from "../_wire/response/frame.ts";
import { toCacheMiss } from "../_wire/response/cache_miss.ts";
import { readTransformations } from "../_wire/response/input_transformations.ts";
import { toArgs, toCount, toId, toIndex, toName, toObject, toObjects, toText } from "../_wire/json_fields.ts";

/** Where a decoder of Messages puts what it reads. */
export interface MessagesDecoderContext extends DecoderContext {
  /** Anthropic itself: it refuses thinking without a signature, which some gateways require back as it came. */
  readonly official: boolean;
}

/** A decoder for one answer of /v1/messages. */
export function createMessagesDecoder(context: MessagesDecoderContext): Decoder {
  return new MessagesDecoder(context);
}

type OpenBlock =
  | { readonly type: "text"; draft: TextDraft | undefined }
  | { readonly type: "thinking"; readonly draft: TextDraft; signature: string }
  | { readonly type: "redacted"; readonly draft: TextDraft; readonly data: string }
  /** `opening` are the arguments that came with the beginning, mostly none. */
  | { readonly type: "call"; readonly draft: CallDraft; readonly opening: string }
  | { readonly type: "skipped" };

class MessagesDecoder implements Decoder {
  readonly #context: MessagesDecoderContext;
  readonly #open = new Map<number, OpenBlock>();
  #latest = -1;
  /** The calls for Treadle to run, each as the id of the server's tool that made it, where one did. */
  #calls: (string | undefined)[] = [];
  #isCut = false;
  #id: string | undefined;
  #isOpen = false;
  #model: string | undefined;
  #rawFinish: string | undefined;
  #done = false;
  #counts: Counts = {};
  #removed: readonly string[] = [];
  #cacheMiss: ModelResult["cacheMiss"];
  /** Of the summaries that the API wrote: they are in no count of the answer. */
  #compacting: JsonObject[] = [];
  #compaction: CompactionResult | undefined;

  constructor(context: MessagesDecoderContext) {
    this.#context = context;
  }

  read(event: string | undefined, data: string): boolean {
    const frame = readFrame(event, data, this.#context.readError);
    // Not Anthropic's; some gateways append it.
    if (frame.type === "end") return true;
    if (frame.type === "wire") this.#readEvent(toName(frame.wire.type) ?? event ?? "", frame.wire);
    // The connection ends with the answer. A recording of several shows that one may follow another.
    return false;
  }

  readBody(body: Json): void {
    const message = readWhole(body, this.#context.readError);
    if (!Array.isArray(message.content)) {
      throw new ProviderError("model_protocol", "The answer has no content.");
    }
    this.#readMessage(message);
    this.#done = true;
  }

  hasEnded(): boolean {
    return this.#rawFinish !== undefined || this.#done;
  }

  close(): ModelResult {
    if (this.#rawFinish === undefined && !this.#done) throw endedEarly();
    const { builder, provider, model, official } = this.#context;
    const isAnnounced = CALLING.has(this.#rawFinish ?? "");
    for (const [index, block] of [...this.#open]) {
      if (block.type === "call" && isCutCall(block.draft.args || block.opening, isAnnounced)) {
        this.#isCut = true;
      }
      this.#end(index);
    }
    builder.keepIds(provider, model);
    const blocks = builder.blocks();
    checkFinish(
      this.#rawFinish,
      blocks,
      { known: KNOWN, announcing: CALLING, missing: official ? "wrong" : "possible" },
      builder,
    );
    return {
      blocks,
      finish: this.#finish(),
      rawFinish: this.#rawFinish,
      usage: this.#usage(),
      compaction: this.#compaction,
      model: this.#model ?? model,
      responseId: this.#id,
      removed: this.#removed,
      cacheMiss: this.#cacheMiss,
    };
  }

  #finish(): FinishReason {
    if (LENGTH.has(this.#rawFinish ?? "")) return "length";
    // A classifier that intervenes ends the block that is open.
    if (this.#rawFinish === "refusal") return this.#calls.length > 0 ? "content_filter" : "refusal";
    if (this.#isCut) return "length";
    return this.#calls.length > 0 ? "calls" : "stop";
  }

  #readEvent(type: string, wire: JsonObject): void {
    const index = toIndex(wire.index);
    switch (type) {
      case "message_start":
        return this.#readMessage(toObject(wire.message));
      case "content_block_start":
        return this.#begin(index ?? this.#latest + 1, toObject(wire.content_block));
      case "content_block_delta":
        return this.#readDelta(index ?? this.#latest, toObject(wire.delta));
      case "content_block_stop":
        return this.#end(index ?? this.#latest);
      case "message_delta":
        this.#rawFinish = toName(toObject(wire.delta).stop_reason) ?? this.#rawFinish;
        this.#count(toObject(wire.usage));
        return this.#report(wire);
      case "message_stop":
        this.#done = true;
        this.#isOpen = false;
    }
  }

  // Gateways send the beginning twice, or go on with another answer in the middle of one: vercel/ai b74e654. It may
  // hold blocks that emit no event.
  #readMessage(message: JsonObject): void {
    const id = toName(message.id);
    this.#count(toObject(message.usage));
    if (this.#isOpen) {
      if (this.#id === undefined || id === undefined || id === this.#id) return;
      throw new ProviderError("model_protocol", "The stream holds pieces of two answers.");
    }
    this.#isOpen = true;
    this.#done = false;
    this.#id = id;
    this.#model = toName(message.model) ?? this.#model;
    this.#rawFinish = toName(message.stop_reason);
    this.#report(message);
    for (const block of toObjects(message.content)) {
      this.#begin(this.#latest + 1, block);
      this.#end(this.#latest);
    }
  }

  #count(usage: JsonObject): void {
    this.#counts = toCounts(usage, this.#counts);
    const compacting = toObjects(usage.iterations).filter(({ type }) => type === "compaction");
    if (compacting.length > 0) this.#compacting = compacting;
  }

  // An answer that is nothing but a summary has no tokens of its own.
  #usage(): Usage {
    const own = this.#compaction === undefined || this.#compacting.length === 0 ? this.#counts : {};
    return this.#compacting.map((each) => toUsage(toCounts(each, {}))).reduce(addUsage, toUsage(own));
  }

  #report({ input_transformations, context_management, diagnostics }: JsonObject): void {
    const reasons = readTransformations(input_transformations, this.#context.builder);
    this.#removed = [...new Set([...this.#removed, ...reasons])];
    this.#reportEdits(toObject(context_management));
    // Diagnostics of @anthropic-ai/sdk 1.14.0: `null` while the comparison is pending.
    const miss = toObject(toObject(diagnostics).cache_miss_reason);
    this.#cacheMiss = toCacheMiss(miss.type, miss.cache_missed_input_tokens) ?? this.#cacheMiss;
  }

  // BetaClearToolUses20250919EditResponse; in a stream it comes with the end.
  #reportEdits({ applied_edits: edits }: JsonObject): void {
    for (const edit of toObjects(edits)) {
      if (edit.type !== "clear_tool_uses_20250919") continue;
      const [uses, tokens] = [toCount(edit.cleared_tool_uses) ?? 0, toCount(edit.cleared_input_tokens) ?? 0];
      const message = `The API has left out the results of ${uses} calls, ${tokens} input tokens.`;
      this.#context.builder.warn("results_cleared", message);
    }
  }

  #begin(index: number, wire: JsonObject): void {
    this.#end(index);
    checkBlocks(this.#open.size);
    this.#latest = index;
    const { builder } = this.#context;
    switch (wire.type) {
      case "text":
        this.#open.set(index, { type: "text", draft: undefined });
        return this.#writeText(index, "text", toText(wire.text));
      case "thinking": {
        const draft = builder.begin("reasoning");
        this.#open.set(index, { type: "thinking", draft, signature: toText(wire.signature) });
        return builder.write(draft, toText(wire.thinking));
      }
      case "redacted_thinking": {
        const data = toText(wire.data);
        this.#open.set(index, { type: "redacted", draft: builder.begin("reasoning"), data });
        return;
      }
      case "tool_use": {
        const name = toName(wire.name);
        if (name === undefined) break;
        this.#calls.push(toName(toObject(wire.caller).tool_id));
        const draft = builder.beginCall(name, toId(wire.id));
        this.#open.set(index, { type: "call", draft, opening: toOpening(wire.input) });
        return;
      }
    }
    this.#open.set(index, { type: "skipped" });
    // It arrives whole, and has no text where the API could write none.
    const summary = wire.type === "compaction" ? toName(wire.content) : undefined;
    if (summary !== undefined) this.#compaction = { text: summary, data: wire };
    // What server-run code called has been answered when that code has ended.
    const ended = toName(wire.tool_use_id);
    if (ended !== undefined) this.#calls = this.#calls.filter((caller) => caller !== ended);
  }

  #readDelta(index: number, delta: JsonObject): void {
    const block = this.#open.get(index);
    switch (delta.type) {
      case "text_delta":
        return this.#writeText(index, "text", toText(delta.text));
      case "thinking_delta":
        return this.#writeText(index, "thinking", toText(delta.thinking));
      case "signature_delta":
        if (block?.type === "thinking") block.signature = toText(delta.signature) || block.signature;
        return;
      case "input_json_delta":
        return this.#argue(block, toArgs(delta.partial_json));
    }
  }

  // A gateway may leave out the beginning of a block.
  #writeText(index: number, type: "text" | "thinking", text: string): void {
    const known = this.#open.get(index);
    if (text === "" || known?.type === "skipped") return;
    if (known?.type !== type) this.#begin(index, { type });
    const block = this.#open.get(index);
    const { builder } = this.#context;
    if (block?.type === "text") builder.write(block.draft ??= builder.begin("text"), text);
    if (block?.type === "thinking") builder.write(block.draft, text);
  }

  // Some gateways count the pieces differently from the calls (LibreChat#13987): the only open call is meant.
  #argue(block: OpenBlock | undefined, text: string): void {
    if (text === "" || block?.type === "skipped") return;
    const open = [...this.#open.values()].filter((each) => each.type === "call");
    const call = block?.type === "call" ? block : open.length === 1 ? open[0] : undefined;
    if (call) return this.#context.builder.writeArgs(call.draft, text);
    this.#context.builder.warn(
      "call_delta_dropped",
      "A piece of a call came outside any call; it was dropped.",
    );
  }

  #end(index: number): void {
    const { builder } = this.#context;
    const block = this.#open.get(index);
    this.#open.delete(index);
    switch (block?.type) {
      case "text":
        if (block.draft) builder.end(block.draft);
        return;
      case "thinking":
        return builder.end(block.draft, this.#seal({ type: "thinking", signature: block.signature }));
      case "redacted":
        return builder.end(block.draft, this.#seal({ type: "redacted_thinking", data: block.data }));
      case "call":
        if (block.draft.args.trim() === "") builder.writeArgs(block.draft, block.opening);
        return builder.endCall(block.draft);
    }
  }

  #seal(data: Sealed): Opaque | undefined {
    const { provider, model, official } = this.#context;
    return official && data.type === "thinking" && data.signature === ""
      ? undefined
      : { provider, model, data };
  }
}

// StopReason of @anthropic-ai/sdk 1.11.0; compaction is a beta's.
const KNOWN: ReadonlySet<string> = new Set([
  "end_turn",
  "max_tokens",
  "stop_sequence",
  "tool_use",
  "pause_turn",
  "refusal",
  "model_context_window_exceeded",
  "compaction",
]);
const CALLING: ReadonlySet<string> = new Set(["tool_use"]);

// The stop reasons that cut an answer; all others follow from the content.
const LENGTH: ReadonlySet<string> = new Set(["max_tokens", "model_context_window_exceeded"]);

// Anthropic begins with {}, some gateways with all there is.
function toOpening(input: Json | undefined): string {
  return isJsonObject(input) && Object.keys(input).length === 0 ? "" : toArgs(input);
}

interface Counts {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly read?: number | undefined;
  readonly written?: number | undefined;
  readonly thinking?: number | undefined;
}

// The last count is used; a zero replaces nothing, since gateways send it for an unknown count.
function toCounts(usage: JsonObject, before: Counts): Counts {
  const later = (value: Json | undefined, known: number | undefined) =>
    toCount(value) || known || toCount(value);
  return {
    input: later(usage.input_tokens, before.input),
    output: later(usage.output_tokens, before.output),
    read: later(usage.cache_read_input_tokens, before.read),
    written: later(usage.cache_creation_input_tokens, before.written),
    thinking: later(toObject(usage.output_tokens_details).thinking_tokens, before.thinking),
  };
}

// `input_tokens` are those that the cache had no part in.
function toUsage({ input = 0, output = 0, read, written, thinking }: Counts): Usage {
  return {
    inputTokens: input + (read ?? 0) + (written ?? 0),
    outputTokens: output,
    cachedTokens: read,
    cacheWriteTokens: written,
    reasoningTokens: thinking,
  };
}
