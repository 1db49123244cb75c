// The door of the AI SDK: POST of a message runs a step and answers with the UI message stream; GET repeats the message that the
// chat works on; stop cancels it.

import { AgentError, failureFields, toAgentError } from "../../core/error.ts";
import type { Agent } from "../../core/agent.ts";
import { callsAwaiting } from "../../core/held_calls/held_view.ts";
import type { ThreadDetail } from "../../core/contract/threads.ts";
import type { JsonObject } from "../../core/json.ts";
import type { StepEvent } from "../../core/event.ts";
import { UiMessageEncoder } from "./ui_messages/encoder.ts";
import { messageIdOf } from "./ui_messages/message_id.ts";
import { assertOwn } from "../../runtime/threads/assert_own.ts";
import { assertAgentOf, assertInRange } from "../../runtime/owner.ts";
import { readThread } from "../../runtime/threads/threads.ts";
import type { StepRequest } from "../../runtime/request.ts";
import type { StartedRun } from "../../runtime/result.ts";
import { startRun } from "../../runtime/run.ts";
import { deferOf, type HttpContext, type HttpDeps, originOf, tracedLog } from "../../http/context.ts";
import { drainRun } from "../../http/drain_run.ts";
import { BACKLOG_LIMIT, EventStream, streamResponse } from "../../http/event_stream.ts";
import { stepBody } from "../../http/schemas/requests.ts";
import { toStepRequest } from "../../http/schemas/step_request.ts";
import { readBody } from "../../http/read_body.ts";
import { takeAnswers } from "./answers.ts";
import { newestBranch } from "../../http/conversation/branches.ts";
import { startInterrupting, stopRun } from "../../http/conversation/interrupt.ts";
import { CHAT_MODES, type ChatMode } from "../../http/conversation/modes.ts";
import { agentOfPath } from "../../http/conversation/path_agent.ts";
import { DOOR, doorOf, inputTurn } from "./inputs.ts";
import { openMessage, readMissed } from "./replay.ts";
import { type ChatBody, chatBody, type ChatMessage } from "./schema.ts";
import { readStoredChat, type StoredPage } from "./stored_messages.ts";
import { readSeenVersion, readVisibleBranch } from "./visible_branch.ts";

const HEADERS = { "x-vercel-ai-ui-message-stream": "v1" };

/** What a path names. */
export interface ChatPath {
  readonly agent?: string | undefined;
  readonly id?: string | undefined;
}

/** What a request asks for, once the client's message is understood. */
interface Turn {
  readonly request: StepRequest;
  readonly encoder: UiMessageEncoder;
}

/**
 * `POST /api/chat[/:agent]`.
 *
 * @throws {AgentError} for every refusal, before the stream begins
 */
export async function postChat(c: HttpContext, path: ChatPath, deps: HttpDeps): Promise<Response> {
  const mode = modeOf(c);
  const agent = agentOfPath(path.agent, deps);
  assertAgentOf(c.var.bound, agent.name);
  const { value: body } = await readBody(c, chatBody, deps);
  assertInRange(c.var.bound, body.id);
  const message = body.message ?? body.messages?.at(-1);
  if (message === undefined) throw refusedMessage("is missing: send messages, or the last one as message");
  switch (message.role) {
    case "user":
      return await streamTurn(c, await userTurn(c, { body, message, agent, mode }, deps), deps);
    case "assistant": {
      const turn = await answerTurn(c, { body, message, agent, mode }, deps);
      return typeof turn === "string" ? textStream(turn, deps) : await streamTurn(c, turn, deps);
    }
    case "system":
      throw refusedMessage("must be of the user, or the answer that goes on");
  }
}

function refusedMessage(detail: string): AgentError {
  return new AgentError("invalid_request", `The last message ${detail}.`, {
    problems: [{ pointer: "/messages", detail }],
  });
}

/** The route has checked it. */
function modeOf(c: HttpContext): ChatMode {
  return CHAT_MODES.find((known) => known === c.req.query("mode")) ?? "step";
}

/** A message with what the request says besides. */
interface Said {
  readonly body: ChatBody;
  readonly message: ChatMessage;
  readonly agent: Agent;
  readonly mode: ChatMode;
}

async function userTurn(c: HttpContext, said: Said, deps: HttpDeps): Promise<Turn> {
  const { body, message, agent, mode } = said;
  const { ref, input, answered, isFork } = await inputTurn(body, message, c.var, deps);
  const key = c.req.header("idempotency-key");
  const fields = {
    agent: agent.name,
    ...(input === undefined ? {} : { input }),
    ...(mode === "execute" ? { execution: "execute" } : {}),
    ...(body.clientTools === undefined ? {} : { clientTools: body.clientTools }),
    // The page shows no answer any more that a new message of it interrupts.
    busy: "restart",
  };
  const request = await stepRequest(c, said, {
    ref,
    fields,
    door: doorOf(message),
    // A message is taken once, however often it comes; a fork takes it anew.
    key: key ?? (isFork || message.id === "" ? undefined : doorOf(message)),
  });
  const messageId = answered === undefined
    ? undefined
    : messageIdOf(ref.thread, { input: answered, step: 0 });
  return {
    request,
    encoder: new UiMessageEncoder({ thread: ref.thread, messageId, ...streamFacts(said, deps) }),
  };
}

/** A turn, or the frames of a stream without a step. */
async function answerTurn(c: HttpContext, said: Said, deps: HttpDeps): Promise<Turn | string> {
  const { body, message } = said;
  const { tenant } = c.var;
  const visible = readVisibleBranch(body);
  const ref = visible === undefined
    ? (await newestBranch(body.id, c.var, deps)).ref
    : { tenant, thread: visible };
  await assertOwn(ref, c.var, deps);
  const thread = await readThread(ref, deps);
  const seen = readSeenVersion(message.metadata);
  const facts = streamFacts(said, deps);
  const context = {
    thread: ref.thread,
    messageId: message.id,
    outputsAnswer: facts.outputsAnswer,
    // The run may have tools of the page from an earlier request.
    holds: facts.holds || callsAwaiting("caller", thread.calls).length > 0,
    known: new Set(message.parts.flatMap(({ toolCallId }) => toolCallId ?? [])),
  };
  const encoder = new UiMessageEncoder(context);
  const { results, decided, toRun, moved } = await takeAnswers(
    { message, thread, agent: said.agent },
    ref,
    c,
    deps,
  );
  if (toRun.length > 0 && results.length < toRun.length) {
    const parts = toRun.map(({ id, name, args }) => encoder.reopen(id, name, args)).join("");
    return encoder.begin() + parts + encoder.end("tool-calls") + encoder.close();
  }
  const hasMore = thread.status === "open" || thread.status === "failed" || thread.calls.length > 0;
  if (results.length === 0 && decided === 0 && (!hasMore || thread.status === "cancelled")) {
    return await lateFrames(encoder, { message, thread, seen }, ref, deps);
  }
  const isCurrent = seen === undefined || seen >= thread.version;
  // A decision about a call of a phase opens the thread, which gives it another version.
  const isBehind = !isCurrent && !(await readMissed(seen, ref, deps)).isEmpty;
  const expected = isBehind || seen === thread.version && !moved ? seen : undefined;
  const request = await stepRequest(c, said, {
    ref,
    door: DOOR,
    key: c.req.header("idempotency-key"),
    fields: {
      agent: said.agent.name,
      ...(results.length === 0 ? {} : {
        toolResults: results.map(({ callId, output, failed }) => ({ callId, output, failed })),
      }),
      ...(expected === undefined ? {} : { expectedVersion: expected }),
      ...(body.clientTools === undefined ? {} : { clientTools: body.clientTools }),
    },
  });
  return { request, encoder };
}

/** The stream of an answer that comes when its run is over: what the message has missed, and its calls that do not run. */
async function lateFrames(
  encoder: UiMessageEncoder,
  { message, thread, seen }: {
    readonly message: ChatMessage;
    readonly thread: ThreadDetail;
    readonly seen: number | undefined;
  },
  ref: StepRequest["ref"],
  deps: HttpDeps,
): Promise<string> {
  let frames = encoder.begin();
  if (seen !== undefined && seen < thread.version) {
    const { events } = await readMissed(seen, ref, deps);
    frames += events.map((event) => encoder.encode(event)).join("");
  }
  const waiting = message.parts.flatMap(({ toolCallId = "", state = "", providerExecuted }) =>
    /^(?:input|approval)-/.test(state) && providerExecuted !== true ? [toolCallId] : []
  );
  return frames + encoder.dropCalls(waiting) + encoder.end("stop", thread.version) + encoder.close();
}

function streamFacts({ agent, mode, body }: Said, deps: HttpDeps) {
  return {
    holds: mayWait(agent, deps) || body.clientTools !== undefined,
    outputsAnswer: mode === "execute" || agent.execution === "execute",
  };
}

/** True when a plan of the agent may wait for people or for the caller. */
function mayWait(agent: Agent, { plugins }: HttpDeps): boolean {
  const { tools, orchestrate } = agent;
  return orchestrate !== undefined || plugins.of(agent).judges ||
    tools.some((tool) => tool.client || tool.needsApproval !== false);
}

async function stepRequest(
  c: HttpContext,
  { mode, body: { model } }: Said,
  { ref, fields, door, key }: {
    readonly ref: StepRequest["ref"];
    readonly fields: JsonObject;
    readonly door: string;
    readonly key: string | undefined;
  },
): Promise<StepRequest> {
  const json = {
    ...fields,
    ...(model === undefined ? {} : { model }),
    until: mode === "step" ? "settled" : "done",
  };
  return await toStepRequest(stepBody.parse(json), {
    ref,
    caller: c.var,
    origin: originOf(c, door),
    streams: true,
    trace: c.get("caller"),
    idempotency: key === undefined ? undefined : { key, body: json },
  });
}

// Streams
// ---------------------------------------------------------------------------------------------------------------

async function streamTurn(c: HttpContext, { request, encoder }: Turn, deps: HttpDeps): Promise<Response> {
  const stream = openStream(deps);
  const log = tracedLog(c, deps.log);
  try {
    const onEvent = (event: StepEvent) => stream.write(encoder.encode(event));
    const run = await drainRun(start(request, { ...deps, log }), onEvent, deferOf(c));
    if (run.type === "queued") throw new AgentError("internal", "A chat does not queue its messages.");
    if (run.trace !== undefined) c.set("trace", run.trace);
    run.result.then(() => stream.end(encoder.close()), (thrown) => {
      const error = toAgentError(thrown);
      log("error", "run broke", { thread: request.ref.thread, ...failureFields(error) });
      stream.end(encoder.close(error.message));
    });
    return respond(stream);
  } catch (refusal) {
    stream.end("");
    throw refusal;
  }
}

/** A new message of the page interrupts the answer that it shows. */
function start(request: StepRequest, deps: HttpDeps): Promise<StartedRun> {
  return request.busy === "restart" ? startInterrupting(request, deps) : startRun(request, deps);
}

function textStream(frames: string, deps: HttpDeps): Response {
  const stream = new EventStream(deps.sleep, deps.heartbeatMs, "", "");
  stream.end(frames);
  return respond(stream);
}

const TOO_SLOW = "The reader is too far behind; the run goes on.";

function openStream(deps: HttpDeps): EventStream {
  return new EventStream(deps.sleep, deps.heartbeatMs, UiMessageEncoder.cut(TOO_SLOW), ": keep-alive\n\n");
}

function respond(stream: EventStream): Response {
  return streamResponse(stream.body, "text/event-stream", HEADERS);
}

/**
 * `GET /api/chat[/:agent]/:id/stream`: 204 when nothing runs and nothing waits, and the client has seen the version of the thread.
 *
 * @throws {AgentError} thread_unknown - of another user; agent_unknown
 */
export async function streamChat(
  c: HttpContext,
  path: ChatPath,
  seen: number | undefined,
  deps: HttpDeps,
): Promise<Response> {
  const agent = agentOfPath(path.agent, deps);
  assertAgentOf(c.var.bound, agent.name);
  const branch = await newestBranch(path.id ?? "", c.var, deps);
  const message = await openMessage(branch, seen, deps);
  if (message === undefined) return new Response(null, { status: 204 });
  const { messageId, outputsAnswer } = message;
  const holds = message.holds || mayWait(agent, deps);
  const encoder = new UiMessageEncoder({ thread: branch.ref.thread, messageId, holds, outputsAnswer });
  const stream = openStream(deps);
  if (c.req.raw.method === "HEAD") {
    stream.end("");
    return streamResponse(null, "text/event-stream", HEADERS);
  }
  void forward();
  return respond(stream);

  // A slow reader delays the next read in place of being cut off, because history and log keep what it has not read.
  async function forward(): Promise<void> {
    try {
      for await (const event of message?.events(stream.ended) ?? []) {
        while (stream.backlog > BACKLOG_LIMIT / 2) await deps.sleep(deps.pollMs, stream.ended);
        stream.write(encoder.encode(event));
      }
      stream.end(encoder.close());
    } catch (thrown) {
      stream.end(encoder.close(toAgentError(thrown).message));
    }
  }
}

/**
 * `GET /api/chat[/:agent]/:id/messages`.
 *
 * @throws {AgentError} thread_unknown - of another user; agent_unknown
 */
export async function readChat(
  c: HttpContext,
  path: ChatPath,
  page: StoredPage,
  deps: HttpDeps,
): Promise<Response> {
  const agent = agentOfPath(path.agent, deps);
  assertAgentOf(c.var.bound, agent.name);
  const id = path.id ?? "";
  const branch = await newestBranch(id, c.var, deps);
  const flags = { holds: mayWait(agent, deps), outputsAnswer: agent.execution === "execute" };
  return c.json(await readStoredChat(id, branch, page, flags, deps));
}

/**
 * `POST /api/chat[/:agent]/:id/stop`.
 *
 * @throws {AgentError} thread_unknown
 */
export async function stopChat(c: HttpContext, path: ChatPath, deps: HttpDeps): Promise<Response> {
  const { ref } = await newestBranch(path.id ?? "", c.var, deps);
  // The next message finds what was said committed, and its question answered.
  return c.json(await stopRun(ref, deps));
}
