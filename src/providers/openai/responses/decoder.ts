// OpenAI Responses: the decoder. Items that the server executes itself (its own tool search, web search) are
// left out.

import type { Opaque } from "../../../core/entry.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import type { ModelResult } from "../../../core/model/provider.ts";
import { SEARCH_TOOLS } from "../../../core/tool/tool_selection.ts";
import { checkBlocks } from "../../_wire/response/response_builder.ts";
import { ProviderError } from "../../_wire/errors/provider_error.ts";
import type { Decoder } from "../../_wire/protocol_adapter.ts";
import type { OpenAIDecoderContext } from "../request.ts";
import { checkFinish, endedEarly, type FinishReasons } from "../../_wire/response/check_finish.ts";
import { readFrame, readWhole } from "../../_wire/response/frame.ts";
import { toCacheMiss } from "../../_wire/response/cache_miss.ts";
import { readTransformations } from "../../_wire/response/input_transformations.ts";
import { toPhase, toReasoningItem } from "./messages.ts";
import { addArguments, endCall, hasArguments } from "./call.ts";
import { findItem, findShown, isCall, type Item, type ItemType, itemType, matchOutput } from "./items.ts";
import { addText, endMessage, finishPart, joinMessageText } from "./message.ts";
import { isCompaction, readCompaction } from "./compaction.ts";
import { readNamespace } from "./tool_search.ts";
import { toUsage } from "./usage.ts";
import { toArgs, toCount, toIndex, toName, toObject, toObjects, toText } from "../../_wire/json_fields.ts";

/** A decoder for one answer of /responses. */
export function createResponsesDecoder(context: OpenAIDecoderContext): Decoder {
  return new ResponsesDecoder(context);
}

class ResponsesDecoder implements Decoder {
  readonly #context: OpenAIDecoderContext;
  readonly #items: Item[] = [];
  #final: JsonObject | undefined;
  /** The answer to a request for a summary, which is not streamed. */
  #compaction: JsonObject | undefined;
  #model: string | undefined;
  #refused = false;
  /** Something of the answer is marked as cut. */
  #cut = false;

  constructor(context: OpenAIDecoderContext) {
    this.#context = context;
  }

  read(event: string | undefined, data: string): boolean {
    const frame = readFrame(event, data, this.#context.readError);
    // OpenAI sends no [DONE]; some other servers do, and it does not show how the response ended.
    if (frame.type === "end") return true;
    if (frame.type === "wire") this.#readEvent(toName(frame.wire.type) ?? event ?? "", frame.wire);
    return this.#final !== undefined;
  }

  readBody(body: Json): void {
    const whole = readWhole(body, this.#context.readError);
    if (isCompaction(whole)) this.#compaction = whole;
    else this.#readFinal(whole);
  }

  hasEnded(): boolean {
    return this.#final !== undefined || this.#compaction !== undefined;
  }

  close(): ModelResult {
    if (this.#compaction !== undefined) return readCompaction(this.#compaction, this.#context.model);
    const final = this.#final;
    if (!final) throw endedEarly();
    const { builder, model } = this.#context;
    const reason = toName(toObject(final.incomplete_details).reason);
    const limit = !this.#cut ? undefined : reason === "content_filter" ? reason : "length";
    const rawFinish = reason ?? toName(final.status);
    const id = toName(final.id);
    const diagnostics = toObject(final.prompt_cache_diagnostics);
    const blocks = builder.blocks();
    if (this.#items.length === 0) {
      throw new ProviderError("model_protocol", "The response has no output.");
    }
    // The event that ends a stream says it as well.
    checkFinish(toName(final.status) ?? "completed", blocks, FINISH, builder);
    return {
      blocks,
      finish: builder.finish(limit, this.#refused),
      rawFinish,
      usage: toUsage(toObject(final.usage)),
      model: this.#model ?? model,
      responseId: id,
      removed: readTransformations(final.input_transformations, builder),
      // Response.CacheMiss of openai 7.59.0; the other kinds have neither.
      cacheMiss: toCacheMiss(diagnostics.reason, diagnostics.cache_missed_tokens),
    };
  }

  #readEvent(type: string, wire: JsonObject): void {
    switch (type) {
      case "response.created":
      case "response.in_progress":
        this.#model = toName(toObject(wire.response).model) ?? this.#model;
        return;
      case "response.output_item.added":
        this.#show(toObject(wire.item), toIndex(wire.output_index), false);
        return;
      case "response.output_item.done":
        this.#show(toObject(wire.item), toIndex(wire.output_index), true);
        return;
      case "response.refusal.delta":
      case "response.output_text.delta":
        this.#refused ||= type === "response.refusal.delta";
        this.#addText(wire, toText(wire.delta));
        return;
      case "response.refusal.done":
      case "response.output_text.done":
        this.#refused ||= type === "response.refusal.done";
        this.#finishPart(wire, toText(wire.text) || toText(wire.refusal));
        return;
      case "response.content_part.done":
        this.#readPart(wire, toObject(wire.part));
        return;
      case "response.reasoning_summary_text.delta":
        this.#think(wire, "summary", toCount(wire.summary_index) ?? 0);
        return;
      case "response.reasoning_text.delta":
        this.#think(wire, "content", toCount(wire.content_index) ?? 0);
        return;
      case "response.function_call_arguments.delta":
      case "response.function_call_arguments.done":
        this.#addArguments(wire, "function_call");
        return;
      case "response.custom_tool_call_input.delta":
      case "response.custom_tool_call_input.done":
        this.#addArguments(wire, "custom_tool_call");
        return;
      case "response.completed":
      case "response.done":
      case "response.incomplete":
        this.#cut ||= type === "response.incomplete";
        this.#readFinal(toObject(wire.response));
        return;
      case "response.failed":
      case "response.cancelled":
        throw this.#context.readError(
          toObject(wire.response).error,
          {},
          `The response ended as ${type.slice(9)}.`,
        );
    }
  }

  // Emits what no event contained: all of it for a body that was not streamed.
  #readFinal(response: JsonObject): void {
    const { status, error } = response;
    if (error) throw this.#context.readError(error, {}, "The response failed.");
    if (status === "failed" || status === "cancelled") {
      throw new ProviderError("model_server", `The response ended as ${status}.`);
    }
    const isWhole = status === undefined || status === null || status === "completed" ||
      status === "incomplete";
    const isAnswer = isWhole && (Array.isArray(response.output) || toText(response.output_text) !== "");
    if (!isAnswer && this.#items.length === 0) {
      throw this.#context.readError(response, {}, "The answer is not a finished response.");
    }
    this.#cut ||= status === "incomplete";
    this.#model = toName(response.model) ?? this.#model;

    const { wholes, rest } = matchOutput(this.#items, toObjects(response.output));
    for (const item of this.#items) {
      const whole = wholes.get(item) ?? {};
      this.#checkStatus(whole);
      if (!item.done) this.#close(item, whole);
    }
    for (const whole of rest) this.#close(this.#open(itemType(whole), undefined, whole), whole);
    if (this.#items.length === 0 && toText(response.output_text) !== "") {
      this.#close(this.#open("message", undefined), { content: toText(response.output_text) });
    }
    this.#final = response;
  }

  // An item as a whole object, when it begins or when it is done.
  #show(wire: JsonObject, index: number | undefined, done: boolean): void {
    const known = findShown(this.#items, wire, index);
    const isSame = known && (done || (!known.done && (!known.announced || known.id === wire.id)));
    const item = isSame ? known : this.#open(itemType(wire), index, wire);
    if (item.done) return;
    this.#announce(item, wire);
    if (!done) return;
    this.#checkStatus(wire);
    // Without its arguments or its text it stays open: the end of the response may have them.
    if (isCall(item) && !hasArguments(item, wire)) return;
    if (item.type === "message" && !item.draft && joinMessageText(wire) === "") return;
    this.#close(item, wire);
  }

  #open(type: ItemType, index: number | undefined, wire: JsonObject = {}): Item {
    const base = { index, id: undefined, announced: false, done: false };
    const opened = ((): Item => {
      switch (type) {
        case "message":
          return { ...base, type, draft: undefined, part: 0, partStart: 0 };
        case "reasoning":
          return {
            ...base,
            type,
            draft: this.#context.builder.begin("reasoning"),
            source: undefined,
            part: 0,
          };
        case "function_call":
        case "custom_tool_call":
        case "tool_search_call":
          return {
            ...base,
            type,
            callId: undefined,
            name: type === "tool_search_call" ? SEARCH_TOOLS : "",
            draft: undefined,
            text: "",
            emitted: 0,
            opening: "",
            whole: "",
          };
        case "other":
          return { ...base, type };
      }
    })();
    checkBlocks(this.#items.push(opened));
    if (wire.type !== undefined) this.#announce(opened, wire);
    return opened;
  }

  #announce(item: Item, wire: JsonObject): void {
    item.announced = true;
    item.id ??= toName(wire.id);
    if (!isCall(item)) return;
    item.callId ??= toName(wire.call_id);
    item.name ||= toText(wire.name);
    item.opening ||= toArgs(wire.arguments ?? wire.input);
    addArguments(this.#context.builder, item, "");
  }

  #checkStatus(wire: JsonObject): void {
    const type = itemType(wire);
    const isCall = type !== "message" && type !== "reasoning" && type !== "other";
    if (isCall && wire.status === "incomplete") this.#cut = true;
  }

  /** The item that an event of a part is about; it may be the first one about it. */
  #itemOf(event: JsonObject, type: ItemType): Item {
    const index = toIndex(event.output_index);
    const known = findItem(this.#items, type, event) ??
      (index === undefined
        ? undefined
        : this.#items.findLast((item) => item.type === "other" && item.index === index));
    return known ?? this.#open(type, index);
  }

  #addText(event: JsonObject, text: string): void {
    const item = this.#itemOf(event, "message");
    if (item.type === "message") addText(this.#context.builder, item, toCount(event.content_index), text);
  }

  #finishPart(event: JsonObject, text: string): void {
    const item = this.#itemOf(event, "message");
    if (item.type === "message") finishPart(this.#context.builder, item, toCount(event.content_index), text);
  }

  #readPart(event: JsonObject, part: JsonObject): void {
    if (part.type === "refusal") this.#refused = true;
    if (part.type === "refusal" || part.type === "output_text") {
      this.#finishPart(event, toText(part.text) || toText(part.refusal));
    }
  }

  #think(event: JsonObject, source: "summary" | "content", part: number): void {
    const text = toText(event.delta);
    const item = this.#itemOf(event, "reasoning");
    if (item.type !== "reasoning" || item.done || text === "") return;
    item.source ??= source;
    if (item.source !== source) return;
    const gap = part !== item.part && item.draft.text !== "" ? "\n\n" : "";
    item.part = part;
    this.#context.builder.write(item.draft, gap + text);
  }

  #addArguments(event: JsonObject, type: "function_call" | "custom_tool_call"): void {
    const item = this.#itemOf(event, type);
    if (!isCall(item) || item.done) return;
    item.name ||= toText(event.name);
    item.whole = toArgs(event.arguments ?? event.input) || item.whole;
    addArguments(this.#context.builder, item, toText(event.delta));
  }

  /** `wire` is the whole item; empty when the server never sent it whole. */
  #close(item: Item, wire: JsonObject): void {
    const { builder } = this.#context;
    item.done = true;
    switch (item.type) {
      case "message":
        if (toObjects(wire.content).some((part) => part.type === "refusal")) this.#refused = true;
        return endMessage(builder, item, wire, this.#opaque(toPhase(wire)));
      case "reasoning": {
        if (item.draft.text === "") {
          const summary = toObjects(wire.summary).map((part) => toText(part.text)).join("\n\n");
          builder.write(
            item.draft,
            summary || toObjects(wire.content).map((part) => toText(part.text)).join("\n\n"),
          );
        }
        return builder.end(item.draft, this.#opaque(toReasoningItem(wire)));
      }
      case "function_call":
      case "custom_tool_call":
      case "tool_search_call":
        this.#checkStatus(wire);
        return endCall(builder, item, wire, this.#opaque(readNamespace(wire)));
      case "other":
        return;
    }
  }

  #opaque(data: Json | undefined): Opaque | undefined {
    const { provider, model } = this.#context;
    return data === undefined ? undefined : { provider, model, data };
  }
}

// ResponseStatus of openai 7.55.0, without those that are failures.
const FINISH: FinishReasons = { known: new Set(["completed", "incomplete"]) };
