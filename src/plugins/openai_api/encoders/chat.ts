// A run as a Chat Completion: the body of one answer, or its chunks. Every key is one of the published schema, but for
// `tool_messages`, which runs under tool_choice "execute" and "generate" have besides.

import type { FinishReason } from "../../../core/entry.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import type { Usage } from "../../../core/usage.ts";
import type { RanPlan, ReadCall } from "./open_plan.ts";
import { type ReadOptions, type RunEnd, type RunFailure, RunWriter } from "./run_writer.ts";

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
export class ChatWriter extends RunWriter {
  readonly #facts: ChatFacts;
  #content = "";
  #refusal: string | null = null;
  #body: JsonObject | undefined;

  constructor(facts: ChatFacts) {
    super(facts);
    this.#facts = facts;
  }

  override get body(): JsonObject | undefined {
    return this.#body;
  }

  protected override begin(): void {
    this.#chunk({ role: "assistant", content: "", refusal: null });
  }

  /** The texts of two plans have a blank line between them. */
  protected override addText(text: string, begins: boolean): void {
    const content = begins && this.#content !== "" ? `\n\n${text}` : text;
    this.#content += content;
    this.#chunk({ content });
  }

  protected override refuse(refusal: string): void {
    this.#refusal = refusal;
    this.#chunk({ refusal });
  }

  protected override addRan(): void {}

  protected override fail(failure: RunFailure): void {
    this.write(frame(this.#facts.toError(failure)));
  }

  protected override end(end: RunEnd): void {
    this.#body = buildBody(this.#facts, { content: this.#content, refusal: this.#refusal }, end);
    this.write(writeEnd(this.#facts, end, this.#refusal !== null));
  }

  #chunk(delta: JsonObject): void {
    this.write(chunk(this.#facts, delta));
  }
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
