// Results of tools: the outcome of a run, as text for the model of the client and as data for its program.

import type { CallToolResult } from "./dist/package.js";
import type { AgentError } from "../../../core/error.ts";
import { isJsonObject, type Json, type JsonObject, toJsonObject } from "../../../core/json.ts";
import { callsAwaiting } from "../../../core/held_calls/held_view.ts";
import type { CallView } from "../../../core/contract/calls.ts";
import { readBasePath } from "../../../http/base_path.ts";
import type { HttpContext } from "../../../http/context.ts";
import { rpcErrorData } from "./json_rpc_error.ts";
import type { ThreadResult } from "./thread_result.ts";

/** The result of an agent's run: `{thread, status, output, calls}`, and the output as text. */
export function runResult(result: ThreadResult, c: HttpContext): CallToolResult {
  const { thread, status, output, calls, question, error } = result;
  const structuredContent = toJsonObject({
    thread,
    status,
    output,
    calls: calls.map(toVisibleCall),
    question,
  });
  if (error !== undefined || status === "failed" || status === "cancelled") {
    return { ...text(failureText(result)), structuredContent, isError: true };
  }
  return { ...text(output ?? question ?? waitingText(result, c)), structuredContent };
}

/** The result of one tool of an agent: its own output. The thread that it ran in is in `_meta`. */
export function callResult(result: ThreadResult, tool: string, c: HttpContext): CallToolResult {
  const { thread, calls, error } = result;
  const _meta = { "treadle/thread": thread };
  const call = calls.findLast(({ name }) => name === tool);
  if (call?.state === "completed") {
    const { output = null } = call;
    const whole = text(textOfOutput(output));
    return isJsonObject(output) ? { ...whole, structuredContent: output, _meta } : { ...whole, _meta };
  }
  if (error !== undefined || call === undefined || call.error !== undefined) {
    const why = call?.error === undefined
      ? failureText(result)
      : `${tool} ${call.state}: ${call.error.message}`;
    return { ...text(why), _meta, isError: true };
  }
  return { ...text(waitingText(result, c)), _meta };
}

/** A refusal, and a failure before a run: the client's model reads why. */
export function refusal(error: AgentError): CallToolResult {
  const places = error.problems.filter(({ detail }) => !error.message.includes(detail))
    .map(({ pointer, detail }) => ` ${pointer || "the arguments"} ${detail}.`).join("");
  return {
    ...text(`${error.code}: ${error.message}${places}`),
    isError: true,
    _meta: { "treadle/error": rpcErrorData(error) },
  };
}

function text(words: string): Pick<CallToolResult, "content"> {
  return { content: [{ type: "text", text: words }] };
}

function textOfOutput(output: Json): string {
  return typeof output === "string" ? output : JSON.stringify(output);
}

function toVisibleCall({ id, name, state, output, error }: CallView): JsonObject {
  const failure = error && { kind: error.kind, message: error.message };
  return toJsonObject({ id, name, state, output, error: failure });
}

function failureText({ thread, status, error }: ThreadResult): string {
  if (error === undefined) return `The run of thread ${thread} is ${status}.`;
  return `${error.code}: ${error.message} (thread ${thread})`;
}

/** No signed link: the model that reads this result could answer with it. */
function waitingText({ thread, calls, status }: ThreadResult, c: HttpContext): string {
  const waiting = callsAwaiting("people", calls);
  if (waiting.length > 0) {
    const routes = waiting.map(({ id, name, thread: holder = thread }) =>
      `${name} at POST ${readBasePath(c)}/v1/threads/${holder}/approvals/${id}`
    );
    return `The run waits for the approval of people: ${
      routes.join("; ")
    }. After that call continue_run with the thread ${thread}.`;
  }
  const others = callsAwaiting("caller", calls).map(({ name }) => name);
  const whom = others.length > 0 ? ` It waits for the results of ${others.join(", ")}.` : "";
  return `The run of thread ${thread} is ${status}.${whom} Call continue_run with the thread to go on.`;
}
