// Answers of Ollama's /api/chat, line by line. Thoughts and text come in pieces, calls come whole, in one line or in several.

import { isJsonObject, type Json, type JsonObject, parseJson } from "../../core/json.ts";
import type { ModelResult } from "../../core/provider.ts";
import type { Usage } from "../../core/usage.ts";
import type { SpokenDraft } from "../_wire/response_builder.ts";
import type { Decoder, DecoderContext } from "../_wire/dialect.ts";
import { ProviderError, toProviderError } from "../_wire/errors.ts";
import { THINKING } from "./messages.ts";
import { excerpt } from "../_wire/frame.ts";
import { toArgs, toCount, toId, toName, toObject, toObjects, toText } from "../_wire/json_fields.ts";

export function createOllamaDecoder(context: DecoderContext): Decoder {
  return new OllamaDecoder(context);
}

class OllamaDecoder implements Decoder {
  readonly #context: DecoderContext;
  #open: SpokenDraft | undefined;
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
    if (!this.#done) {
      throw new ProviderError("model_protocol", "The stream ended in the middle of the answer.");
    }
    const { answer, model } = this.#context;
    this.#endOpen();
    const blocks = answer.blocks();
    if (blocks.length === 0 && (this.#reason === "load" || this.#reason === "unload")) {
      throw new ProviderError(
        "model_server",
        `The server answered only that it did ${this.#reason} the model.`,
      );
    }
    return {
      blocks,
      // Calls end with "stop" as well; a server that was cut off says nothing.
      finish: answer.finish(this.#reason === "length" ? "length" : undefined, false),
      ...(this.#reason === undefined ? {} : { rawFinish: this.#reason }),
      usage: this.#usage,
      model: this.#model ?? model,
    };
  }

  #readLine(line: JsonObject): void {
    if (line.error) throw toProviderError(line.error, {}, "The provider reported an error.");
    this.#model ??= toName(line.model);
    const message = toObject(line.message);
    this.#speak("reasoning", toText(message.thinking));
    this.#speak("text", toText(message.content));
    for (const call of toObjects(message.tool_calls)) this.#call(call);
    if (line.done !== true) return;
    this.#done = true;
    this.#reason = toName(line.done_reason);
    this.#usage = {
      inputTokens: toCount(line.prompt_eval_count) ?? 0,
      outputTokens: toCount(line.eval_count) ?? 0,
    };
  }

  #speak(type: SpokenDraft["type"], text: string): void {
    if (text === "") return;
    if (this.#open?.type !== type) {
      this.#endOpen();
      this.#open = this.#context.answer.begin(type);
    }
    this.#context.answer.write(this.#open, text);
  }

  #call(call: JsonObject): void {
    const { answer } = this.#context;
    const { name, arguments: args } = toObject(call.function ?? null);
    const wireName = toName(name);
    if (wireName === undefined) {
      return answer.warn("call_dropped", "A call without a name was dropped.");
    }
    this.#endOpen();
    // Older servers give no id.
    const draft = answer.beginCall(wireName, toId(call.id));
    answer.writeArgs(draft, toArgs(args));
    answer.endCall(draft);
  }

  #endOpen(): void {
    if (!this.#open) return;
    const { answer, provider, model } = this.#context;
    const isThought = this.#open.type === "reasoning";
    answer.end(this.#open, isThought ? { provider, model, data: THINKING } : undefined);
    this.#open = undefined;
  }
}
