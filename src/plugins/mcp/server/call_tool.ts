// tools/call: sends an input to an agent, runs one of its tools, or continues a run that waited.

import type { CallToolResult, InputRequiredResult } from "./dist/package.js";
import * as z from "zod/mini";
import type { Agent } from "../../../core/agent.ts";
import { AgentError, failureFields, toAgentError, unreachable } from "../../../core/error.ts";
import type { JsonObject } from "../../../core/json.ts";
import { newId, THREAD_ID } from "../../../core/text/id.ts";
import type { Tool } from "../../../core/tool.ts";
import type { ThreadView } from "../../../core/contract/threads.ts";
import { assertOwn } from "../../../kernel/threads/assert_own.ts";
import { assertInRange } from "../../../kernel/owner.ts";
import { viewThread } from "../../../kernel/snapshot.ts";
import type { StepRequest } from "../../../kernel/request.ts";
import { withCall } from "../../../http/caller_call.ts";
import { readOrigin } from "../../../http/context.ts";
import { deriveThreadId } from "../../../http/idempotency.ts";
import { findProblems } from "../../../http/problems.ts";
import { toStepRequest } from "../../../http/step_request.ts";
import { invalidBody } from "../../../http/validate.ts";
import { askPeople, takeAnswers } from "./people.ts";
import { readState, type WaitingRun } from "./request_state.ts";
import { runToEnd } from "./run_to_end.ts";
import type { Served } from "./served_tools.ts";
import { readResult, type ThreadResult } from "./thread_result.ts";
import { callResult, refusal, runResult } from "./tool_result.ts";
import { IDEMPOTENCY_KEY, readCallMeta, readObject, type ToolRequest } from "./tool_request.ts";

/**
 * The result of a call. What the runtime refuses and what fails is a result with `isError`, which the model of the client reads.
 *
 * @throws {ProtocolError} -32602 - a tool that the caller does not have, or a requestState that is not one for this call
 */
export async function callTool(request: ToolRequest): Promise<CallToolResult | InputRequiredResult> {
  const { c, deps, mcp, params, tools } = request;
  const { name } = params;
  const found = tools.find(({ listed }) => listed.name === name);
  if (found === undefined) {
    throw new mcp.ProtocolError(INVALID_PARAMS, `Unknown tool: ${String(name).slice(0, 80)}`);
  }
  const { served, listed } = found;
  const args = readObject(params.arguments);
  const call = { tool: listed.name, args };
  let waited: WaitingRun | undefined;
  if (typeof params.requestState === "string") {
    waited = await readState(params.requestState, call, c, deps);
    if (waited === undefined) {
      throw new mcp.ProtocolError(INVALID_PARAMS, "Invalid or expired requestState", {
        reason: "invalid_request_state",
      });
    }
  }
  try {
    const result = waited === undefined
      ? await begin(served, args, request)
      : await goOnAnswered(waited, params.requestState, request);
    return await askPeople(result, call, request) ?? toResult(result, served, request);
  } catch (thrown) {
    const error = toAgentError(thrown);
    const level = error.status >= 500 ? "error" : "info";
    deps.log(level, "mcp call refused", { tool: listed.name, ...failureFields(error) });
    return refusal(error);
  }
}

const INVALID_PARAMS = -32602;

function toResult(result: ThreadResult, served: Served, { c }: ToolRequest): CallToolResult {
  return served.type === "tool" ? callResult(result, served.tool.name, c) : runResult(result, c);
}

async function begin(served: Served, args: JsonObject, request: ToolRequest): Promise<ThreadResult> {
  switch (served.type) {
    case "ask":
      return await ask(served.agent, args, request);
    case "tool":
      return await runTool(served.agent, served.tool, args, request);
    case "continue":
      return await goOn(parseArguments(continueArgs, args).thread, undefined, request);
    default:
      return unreachable(served);
  }
}

const thread = z.string().check(z.regex(THREAD_ID, "is no id of a thread"));

const askArgs = z.strictObject({
  input: z.string().check(z.minLength(1), z.maxLength(500_000)),
  thread: z.optional(thread),
});

const continueArgs = z.strictObject({ thread });

function parseArguments<T extends z.ZodMiniType>(schema: T, args: JsonObject): z.infer<T> {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  throw invalidBody(findProblems(schema, args));
}

async function ask(agent: Agent, args: JsonObject, request: ToolRequest): Promise<ThreadResult> {
  const { input, thread: named } = parseArguments(askArgs, args);
  const step = await toStep({ agent, thread: named, args, input, fields: {} }, request);
  return await runToEnd(step, request.deps, request);
}

/** @throws {AgentError} invalid_request - the arguments do not fit the tool; nothing is stored then */
async function runTool(
  agent: Agent,
  tool: Tool,
  args: JsonObject,
  request: ToolRequest,
): Promise<ThreadResult> {
  const { deps } = request;
  const problems = deps.executor.check(tool.parameters, args);
  if (problems.length > 0) {
    throw new AgentError("invalid_request", `The arguments do not fit ${tool.name}: ${problems.join(" ")}`);
  }
  const step = await toStep({
    agent,
    thread: undefined,
    args,
    input: `Call ${tool.name}.`,
    fields: { execution: "execute", toolChoice: { choice: { type: "tool", name: tool.name } } },
  }, request);
  return await runToEnd(step, withCall({ tool: tool.name, args }, "mcp", deps), request);
}

interface Begun {
  readonly agent: Agent;
  readonly thread: string | undefined;
  readonly args: JsonObject;
  readonly input: string;
  readonly fields: Pick<Parameters<typeof toStepRequest>[0], "execution" | "toolChoice">;
}

async function toStep(
  { agent, thread: named, args, input, fields }: Begun,
  request: ToolRequest,
): Promise<StepRequest> {
  const { c, params } = request;
  const { idempotencyKey, trace } = readCallMeta(request);
  const key = readKey(idempotencyKey);
  const id = named ?? await newThread(key, request);
  return await toStepRequest({
    agent: agent.name,
    input: [input],
    until: "done",
    busy: "reject",
    toolResults: [],
    resumable: false,
    ...fields,
  }, {
    ref: { tenant: c.var.tenant, thread: id },
    caller: c.var,
    origin: readOrigin(c, "mcp"),
    streams: false,
    trace,
    idempotency: key === undefined ? undefined : { key, body: { tool: params.name ?? null, args } },
  });
}

function readKey(key: JsonObject[string] | undefined): string | undefined {
  if (key === undefined || typeof key === "string") return key;
  throw new AgentError("invalid_request", `_meta["${IDEMPOTENCY_KEY}"] must be a text.`);
}

/** A new thread; one that the caller's token is for. */
async function newThread(key: string | undefined, { c, deps }: ToolRequest): Promise<string> {
  const range = c.var.bound?.threads;
  if (range?.type === "thread") return range.id;
  const id = await deriveThreadId(c.var, key) ?? newId("thread", deps.random);
  return range === undefined ? id : `${range.prefix}${id}`;
}

async function goOnAnswered(
  waited: WaitingRun,
  state: JsonObject[string] | undefined,
  request: ToolRequest,
): Promise<ThreadResult> {
  await assertMine(waited.thread, request);
  await takeAnswers(waited, request);
  return await goOn(waited.thread, await request.deps.sha256(`mcp ${String(state)}`), request);
}

async function assertMine(id: string, { c, deps }: ToolRequest): Promise<void> {
  assertInRange(c.var.bound, id);
  await assertOwn({ tenant: c.var.tenant, thread: id }, c.var, deps);
}

/** What the thread has to do is done; a thread that waits still, or has nothing to do, is read. */
async function goOn(id: string, key: string | undefined, request: ToolRequest): Promise<ThreadResult> {
  const { c, deps } = request;
  await assertMine(id, request);
  const ref = { tenant: c.var.tenant, thread: id };
  const { trace } = readCallMeta(request);
  assertServed(await viewThread(ref, deps), request);
  const step = await toStepRequest({
    until: "done",
    busy: "reject",
    toolResults: [],
    resumable: false,
  }, {
    ref,
    caller: c.var,
    origin: readOrigin(c, "mcp"),
    streams: false,
    trace,
    idempotency: key === undefined ? undefined : { key, body: {} },
  });
  try {
    return await runToEnd(step, deps, request);
  } catch (thrown) {
    if (!(thrown instanceof AgentError) || !AT_REST.includes(thrown.code)) throw thrown;
    return await readResult(ref, deps);
  }
}

const AT_REST: readonly string[] = ["nothing_to_do", "approval_required"];

/** A thread of an agent that this server does not have does not exist here. */
function assertServed({ agent, id }: ThreadView, { tools }: ToolRequest): void {
  if (tools.some(({ served }) => served.type === "ask" && served.agent.name === agent)) return;
  throw new AgentError("thread_unknown", `Thread ${id} does not exist.`);
}
