// Streams of a run: of one that this request starts, and of a thread as it stands, with what still runs in it.

import { AgentError, failureFields, toAgentError } from "../../core/error.ts";
import { endsRun, seqBase, type StepEvent, type StepEventBody } from "../../core/event.ts";
import { AgUiEncoder } from "./encoder/encoder.ts";
import { errorFrame } from "./encoder/frames.ts";
import type { StepRequest } from "../../kernel/request.ts";
import { startRun } from "../../kernel/run.ts";
import { tailEvents } from "../../kernel/threads/event_tail.ts";
import { readStandingInputs } from "../../kernel/threads/list_waiting.ts";
import { readThread } from "../../kernel/threads/threads.ts";
import { type HttpContext, type HttpDeps, resolveDefer, tracedLog } from "../../http/context.ts";
import { runMessage } from "../../http/conversation/message_run.ts";
import { drainRun } from "../../http/drain_run.ts";
import { BACKLOG_LIMIT, EventStream, streamResponse } from "../../http/event_stream.ts";
import { readBranch, type VisibleBranch } from "./branch.ts";
import { withAdditions } from "../../http/conversation/additions.ts";
import type { SharedThread } from "./encoder/state.ts";
import type { Said } from "./request.ts";
import {
  besides,
  listQuestions,
  mergeInPlace,
  ownState,
  resolveStatus,
  threadMessages,
  type ToHave,
  toSharedThread,
} from "./visible.ts";

const TOO_SLOW = "The reader fell more than 1 MB behind; the run goes on.";

function openStream(deps: HttpDeps): EventStream {
  return new EventStream(deps.sleep, deps.heartbeatMs, errorFrame("internal", TOO_SLOW), ": heartbeat\n\n");
}

function respond(stream: EventStream): Response {
  return streamResponse(stream.body, "text/event-stream");
}

/** What a stream begins with. */
export interface Start {
  readonly branch: VisibleBranch;
  readonly toHave: ToHave;
  /** The origin of the message that the request brings. */
  readonly door?: string | undefined;
}

/**
 * The run of the request. Of a run that was sent before the thread as it stands, which says what it came to, or comes to.
 *
 * @throws {AgentError} for every refusal, before the stream begins
 */
export async function streamRun(
  c: HttpContext,
  said: Said,
  start: Start,
  request: StepRequest,
  deps: HttpDeps,
): Promise<Response> {
  const streamed = await streamNewRun(c, said, start, request, deps);
  if (streamed !== undefined) return streamed;
  // The run that was sent before may have begun since the branch was read.
  return await streamThread(said, await readBranch(start.branch.ref, deps), deps);
}

/** Undefined for a run that was sent before. */
async function streamNewRun(
  c: HttpContext,
  said: Said,
  { branch, toHave, door }: Start,
  request: StepRequest,
  deps: HttpDeps,
): Promise<Response | undefined> {
  const stream = openStream(deps);
  const log = tracedLog(c, deps.log);
  let encoder = createEncoder(said, toSharedThread(branch.ref.thread, branch.detail), toHave);
  let isReplayed = false;
  const onEvent = (event: StepEvent | StepEventBody) => {
    if (!isReplayed) stream.write(encoder.encode(event));
  };
  try {
    const added = { ...withAdditions(said.agent, { instructions: said.instructions }, deps), log };
    const start = async () => {
      const started = await startRun(request, added);
      isReplayed = started.type === "replayed";
      return started;
    };
    // What was committed while the message waited is not in the list that the client has. What has come of it since is in the events.
    const onTaken = async () => {
      const now = await readBranch(branch.ref, deps);
      const messages = await threadMessages(said.messages, now, deps, { until: door });
      encoder = createEncoder(said, toSharedThread(now.ref.thread, now.detail), { messages, isBehind: true });
    };
    const run = door === undefined
      ? await drainRun(start(), onEvent, resolveDefer(c))
      : await runMessage({ ref: branch.ref, door, start }, { onEvent, onTaken }, resolveDefer(c), deps);
    if (run.type === "queued") {
      // Another run has consumed the message of a repeated request, and goes on.
      stream.end("");
      return undefined;
    }
    if (run.trace !== undefined) c.set("trace", run.trace);
    if (isReplayed) {
      await run.result;
      stream.end("");
      return undefined;
    }
    run.result.then(
      (result) => stream.end(result === undefined ? encoder.end("open") : encoder.close()),
      (thrown) => {
        const error = toAgentError(thrown);
        log("error", "run broke", { thread: request.ref.thread, ...failureFields(error) });
        stream.end(encoder.close(error.message, error.code));
      },
    );
    return respond(stream);
  } catch (refusal) {
    stream.end("");
    if (refusal instanceof AgentError && refusal.code === "idempotency_in_flight") return undefined;
    throw refusal;
  }
}

function createEncoder(
  { body, messages }: Said,
  thread: SharedThread,
  toHave: ToHave,
  toRun: readonly string[] = [],
): AgUiEncoder {
  const { threadId, runId, parentRunId, protocolVersion } = body;
  const declares = protocolVersion !== undefined;
  return new AgUiEncoder({
    threadId,
    runId,
    parentRunId,
    declares,
    own: ownState(body),
    thread: { ...thread, message: toHave.messages.findLast(({ role }) => role === "user")?.id },
    toRun,
    ...toHave,
    inPlace: toHave.isBehind ? mergeInPlace(messages, toHave.messages) : undefined,
  });
}

/** The thread as it stands: its messages, then what runs in it, else what it waits for or has come to. */
export async function streamThread(said: Said, branch: VisibleBranch, deps: HttpDeps): Promise<Response> {
  const { ref, snapshot } = branch;
  const stream = openStream(deps);
  if (snapshot === undefined) {
    const encoder = createEncoder(said, toSharedThread(ref.thread, undefined), {
      messages: [],
      isBehind: false,
    });
    stream.end(encoder.end("waiting"));
    return respond(stream);
  }
  const detail = await readThread(ref, deps);
  const { header } = snapshot;
  // The history is read up to the header's length, so what follows begins with the header's epoch.
  const tail = snapshot.running
    ? await tailEvents(ref, seqBase(header.epoch), { pollMs: deps.pollMs, signal: stream.ended }, deps)
    : undefined;
  const { next, later } = await readStandingInputs(ref, snapshot, deps);
  const stored = await threadMessages(said.messages, branch, deps, { next });
  const messages = [...stored, ...listQuestions(detail)];
  const thread = { ...toSharedThread(ref.thread, detail), ...besides(stored, later, branch) };
  const toRun = detail.calls.flatMap(({ id, state }) => state === "client" ? [id] : []);
  const encoder = createEncoder(said, thread, { messages, isBehind: true }, toRun);
  // A step behind this one may take inputs that only the client has which sent them, until its commit has them in the history.
  let newest = next.at(-1)?.id;
  let lacksInput = false;
  void forward();
  return respond(stream);

  // A slow reader delays the next read in place of being cut off, because the log keeps what it has not read.
  async function forward(): Promise<void> {
    try {
      stream.write(encoder.begin());
      for await (const event of tail?.events ?? []) {
        while (stream.backlog > BACKLOG_LIMIT / 2) await deps.sleep(deps.pollMs, stream.ended);
        if (event.type === "step.started" && event.input !== undefined && event.input !== newest) {
          newest = event.input;
          lacksInput = true;
        }
        if (lacksInput && event.type === "step.finished") {
          lacksInput = false;
          const { version } = event; // a later step may have been committed by now
          const now = await readBranch(ref, deps);
          stream.write(encoder.renew(await threadMessages(said.messages, now, deps, { version })));
        }
        stream.write(encoder.encode(event));
        if (endsRun(event)) break; // a run behind it is another one for the client
      }
      stream.end(atRest());
    } catch (thrown) {
      const error = toAgentError(thrown);
      stream.end(encoder.close(error.message, error.code));
    }
  }

  function atRest(): string {
    if (tail !== undefined) return encoder.close();
    const { error } = detail;
    const status = resolveStatus(detail);
    return status === "failed" && error !== undefined
      ? encoder.close(error.message, error.code)
      : encoder.end(status);
  }
}
