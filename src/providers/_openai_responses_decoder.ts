// OpenAI Responses: the decoder. Items are told apart by `output_index`, never by item id (GitHub Copilot gives a new id
// with every event). Items that the server executes itself (tool search, web search) are not ours and are left out.

import type { Opaque } from "../core/entry.ts";
import { isJsonObject, type Json, type JsonObject, parseJson } from "../core/json.ts";
import type { ModelEvent, ModelResult } from "../core/provider.ts";
import type { Usage } from "../core/usage.ts";
import type { CallDraft, SpokenDraft } from "./_answer.ts";
import { Fault, toFault } from "./_errors.ts";
import type { Decoder, DecoderContext } from "./_openai_dialect.ts";
import { toPhase, toReasoningItem } from "./_openai_responses.ts";
import { toCount, toName, toObject, toObjects, toText } from "./_wire.ts";

/** An output item while it is being told. */
type Item =
  | { readonly type: "message"; draft: SpokenDraft | undefined; done: boolean }
  | {
    readonly type: "reasoning";
    readonly draft: SpokenDraft;
    done: boolean;
    /** Some servers tell the summary, some the reasoning itself, some both: what came first is kept. */
    source?: "summary" | "content";
    part: number;
  }
  | { readonly type: "function_call" | "custom_tool_call"; readonly draft: CallDraft; done: boolean }
  | { readonly type: "other"; done: boolean };

export function createResponsesDecoder(context: DecoderContext): Decoder {
  return new ResponsesDecoder(context);
}

class ResponsesDecoder implements Decoder {
  readonly #context: DecoderContext;
  readonly #items = new Map<number, Item>();
  #final: JsonObject | undefined;
  #model: string | undefined;
  #refused = false;

  constructor(context: DecoderContext) {
    this.#context = context;
  }

  read(event: string | undefined, data: string): boolean {
    // OpenAI sends no [DONE]; some imitators do, and it says nothing about how the response ended.
    if (data.trim() === "[DONE]") return true;
    const wire = parseJson(data);
    if (!isJsonObject(wire)) throw new Fault("model_protocol", "A piece of the answer is not JSON.");
    this.#readEvent(toName(wire.type) ?? event ?? "", wire);
    return this.#final !== undefined;
  }

  readBody(body: Json): void {
    if (!isJsonObject(body)) throw new Fault("model_protocol", "The answer is not a JSON object.");
    this.#readFinal(body);
  }

  close(): ModelResult {
    const final = this.#final;
    if (!final) throw new Fault("model_protocol", "The stream ended in the middle of the answer.");
    const { answer, model } = this.#context;
    const reason = toName(toObject(final.incomplete_details).reason);
    const limit = final.status !== "incomplete" ? undefined : reason === "content_filter" ? reason : "length";
    const rawFinish = reason ?? toName(final.status);
    return {
      blocks: answer.blocks(),
      finish: answer.finish(limit, this.#refused),
      ...(rawFinish === undefined ? {} : { rawFinish }),
      usage: toUsage(toObject(final.usage)),
      model: this.#model ?? model,
    };
  }

  take(): ModelEvent[] {
    return this.#context.answer.take();
  }

  #readEvent(type: string, wire: JsonObject): void {
    const index = toCount(wire.output_index) ?? 0;
    switch (type) {
      case "response.created":
      case "response.in_progress":
        this.#model = toName(toObject(wire.response).model) ?? this.#model;
        return;
      case "response.output_item.added":
        this.#open(index, toObject(wire.item));
        return;
      case "response.output_text.delta":
        this.#say(index, toText(wire.delta));
        return;
      case "response.refusal.delta":
        this.#refused = true;
        this.#say(index, toText(wire.delta));
        return;
      case "response.reasoning_summary_text.delta":
        this.#think(index, "summary", toCount(wire.summary_index) ?? 0, toText(wire.delta));
        return;
      case "response.reasoning_text.delta":
        this.#think(index, "content", toCount(wire.content_index) ?? 0, toText(wire.delta));
        return;
      case "response.function_call_arguments.delta":
        this.#argue(index, "function_call", toText(wire.delta));
        return;
      case "response.custom_tool_call_input.delta":
        this.#argue(index, "custom_tool_call", toText(wire.delta));
        return;
      case "response.output_item.done":
        this.#close(index, toObject(wire.item));
        return;
      case "response.completed":
      case "response.incomplete":
        this.#readFinal(toObject(wire.response));
        return;
      case "response.failed":
        throw toFault(toObject(wire.response).error, {}, "The response failed.");
      case "error":
        throw toFault(wire.error ?? wire, {}, "The provider reported an error.");
    }
  }

  // Tells what no event has told yet: all of it for a body that was not streamed.
  #readFinal(response: JsonObject): void {
    if (response.error) throw toFault(response.error, {}, "The response failed.");
    if (response.status === "failed" || response.status === "cancelled") {
      throw new Fault("model_server", `The response ended as ${response.status}.`);
    }
    this.#model = toName(response.model) ?? this.#model;
    const output = toObjects(response.output);
    if (this.#items.size === 0) output.forEach((item, index) => this.#close(index, item));
    // Items without an end of their own. Positions in `output` are not always those of the stream, so the type must fit.
    for (const [index, item] of this.#items) {
      const whole = output[index];
      if (!item.done) this.#close(index, whole?.type === item.type ? whole : {});
    }
    this.#final = response;
  }

  #open(index: number, item: JsonObject): Item {
    const { answer } = this.#context;
    const opened = ((): Item => {
      switch (item.type) {
        case "message":
          return { type: "message", draft: undefined, done: false };
        case "reasoning":
          return { type: "reasoning", draft: answer.begin("reasoning"), done: false, part: 0 };
        case "function_call":
        case "custom_tool_call": {
          const draft = answer.beginCall(toText(item.name), toName(item.call_id) ?? toName(item.id));
          return { type: item.type, draft, done: false };
        }
        default:
          return { type: "other", done: false };
      }
    })();
    this.#items.set(index, opened);
    return opened;
  }

  // Begins the block with the first text, so that an empty message leaves no block behind.
  #say(index: number, text: string): void {
    const item = this.#items.get(index) ?? this.#open(index, { type: "message" });
    if (item.type !== "message" || item.done || text === "") return;
    item.draft ??= this.#context.answer.begin("text");
    this.#context.answer.write(item.draft, text);
  }

  #think(index: number, source: "summary" | "content", part: number, text: string): void {
    const item = this.#items.get(index) ?? this.#open(index, { type: "reasoning" });
    if (item.type !== "reasoning" || item.done || text === "") return;
    item.source ??= source;
    if (item.source !== source) return;
    const gap = part !== item.part && item.draft.text !== "" ? "\n\n" : "";
    item.part = part;
    this.#context.answer.write(item.draft, gap + text);
  }

  #argue(index: number, type: "function_call" | "custom_tool_call", text: string): void {
    const item = this.#items.get(index);
    if (item?.type !== type || item.done) return;
    if (type === "function_call") return this.#context.answer.writeArgs(item.draft, text);
    // The input of a custom tool is any text; as arguments it is a JSON string.
    const opening = item.draft.args === "" ? '"' : "";
    this.#context.answer.writeArgs(item.draft, opening + JSON.stringify(text).slice(1, -1));
  }

  /** `wire` is the whole item; empty when the server never sent it whole. */
  #close(index: number, wire: JsonObject): void {
    const item = this.#items.get(index) ?? this.#open(index, wire);
    if (item.done) return;
    const { answer } = this.#context;
    switch (item.type) {
      case "message": {
        const parts = toObjects(wire.content);
        if (parts.some((part) => part.type === "refusal")) this.#refused = true;
        if (!item.draft) {
          this.#say(
            index,
            parts.map((part) => toText(part.text) || toText(part.refusal)).join(""),
          );
        }
        if (item.draft) answer.end(item.draft, this.#opaque(toPhase(wire)));
        break;
      }
      case "reasoning": {
        if (item.draft.text === "") {
          const summary = toObjects(wire.summary).map((part) => toText(part.text)).join("\n\n");
          answer.write(
            item.draft,
            summary || toObjects(wire.content).map((part) => toText(part.text)).join("\n\n"),
          );
        }
        answer.end(item.draft, this.#opaque(toReasoningItem(wire)));
        break;
      }
      case "function_call":
        this.#endCall(item.draft, toText(wire.arguments));
        break;
      case "custom_tool_call": {
        const input = typeof wire.input === "string"
          ? JSON.stringify(wire.input)
          : `${item.draft.args || '"'}"`;
        this.#endCall(item.draft, input);
        break;
      }
      case "other":
        break;
    }
    item.done = true;
  }

  // The text of the finished item decides; the deltas only when it has none.
  #endCall(draft: CallDraft, whole: string): void {
    const { answer } = this.#context;
    const rest = whole.startsWith(draft.args) ? whole.slice(draft.args.length) : "";
    answer.writeArgs(draft, rest);
    answer.endCall(draft, whole || draft.args);
  }

  #opaque(data: Json | undefined): Opaque | undefined {
    const { provider, model } = this.#context;
    return data === undefined ? undefined : { provider, model, data };
  }
}

function toUsage(usage: JsonObject): Usage {
  const input = toObject(usage.input_tokens_details);
  const cachedTokens = toCount(input.cached_tokens);
  const cacheWriteTokens = toCount(input.cache_write_tokens);
  const reasoningTokens = toCount(toObject(usage.output_tokens_details).reasoning_tokens);
  return {
    inputTokens: toCount(usage.input_tokens) ?? 0,
    outputTokens: toCount(usage.output_tokens) ?? 0,
    ...(cachedTokens === undefined ? {} : { cachedTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
}
