// A run as a Chat Completion: the body of one answer, or its chunks. Every key is one of the published schema, but for
// `tool_messages`, which runs under tool_choice "execute" and "generate" have besides.

import type { FinishReason } from "../../core/entry.ts";
import type { StepEvent } from "../../core/event.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { Usage } from "../../core/usage.ts";
import {
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

/** What a run came to: the body of the answer, or why there is none. */
export type ChatOutcome =
  | { readonly type: "answered"; readonly body: JsonObject; readonly end: RunEnd }
  | { readonly type: "failed"; readonly failure: RunFailure }
  | undefined;

/**
 * Collects the events of a run for an answer that is not streamed.
 *
 * @returns the function that takes events, and the one that has the outcome; undefined before the end
 */
export function collectChat(facts: ChatFacts): {
  readonly take: (event: StepEvent) => void;
  readonly outcome: () => ChatOutcome;
} {
  const reader = new RunReader(facts);
  let content = "";
  let outcome: ChatOutcome;
  const take = (event: StepEvent) => {
    for (const piece of reader.read(event)) {
      if (piece.type === "text") content += piece.text;
      if (piece.type === "failed") outcome = piece;
      if (piece.type === "ended") {
        outcome = { type: "answered", body: bodyOf(facts, content, piece.end), end: piece.end };
      }
    }
  };
  return { take, outcome: () => outcome };
}

function bodyOf(facts: ChatFacts, content: string, end: RunEnd): JsonObject {
  const { calls } = end;
  return {
    ...head(facts, "chat.completion"),
    choices: [{
      index: 0,
      message: {
        role: "assistant",
        content: content === "" && calls.length > 0 ? null : content,
        refusal: null,
        annotations: [],
        ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => toCall(call, facts)) }),
      },
      logprobs: null,
      finish_reason: reasonOf(end.finish),
      ...tracesOf(facts, end),
    }],
    usage: toUsage(end.usage),
  };
}

/** Encodes the events of a run as `data:` frames. Without its end the stream has neither a finish reason nor `[DONE]`. */
export function encodeChat(facts: ChatFacts): {
  readonly encode: (event: StepEvent) => string;
  /** The last frames; `failure` when the stream broke. */
  readonly close: (failure?: RunFailure) => string;
} {
  const reader = new RunReader(facts);
  let isOver = false;
  const fail = (failure: RunFailure) => {
    if (isOver) return "";
    isOver = true;
    return frame(facts.toError(failure));
  };
  const encode = (event: StepEvent) => {
    let frames = "";
    for (const piece of reader.read(event)) {
      if (isOver) break;
      switch (piece.type) {
        case "begun":
          frames += chunk(facts, { role: "assistant", content: "", refusal: null });
          break;
        case "text":
          frames += chunk(facts, { content: piece.text });
          break;
        case "ran":
          break;
        case "failed":
          frames += fail(piece.failure);
          break;
        case "ended":
          isOver = true;
          frames += endOf(facts, piece.end);
          break;
      }
    }
    return frames;
  };
  return {
    encode,
    close: (failure = { code: "internal", message: "The stream ended early.", retryable: false }) =>
      fail(failure),
  };
}

function endOf(facts: ChatFacts, end: RunEnd): string {
  const calls = end.calls.map((call, index) =>
    chunk(facts, { tool_calls: [{ index, ...toCall(call, facts) }] })
  );
  const usage = facts.includeUsage
    ? frame({ ...head(facts, "chat.completion.chunk"), choices: [], usage: toUsage(end.usage) })
    : "";
  const last = chunk(facts, {}, reasonOf(end.finish), tracesOf(facts, end));
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
function tracesOf(facts: ChatFacts, { ran }: RunEnd): JsonObject {
  if (!facts.traces) return {};
  return { tool_messages: ran.flatMap((plan) => messagesOf(plan, facts)) };
}

function messagesOf({ text, calls }: RanPlan, facts: ChatFacts): JsonObject[] {
  return [
    {
      role: "assistant",
      content: text === "" ? null : text,
      tool_calls: calls.map((call) => toCall(call, facts)),
    },
    ...calls.map(({ id, text }): JsonObject => ({ role: "tool", tool_call_id: id, content: text })),
  ];
}

function reasonOf(finish: FinishReason): string {
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

/** The counts of OpenAI; a count that the provider did not report is 0. */
function toUsage({ inputTokens, outputTokens, cachedTokens = 0, reasoningTokens = 0 }: Usage): JsonObject {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: reasoningTokens,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
