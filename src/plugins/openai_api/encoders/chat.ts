// A run as a Chat Completion: the body of one answer, or its chunks. Every key is one of the published schema, but for
// `tool_messages`, which runs under tool_choice "execute" and "generate" have besides.

import type { FinishReason } from "../../../core/entry.ts";
import type { StepEvent } from "../../../core/event.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import type { Usage } from "../../../core/usage.ts";
import {
  type Piece,
  type RanPlan,
  type ReadCall,
  type ReadOptions,
  type RunEnd,
  type RunFailure,
  RunReader,
} from "./run_reader.ts";

/** What the answer says of itself. */
export interface ChatFacts extends ReadOptions {
  /** `chatcmpl-...`, which is also the id of the thread. */
  readonly id: string;
  /** As the request names it. */
  readonly model: string;
  /** Unix time in seconds. */
  readonly created: number;
  /** Of the agent's definition: `fp_...`. */
  readonly fingerprint: string;
  /** The stream ends with a chunk that has the usage. */
  readonly includeUsage: boolean;
  /** The answer has `tool_messages`. */
  readonly traces: boolean;
  /** The name of a tool as the request spells it. */
  spell(name: string): string;
  /** `{error: {...}}`. */
  toError(failure: RunFailure): JsonObject;
}

/**
 * Writes the events of a run as `data:` frames, and its answer as one body. Without its end the stream has neither a finish reason
 * nor `[DONE]`.
 */
export class ChatWriter {
  readonly #facts: ChatFacts;
  readonly #reader: RunReader;
  #content = "";
  #refusal: string | null = null;
  #body: JsonObject | undefined;
  #failure: RunFailure | undefined;

  constructor(facts: ChatFacts) {
    this.#facts = facts;
    this.#reader = new RunReader(facts);
  }

  /** The body of the answer; undefined before the end, and of a run that failed. */
  get body(): JsonObject | undefined {
    return this.#body;
  }

  get failure(): RunFailure | undefined {
    return this.#failure;
  }

  /** Zero or more frames. */
  encode(event: StepEvent): string {
    return this.#reader.read(event).map((piece) => this.#isOver ? "" : this.#frames(piece)).join("");
  }

  /** The last frames; `failure` when the stream broke. */
  close(
    failure: RunFailure = { message: "The stream ended early.", code: "internal", retryable: false },
  ): string {
    return this.#isOver ? "" : this.#fail(failure);
  }

  get #isOver(): boolean {
    return this.#body !== undefined || this.#failure !== undefined;
  }

  #frames(piece: Piece): string {
    switch (piece.type) {
      case "begun":
        return chunk(this.#facts, { role: "assistant", content: "", refusal: null });
      case "text": {
        const content = joinTexts(piece, this.#content !== "");
        this.#content += content;
        return chunk(this.#facts, { content });
      }
      case "refusal":
        this.#refusal = piece.text;
        return chunk(this.#facts, { refusal: piece.text });
      case "ran":
        return "";
      case "failed":
        return this.#fail(piece.failure);
      case "ended":
        this.#body = buildBody(this.#facts, { content: this.#content, refusal: this.#refusal }, piece.end);
        return writeEnd(this.#facts, piece.end, this.#refusal !== null);
    }
  }

  #fail(failure: RunFailure): string {
    this.#failure = failure;
    return frame(this.#facts.toError(failure));
  }
}

/** The texts of two plans have a blank line between them. */
function joinTexts(
  { text, begins }: { readonly text: string; readonly begins: boolean },
  hasText: boolean,
): string {
  return begins && hasText ? `\n\n${text}` : text;
}

interface Said {
  readonly content: string;
  /** Null where the content is the answer. */
  readonly refusal: string | null;
}

function buildBody(facts: ChatFacts, { content, refusal }: Said, end: RunEnd): JsonObject {
  const { calls } = end;
  return {
    ...head(facts, "chat.completion"),
    choices: [{
      index: 0,
      message: {
        role: "assistant",
        content: content === "" && (calls.length > 0 || refusal !== null) ? null : content,
        refusal,
        annotations: [],
        ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => toCall(call, facts)) }),
      },
      logprobs: null,
      finish_reason: refusal === null ? toFinishReason(end.finish) : "stop",
      ...buildTraces(facts, end),
    }],
    usage: toUsage(end.usage),
  };
}

function writeEnd(facts: ChatFacts, end: RunEnd, isRefused: boolean): string {
  const calls = end.calls.map((call, index) =>
    chunk(facts, { tool_calls: [{ index, ...toCall(call, facts) }] })
  );
  const usage = facts.includeUsage
    ? frame({ ...head(facts, "chat.completion.chunk"), choices: [], usage: toUsage(end.usage) })
    : "";
  const last = chunk(facts, {}, isRefused ? "stop" : toFinishReason(end.finish), buildTraces(facts, end));
  return `${calls.join("")}${last}${usage}data: [DONE]\n\n`;
}

function chunk(
  facts: ChatFacts,
  delta: JsonObject,
  reason: string | null = null,
  traces: JsonObject = {},
): string {
  return frame({
    ...head(facts, "chat.completion.chunk"),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason, ...traces }],
    ...(facts.includeUsage ? { usage: null } : {}),
  });
}

function frame(body: Json): string {
  return `data: ${JSON.stringify(body)}\n\n`;
}

function head({ id, created, model, fingerprint }: ChatFacts, object: string): JsonObject {
  return { id, object, created, model, service_tier: "default", system_fingerprint: fingerprint };
}

function toCall({ id, name, args }: ReadCall, { spell }: Pick<ChatFacts, "spell">): JsonObject {
  return { id, type: "function", function: { name: spell(name), arguments: args } };
}

/** What the server has run, as the messages that a client would have sent for it. */
function buildTraces(facts: ChatFacts, { ran }: RunEnd): JsonObject {
  if (!facts.traces) return {};
  return { tool_messages: ran.flatMap((plan) => toMessages(plan, facts)) };
}

function toMessages({ text, calls }: RanPlan, facts: ChatFacts): JsonObject[] {
  return [
    {
      role: "assistant",
      content: text === "" ? null : text,
      tool_calls: calls.map((call) => toCall(call, facts)),
    },
    ...calls.map(({ id, text }): JsonObject => ({ role: "tool", tool_call_id: id, content: text })),
  ];
}

function toFinishReason(finish: FinishReason): string {
  switch (finish) {
    case "calls":
      return "tool_calls";
    case "refusal":
      return "content_filter";
    case "stop":
    case "length":
    case "content_filter":
      return finish;
  }
}

/** The counts of OpenAI; a count that the provider did not report is 0, and that of written tokens is left out. */
function toUsage(
  { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens, reasoningTokens = 0 }: Usage,
): JsonObject {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: {
      cached_tokens: cachedTokens,
      audio_tokens: 0,
      ...(cacheWriteTokens === undefined ? {} : { cache_write_tokens: cacheWriteTokens }),
    },
    completion_tokens_details: {
      reasoning_tokens: reasoningTokens,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
