// Google Gemini: the decoder. Every event is a whole GenerateContentResponse with the parts that are new; there is no
// end mark but the finish reason.

import { isJsonObject, type Json, type JsonObject, parseJson } from "../../core/json.ts";
import type { Opaque } from "../../core/entry.ts";
import type { ModelResult } from "../../core/model/provider.ts";
import type { Usage } from "../../core/usage.ts";
import type { CallDraft, TextDraft } from "../_wire/response/response_builder.ts";
import { isAnyBase64 } from "../_wire/base64.ts";
import type { Decoder, DecoderContext } from "../_wire/protocol_adapter.ts";
import { ProviderError } from "../_wire/errors/provider_error.ts";
import { PartialArgs } from "./partial_args.ts";
import type { PartSignature } from "./messages.ts";
import { toGeminiWire } from "../_refusals/gemini.ts";
import { checkFinish, endedEarly, type FinishReasons } from "../_wire/response/check_finish.ts";
import { excerpt } from "../_wire/response/frame.ts";
import { toArgs, toCount, toIndex, toName, toObject, toObjects, toText } from "../_wire/json_fields.ts";

/** A decoder for one answer of streamGenerateContent. */
export function createGeminiDecoder(context: DecoderContext): Decoder {
  return new GeminiDecoder(context);
}

interface OpenCall {
  readonly draft: CallDraft;
  readonly pieces: PartialArgs;
  /** The arguments where they came whole. */
  whole: string;
}

class GeminiDecoder implements Decoder {
  readonly #context: DecoderContext;
  #open: TextDraft | undefined;
  #call: OpenCall | undefined;
  #calls = 0;
  /** A text among the arguments of a call broke off. */
  #isCut = false;
  #rawFinish: string | undefined;
  #finishMessage: string | undefined;
  readonly #counts = new Map<string, number>();
  #model: string | undefined;
  #id: string | undefined;

  constructor(context: DecoderContext) {
    this.#context = context;
  }

  read(_event: string | undefined, data: string): boolean {
    const text = data.trim();
    // Gateways that have OpenAI's APIs as well.
    if (text === "[DONE]") return true;
    if (text !== "") this.#readResponse(toGeminiWire(parseJson(text), excerpt(text)));
    return false;
  }

  /** Without `alt=sse` a stream is a list of responses. */
  readBody(body: Json): void {
    for (const each of Array.isArray(body) ? body : [body]) this.#readResponse(toGeminiWire(each, ""));
  }

  hasEnded(): boolean {
    return this.#rawFinish !== undefined;
  }

  close(): ModelResult {
    const { builder, model } = this.#context;
    const finish = this.#rawFinish;
    if (finish === undefined) throw endedEarly();
    // The empty call that ends a call in pieces is sometimes missing.
    this.#endCall();
    this.#endOpen();
    const blocks = builder.blocks();
    // The model goes on behind the results of its calls.
    const isEnd = finish !== "CONTINUATION" || this.#calls === 0;
    const limit = isEnd && LIMITS.get(finish) || (this.#isCut ? "length" : undefined);
    // 200 and no content: the model wrote a call that cannot be read. A second request usually succeeds.
    const isBroken = BROKEN.has(finish) || (finish !== "STOP" && limit === undefined && blocks.length === 0);
    if (isBroken && this.#calls === 0) {
      throw new ProviderError("model_server", this.#finishMessage ?? "The model ended without an answer.", {
        providerCode: finish,
      });
    }
    checkFinish(finish, blocks, FINISH, builder);
    return {
      blocks,
      finish: builder.finish(limit, false),
      rawFinish: finish,
      usage: this.#usage(),
      model: this.#model ?? model,
      requestId: this.#id,
      responseId: this.#id,
    };
  }

  #readResponse(wire: JsonObject): void {
    this.#model = toName(wire.modelVersion) ?? this.#model;
    this.#id = toName(wire.responseId) ?? this.#id;
    // Counts grow with the answer; a report may leave some out.
    for (const [name, value] of Object.entries(toObject(wire.usageMetadata))) {
      const count = toCount(value);
      if (count !== undefined) this.#counts.set(name, count);
    }
    const candidates = toObjects(wire.candidates);
    const first = candidates.find(({ index }) => (toIndex(index) ?? 0) === 0);
    if (!first) return throwBlocked(toObject(wire.promptFeedback));
    for (const part of toObjects(toObject(first.content).parts)) this.#readPart(part);
    const finish = toName(first.finishReason);
    if (finish === undefined || finish === "FINISH_REASON_UNSPECIFIED") return;
    // Once cut, the answer stays cut, whatever the last event has.
    if (this.#rawFinish === undefined || !LIMITS.has(this.#rawFinish)) this.#rawFinish = finish;
    this.#finishMessage = toName(first.finishMessage);
  }

  // Code, its results, images and calls of Google's own tools are no part of the answer.
  #readPart(part: JsonObject): void {
    const meta = this.#toMeta(toName(part.thoughtSignature));
    if (isJsonObject(part.functionCall)) this.#readCall(part.functionCall, meta);
    else if (typeof part.text === "string" || Object.keys(part).every((key) => BARE.has(key))) {
      this.#writeText(part.thought ? "reasoning" : "text", toText(part.text), meta);
    }
  }

  // The signature comes with the text, or behind it in a part of its own.
  #writeText(type: TextDraft["type"], text: string, meta: Opaque | undefined): void {
    if (text === "" && meta === undefined) return;
    const { builder } = this.#context;
    this.#endCall();
    if (this.#open?.type !== type) this.#endOpen();
    const open = this.#open ??= builder.begin(type);
    builder.write(open, text);
    // What follows a signed part is another part.
    if (meta) this.#endOpen(meta);
  }

  // Whole on the Gemini API. On Vertex {name, willContinue}, then {partialArgs, willContinue}, then {}.
  #readCall(wire: JsonObject, meta: Opaque | undefined): void {
    const { builder } = this.#context;
    const name = toName(wire.name);
    if (name !== undefined) {
      this.#endOpen();
      this.#endCall();
      const draft = builder.beginCall(this.#toOffered(name), toName(wire.id));
      this.#call = { draft, pieces: new PartialArgs(), whole: "" };
      this.#calls += 1;
    }
    const call = this.#call;
    if (!call) {
      if (wire.args || wire.partialArgs) {
        builder.warn("call_delta_dropped", "A piece of a call came before any call; it was dropped.");
      }
      return;
    }
    if (meta) call.draft.meta ??= meta;
    call.whole = toArgs(wire.args) || call.whole;
    for (const piece of toObjects(wire.partialArgs)) call.pieces.add(piece);
    if (wire.willContinue !== true) this.#endCall();
  }

  // Pieces by path are emitted once they are complete: what was emitted cannot be replaced.
  #endCall(): void {
    const call = this.#call;
    if (!call) return;
    this.#call = undefined;
    // Put together, half of the arguments are as good JSON as all of them.
    this.#isCut ||= call.whole === "" && call.pieces.isOpen;
    const { builder } = this.#context;
    builder.writeArgs(call.draft, call.whole || call.pieces.text());
    builder.endCall(call.draft);
  }

  #endOpen(meta?: Opaque): void {
    if (this.#open) this.#context.builder.end(this.#open, meta);
    this.#open = undefined;
  }

  // Models sometimes leak the namespace in which the API shows them the functions.
  #toOffered(name: string): string {
    const { offered } = this.#context;
    const bare = name.replace(/^default_api[.:]/, "");
    return !offered.has(name) && offered.has(bare) ? bare : name;
  }

  #toMeta(thoughtSignature: string | undefined): Opaque | undefined {
    if (thoughtSignature === undefined) return undefined;
    const { builder, provider, model } = this.#context;
    if (!isAnyBase64(thoughtSignature)) {
      builder.dropSignature();
      return undefined;
    }
    const data: PartSignature = { thoughtSignature };
    return { provider, model, data };
  }

  #usage(): Usage {
    const count = (name: string) => this.#counts.get(name);
    const cachedTokens = count("cachedContentTokenCount");
    const reasoningTokens = count("thoughtsTokenCount");
    return {
      inputTokens: (count("promptTokenCount") ?? 0) + (count("toolUsePromptTokenCount") ?? 0),
      outputTokens: (count("candidatesTokenCount") ?? 0) + (reasoningTokens ?? 0),
      cachedTokens,
      reasoningTokens,
    };
  }
}

/** What a part has that only signs the text before it. */
const BARE: ReadonlySet<string> = new Set(["thought", "thoughtSignature"]);

function throwBlocked({ blockReason, blockReasonMessage }: JsonObject): void {
  const reason = toName(blockReason);
  if (reason === undefined) return;
  const why = toName(blockReasonMessage) ?? "The prompt was blocked.";
  throw new ProviderError("model_content_filter", why, { providerCode: reason });
}

// The finish reasons that cut an answer (FinishReason of @google/genai 3.1.0); all others follow from the content.
const LIMITS: ReadonlyMap<string, "length" | "content_filter"> = new Map([
  ["MAX_TOKENS", "length"],
  ["CONTINUATION", "length"],
  ["SAFETY", "content_filter"],
  ["RECITATION", "content_filter"],
  ["LANGUAGE", "content_filter"],
  ["BLOCKLIST", "content_filter"],
  ["PROHIBITED_CONTENT", "content_filter"],
  ["SPII", "content_filter"],
  ["IMAGE_SAFETY", "content_filter"],
  ["IMAGE_PROHIBITED_CONTENT", "content_filter"],
  ["IMAGE_RECITATION", "content_filter"],
]);

// Behind any other reason, such as OTHER, what came may be a part.
const FINISH: FinishReasons = {
  known: new Set(["stop", ...Array.from(LIMITS.keys(), (reason) => reason.toLowerCase())]),
};

const BROKEN: ReadonlySet<string> = new Set([
  "MALFORMED_FUNCTION_CALL",
  "MALFORMED_RESPONSE",
  "UNEXPECTED_TOOL_CALL",
  "TOO_MANY_TOOL_CALLS",
]);
