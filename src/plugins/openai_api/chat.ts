// POST /v1/chat/completions: one request is one thread, which begins with the messages of the request and runs until it has an
// answer. The id of the answer is the id of the thread.

import type { Json } from "../../core/json.ts";
import { newId } from "../../core/text/id.ts";
import { type ChatFacts, ChatWriter } from "./encoders/chat.ts";
import { type HttpContext, type HttpDeps, readOrigin, tracedLog } from "../../http/context.ts";
import { deriveThreadId } from "../../http/idempotency.ts";
import { openaiErrorBody } from "./error.ts";
import { toStepRequest } from "../../http/step_request.ts";
import { fromMessages } from "./chat_messages.ts";
import { assertServed, type ChatBody, chatBody } from "./chat_schema.ts";
import { readBody } from "../../http/read_body.ts";
import { refuse } from "../../http/conversation/refuse.ts";
import { withAdditions } from "../../http/conversation/additions.ts";
import { assertNoInstructions } from "../../http/conversation/instructions.ts";
import { agentOfModel } from "./request_agent.ts";
import { OF_CHAT, readFormat } from "./requested_format.ts";
import { readRequestedTools } from "./requested_tools.ts";
import { awaitRun, type DoorRun, streamRun } from "./run_door.ts";

/** Answers one chat, as JSON or as a stream. */
export async function chat(c: HttpContext, deps: HttpDeps): Promise<Response> {
  const { json, value: body } = await readBody(c, chatBody, deps);
  const { run, facts } = await toChat(c, json, body, { ...deps, log: tracedLog(c, deps.log) });
  const writer = new ChatWriter(facts);
  return body.stream === true ? await streamRun(c, run, writer) : await awaitRun(c, run, writer);
}

interface Chat {
  readonly run: DoorRun;
  readonly facts: ChatFacts;
}

async function toChat(c: HttpContext, json: Json, body: ChatBody, deps: HttpDeps): Promise<Chat> {
  assertServed(body, "response_format");
  if (body.stream_options && body.stream !== true) throw refuse(["stream_options"], "goes with stream only");
  const agent = agentOfModel(body.model, deps, c.var.bound);
  assertNoInstructions(c.var.bound, body.messages);
  const key = c.req.header("idempotency-key");
  const ref = { tenant: c.var.tenant, thread: await createThreadId(c, key, deps) };
  const tools = await readRequestedTools(body, { agent, ref }, c, deps);
  const origin = readOrigin(c, "chat_completions");
  const { instructions, history } = fromMessages(body.messages, {
    at: deps.clock(),
    random: deps.random,
    origin,
    toName: (name) => tools.toName(name),
  });
  const execution = tools.execution ?? (tools.choice?.type === "none" ? "loop" : agent.execution);
  const format = readFormat(body.response_format, OF_CHAT, { agent, execution });
  const parallel = body.parallel_tool_calls === false ? { parallel: false } as const : {};
  const request = await toStepRequest({
    agent: agent.name,
    ...(tools.choice === undefined ? {} : { toolChoice: { choice: tools.choice, ...parallel } }),
    execution,
    until: "done",
    busy: "reject",
    toolResults: [],
    resumable: false,
    ...(body.metadata ? { metadata: body.metadata } : {}),
    ...(body.user ? { user: body.user } : {}),
  }, {
    ref,
    caller: c.var,
    origin,
    streams: false,
    trace: c.get("caller"),
    idempotency: key === undefined ? undefined : { key, body: json },
  });
  const most = [body.max_completion_tokens, body.max_tokens].find((count) => typeof count === "number");
  return {
    run: {
      request: {
        ...request,
        history,
        ...(tools.clientTools.length === 0 ? {} : { clientTools: tools.clientTools }),
      },
      deps: withAdditions(agent, {
        instructions,
        kept: tools.kept,
        output: format?.output,
        maxOutputTokens: most ?? undefined,
      }, deps),
      keeps: body.store === true || key !== undefined,
    },
    facts: {
      id: ref.thread,
      model: body.model,
      created: Math.floor(deps.clock() / 1000),
      execution,
      isJson: format !== undefined,
      fingerprint: `fp_${agent.hash.slice(0, 10)}`,
      includeUsage: body.stream_options?.include_usage === true,
      traces: tools.execution === "execute" || tools.execution === "generate",
      onlyOne: body.parallel_tool_calls === false,
      callable: tools.names && new Set(tools.names),
      spell: (name) => tools.spell(name),
      toError: openaiErrorBody,
    },
  };
}

/** The id of the thread and of the answer. Under an Idempotency-Key it is that of the key. */
async function createThreadId(
  c: HttpContext,
  key: string | undefined,
  { random }: HttpDeps,
): Promise<string> {
  const id = await deriveThreadId(c.var, key) ?? newId("thread", random);
  return id.replace("thread_", "chatcmpl-");
}
