// The door of the AI SDK: POST of a message runs a step and answers with the UI message stream; GET repeats the message that the
// chat works on; stop cancels it.

import { AgentError, toAgentError } from "../../core/error.ts";
import { callsAwaiting } from "../../core/held_calls/held_view.ts";
import type { ThreadDetail } from "../../core/contract/threads.ts";
import { UiMessageEncoder } from "./ui_messages/encoder.ts";
import { assertOwn } from "../../kernel/threads/assert_own.ts";
import { assertBoundAgent, assertInRange } from "../../kernel/owner.ts";
import { awaitCancelled } from "../../kernel/session/interrupt.ts";
import { assertSameAgent } from "../../kernel/session/resolve_agent.ts";
import { readMeta } from "../../kernel/stored.ts";
import { cancelThread, readThread } from "../../kernel/threads/threads.ts";
import type { StepRequest } from "../../kernel/request.ts";
import type { HttpContext, HttpDeps } from "../../http/context.ts";
import { BACKLOG_LIMIT } from "../../http/event_stream.ts";
import { readBody } from "../../http/read_body.ts";
import { takeAnswers } from "./answers.ts";
import { type Branch, currentBranch, orRemoveFork } from "../../http/conversation/branches.ts";
import { CHAT_MODES, type ChatMode } from "../../http/conversation/modes.ts";
import { agentOfPath } from "../../http/conversation/path_agent.ts";
import { DOOR, isChange } from "./inputs.ts";
import { openMessage, readMissed } from "./replay.ts";
import { chatBody, type ChatMessage } from "./schema.ts";
import { readStoredChat, type StoredPage } from "./stored_messages.ts";
import { openStream, respond, streamTurn, textStream, type Turn } from "./turn_stream.ts";
import { readSeenVersion, readVisibleBranch } from "./visible_branch.ts";
import {
  type ChatCall,
  type ChatPath,
  mayWait,
  type Said,
  stepRequest,
  streamFacts,
} from "./turn_request.ts";
import { findKnownTurn, sendLost, type UserTurn, userTurn } from "./user_turn.ts";

/**
 * `POST /api/chat[/:agent]`.
 *
 * @throws {AgentError} for every refusal, before the stream begins
 */
export async function postChat(c: HttpContext, path: ChatCall, deps: HttpDeps): Promise<Response> {
  const mode = readMode(c);
  const agent = agentOfPath(path.agent, deps);
  assertBoundAgent(c.var.bound, agent.name);
  const { value: body } = await readBody(c, chatBody, deps);
  assertInRange(c.var.bound, body.id);
  const message = body.message ?? body.messages?.at(-1);
  if (message === undefined) throw refusedMessage("is missing: send messages, or the last one as message");
  switch (message.role) {
    case "user": {
      const said = { body, message, agent, mode };
      const known = await findKnownTurn(c, said, path, deps);
      if (known !== undefined) return known;
      if (!isChange(body, message)) await sendLost(c, said, path, deps);
      const turn = await userTurn(c, said, path, deps);
      if (turn.isNew) await sendLost(c, said, path, deps);
      const stream = () => streamUserTurn(c, turn, deps);
      return turn.isFork ? await orRemoveFork(turn.request.ref, stream, deps) : await stream();
    }
    case "assistant": {
      const turn = await answerTurn(c, { body, message, agent, mode }, deps);
      return typeof turn === "string" ? textStream(turn, deps) : await streamTurn(c, turn, deps);
    }
    case "system":
      throw refusedMessage("must be of the user, or the answer that goes on");
  }
}

/**
 * An edit of a message that no step has, and that waits no more, has the key of that message: so a late request with it is not accepted. Where
 * the key is known, the message was consumed, and kept at a cancel; the edit is a request of its own then.
 */
async function streamUserTurn(c: HttpContext, turn: UserTurn, deps: HttpDeps): Promise<Response> {
  try {
    return await streamTurn(c, turn, deps);
  } catch (refusal) {
    if (!turn.isEdit || toAgentError(refusal).code !== "idempotency_mismatch") throw refusal;
    const { idempotency: _, ...request } = turn.request;
    return await streamTurn(c, { ...turn, request }, deps);
  }
}

function refusedMessage(detail: string): AgentError {
  return new AgentError("invalid_request", `The last message ${detail}.`, {
    problems: [{ pointer: "/messages", detail }],
  });
}

/** The route has checked it. */
function readMode(c: HttpContext): ChatMode {
  return CHAT_MODES.find((known) => known === c.req.query("mode")) ?? "step";
}

/** A turn, or the frames of a stream without a step. */
async function answerTurn(c: HttpContext, said: Said, deps: HttpDeps): Promise<Turn | string> {
  const { body, message } = said;
  const { tenant } = c.var;
  const visible = readVisibleBranch(body);
  const ref = visible === undefined
    ? (await currentBranch(body.id, c.var, deps)).ref
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
  assertBoundAgent(c.var.bound, agent.name);
  const branch = await currentBranch(path.id ?? "", c.var, deps);
  const message = await openMessage(branch, seen, deps);
  if (message === undefined) return new Response(null, { status: 204 });
  const { messageId, outputsAnswer } = message;
  const holds = message.holds || mayWait(agent, deps);
  const encoder = new UiMessageEncoder({ thread: branch.ref.thread, messageId, holds, outputsAnswer });
  const stream = openStream(deps);
  if (c.req.raw.method === "HEAD") {
    stream.end("");
    return respond(stream, null);
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
  assertBoundAgent(c.var.bound, agent.name);
  const id = path.id ?? "";
  const flags = { holds: mayWait(agent, deps), outputsAnswer: agent.execution === "execute" };
  let branch = await currentBranch(id, c.var, deps, page.branch);
  for (let reads = 1;; reads++) {
    const stored = await readStoredChat(id, branch, page, flags, deps);
    if (!isMoving(branch) || reads === READS) return c.json(stored);
    const now = await currentBranch(id, c.var, deps, page.branch);
    if (isSameStep(branch, now)) return c.json(stored);
    branch = now;
  }
}

/** Reads of a chat that moves: a commit between two of its parts moves inputs from the inbox to the history. */
const READS = 3;

/** A step runs, or finds inputs when it begins. */
function isMoving({ snapshot }: Branch): boolean {
  return snapshot !== undefined && (snapshot.running || snapshot.waiting > 0);
}

/** True where neither a commit nor a begin came between the two reads. */
function isSameStep({ ref, snapshot: before }: Branch, { ref: now, snapshot }: Branch): boolean {
  return ref.thread === now.thread && before?.header.version === snapshot?.header.version &&
    before?.header.epoch === snapshot?.header.epoch;
}

/**
 * `POST /api/chat[/:agent]/:id/stop`. The response comes when the step has committed what it had said, so that a message behind it takes
 * nothing of that away.
 *
 * @throws {AgentError} thread_unknown; agent_unknown, agent_mismatch - the path names another agent; forbidden - the token is not for it
 */
export async function stopChat(c: HttpContext, path: ChatPath, deps: HttpDeps): Promise<Response> {
  const { ref, snapshot } = await currentBranch(path.id ?? "", c.var, deps);
  if (path.agent !== undefined && snapshot !== undefined) {
    const { name: agent } = agentOfPath(path.agent, deps);
    assertBoundAgent(c.var.bound, agent);
    assertSameAgent(readMeta(ref, snapshot.header), { ref, agent, bound: c.var.bound });
  }
  const stopped = await cancelThread(ref, deps);
  if (stopped.running) await awaitCancelled(ref, deps);
  return c.json(stopped);
}
