// Calls that wait for people, as questions of the client: a form of its user interface collects the answer (MCP 2026-07-28, elicitation in
// a multi round-trip request). A model never sees the form, so it approves nothing.

import type { InputRequest, InputRequiredResult } from "./dist/package.js";
import { AgentError } from "../../../core/error.ts";
import { isJsonObject, type JsonObject, type JsonSchema } from "../../../core/json.ts";
import type { ThreadRef } from "../../../core/store/thread.ts";
import { callsAwaiting, heldView } from "../../../core/held_calls/held_view.ts";
import type { CallView } from "../../../core/contract/calls.ts";
import { resolveDecider } from "../../../http/access/acting_user.ts";
import { assertScope } from "../../../http/access/scopes.ts";
import { visibleJson } from "../../../http/visible.ts";
import { decideCall } from "../../../http/conversation/decide_call.ts";
import { type ClientCall, signState, type WaitingRun } from "./request_state.ts";
import type { ThreadResult } from "./thread_result.ts";
import { readCallMeta, readObject, type ToolRequest } from "./tool_request.ts";

/**
 * The questions to the client's user; undefined for none: the client has no forms, the caller may not decide,
 * the deployment has no key for states, or no call waits for this person.
 */
export async function askPeople(
  { thread, agent, calls }: ThreadResult,
  call: ClientCall,
  request: ToolRequest,
): Promise<InputRequiredResult | undefined> {
  const { c, deps, mcp } = request;
  const { scopes } = c.var;
  if (!readCallMeta(request).takesForms || scopes !== undefined && !scopes.has("decide")) return undefined;
  const by = resolveDecider(c.var, undefined);
  const questions: { readonly id: string; readonly digest: string; readonly form: InputRequest }[] = [];
  for (const waiting of callsAwaiting("people", calls)) {
    const { id, approval } = waiting;
    if (approval === undefined) continue;
    if (approval.decisions.some((decision) => decision.by === by)) continue;
    const form = buildForm(waiting, agent, request);
    if (form !== undefined) questions.push({ id, digest: approval.digest, form });
  }
  if (questions.length === 0) return undefined;
  const requestState = await signState({ thread, calls: questions }, call, c, deps);
  if (requestState === undefined) return undefined;
  return mcp.inputRequired({
    inputRequests: Object.fromEntries(questions.map(({ id, form }) => [id, form])),
    requestState,
  });
}

/** Most characters of arguments that a form shows; with more of them the call is answered elsewhere. */
const SHOWN = 8_000;

function buildForm(
  call: CallView,
  agent: string,
  { deps, mcp }: ToolRequest,
): InputRequest | undefined {
  const { name, args, thread } = call;
  const text = visibleJson(args);
  if (text.length > SHOWN) return undefined;
  if (!heldView(call).asks) {
    return mcp.inputRequired.elicit({
      message: `Agent ${agent} asks to run ${name} with these arguments:\n${text}`,
      requestedSchema: APPROVAL,
    });
  }
  // The question of a phase belongs to another agent, whose schema is not at hand here.
  const schema = thread === undefined
    ? deps.agents.get(agent)?.tools.find((tool) => tool.name === name)?.answer
    : undefined;
  const requestedSchema = schema && answerForm(schema);
  if (requestedSchema === undefined) return undefined;
  const { question } = args;
  const message = typeof question === "string" ? visibleJson(question).slice(1, -1) : text;
  return mcp.inputRequired.elicit({ message: `Agent ${agent} asks: ${message}`, requestedSchema });
}

type Form = Exclude<
  Parameters<ToolRequest["mcp"]["inputRequired"]["elicit"]>[0]["requestedSchema"],
  { "~standard": unknown }
>;

const APPROVAL: Form = {
  type: "object",
  properties: {
    approve: { type: "boolean", title: "Approve", description: "Run it with exactly these arguments" },
    reason: { type: "string", title: "Reason", description: "Kept with the decision", maxLength: 2000 },
  },
  required: ["approve"],
};

/** Forms have texts, numbers and choices alone: a question with another form of answer is answered elsewhere. */
function answerForm(schema: JsonSchema): Form | undefined {
  const title = "Answer";
  switch (schema.type) {
    case "string": {
      const { enum: values } = schema;
      if (values === undefined) {
        return { type: "object", properties: { answer: { type: "string", title } }, required: ["answer"] };
      }
      if (!Array.isArray(values)) return undefined;
      const texts = values.filter((value) => typeof value === "string");
      if (texts.length < values.length) return undefined;
      return {
        type: "object",
        properties: { answer: { type: "string", title, enum: texts } },
        required: ["answer"],
      };
    }
    case "boolean":
    case "number":
    case "integer":
      return { type: "object", properties: { answer: { type: schema.type, title } }, required: ["answer"] };
    default:
      return undefined;
  }
}

/**
 * Records what the client's user has answered. An answer that is missing or cancelled decides nothing, and one that comes after
 * another leaves that as it is.
 *
 * @throws {AgentError} forbidden - without the scope decide; what decideApproval throws besides: approval_expired, approval_mismatch, thread_busy, invalid_request
 */
export async function takeAnswers(
  { thread, calls }: WaitingRun,
  { c, deps, params }: ToolRequest,
): Promise<void> {
  const ref: ThreadRef = { tenant: c.var.tenant, thread };
  const responses = readObject(params.inputResponses);
  for (const { id, digest } of calls) {
    const answer = readAnswer(responses[id]);
    if (answer === undefined) continue;
    assertScope(c.get("scopes"), "decide");
    try {
      await decideCall(c, { ref, callId: id, answer: { ...answer, digest } }, deps);
    } catch (thrown) {
      if (!(thrown instanceof AgentError) || !SETTLED.includes(thrown.code)) throw thrown;
    }
  }
}

/** The call was answered before, and perhaps has run since. */
const SETTLED: readonly string[] = ["approval_decided", "call_unknown"];

interface Answer {
  readonly approved: boolean;
  readonly reason?: string;
  readonly answer?: JsonObject[string];
}

function readAnswer(response: JsonObject[string] | undefined): Answer | undefined {
  if (!isJsonObject(response)) return undefined;
  if (response.action === "decline") return { approved: false };
  if (response.action !== "accept") return undefined;
  const { approve, reason, answer } = readObject(response.content);
  if (answer !== undefined) return { approved: true, answer };
  if (typeof approve !== "boolean") return undefined;
  const words = typeof reason === "string" && reason !== "" ? reason.slice(0, 2000) : undefined;
  return { approved: approve, reason: words };
}
