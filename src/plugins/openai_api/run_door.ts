// What both APIs of OpenAI do with a run: start it, follow it to its end, and remove the thread that nothing keeps.

import { AgentError, failureFields, toAgentError } from "../../core/error.ts";
import type { StepEvent } from "../../core/event.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { RunFailure, RunWriter } from "./encoders/run_writer.ts";
import type { StepRequest } from "../../kernel/request.ts";
import type { RunResult } from "../../kernel/result.ts";
import { startRun } from "../../kernel/run.ts";
import { removeThread } from "../../kernel/threads/threads.ts";
import { type HttpContext, type HttpDeps, resolveDefer } from "../../http/context.ts";
import { type DrainedRun, drainRun } from "../../http/drain_run.ts";
import { EventStream, streamResponse } from "../../http/event_stream.ts";
import { openaiErrorResponse } from "./error.ts";
import { storedEvents } from "./stored/stored_response.ts";

/** The request for a run. */
export interface DoorRun {
  readonly request: StepRequest;
  /** With the agent as the request has it. */
  readonly deps: HttpDeps;
  /** The thread stays behind the answer. */
  readonly keeps: boolean;
}

/**
 * The run as one JSON body.
 *
 * @throws {AgentError} for a refusal, and for a run that failed before a call ran
 */
export async function awaitRun(c: HttpContext, doorRun: DoorRun, writer: RunWriter): Promise<Response> {
  const waits = new Waits();
  let hasActed = false;
  const run = await startDoorRun(c, doorRun, (event) => {
    waits.take(event);
    if (event.type === "tool.started") hasActed ||= !isPure(event.name, doorRun);
    writer.encode(event);
  });
  const result = await run.result;
  resolveDefer(c)(forget(doorRun, waits));
  if (result.error && !hasActed) throw result.error;
  if (writer.body !== undefined) return c.json(writer.body, 200, toHeaders(run, doorRun.request.ref));
  const error = result.error ?? toError(writer.failure);
  c.set("errorCode", error.code);
  return openaiErrorResponse(error, hasActed);
}

function toError({ code, message, retryAfterMs }: RunFailure = NO_ANSWER): AgentError {
  return new AgentError(code, message, retryAfterMs === undefined ? {} : { retryAfterMs });
}

const NO_ANSWER: RunFailure = { message: "The run has no answer.", code: "internal", retryable: false };

/** True for a tool that may run again: a request that has run such tools alone may be sent again as a whole. */
function isPure(tool: string, { request: { agent = "" }, deps }: DoorRun): boolean {
  return deps.agents.get(agent)?.tools.find(({ name }) => name === tool)?.effect === "pure";
}

const TOO_SLOW: RunFailure = {
  message: "The reader fell more than 1 MB behind.",
  code: "internal",
  retryable: false,
};

/**
 * The run as a stream. A client that leaves does not end the run.
 *
 * @throws {AgentError} for a refusal; a run that fails later is an error of the stream
 */
export async function streamRun(c: HttpContext, doorRun: DoorRun, writer: RunWriter): Promise<Response> {
  const { request, deps } = doorRun;
  const waits = new Waits();
  const stream = new EventStream(
    deps.sleep,
    deps.heartbeatMs,
    () => writer.close(TOO_SLOW),
    ": heartbeat\n\n",
  );
  try {
    const run = await startDoorRun(c, doorRun, (event) => {
      waits.take(event);
      stream.write(writer.encode(event));
    });
    const ended = run.result.then(({ error }: RunResult) => stream.end(writer.close(error)), (thrown) => {
      const error = toAgentError(thrown);
      deps.log("error", "run broke", { thread: request.ref.thread, ...failureFields(error) });
      stream.end(writer.close(error));
    }).then(() => forget(doorRun, waits));
    resolveDefer(c)(ended);
    return streamResponse(stream.body, "text/event-stream", toHeaders(run, request.ref));
  } catch (refusal) {
    stream.end("");
    throw refusal;
  }
}

type Running = Exclude<DrainedRun, { type: "queued" }>;

async function startDoorRun(
  c: HttpContext,
  { request, deps }: DoorRun,
  onEvent: (event: StepEvent) => void,
): Promise<Running> {
  // A request that is repeated may go on where its worker has vanished: what was committed before is of its answer, too.
  let isLate: boolean | undefined;
  const run = await drainRun(
    startRun(request, deps),
    (event) => {
      isLate ??= request.history !== undefined && event.type === "step.started" && event.step > 1;
      if (!isLate) onEvent(event);
    },
    resolveDefer(c),
  );
  if (run.type === "queued") throw new AgentError("internal", "A new thread has queued its first run.");
  if (run.trace !== undefined) c.set("trace", run.trace);
  const result = run.result.then(async (result) => {
    if (isLate) (await storedEvents(request.ref, deps)).forEach(onEvent);
    return result;
  });
  return { ...run, result };
}

function toHeaders({ type }: Running, { thread }: ThreadRef): Record<string, string> {
  return { "treadle-thread": thread, ...(type === "replayed" ? { "idempotency-replayed": "true" } : {}) };
}

/** Whether the run has ended with a wait for people, or for a result that comes later: then its thread is needed still. */
class Waits {
  #asked = false;
  #isWaiting = false;

  take(event: StepEvent): void {
    if (event.type === "approval.requested" || event.type === "call.deferred") this.#asked = true;
    if (event.type === "step.finished") {
      this.#isWaiting = event.status === "waiting" && (this.#asked || event.question !== undefined);
    }
  }

  get isWaiting(): boolean {
    return this.#isWaiting;
  }
}

/** Removes the thread. One that is gone is no failure, and any other failure is logged. */
async function forget({ request: { ref, execution }, deps, keeps }: DoorRun, waits: Waits): Promise<void> {
  if (keeps || waits.isWaiting && execution !== "predict") return;
  try {
    await removeThread(ref, deps, undefined, "unstored");
  } catch (thrown) {
    const error = toAgentError(thrown);
    if (error.code === "thread_unknown") return;
    deps.log("warn", "thread of an answer was not removed", { thread: ref.thread, ...failureFields(error) });
  }
}
