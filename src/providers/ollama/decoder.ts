// Answers of Ollama's /api/chat, line by line. Thoughts and text come in pieces, calls come whole, in one line or in
// several.

import { isJsonObject, type Json, type JsonObject, parseJson } from "../../core/json.ts";
import type { ModelResult } from "../../core/model/provider.ts";
import type { Usage } from "../../core/usage.ts";
import type { TextDraft } from "../_wire/response/response_builder.ts";
import type { Decoder, DecoderContext } from "../_wire/protocol_adapter.ts";
import { ProviderError } from "../_wire/errors/provider_error.ts";
import { THINKING } from "./messages.ts";
import { checkFinish, endedEarly, type FinishReasons } from "../_wire/response/check_finish.ts";
import { excerpt } from "../_wire/response/frame.ts";
import { toArgs, toCount, toId, toName, toObject, toObjects, toText } from "../_wire/json_fields.ts";

/** A decoder for one answer of /api/chat. */
export function createOllamaDecoder(context: DecoderContext): Decoder {
  return new OllamaDecoder(context);
}

class OllamaDecoder implements Decoder {
  readonly #context: DecoderContext;
  #open: TextDraft | undefined;
  #done = false;
  #reason: string | undefined;
  #usage: Usage = { inputTokens: 0, outputTokens: 0 };
  #model: string | undefined;

  constructor(context: DecoderContext) {
    this.#context = context;
  }

  read(_event: string | undefined, data: string): boolean {
    const line = parseJson(data);
    if (!isJsonObject(line)) {
      throw new ProviderError("model_protocol", `A line of the answer is not JSON: ${excerpt(data)}`);
    }
    this.#readLine(line);
    return this.#done;
  }

  readBody(body: Json): void {
    this.#readLine(toObject(body));
  }

  hasEnded(): boolean {
    return this.#done;
  }

  close(): ModelResult {
    if (!this.#done) throw endedEarly();
    const { builder, model } = this.#context;
    this.#endOpen();
    const blocks = builder.blocks();
    if (blocks.length === 0 && (this.#reason === "load" || this.#reason === "unload")) {
      throw new ProviderError(
        "model_server",
        `The server answered only that it did ${this.#reason} the model.`,
      );
    }
    checkFinish(this.#reason, blocks, FINISH, builder);
    return {
      blocks,
      // Answers with calls end with "stop" as well.
      finish: builder.finish(this.#reason === "length" ? "length" : undefined, false),
      rawFinish: this.#reason,
      usage: this.#usage,
      model: this.#model ?? model,
    };
  }

  #readLine(line: JsonObject): void {
    if (line.error) throw this.#context.readError(line.error, {}, "The provider reported an error.");
    this.#model ??= toName(line.model);
    const message = toObject(line.message);
    this.#writeText("reasoning", toText(message.thinking));
    this.#writeText("text", toText(message.content));
    for (const call of toObjects(message.tool_calls)) this.#call(call);
    if (line.done !== true) return;
    this.#done = true;
    this.#reason = toName(line.done_reason);
    this.#usage = {
      inputTokens: toCount(line.prompt_eval_count) ?? 0,
      outputTokens: toCount(line.eval_count) ?? 0,
    };
  }

  #writeText(type: TextDraft["type"], text: string): void {
    if (text === "") return;
    if (this.#open?.type !== type) {
      this.#endOpen();
      this.#open = this.#context.builder.begin(type);
    }
    this.#context.builder.write(this.#open, text);
  }

  #call(call: JsonObject): void {
    const { builder } = this.#context;
    const { name, arguments: args } = toObject(call.function ?? null);
    const wireName = toName(name);
    if (wireName === undefined) {
      return builder.warn("call_dropped", "A call without a name was dropped.");
    }
    this.#endOpen();
    // Older servers give no id.
    const draft = builder.beginCall(wireName, toId(call.id));
    builder.writeArgs(draft, toArgs(args));
    builder.endCall(draft);
  }

  #endOpen(): void {
    if (!this.#open) return;
    const { builder, provider, model } = this.#context;
    const isThought = this.#open.type === "reasoning";
    builder.end(this.#open, isThought ? { provider, model, data: THINKING } : undefined);
    this.#open = undefined;
  }
}

// DoneReason of ollama's llm/server.go: an answer whose connection broke off has none, and old servers name none.
const FINISH: FinishReasons = { known: new Set(["stop", "length", "load", "unload"]), missing: "possible" };
