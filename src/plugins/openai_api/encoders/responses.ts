// A run as a Response: its items and events. A text of the model is a message, a call that the server has run is an `mcp_call`,
// one that waits for people an `mcp_approval_request`, a call for the caller is a `function_call`. Every key is one of the published schema.

import type { JsonObject } from "../../../core/json.ts";
import type { Usage } from "../../../core/usage.ts";
import { toApprovalId } from "./response_ids.ts";
import type { RanCall, ReadCall } from "./open_plan.ts";
import { type ReadOptions, type RunEnd, type RunFailure, RunWriter } from "./run_writer.ts";

/** What the response says of itself. */
export interface ResponseFacts extends ReadOptions {
  /** See response_ids.ts. */
  readonly id: string;
  /** Unix time in seconds. */
  readonly created: number;
  /** What the response repeats of its request: model, tools, metadata and so on. */
  readonly repeated: JsonObject;
  /** The name of a tool as the request spells it. */
  spell(name: string): string;
  /** Unix time in seconds, now. */
  now(): number;
  /** The ids of the calls that people were asked about before the run. */
  readonly asked?: ReadonlySet<string>;
}

/** `server_label` of the calls that the server runs. */
export const SERVER = "treadle";

interface OpenMessage {
  readonly id: string;
  readonly index: number;
  text: string;
}

/** Writes the events of a run as those of a response. */
export class ResponseWriter extends RunWriter {
  readonly #facts: ResponseFacts;
  readonly #output: JsonObject[] = [];
  #sequence = 0;
  #message: OpenMessage | undefined;
  #isRefused = false;
  #response: JsonObject | undefined;

  constructor(facts: ResponseFacts) {
    super(facts);
    this.#facts = facts;
  }

  /** The response at its end; undefined before, and of a run that failed. */
  override get body(): JsonObject | undefined {
    return this.failure === undefined ? this.#response : undefined;
  }

  /** The response as far as it has come, also of a run that failed. */
  bodyAt(status: "in_progress" | "cancelled"): JsonObject {
    this.#closeMessage("completed");
    return this.#response ?? this.#body(status);
  }

  protected override begin(): void {
    this.#event("response.created", { response: this.#body("in_progress") });
    this.#event("response.in_progress", { response: this.#body("in_progress") });
  }

  #event(type: string, fields: JsonObject): void {
    const data = { type, ...fields, sequence_number: this.#sequence++ };
    this.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  // Messages
  // --------------------------------------------------------------------------------------------------------------

  protected override addText(delta: string, begins: boolean): void {
    if (begins) this.#closeMessage("completed");
    const open = this.#message ??= this.#openMessage();
    open.text += delta;
    this.#event("response.output_text.delta", { ...toPlace(open), delta, logprobs: [] });
  }

  #openMessage(): OpenMessage {
    const index = this.#output.length;
    const open = { id: this.#itemId("msg", String(index)), index, text: "" };
    this.#output.push({});
    const item = { id: open.id, type: "message", status: "in_progress", content: [], role: "assistant" };
    this.#event("response.output_item.added", { item, output_index: index });
    this.#event("response.content_part.added", { ...toPlace(open), part: textPart("") });
    return open;
  }

  #closeMessage(status: "completed" | "incomplete"): void {
    const open = this.#message;
    if (open === undefined) return;
    this.#message = undefined;
    const { id, index, text } = open;
    const item = { id, type: "message", status, content: [textPart(text)], role: "assistant" };
    this.#event("response.output_text.done", { ...toPlace(open), logprobs: [], text });
    this.#event("response.content_part.done", { ...toPlace(open), part: textPart(text) });
    this.#event("response.output_item.done", { item, output_index: index });
    this.#output[index] = item;
  }

  /** A message of words in the place of an answer as JSON. */
  protected override refuse(refusal: string): void {
    this.#closeMessage("completed");
    this.#isRefused = true;
    const index = this.#output.length;
    const id = this.#itemId("msg", String(index));
    const item = { id, type: "message", status: "in_progress", content: [], role: "assistant" };
    const place = { item_id: id, output_index: index, content_index: 0 };
    const part = { type: "refusal", refusal };
    const done = { ...item, status: "completed", content: [part] };
    this.#event("response.output_item.added", { item, output_index: index });
    this.#event("response.content_part.added", { ...place, part: { ...part, refusal: "" } });
    this.#event("response.refusal.delta", { ...place, delta: refusal });
    this.#event("response.refusal.done", { ...place, refusal });
    this.#event("response.content_part.done", { ...place, part });
    this.#event("response.output_item.done", { item: done, output_index: index });
    this.#output.push(done);
  }

  // Calls
  // --------------------------------------------------------------------------------------------------------------

  protected override addRan({ id: callId, name, args, text, failed }: RanCall): void {
    this.#closeMessage("completed");
    const index = this.#output.length;
    const at = { item_id: this.#itemId("mcp", callId), output_index: index };
    const call = { id: at.item_id, type: "mcp_call", server_label: SERVER, name: this.#facts.spell(name) };
    const asked = this.#facts.asked?.has(callId) ?? false;
    const rest = {
      approval_request_id: asked ? toApprovalId(this.#facts.id, callId) : null,
      arguments: args,
    };
    const done = { ...call, ...rest, ...ranFields(text, failed) };
    const begun = { ...call, ...rest, arguments: "", error: null, output: null, status: "in_progress" };
    this.#event("response.output_item.added", { item: begun, output_index: index });
    this.#event("response.mcp_call.in_progress", at);
    this.#event("response.mcp_call_arguments.delta", { ...at, delta: args });
    this.#event("response.mcp_call_arguments.done", { ...at, arguments: args });
    this.#event(failed ? "response.mcp_call.failed" : "response.mcp_call.completed", at);
    this.#event("response.output_item.done", { item: done, output_index: index });
    this.#output.push(done);
  }

  #call({ id: callId, name: own, args }: ReadCall): void {
    const index = this.#output.length;
    const name = this.#facts.spell(own);
    const at = { item_id: this.#itemId("fc", callId), output_index: index };
    const call = { id: at.item_id, type: "function_call", call_id: callId, name };
    const done = { ...call, status: "completed", arguments: args };
    this.#event("response.output_item.added", {
      item: { ...call, status: "in_progress", arguments: "" },
      output_index: index,
    });
    this.#event("response.function_call_arguments.delta", { ...at, delta: args });
    this.#event("response.function_call_arguments.done", { ...at, name, arguments: args });
    this.#event("response.output_item.done", { item: done, output_index: index });
    this.#output.push(done);
  }

  #approval({ id: callId, name, args }: ReadCall): void {
    const item = {
      id: toApprovalId(this.#facts.id, callId),
      type: "mcp_approval_request",
      server_label: SERVER,
      name: this.#facts.spell(name),
      arguments: args,
    };
    const place = { item, output_index: this.#output.length };
    this.#event("response.output_item.added", place);
    this.#event("response.output_item.done", place);
    this.#output.push(item);
  }

  #itemId(kind: "msg" | "fc" | "mcp", of: string): string {
    return `${kind}_${this.#facts.id.replace("resp_", "")}_${of}`;
  }

  // The end
  // --------------------------------------------------------------------------------------------------------------

  protected override end(end: RunEnd): void {
    const reason = this.#isRefused ? undefined : incompleteReason(end);
    this.#closeMessage(reason === undefined ? "completed" : "incomplete");
    for (const call of end.calls) this.#call(call);
    for (const call of end.approvals) this.#approval(call);
    const status = reason === undefined ? "completed" : "incomplete";
    this.#response = this.#body(status, {
      ...(reason === undefined ? { completed_at: this.#facts.now() } : { incomplete_details: { reason } }),
      usage: toUsage(end.usage),
    });
    this.#event(`response.${status}`, { response: this.#response });
  }

  protected override fail({ code, message }: RunFailure): void {
    this.#closeMessage("incomplete");
    const error = { code: code === "model_rate_limit" ? "rate_limit_exceeded" : "server_error", message };
    this.#response = this.#body("failed", { error });
    this.#event("response.failed", { response: this.#response });
  }

  #body(status: string, more: JsonObject = {}): JsonObject {
    const { id, created, repeated } = this.#facts;
    return {
      id,
      object: "response",
      created_at: created,
      status,
      background: false,
      error: null,
      incomplete_details: null,
      output: [...this.#output],
      ...repeated,
      ...more,
    };
  }
}

/** The fields of an `mcp_call` that has ended. */
export function ranFields(text: string, failed: boolean): JsonObject {
  return failed
    ? {
      error: { type: "mcp_tool_execution_error", content: [{ type: "text", text }] },
      output: null,
      status: "failed",
    }
    : { error: null, output: text, status: "completed" };
}

function toPlace({ id, index }: OpenMessage): JsonObject {
  return { item_id: id, output_index: index, content_index: 0 };
}

/** A text of an answer. */
export function textPart(text: string): JsonObject {
  return { type: "output_text", annotations: [], logprobs: [], text };
}

function incompleteReason({ finish }: RunEnd): "max_output_tokens" | "content_filter" | undefined {
  switch (finish) {
    case "length":
      return "max_output_tokens";
    case "content_filter":
    case "refusal":
      return "content_filter";
    case "stop":
    case "calls":
      return undefined;
  }
}

function toUsage(
  { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens, reasoningTokens = 0 }: Usage,
): JsonObject {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedTokens, cache_write_tokens: cacheWriteTokens ?? 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}
