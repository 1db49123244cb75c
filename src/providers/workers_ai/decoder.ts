// Answers of Workers AI: in the form of Chat Completions, or in the native one, {response, tool_calls, usage}, which
// is read as the other; both perhaps in the envelope of the REST API, {result, success, errors}.

import { argumentsText, isJsonObject, type Json, type JsonObject, parseJson } from "../../core/json.ts";
import type { ModelResult } from "../../core/model/provider.ts";
import type { Decoder, DecoderContext } from "../_wire/protocol_adapter.ts";
import { createChatDecoder } from "../openai/chat/decoder.ts";
import { OPENAI } from "../openai/profile.ts";
import { REASONING_CONTENT } from "../openai/chat/messages.ts";
import { readReported } from "../_refusals/workers_ai.ts";

/** A decoder for one answer of either form. */
export function createWorkersAIDecoder(context: DecoderContext): Decoder {
  return new WorkersAIDecoder(context);
}

class WorkersAIDecoder implements Decoder {
  readonly #context: DecoderContext;
  readonly #chat: Decoder;
  /** The answer is in the native form, which names no reason for its end. */
  #isNative = false;

  constructor(context: DecoderContext) {
    this.#context = context;
    this.#chat = createChatDecoder({ ...context, profile: OPENAI, hasFinish: () => !this.#isNative });
  }

  read(event: string | undefined, data: string): boolean {
    const wire = parseJson(data);
    if (!isJsonObject(wire)) return this.#chat.read(event, data);
    const chat = this.#toChat(wire, "delta");
    return this.#chat.read(event, chat === wire ? data : argumentsText(chat));
  }

  readBody(body: Json): void {
    this.#chat.readBody(isJsonObject(body) ? this.#toChat(body, "message") : body);
  }

  hasEnded(): boolean {
    return this.#chat.hasEnded();
  }

  close(): ModelResult {
    const result = this.#chat.close();
    const { provider, model } = this.#context;
    // Reasoning goes back, whatever field it came in.
    const meta = { provider, model, data: REASONING_CONTENT };
    return {
      ...result,
      blocks: result.blocks.map((block) =>
        block.type === "reasoning" ? { meta: block.meta ?? meta, type: block.type, text: block.text } : block
      ),
    };
  }

  // The same object where it is in that form or in an unknown one. Throws ProviderError for a reported error.
  #toChat(wire: JsonObject, place: "delta" | "message"): JsonObject {
    const error = readReported(wire, {});
    if (error) throw error;
    if (isJsonObject(wire.result)) return this.#toChat(wire.result, place);
    if (wire.choices || wire.error || !NATIVE.some((key) => key in wire)) return wire;
    this.#isNative = true;
    const { response, tool_calls, reasoning_content, reasoning, finish_reason, usage, model } = wire;
    const message = {
      content: toContent(response),
      ...present({ tool_calls, reasoning_content, reasoning }),
    };
    return {
      choices: [{ index: 0, [place]: message, ...present({ finish_reason }) }],
      ...present({ usage, model }),
    };
  }
}

const NATIVE = ["response", "tool_calls", "finish_reason", "usage", "p"];

// A piece that looks like a number comes as one, and an answer that looks like JSON as an object.
function toContent(response: Json | undefined): string {
  if (response === undefined || response === null) return "";
  return typeof response === "string" ? response : JSON.stringify(response);
}

function present(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  const entries = Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}
