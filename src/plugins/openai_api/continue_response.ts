// A response that goes on when people have answered: the next part of the thread that waited for them.

import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import type { ThreadMeta } from "../../core/state.ts";
import type { ResponseFacts } from "./encoders/responses.ts";
import { toResponseId } from "./encoders/response_ids.ts";
import { readState } from "../../kernel/stored.ts";
import { type HttpContext, type HttpDeps, readOrigin } from "../../http/context.ts";
import { toStepRequest } from "../../http/step_request.ts";
import { withAdditions } from "../../http/conversation/additions.ts";
import { refuse } from "../../http/conversation/refuse.ts";
import { type ApprovalItem, takeApprovals } from "./approval_answers.ts";
import { type Repeated, writeRepeated } from "./repeated.ts";
import type { RequestedFormat } from "./requested_format.ts";
import type { RequestedTools } from "./requested_tools.ts";
import type { ResponsesBody } from "./responses_schema.ts";
import type { DoorRun } from "./run_door.ts";
import {
  findAsked,
  findResponse,
  isKept,
  readKeptFormat,
  readPlannedCalls,
} from "./stored/stored_response.ts";

/** The request for a response. */
export interface RequestedResponse {
  readonly run: DoorRun;
  readonly facts: ResponseFacts;
}

/** A request that answers approvals. */
export interface AnsweringRequest {
  readonly json: Json;
  readonly body: ResponsesBody;
  readonly agent: Agent;
  readonly tools: RequestedTools;
  readonly format: RequestedFormat | undefined;
  readonly answers: readonly ApprovalItem[];
}

/**
 * Records the answers, and goes on with the run as it was begun: with its tool choice and the tools of its caller.
 *
 * @throws {AgentError} agent_mismatch - the response is of another agent; and what takeApprovals and findResponse throw
 */
export async function continueResponse(
  c: HttpContext,
  { json, body, agent, tools, format, answers }: AnsweringRequest,
  deps: HttpDeps,
): Promise<RequestedResponse> {
  const [{ thread, callId } = { thread: "", callId: "" }] = answers;
  const found = await findResponse(c, thread, deps);
  const { ref, header, meta, entries } = found;
  if (meta.agent !== agent.name) {
    throw new AgentError(
      "agent_mismatch",
      `Response ${thread} is of agent ${meta.agent}, not ${agent.name}.`,
    );
  }
  assertSameFormat(meta, format);
  const key = c.req.header("idempotency-key");
  const isOpen = await takeApprovals(c, answers, found, { ...deps, toName: tools.toName });
  const start = isOpen ? entries.length : startBehind(callId);
  const id = toResponseId({ thread, start });
  if (!isOpen && key === undefined) {
    throw new AgentError(
      "approval_decided",
      `Call ${callId} was answered before; see GET /v1/responses/${id}.`,
    );
  }
  const before = entries[start - 1];
  const { run } = readState(ref, header);
  const request = await toStepRequest({
    agent: agent.name,
    until: "done",
    busy: "reject",
    toolResults: [],
    resumable: false,
    ...(body.user ? { user: body.user } : {}),
  }, {
    ref,
    caller: c.var,
    origin: readOrigin(c, "responses"),
    streams: false,
    trace: c.get("caller"),
    idempotency: key === undefined ? undefined : { key, body: json },
  });
  const seconds = () => Math.floor(deps.clock() / 1000);
  return {
    run: {
      request: meta.user === undefined || request.user !== undefined
        ? request
        : { ...request, user: meta.user },
      deps: withAdditions(agent, {
        instructions: body.instructions ?? "",
        kept: tools.kept,
        output: format?.output,
        maxOutputTokens: body.max_output_tokens ?? undefined,
      }, deps),
      keeps: isKept(meta) || body.store === true || key !== undefined,
    },
    facts: {
      id,
      created: seconds(),
      execution: run.execution,
      isJson: format !== undefined,
      now: seconds,
      onlyOne: run.parallel === false,
      callable: undefined,
      approvals: true,
      planned: before?.type === "assistant" ? readPlannedCalls(before) : [],
      asked: isOpen
        ? new Set(found.thread.calls.flatMap(({ id, approval }) => approval === undefined ? [] : [id]))
        : findAsked(entries.slice(start)),
      spell: (name) => tools.spell(name),
      repeated: writeRepeated({
        ...toRepeated(body, tools, format),
        previous: body.previous_response_id ?? thread,
      }),
    },
  };

  function startBehind(callId: string): number {
    return 1 +
      entries.findIndex((entry) =>
        entry.type === "assistant" && readPlannedCalls(entry).some(({ id }) => id === callId)
      );
  }
}

/**
 * The run goes on to the answer that it was begun for. The request brings the format again, as it brings instructions: the thread keeps
 * no schema to check answers by.
 *
 * @throws {AgentError} invalid_request
 */
function assertSameFormat(meta: ThreadMeta, format: RequestedFormat | undefined): void {
  if (readKeptFormat(meta)?.hash === format?.hash) return;
  throw refuse(["text", "format"], "must be that of the response that waits");
}

/** What a response repeats of its body. */
export function toRepeated(
  body: ResponsesBody,
  { choice, clientTools, names = [], spell }: RequestedTools,
  format: RequestedFormat | undefined,
): Repeated {
  return {
    format: format?.repeated ?? { type: "text" },
    model: body.model,
    choice,
    clientTools,
    spell,
    instructions: body.instructions ?? null,
    most: body.max_output_tokens ?? null,
    metadata: body.metadata ?? {},
    parallel: body.parallel_tool_calls ?? true,
    previous: body.previous_response_id ?? null,
    own: names.filter((name) => !clientTools.some((tool) => tool.name === name)),
    ...(body.user ? { user: body.user } : {}),
  };
}
