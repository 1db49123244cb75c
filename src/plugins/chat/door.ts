// The door of the AI SDK: POST of a message runs a step and answers with the UI message stream; GET repeats the message that the
// chat works on; stop cancels it.

import { AgentError, toAgentError } from "../../core/error.ts";
import type { Agent } from "../../core/agent.ts";
import { callsAwaiting } from "../../core/held_calls/held_view.ts";
import type { ThreadDetail } from "../../core/contract/threads.ts";
import type { JsonObject } from "../../core/json.ts";
import { UiMessageEncoder } from "./ui_messages/encoder.ts";
import { messageIdOf } from "./ui_messages/message_id.ts";
import { assertOwn } from "../../runtime/threads/assert_own.ts";
import { assertAgentOf, assertInRange } from "../../runtime/owner.ts";
import { awaitCancelled } from "../../runtime/session/interrupt.ts";
import { assertSameAgent } from "../../runtime/session/resolve_agent.ts";
import { readMeta } from "../../runtime/stored.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { cancelThread, readThread } from "../../runtime/threads/threads.ts";
import type { Busy, StepRequest } from "../../runtime/request.ts";
import { type HttpContext, type HttpDeps, originOf } from "../../http/context.ts";
import { BACKLOG_LIMIT } from "../../http/event_stream.ts";
import { stepBody } from "../../http/schemas/requests.ts";
import { toStepRequest } from "../../http/schemas/step_request.ts";
import { readBody } from "../../http/read_body.ts";
import { takeAnswers } from "./answers.ts";
import { assertForkable, type Branch, newestBranch, orRemoveFork } from "../../http/conversation/branches.ts";
import { CHAT_MODES, type ChatMode } from "../../http/conversation/modes.ts";
import { agentOfPath } from "../../http/conversation/path_agent.ts";
import { DOOR, doorOf, inputTurn, isChange, readInput, type Sender } from "./inputs.ts";
import type { MessageContent } from "./message_content.ts";
import { openMessage, readMissed } from "./replay.ts";
import { type ChatBody, chatBody, type ChatMessage } from "./schema.ts";
import { readStoredChat, type StoredPage } from "./stored_messages.ts";
import { openStream, respond, streamTurn, textStream, type Turn } from "./turn_stream.ts";
import { readSeenVersion, readVisibleBranch } from "./visible_branch.ts";

/** A path, with what the deployment has set. */
export interface ChatCall extends ChatPath {
  readonly busy: Busy;
}

/** What a path names. */
export interface ChatPath {
  readonly agent?: string | undefined;
  readonly id?: string | undefined;
}

/**
 * `POST /api/chat[/:agent]`.
 *
 * @throws {AgentError} for every refusal, before the stream begins
 */
export async function postChat(c: HttpContext, path: ChatCall, deps: HttpDeps): Promise<Response> {
  const mode = modeOf(c);
  const agent = agentOfPath(path.agent, deps);
  assertAgentOf(c.var.bound, agent.name);
  const { value: body } = await readBody(c, chatBody, deps);
  assertInRange(c.var.bound, body.id);
  const message = body.message ?? body.messages?.at(-1);
  if (message === undefined) throw refusedMessage("is missing: send messages, or the last one as message");
  switch (message.role) {
    case "user": {
      const said = { body, message, agent, mode };
      const known = await findKnownTurn(c, said, path, deps);
      if (known !== undefined) return known;
      const turn = await userTurn(c, said, path, deps);
      const stream = () => streamTurn(c, turn, deps);
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

async function userTurn(c: HttpContext, said: Said, { busy }: ChatCall, deps: HttpDeps): Promise<UserTurn> {
  const { body, message } = said;
  const door = doorOf(message);
  const requestOf = (ref: ThreadRef, input: MessageContent | undefined, key: string | undefined) =>
    messageRequest(c, said, { ref, input, key, busy });
  const sender: Sender = {
    caller: c.var,
    assertAdmitted: async ({ ref, snapshot }) =>
      await assertForkable(await requestOf(ref, undefined, undefined), snapshot, deps),
  };
  const { ref, input, answered, replaced, isFork } = await inputTurn(body, message, sender, deps);
  // A message is taken once, however often it comes; a fork takes it anew, and so does the place of one that waited.
  const own = isFork || message.id === "" ? undefined : door;
  const key = c.req.header("idempotency-key") ??
    (replaced === undefined ? own : `${DOOR}-edit:${replaced}`);
  const request = await requestOf(ref, input, key);
  const messageId = answered === undefined
    ? undefined
    : messageIdOf(ref.thread, { input: answered, step: 0 });
  return {
    request: { ...request, inputAlone: true },
    ...(input === undefined ? {} : { door }),
    encoder: new UiMessageEncoder({ thread: ref.thread, messageId, ...streamFacts(said, deps) }),
    isFork,
  };
}

/** The step that takes a message, or answers the last one again. */
async function messageRequest(
  c: HttpContext,
  said: Said,
  { ref, input, key, busy }: {
    readonly ref: ThreadRef;
    readonly input: MessageContent | undefined;
    readonly key: string | undefined;
    readonly busy: Busy;
  },
): Promise<StepRequest> {
  const { body, message, agent, mode } = said;
  return await stepRequest(c, said, {
    ref,
    fields: {
      agent: agent.name,
      ...(input === undefined ? {} : { input }),
      ...(mode === "execute" ? { execution: "execute" } : {}),
      ...(body.clientTools === undefined ? {} : { clientTools: body.clientTools }),
      busy: body.busy ?? busy,
    },
    door: doorOf(message),
    key,
  });
}

/**
 * An edit, or an answer that is asked for again, whose request was sent before under its idempotency key: the newest branch is what it has
 * made. Undefined for a new one: no thread has a version as high as the expected one, so nothing begins.
 */
async function findKnownTurn(
  c: HttpContext,
  said: Said,
  { busy }: ChatCall,
  deps: HttpDeps,
): Promise<Response | undefined> {
  const { body, message } = said;
  const key = c.req.header("idempotency-key");
  if (key === undefined || !isChange(body, message)) return undefined;
  const { ref, snapshot } = await newestBranch(body.id, c.var, deps);
  if (snapshot === undefined) return undefined;
  const input = readInput(body, message);
  const request = await messageRequest(c, said, { ref, input, key, busy });
  const known = { ...request, inputs: [], busy: "reject", expectedVersion: Number.MAX_SAFE_INTEGER } as const;
  const encoder = new UiMessageEncoder({ thread: ref.thread, ...streamFacts(said, deps) });
  try {
    return await streamTurn(c, { request: known, door: doorOf(message), encoder }, deps);
  } catch (refusal) {
    const isNew = refusal instanceof AgentError &&
      (refusal.code === "version_conflict" || refusal.code === "thread_busy");
    if (!isNew) throw refusal;
    return undefined;
  }
}

interface UserTurn extends Turn {
  /** Its thread is a fork that was just made for it. */
  readonly isFork: boolean;
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
    // A message is the same one whatever it does to a run that goes on: the word is that of receipts from before there was a choice.
    idempotency: key === undefined
      ? undefined
      : { key, body: "busy" in json ? { ...json, busy: "restart" } : json },
  });
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
  assertAgentOf(c.var.bound, agent.name);
  const id = path.id ?? "";
  const flags = { holds: mayWait(agent, deps), outputsAnswer: agent.execution === "execute" };
  let branch = await newestBranch(id, c.var, deps);
  for (let reads = 1;; reads++) {
    const stored = await readStoredChat(id, branch, page, flags, deps);
    if (!branch.snapshot?.running || reads === READS) return c.json(stored);
    const now = await newestBranch(id, c.var, deps);
    if (isSameStep(branch, now)) return c.json(stored);
    branch = now;
  }
}

/** Reads of a chat that runs: a commit between two of its parts moves inputs from the inbox to the history. */
const READS = 3;

/** True where neither a commit nor a begin came between the two reads. */
function isSameStep({ ref, snapshot: before }: Branch, { ref: newest, snapshot }: Branch): boolean {
  return ref.thread === newest.thread && before?.header.version === snapshot?.header.version &&
    before?.header.epoch === snapshot?.header.epoch;
}

/**
 * `POST /api/chat[/:agent]/:id/stop`. The response comes when the step has committed what it had said, so that a message behind it takes
 * nothing of that away.
 *
 * @throws {AgentError} thread_unknown; agent_unknown, agent_mismatch - the path names another agent; forbidden - the token is not for it
 */
export async function stopChat(c: HttpContext, path: ChatPath, deps: HttpDeps): Promise<Response> {
  const { ref, snapshot } = await newestBranch(path.id ?? "", c.var, deps);
  if (path.agent !== undefined && snapshot !== undefined) {
    const { name: agent } = agentOfPath(path.agent, deps);
    assertAgentOf(c.var.bound, agent);
    assertSameAgent(readMeta(ref, snapshot.header), { ref, agent, bound: c.var.bound });
  }
  const stopped = await cancelThread(ref, deps);
  if (stopped.running) await awaitCancelled(ref, deps);
  return c.json(stopped);
}
