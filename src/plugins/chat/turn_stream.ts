// The stream of a turn: the run of the request, or the run that takes its message, as the chunks of one message.

import { AgentError, failureFields, toAgentError } from "../../core/error.ts";
import type { StepEvent, StepEventBody } from "../../core/event.ts";
import type { Defer } from "../../core/ports.ts";
import { type HttpContext, type HttpDeps, resolveDefer, tracedLog } from "../../http/context.ts";
import { type MessageRun, runMessage } from "../../http/conversation/message_run.ts";
import { drainRun } from "../../http/drain_run.ts";
import { EventStream, streamResponse } from "../../http/event_stream.ts";
import type { StepRequest } from "../../kernel/request.ts";
import { startRun } from "../../kernel/run.ts";
import { UiMessageEncoder } from "./ui_messages/encoder.ts";

const HEADERS = { "x-vercel-ai-ui-message-stream": "v1" };

/** The meaning of a request after the client's message was read. */
export interface Turn {
  readonly request: StepRequest;
  /** The origin of the message that the request brings. */
  readonly door?: string;
  readonly encoder: UiMessageEncoder;
}

/**
 * The response to a turn: the chunks of its message.
 *
 * @throws {AgentError} for every refusal, before the stream begins
 */
export async function streamTurn(c: HttpContext, turn: Turn, deps: HttpDeps): Promise<Response> {
  const { encoder, request: { ref: { thread } } } = turn;
  const stream = openStream(deps);
  const log = tracedLog(c, deps.log);
  try {
    // The stream of an answer that ends before its run is open until the run has ended: a platform may stop what works behind a response.
    const onEvent = (event: StepEvent | StepEventBody) => stream.write(encoder.encode(event));
    const run = await startTurn(turn, onEvent, resolveDefer(c), { ...deps, log });
    if (run.trace !== undefined) c.set("trace", run.trace);
    run.result.then(
      (result) => stream.end(result === undefined ? encoder.leave() : encoder.close()),
      (thrown) => {
        const error = toAgentError(thrown);
        log("error", "run broke", { thread, ...failureFields(error) });
        stream.end(encoder.close(error.message));
      },
    );
    return respond(stream);
  } catch (refusal) {
    stream.end("");
    throw refusal;
  }
}

async function startTurn(
  { request, door }: Turn,
  onEvent: (event: StepEvent | StepEventBody) => void,
  defer: Defer,
  deps: HttpDeps,
): Promise<MessageRun> {
  const { idempotency, busy } = request;
  if (door !== undefined && idempotency !== undefined) {
    const message = { ref: request.ref, door, start: () => startRun(request, deps) };
    return await runMessage(message, { onEvent }, defer, deps);
  }
  // A message without a name is not known again, so it cannot wait: it is a new one each time.
  const now = busy === "steer" || busy === "queue" ? { ...request, busy: "interrupt" as const } : request;
  const run = await drainRun(startRun(now, deps), onEvent, defer);
  if (run.type === "queued") throw new AgentError("internal", "A message without a name has waited.");
  return run;
}

/** The response of these frames alone. */
export function textStream(frames: string, deps: HttpDeps): Response {
  const stream = new EventStream(deps.sleep, deps.heartbeatMs, "", "");
  stream.end(frames);
  return respond(stream);
}

const TOO_SLOW = "The reader is too far behind; the run goes on.";

/** A stream without frames. */
export function openStream(deps: HttpDeps): EventStream {
  return new EventStream(deps.sleep, deps.heartbeatMs, UiMessageEncoder.cut(TOO_SLOW), ": keep-alive\n\n");
}

/** The response of a stream; without its body for a HEAD request. */
export function respond(stream: EventStream, body: EventStream["body"] | null = stream.body): Response {
  return streamResponse(body, "text/event-stream", HEADERS);
}
