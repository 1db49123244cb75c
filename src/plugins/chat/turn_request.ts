// A request of a chat as the request of the runtime.

import type { Agent } from "../../core/agent.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Busy, StepRequest } from "../../kernel/request.ts";
import { type HttpContext, type HttpDeps, readOrigin } from "../../http/context.ts";
import { stepBody } from "../../http/schemas/requests.ts";
import { toStepRequest } from "../../http/step_request.ts";
import type { ChatMode } from "../../http/conversation/modes.ts";
import type { ChatBody, ChatMessage } from "./schema.ts";

/** A path, with what the deployment has set. */
export interface ChatCall extends ChatPath {
  readonly busy: Busy;
}

/** What a path names. */
export interface ChatPath {
  readonly agent?: string | undefined;
  readonly id?: string | undefined;
}

/** A message with what the request says besides. */
export interface Said {
  readonly body: ChatBody;
  readonly message: ChatMessage;
  readonly agent: Agent;
  readonly mode: ChatMode;
}

/** What the stream of a request shows of calls; see `UiMessageContext`. */
export function streamFacts({ agent, mode, body }: Said, deps: HttpDeps) {
  return {
    holds: mayWait(agent, deps) || body.clientTools !== undefined,
    outputsAnswer: mode === "execute" || agent.execution === "execute",
  };
}

/** True when a plan of the agent may wait for people or for the caller. */
export function mayWait(agent: Agent, { plugins }: HttpDeps): boolean {
  const { tools, orchestrate } = agent;
  return orchestrate !== undefined || plugins.of(agent).judges ||
    tools.some((tool) => tool.client || tool.needsApproval !== false);
}

/**
 * The request of the runtime. Without a key it is a new one each time.
 *
 * @throws {AgentError} what toStepRequest throws
 */
export async function stepRequest(
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
    origin: readOrigin(c, door),
    streams: true,
    trace: c.get("caller"),
    // A message is the same one whatever it does to a run that goes on: the word is that of receipts from before there was a choice.
    idempotency: key === undefined
      ? undefined
      : { key, body: "busy" in json ? { ...json, busy: "restart" } : json },
  });
}
