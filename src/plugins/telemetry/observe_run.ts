// A run with its spans and metrics: invoke_agent, and below it a chat span for each model request and an execute_tool span for
// each run of a tool.

import {
  type Attributes,
  type Context,
  context as contexts,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import type { ChatStart, ChatTrace, ModelTrace } from "../../core/model/provider.ts";
import type { Clock } from "../../core/ports.ts";
import type { PlanFacts, RunStart, RunTrace, ToolStart, ToolTrace } from "../../core/telemetry/telemetry.ts";
import {
  toTraceHeaders,
  type TraceContext,
  type TracedWork,
  withoutTraceparent,
} from "../../core/text/trace_context.ts";
import {
  chatEnd,
  chatScope,
  chatStart,
  errorType,
  runEnd,
  runStart,
  toAttributes,
  toolError,
  toolStart,
} from "./attributes.ts";
import { callContent, outputContent, requestContent, resultContent } from "./content.ts";
import type { Instruments } from "./instruments.ts";
import { toTraceContext } from "./span_context.ts";

/** What spans have beyond ids, names and numbers. */
export interface TelemetryOptions {
  readonly clock: Clock;
  /** Record messages, arguments, outputs and the messages of errors. */
  readonly content: boolean;
  /** Record the names of tenants. */
  readonly tenant: boolean;
  /** The platform's `fetch` adds a `traceparent`. */
  readonly isPropagated: boolean;
}

/** What spans and metrics are made with. */
export interface Observer extends TelemetryOptions {
  readonly tracer: Tracer;
  /** Undefined while no meter provider is registered. */
  readonly instruments: Instruments | undefined;
  /** The trace that the request came with: its state goes on where the span of the platform has dropped it. */
  readonly caller: TraceContext | undefined;
}

/** Begins the run as a child of `parent`. */
export function observeRun(run: RunStart, parent: Context, observer: Observer): RunTrace {
  const { tracer, instruments, clock, tenant } = observer;
  const { agent, startedAt } = run;
  const span = tracer.startSpan(
    `invoke_agent ${agent.name}`,
    { kind: SpanKind.INTERNAL, startTime: startedAt, attributes: runStart(run, tenant) },
    parent,
  );
  const own = trace.setSpan(parent, span);
  const chats: OpenChats = new Set();
  const finish = (error: string | undefined, message: string | undefined) => {
    for (const abandon of chats) abandon(error ?? "_OTHER");
    endSpan(span, error, message, observer);
    const attributes = toAttributes({ "gen_ai.agent.name": agent.name, "error.type": error });
    instruments?.run.record(secondsSince(startedAt, clock), attributes, own);
  };
  return {
    ...traceWork(span, own, observer),
    context: toTraceContext(span.spanContext()),
    forModel: (plan) => observeModel(run, { plan, chats }, own, observer),
    startTool: (tool) => observeTool(run, tool, own, observer),
    end: (ended) => {
      if (span.isRecording()) span.setAttributes(runEnd(ended));
      const error = ended.error?.code ?? (ended.status === "cancelled" ? "step_cancelled" : undefined);
      finish(error, ended.error?.message);
    },
    fail: (thrown) => finish(errorType(thrown), findMessage(thrown)),
  };
}

/** Ends the model requests that the run no longer waits for: their provider does not heed the abort, and may never settle. */
type OpenChats = Set<(error: string) => void>;

function observeModel(
  run: RunStart,
  { plan, chats }: { readonly plan: PlanFacts; readonly chats: OpenChats },
  parent: Context,
  observer: Observer,
): ModelTrace {
  let number = 0;
  return {
    startChat: (chat) => observeChat(run, { plan, chats, number: ++number }, chat, parent, observer),
  };
}

function observeChat(
  { ref }: RunStart,
  { plan, chats, number }: {
    readonly plan: PlanFacts;
    readonly chats: OpenChats;
    readonly number: number;
  },
  { provider, request }: ChatStart,
  parent: Context,
  observer: Observer,
): ChatTrace {
  const { tracer, instruments, clock, content } = observer;
  const startedAt = clock();
  const scope = chatScope(provider.name, provider.server, request);
  const attributes = { ...scope, ...chatStart(request, ref.thread, plan, number) };
  const span = tracer.startSpan(`chat ${request.model}`, { kind: SpanKind.CLIENT, attributes }, parent);
  const own = trace.setSpan(parent, span);
  if (content && span.isRecording()) span.setAttributes(requestContent(request));
  const fail = (error: string, message?: string) => {
    if (!chats.delete(fail)) return; // ended with its run
    endSpan(span, error, message, observer);
    instruments?.chat.record(secondsSince(startedAt, clock), { ...scope, "error.type": error }, own);
  };
  chats.add(fail);
  return {
    ...traceWork(span, own, observer),
    end: (result) => {
      if (!chats.delete(fail)) return;
      if (span.isRecording()) {
        span.setAttributes(chatEnd(result));
        if (content) span.setAttributes(resultContent(result));
      }
      span.end();
      if (instruments === undefined) return;
      const answered: Attributes = { ...scope, "gen_ai.response.model": result.model };
      instruments.chat.record(secondsSince(startedAt, clock), answered, own);
      const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens = 0, estimated } = result.usage;
      if (estimated) return;
      instruments.tokens.record(inputTokens, { ...answered, "gen_ai.token.type": "input" }, own);
      instruments.tokens.record(outputTokens, { ...answered, "gen_ai.token.type": "output" }, own);
      if (cachedTokens === undefined) return; // the provider says nothing of its cache
      const uncached = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens);
      const kinds = [["read", cachedTokens], ["written", cacheWriteTokens], ["none", uncached]] as const;
      for (const [kind, tokens] of kinds) {
        instruments.input.record(tokens, { ...answered, "treadle.cache": kind }, own);
      }
    },
    fail: (thrown) => fail(errorType(thrown), findMessage(thrown)),
  };
}

function observeTool({ agent }: RunStart, start: ToolStart, parent: Context, observer: Observer): ToolTrace {
  const { tracer, instruments, clock, content } = observer;
  const { name } = start.tool;
  const startedAt = clock();
  const options = { kind: SpanKind.INTERNAL, attributes: toolStart(start) };
  const span = tracer.startSpan(`execute_tool ${name}`, options, parent);
  const own = trace.setSpan(parent, span);
  if (content && span.isRecording()) span.setAttributes(callContent(start));
  return {
    ...traceWork(span, own, observer),
    end: (observation) => {
      const error = toolError(observation);
      if (content && span.isRecording()) span.setAttributes(outputContent(observation));
      endSpan(span, error, observation.error?.message, observer);
      const attributes = toAttributes({
        "gen_ai.tool.name": name,
        "gen_ai.tool.type": "function",
        "gen_ai.agent.name": agent.name,
        "error.type": error,
      });
      instruments?.tool.record(secondsSince(startedAt, clock), attributes, own);
    },
  };
}

function traceWork(span: Span, own: Context, { caller, isPropagated }: Observer): TracedWork {
  const traced = toTraceContext(span.spanContext(), caller);
  const whole = traced === undefined ? {} : toTraceHeaders(traced);
  return {
    headers: isPropagated ? withoutTraceparent(whole) : whole,
    whole,
    within: (work) => contexts.with(own, work),
  };
}

/** Messages of errors may quote what a model or a tool wrote, so they are content. */
function endSpan(
  span: Span,
  error: string | undefined,
  message: string | undefined,
  { content }: Observer,
): void {
  if (error !== undefined && span.isRecording()) {
    span.setAttribute("error.type", error);
    const description = content ? message : undefined;
    span.setStatus({ code: SpanStatusCode.ERROR, message: description });
  }
  span.end();
}

function findMessage(thrown: unknown): string | undefined {
  return thrown instanceof Error ? thrown.message : undefined;
}

function secondsSince(startedAt: number, clock: Clock): number {
  return (clock() - startedAt) / 1000;
}
