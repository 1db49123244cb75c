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
  /** The ids of the calls whose approval was requested before the run. */
  readonly asked?: ReadonlySet<string>;
}

/** `server_label` of the calls that the server runs. */
export const SERVER = "treadle";

type Item = JsonObject & { readonly id: string };

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
    this.#event("created", { response: this.#body("in_progress") });
    this.#event("in_progress", { response: this.#body("in_progress") });
  }

  /** Writes the event `response.<type>`. */
  #event(type: string, fields: JsonObject): void {
    const name = `response.${type}`;
    const data = { type: name, ...fields, sequence_number: this.#sequence++ };
    this.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Adds an item that is whole: it begins, has events of its own, and is done. */
  #addItem(begun: Item, done: Item, events: Readonly<Record<string, JsonObject>> = {}): void {
    const output_index = this.#output.length;
    this.#event("output_item.added", { item: begun, output_index });
    for (const [type, fields] of Object.entries(events)) {
      this.#event(type, { item_id: done.id, output_index, ...fields });
    }
    this.#event("output_item.done", { item: done, output_index });
    this.#output.push(done);
  }

  // Messages
  // --------------------------------------------------------------------------------------------------------------

  protected override addText(delta: string, begins: boolean): void {
    if (begins) this.#closeMessage("completed");
    const open = this.#message ??= this.#openMessage();
    open.text += delta;
    this.#event("output_text.delta", { ...toPlace(open), delta, logprobs: [] });
  }

  #openMessage(): OpenMessage {
    const index = this.#output.length;
    const open = { id: this.#itemId("msg", index), index, text: "" };
    this.#output.push({});
    const item = { id: open.id, type: "message", status: "in_progress", content: [], role: "assistant" };
    this.#event("output_item.added", { item, output_index: index });
    this.#event("content_part.added", { ...toPlace(open), part: textPart("") });
    return open;
  }

  #closeMessage(status: "completed" | "incomplete"): void {
    const open = this.#message;
    if (open === undefined) return;
    this.#message = undefined;
    const { id, index, text } = open;
    const item = { id, type: "message", status, content: [textPart(text)], role: "assistant" };
    this.#event("output_text.done", { ...toPlace(open), logprobs: [], text });
    this.#event("content_part.done", { ...toPlace(open), part: textPart(text) });
    this.#event("output_item.done", { item, output_index: index });
    this.#output[index] = item;
  }

  /** A message of words in the place of an answer as JSON. */
  protected override refuse(refusal: string): void {
    this.#closeMessage("completed");
    this.#isRefused = true;
    const id = this.#itemId("msg", this.#output.length);
    const item = { id, type: "message", status: "in_progress", content: [], role: "assistant" };
    const part = { type: "refusal", refusal };
    this.#addItem(item, { ...item, status: "completed", content: [part] }, {
      "content_part.added": { content_index: 0, part: { ...part, refusal: "" } },
      "refusal.delta": { content_index: 0, delta: refusal },
      "refusal.done": { content_index: 0, refusal },
      "content_part.done": { content_index: 0, part },
    });
  }

  // Calls
  // --------------------------------------------------------------------------------------------------------------

  protected override addRan({ id: callId, name, args, text, failed }: RanCall): void {
    this.#closeMessage("completed");
    const asked = this.#facts.asked?.has(callId) ?? false;
    const call = {
      id: this.#itemId("mcp", callId),
      type: "mcp_call",
      server_label: SERVER,
      name: this.#facts.spell(name),
      approval_request_id: asked ? toApprovalId(this.#facts.id, callId) : null,
      arguments: args,
    };
    const begun = { ...call, arguments: "", error: null, output: null, status: "in_progress" };
    this.#addItem(begun, { ...call, ...ranFields(text, failed) }, {
      "mcp_call.in_progress": {},
      "mcp_call_arguments.delta": { delta: args },
      "mcp_call_arguments.done": { arguments: args },
      [failed ? "mcp_call.failed" : "mcp_call.completed"]: {},
    });
  }

  #call({ id: callId, name: own, args }: ReadCall): void {
    const name = this.#facts.spell(own);
    const call = { id: this.#itemId("fc", callId), type: "function_call", call_id: callId, name };
    const begun = { ...call, status: "in_progress", arguments: "" };
    this.#addItem(begun, { ...call, status: "completed", arguments: args }, {
      "function_call_arguments.delta": { delta: args },
      "function_call_arguments.done": { name, arguments: args },
    });
  }

  #approval({ id: callId, name, args }: ReadCall): void {
    const item = {
      id: toApprovalId(this.#facts.id, callId),
      type: "mcp_approval_request",
      server_label: SERVER,
      name: this.#facts.spell(name),
      arguments: args,
    };
    this.#addItem(item, item);
  }

  #itemId(kind: "msg" | "fc" | "mcp", of: string | number): string {
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
    this.#event(status, { response: this.#response });
  }

  protected override fail({ code, message }: RunFailure): void {
    this.#closeMessage("incomplete");
    const error = { code: code === "model_rate_limit" ? "rate_limit_exceeded" : "server_error", message };
    this.#response = this.#body("failed", { error });
    this.#event("failed", { response: this.#response });
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
