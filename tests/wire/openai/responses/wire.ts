// An answer in the Responses dialect: the response object, its output items and the events of a stream.
// Shapes and order of events: the recordings in openai-responses (tool-search, phase, error).
import { type Answer, pieces, randomId } from "../answer.ts";
import type { ErrorBody } from "../error.ts";
import { isRecord, type ParsedRequest } from "../reply.ts";
import { bindingOf, removedFrom } from "./binding.ts";
import { diagnose } from "./diagnostics.ts";
import { seal } from "./sealed.ts";
import { namespaceIn, SEARCH } from "./tool_search.ts";
import type { Frame } from "../stream.ts";

type Item = Record<string, unknown> & { id: string; type: string };

/** One response under way: everything that its events and its final object share. */
export interface ResponseDraft {
  base: Record<string, unknown>;
  output: Item[];
  answer: Answer;
}

/** Fixes ids and output items, so that the stream and the final object agree. */
export function draftResponse(answer: Answer, request: ParsedRequest): ResponseDraft {
  const status = answer.finish === "length" || answer.finish === "content_filter"
    ? "incomplete"
    : "completed";
  const output: Item[] = [];
  if (answer.reasoning !== "") output.push(toReasoning(answer, request));
  if (answer.text !== undefined && (answer.text !== "" || answer.calls.length === 0)) {
    output.push({
      id: randomId("msg_", 48),
      type: "message",
      status,
      role: "assistant",
      content: [{ type: "output_text", annotations: [], logprobs: [], text: answer.text }],
    });
  }
  const searches = Array.isArray(request.body.tools) &&
    request.body.tools.some((tool: unknown) => isRecord(tool) && tool.type === "tool_search");
  for (const call of answer.calls) {
    if (searches && call.name === SEARCH) {
      output.push({
        id: randomId("tsc_", 48),
        type: "tool_search_call",
        status,
        execution: "client",
        call_id: call.id,
        arguments: JSON.parse(call.arguments),
      });
      continue;
    }
    const namespace = namespaceIn(request.body.input, call.name);
    output.push({
      id: randomId("fc_", 48),
      type: "function_call",
      status,
      arguments: call.arguments,
      call_id: call.id,
      name: call.name,
      ...(namespace === undefined ? {} : { namespace }),
    });
  }
  return { base: echo(request), output, answer };
}

/** The body of a reply that is not streamed, and of the last event. */
export function toResponse({ base, output, answer }: ResponseDraft) {
  const reasons = { length: "max_output_tokens", content_filter: "content_filter" };
  const reason = answer.finish === "length" || answer.finish === "content_filter"
    ? reasons[answer.finish]
    : undefined;
  return {
    ...base,
    status: reason === undefined ? "completed" : "incomplete",
    completed_at: reason === undefined ? Math.floor(Date.now() / 1000) : null,
    incomplete_details: reason === undefined ? null : { reason },
    output,
    usage: {
      input_tokens: answer.usage.input,
      input_tokens_details: { cached_tokens: answer.usage.cached, cache_write_tokens: answer.usage.written },
      output_tokens: answer.usage.output,
      output_tokens_details: { reasoning_tokens: answer.usage.reasoning },
      total_tokens: answer.usage.input + answer.usage.output,
    },
  };
}

/** The events of a streamed reply. There is no [DONE] in this dialect. */
export function toEvents(draft: ResponseDraft, request: ParsedRequest): Frame[] {
  const { base, output, answer } = draft;
  const options = isRecord(request.body.stream_options) ? request.body.stream_options : {};
  const events: Record<string, unknown>[] = [
    { type: "response.created", response: base },
    { type: "response.in_progress", response: base },
    ...output.flatMap((item, index) => toItemEvents(item, index, answer.sizes)),
  ];
  const response = toResponse(draft);
  events.push({
    type: response.status === "completed" ? "response.completed" : "response.incomplete",
    response,
  });
  return events.map((event, sequence) => {
    const delta = String(event.type).endsWith(".delta");
    const padded = delta && options.include_obfuscation !== false;
    return toFrame({ ...event, ...(padded && { obfuscation: randomId("", 6) }) }, sequence, delta);
  });
}

/** The error event and response.failed, as recorded in openai-error.1. */
export function toErrorEvents(draft: ResponseDraft, error: ErrorBody, sequence: number): Frame[] {
  const failed = { ...draft.base, status: "failed", error: { code: error.code, message: error.message } };
  return [
    toFrame({ type: "error", error }, sequence, false),
    toFrame({ type: "response.failed", response: failed }, sequence + 1, false),
  ];
}

function toFrame(event: Record<string, unknown>, sequence: number, delta: boolean): Frame {
  return { event: String(event.type), data: { ...event, sequence_number: sequence }, delta };
}

function toItemEvents(item: Item, index: number, sizes: number[]): Record<string, unknown>[] {
  const at = { item_id: item.id, output_index: index };
  const added = (started: Record<string, unknown>) => ({
    type: "response.output_item.added",
    output_index: index,
    item: { ...item, ...started },
  });
  const done = { type: "response.output_item.done", output_index: index, item };
  switch (item.type) {
    case "reasoning": {
      // The encrypted content of the added item is not the final one; clients must take the one of the done item.
      const early = typeof item.encrypted_content === "string"
        ? { encrypted_content: item.encrypted_content.slice(0, 24) }
        : {};
      return [added({ summary: [], ...early }), ...toSummaryEvents(item, at, sizes), done];
    }
    case "message": {
      const part = Array.isArray(item.content) ? item.content[0] : undefined;
      const text = isRecord(part) && typeof part.text === "string" ? part.text : "";
      const where = { ...at, content_index: 0 };
      const empty = { type: "output_text", annotations: [], logprobs: [], text: "" };
      return [
        added({ status: "in_progress", content: [] }),
        { type: "response.content_part.added", ...where, part: empty },
        ...pieces(text, sizes).map((delta) => ({
          type: "response.output_text.delta",
          ...where,
          delta,
          logprobs: [],
        })),
        { type: "response.output_text.done", ...where, text, logprobs: [] },
        { type: "response.content_part.done", ...where, part },
        done,
      ];
    }
    case "tool_search_call":
      return [added({ status: "in_progress", arguments: {} }), done];
    default:
      return [
        added({ status: "in_progress", arguments: "" }),
        ...pieces(String(item.arguments), sizes).map((delta) => ({
          type: "response.function_call_arguments.delta",
          ...at,
          delta,
        })),
        { type: "response.function_call_arguments.done", ...at, name: item.name, arguments: item.arguments },
        done,
      ];
  }
}

function toSummaryEvents(
  item: Item,
  at: { item_id: string; output_index: number },
  sizes: number[],
): Record<string, unknown>[] {
  const part = Array.isArray(item.summary) ? item.summary[0] : undefined;
  if (!isRecord(part) || typeof part.text !== "string") return [];
  const where = { ...at, summary_index: 0 };
  return [
    { type: "response.reasoning_summary_part.added", ...where, part: { ...part, text: "" } },
    ...pieces(part.text, sizes).map((delta) => ({
      type: "response.reasoning_summary_text.delta",
      ...where,
      delta,
    })),
    { type: "response.reasoning_summary_text.done", ...where, text: part.text },
    { type: "response.reasoning_summary_part.done", ...where, part },
  ];
}

function toReasoning(answer: Answer, request: ParsedRequest): Item {
  const { include, reasoning } = request.body;
  const id = randomId("rs_", 48);
  const summarized = isRecord(reasoning) && typeof reasoning.summary === "string";
  return {
    id,
    type: "reasoning",
    summary: summarized ? [{ type: "summary_text", text: answer.reasoning }] : [],
    ...(Array.isArray(include) && include.includes("reasoning.encrypted_content") && {
      encrypted_content: seal(id, answer.reasoning, bindingOf(request.body)),
    }),
  };
}

function echo(request: ParsedRequest): Record<string, unknown> {
  const { body } = request;
  const reasoning = isRecord(body.reasoning) ? body.reasoning : {};
  const tools = Array.isArray(body.tools) ? body.tools.filter(isRecord) : [];
  const removed = removedFrom(body);
  const id = randomId("resp_", 48);
  const diagnosed = diagnose(id, body);
  return {
    id,
    object: "response",
    created_at: Math.floor(Date.now() / 1000),
    status: "in_progress",
    background: false,
    completed_at: null,
    error: null,
    incomplete_details: null,
    instructions: body.instructions ?? null,
    ...(removed && { input_transformations: removed }),
    ...(diagnosed && { prompt_cache_diagnostics: diagnosed }),
    max_output_tokens: body.max_output_tokens ?? null,
    max_tool_calls: body.max_tool_calls ?? null,
    model: request.model,
    output: [],
    parallel_tool_calls: request.parallel,
    previous_response_id: body.previous_response_id ?? null,
    prompt_cache_key: body.prompt_cache_key ?? null,
    reasoning: {
      effort: reasoning.effort ?? (request.reasons ? "medium" : null),
      summary: reasoning.summary ?? null,
    },
    safety_identifier: body.safety_identifier ?? null,
    service_tier: "default",
    store: body.store !== false,
    temperature: body.temperature ?? 1,
    text: body.text ?? { format: { type: "text" }, verbosity: "medium" },
    tool_choice: body.tool_choice ?? "auto",
    tools: tools.map((tool) => ({
      ...tool,
      description: tool.description ?? null,
      parameters: tool.parameters ?? null,
      strict: tool.strict ?? true,
    })),
    top_logprobs: 0,
    top_p: body.top_p ?? 1,
    truncation: "disabled",
    usage: null,
    user: body.user ?? null,
    metadata: body.metadata ?? {},
  };
}
