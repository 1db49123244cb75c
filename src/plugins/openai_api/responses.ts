// POST /v1/responses: one response is one thread, which begins with the conversation so far and runs until it has an answer. The id
// of the response is the id of the thread. A request that answers approvals goes on with the thread that waits for them.

import type { Json } from "../../core/json.ts";
import { newId } from "../../core/text/id.ts";
import { ResponseWriter } from "./encoders/responses.ts";
import { type HttpContext, type HttpDeps, readOrigin, tracedLog } from "../../http/context.ts";
import { deriveThreadId } from "../../http/idempotency.ts";
import { toStepRequest } from "../../http/step_request.ts";
import { approvalAnswers } from "./approval_answers.ts";
import { continueResponse, type RequestedResponse, toRepeated } from "./continue_response.ts";
import { fromMessages } from "./chat_messages.ts";
import { assertServed } from "./chat_schema.ts";
import { readBody } from "../../http/read_body.ts";
import { withAdditions } from "../../http/conversation/additions.ts";
import { assertNoInstructions } from "../../http/conversation/instructions.ts";
import { agentOfModel } from "./request_agent.ts";
import { OF_RESPONSE, readFormat } from "./requested_format.ts";
import { readRequestedTools } from "./requested_tools.ts";
import { writeRepeated } from "./repeated.ts";
import { readInput } from "./response_items.ts";
import { type ResponsesBody, responsesBody } from "./responses_schema.ts";
import { awaitRun, streamRun } from "./run_door.ts";
import { toKeptFacts } from "./stored/stored_response.ts";

/** Answers one request for a response, as JSON or as a stream. */
export async function responses(c: HttpContext, deps: HttpDeps): Promise<Response> {
  const { json, value: body } = await readBody(c, responsesBody, deps);
  const { run, facts } = await toResponse(c, json, body, { ...deps, log: tracedLog(c, deps.log) });
  const writer = new ResponseWriter(facts);
  return body.stream === true ? await streamRun(c, run, writer) : await awaitRun(c, run, writer);
}

async function toResponse(
  c: HttpContext,
  json: Json,
  body: ResponsesBody,
  deps: HttpDeps,
): Promise<RequestedResponse> {
  assertServed(body, "text");
  const agent = agentOfModel(body.model, deps, c.var.bound);
  const key = c.req.header("idempotency-key");
  const id = (await deriveThreadId(c.var, key) ?? newId("thread", deps.random)).replace("thread_", "resp_");
  const ref = { tenant: c.var.tenant, thread: id };
  const tools = await readRequestedTools(body, { agent, ref, takesServer: true }, c, deps);
  const own = body.instructions ? [{ role: "system" }] : [];
  assertNoInstructions(c.var.bound, own, () => ["instructions"]);
  const execution = tools.execution ?? (tools.choice?.type === "none" ? "loop" : agent.execution);
  const format = readFormat(body.text?.format, OF_RESPONSE, { agent, execution });
  const answers = approvalAnswers(body);
  if (answers.length > 0) {
    return await continueResponse(c, { json, body, agent, tools, format, answers }, deps);
  }
  const { messages, paths, user } = await readInput(c, body, deps);
  assertNoInstructions(c.var.bound, messages, (index) => paths[index] ?? ["input"]);
  const origin = readOrigin(c, "responses");
  const imported = fromMessages(messages, {
    at: deps.clock(),
    random: deps.random,
    origin,
    toName: (name) => tools.toName(name),
  }, (index) => paths[index] ?? ["input"]);
  const parallel = body.parallel_tool_calls === false ? { parallel: false } as const : {};
  const named = body.user ?? user;
  const request = await toStepRequest({
    agent: agent.name,
    ...(tools.choice === undefined ? {} : { toolChoice: { choice: tools.choice, ...parallel } }),
    execution,
    until: "done",
    busy: "reject",
    toolResults: [],
    resumable: false,
    metadata: { ...toKeptFacts(body, agent, format), ...body.metadata },
    ...(named === undefined ? {} : { user: named }),
  }, {
    ref,
    caller: c.var,
    origin,
    streams: false,
    trace: c.get("caller"),
    idempotency: key === undefined ? undefined : { key, body: json },
  });
  const instructions = [body.instructions ?? "", imported.instructions].filter((text) => text !== "")
    .join("\n\n");
  const seconds = () => Math.floor(deps.clock() / 1000);
  return {
    run: {
      request: {
        ...request,
        history: imported.history,
        ...(tools.clientTools.length === 0 ? {} : { clientTools: tools.clientTools }),
      },
      deps: withAdditions(agent, {
        instructions,
        kept: tools.kept,
        output: format?.output,
        maxOutputTokens: body.max_output_tokens ?? undefined,
      }, deps),
      keeps: body.store !== false || key !== undefined,
    },
    facts: {
      id,
      created: seconds(),
      execution,
      isJson: format !== undefined,
      now: seconds,
      onlyOne: body.parallel_tool_calls === false,
      callable: tools.names && new Set(tools.names),
      approvals: true,
      spell: (name) => tools.spell(name),
      repeated: writeRepeated(toRepeated(body, tools, format)),
    },
  };
}
