// What is told of a step besides its texts: events, errors, warnings, log lines and traces, without what plugins take out.

import { AgentError } from "../../core/error.ts";
import type { StepEventBody } from "../../core/event.ts";
import type { ChatTrace, ModelBlock, ModelTrace } from "../../core/model/provider.ts";
import type { Log } from "../../core/ports.ts";
import type { RunTrace, ToolTrace } from "../../core/telemetry/telemetry.ts";
import type { Redactor } from "../hooks/redaction.ts";
import { type Draft, toStoredError } from "../draft.ts";
import { redactObserved } from "./redact_entries.ts";

/** An event of a step. Those of an answer come without what is taken out; arguments of calls are as the model wrote them. */
export function redactEvent(event: StepEventBody, redactor: Redactor): StepEventBody {
  switch (event.type) {
    case "tool.started":
      return { ...event, args: redactor.showObject(event.args) }; // a person may have given them
    case "tool.finished":
      return redactObserved(event, redactor);
    case "warning":
      return { ...event, message: redactor.show(event.message) };
    case "plan.restarted":
      return { ...event, because: redactor.show(event.because) };
    case "step.failed":
      return { ...event, error: { ...event.error, message: redactor.show(event.error.message) } };
    default:
      return event;
  }
}

/** The error; the same one where nothing changes. */
export function redactError(error: AgentError, redactor: Redactor): AgentError {
  const { code, message, retryAfterMs, problems, details, cause } = error;
  const told = redactor.show(message);
  const left = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, showValue(value, redactor)]),
  );
  const found = problems.map(({ pointer, detail }) => ({ pointer, detail: redactor.show(detail) }));
  const isSame = told === message && found.every(({ detail }, index) => detail === problems[index]?.detail) &&
    Object.keys(details).every((name) => left[name] === details[name]);
  return isSame ? error : new AgentError(code, told, { retryAfterMs, problems: found, details: left, cause });
}

/** The draft with its warnings and its error; what was said and done is redacted before. */
export function redactDraft(draft: Draft, redactor: Redactor): Draft {
  const { warnings, state } = draft;
  const error = draft.error && redactError(draft.error, redactor);
  return {
    ...draft,
    warnings: warnings.map((warning) => ({ ...warning, message: redactor.show(warning.message) })),
    error,
    state: error === undefined ? state : { ...state, error: toStoredError(error) },
  };
}

/** Fields of a log line that name the thread it is about. */
const IDS: readonly string[] = ["thread", "tenant", "agent", "trace_id", "span_id"];

/** A log whose lines have nothing that is taken out. */
export function redactLog(log: Log, redactor: Redactor): Log {
  return (level, message, fields = {}) =>
    log(
      level,
      message,
      Object.fromEntries(
        Object.entries(fields).map((
          [name, value],
        ) => [name, IDS.includes(name) ? value : showValue(value, redactor)]),
      ),
    );
}

/** A trace whose content has nothing that is taken out: what a model and a tool give is told to it before a step takes it. */
export function redactTrace(trace: RunTrace, redactor: Redactor): RunTrace {
  return {
    context: trace.context,
    headers: trace.headers,
    whole: trace.whole,
    within: (work) => trace.within(work),
    forModel: (plan) => redactModelTrace(trace.forModel(plan), redactor),
    startTool(start) {
      const { call } = start;
      const tool = trace.startTool({ ...start, call: { ...call, args: redactor.showObject(call.args) } });
      return redactToolTrace(tool, redactor);
    },
    end: (run) => trace.end({ ...run, error: run.error && redactError(run.error, redactor) }),
    fail: (thrown) => trace.fail(redactThrown(thrown, redactor)),
  };
}

function redactModelTrace(trace: ModelTrace, redactor: Redactor): ModelTrace {
  return {
    startChat(start): ChatTrace {
      const chat = trace.startChat(start);
      return {
        headers: chat.headers,
        whole: chat.whole,
        within: (work) => chat.within(work),
        end: (result) =>
          chat.end({ ...result, blocks: result.blocks.map((block) => redactModelBlock(block, redactor)) }),
        fail: (thrown) => chat.fail(redactThrown(thrown, redactor)),
      };
    },
  };
}

/** JSON that an answer has is read as JSON: escapes hide no match. */
function redactModelBlock(block: ModelBlock, redactor: Redactor): ModelBlock {
  return block.type === "call"
    ? { ...block, args: redactor.show(block.args, "json") }
    : { ...block, text: redactor.show(block.text, block.type === "text" ? "json" : "words") };
}

function redactToolTrace(tool: ToolTrace, redactor: Redactor): ToolTrace {
  return {
    headers: tool.headers,
    whole: tool.whole,
    within: (work) => tool.within(work),
    end: (observation) => tool.end(redactObserved(observation, redactor)),
  };
}

function redactThrown(thrown: unknown, redactor: Redactor): unknown {
  if (thrown instanceof AgentError) return redactError(thrown, redactor);
  if (!(thrown instanceof Error)) return thrown;
  const told = new Error(redactor.show(thrown.message));
  told.name = thrown.name;
  return told;
}

function showValue<T>(value: T, redactor: Redactor): T | string {
  return typeof value === "string" ? redactor.show(value) : value;
}
