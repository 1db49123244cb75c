// POST /v1/chat/completions: one request is one thread, which begins with the messages of the request and runs until it has an
// answer. The id of the answer is the id of the thread.

import type { Agent } from "../../../core/agent.ts";
import { AgentError, failureFields, toAgentError } from "../../../core/error.ts";
import type { StepEvent } from "../../../core/event.ts";
import type { Json } from "../../../core/json.ts";
import type { ThreadRef } from "../../../core/store/thread.ts";
import { newId } from "../../../core/text/id.ts";
import { type ChatFacts, collectChat, encodeChat } from "../../../protocols/openai/chat.ts";
import type { RunFailure } from "../../../protocols/openai/run_reader.ts";
import type { StepRequest } from "../../../runtime/request.ts";
import type { RunResult } from "../../../runtime/result.ts";
import { startRun } from "../../../runtime/run.ts";
import { removeThread } from "../../../runtime/threads/threads.ts";
import { deferOf, type HttpContext, type HttpDeps, originOf, tracedLog } from "../../context.ts";
import { drainRun } from "../../drain_run.ts";
import { EventStream, streamResponse } from "../../event_stream.ts";
import { threadIdOf } from "../../idempotency.ts";
import { openaiErrorBody } from "../../openai_error.ts";
import { toStepRequest } from "../../schemas/step_request.ts";
import { fromMessages } from "./chat_messages.ts";
import { assertServed, type ChatBody, chatBody } from "./chat_schema.ts";
import { readBody, refuse } from "./read_body.ts";
import { agentOfModel, withAdditions } from "./request_agent.ts";
import { requestedTools } from "./requested_tools.ts";

/** A chat as it is run. */
interface Chat {
  readonly request: StepRequest;
  readonly facts: ChatFacts;
  /** With the agent as the request has it. */
  readonly deps: HttpDeps;
  /** The thread stays behind the answer. */
  readonly keeps: boolean;
}

/** Answers one chat, as JSON or as a stream. */
export async function chat(c: HttpContext, deps: HttpDeps): Promise<Response> {
  const { json, body } = await readBody(c, chatBody, deps);
  const asked = await toChat(c, json, body, { ...deps, log: tracedLog(c, deps.log) });
  return body.stream === true ? await streamChat(c, asked) : await awaitChat(c, asked);
}

async function toChat(c: HttpContext, json: Json, body: ChatBody, deps: HttpDeps): Promise<Chat> {
  assertServed(body);
  if (body.stream_options && body.stream !== true) throw refuse(["stream_options"], "goes with stream only");
  const agent = agentOfModel(body.model, deps);
  const tools = requestedTools({ tools: body.tools ?? [], tool_choice: body.tool_choice ?? null }, agent);
  const origin = originOf(c, "chat_completions");
  const { instructions, history } = fromMessages(body.messages, {
    ...{ at: deps.clock(), random: deps.random, origin },
    toName: (name) => tools.toName(name),
  });
  const key = c.req.header("idempotency-key");
  const thread = await threadOf(c, key, deps);
  const execution = tools.execution ?? (tools.choice?.type === "none" ? "loop" : agent.execution);
  const parallel = body.parallel_tool_calls === false ? { parallel: false } as const : {};
  const request = await toStepRequest({
    agent: agent.name,
    ...(tools.choice === undefined ? {} : { toolChoice: { choice: tools.choice, ...parallel } }),
    execution,
    ...{ until: "done", busy: "reject", toolResults: [], resumable: false },
    ...(body.metadata ? { metadata: body.metadata } : {}),
    ...(body.user ? { user: body.user } : {}),
  }, {
    ref: { tenant: c.var.tenant, thread },
    ...{ caller: c.var, origin, streams: false, trace: c.get("caller") },
    idempotency: key === undefined ? undefined : { key, body: json },
  });
  const most = [body.max_completion_tokens, body.max_tokens].find((count) => typeof count === "number");
  return {
    request: { ...request, history },
    facts: {
      ...{ id: thread, model: body.model, created: Math.floor(deps.clock() / 1000), execution },
      fingerprint: `fp_${agent.hash.slice(0, 10)}`,
      includeUsage: body.stream_options?.include_usage === true,
      traces: tools.execution === "execute" || tools.execution === "generate",
      onlyOne: body.parallel_tool_calls === false,
      callable: tools.names && new Set(tools.names),
      spell: (name) => tools.spell(name),
      toError: openaiErrorBody,
    },
    deps: withAdditions(
      agent,
      { instructions, tools: tools.brought, names: tools.names, maxOutputTokens: most ?? undefined },
      deps,
    ),
    keeps: body.store === true || key !== undefined,
  };
}

/** The id of the thread and of the answer. Under an Idempotency-Key it is that of the key. */
async function threadOf(c: HttpContext, key: string | undefined, { random }: HttpDeps): Promise<string> {
  const id = await threadIdOf(c.var, key) ?? newId("thread", random);
  return id.replace("thread_", "chatcmpl-");
}

// JSON
// ------------------------------------------------------------------------------------------------------------------

async function awaitChat(c: HttpContext, { request, facts, deps, keeps }: Chat): Promise<Response> {
  const collected = collectChat(facts);
  const run = await drainRun(startRun(request, deps), collected.take, deferOf(c));
  if (run.type === "queued") throw queued(request.ref);
  if (run.trace !== undefined) c.set("trace", run.trace);
  const result = await run.result;
  const outcome = collected.outcome();
  const waits = outcome?.type === "answered" && outcome.end.waits;
  if (!keeps && !waits) deferOf(c)(forget(request.ref, deps));
  if (result.error) throw result.error;
  if (outcome?.type === "answered") {
    return c.json(outcome.body, 200, headersOf(run.type, request.ref));
  }
  throw toError(outcome?.failure);
}

function toError(failure: RunFailure | undefined): AgentError {
  const { code, message, retryAfterMs } = failure ?? { code: "internal", message: "The run has no answer." };
  return new AgentError(code, message, retryAfterMs === undefined ? {} : { retryAfterMs });
}

function headersOf(type: "running" | "replayed", { thread }: ThreadRef): Record<string, string> {
  return { "treadle-thread": thread, ...(type === "replayed" ? { "idempotency-replayed": "true" } : {}) };
}

/** A new thread runs at once, so this is no case that a client meets. */
function queued({ thread }: ThreadRef): AgentError {
  return new AgentError("thread_busy", `Thread ${thread} has a step in progress; retry after 1000 ms.`, {
    retryAfterMs: 1000,
  });
}

/** Removes the thread of a chat; one that another request has removed is no failure. */
async function forget(ref: ThreadRef, deps: HttpDeps): Promise<void> {
  try {
    await removeThread(ref, deps);
  } catch (thrown) {
    const error = toAgentError(thrown);
    if (error.code === "thread_unknown") return;
    deps.log("warn", "thread of a chat was not removed", { thread: ref.thread, ...failureFields(error) });
  }
}

// Stream
// ----------------------------------------------------------------------------------------------------------------

const TOO_SLOW: RunFailure = {
  code: "internal",
  message: "The reader fell more than 1 MB behind.",
  retryable: false,
};

async function streamChat(c: HttpContext, { request, facts, deps, keeps }: Chat): Promise<Response> {
  const encoder = encodeChat(facts);
  const cutOff = encodeChat(facts).close(TOO_SLOW);
  const stream = new EventStream(deps.sleep, deps.heartbeatMs, cutOff, ": heartbeat\n\n");
  let waits = false;
  const onEvent = (event: StepEvent) => {
    if (event.type === "step.finished") waits = event.status === "waiting" && facts.execution !== "predict";
    stream.write(encoder.encode(event));
  };
  try {
    const run = await drainRun(startRun(request, deps), onEvent, deferOf(c));
    if (run.type === "queued") throw queued(request.ref);
    if (run.trace !== undefined) c.set("trace", run.trace);
    const ended = run.result.then(({ error }: RunResult) => stream.end(encoder.close(error)), (thrown) => {
      const error = toAgentError(thrown);
      deps.log("error", "run broke", { thread: request.ref.thread, ...failureFields(error) });
      stream.end(encoder.close(error));
    }).then(() => keeps || waits ? undefined : forget(request.ref, deps));
    deferOf(c)(ended);
    return streamResponse(stream.body, "text/event-stream", headersOf(run.type, request.ref));
  } catch (refusal) {
    stream.end("");
    throw refusal;
  }
}
