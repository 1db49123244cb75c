// Events folded into a conversation, one by one: pure, so that a page may keep, compare and repeat its states.

import type { StepEvent } from "../../../core/event.ts";
import type { Usage } from "../../../core/usage.ts";
import type { OneInput, StepInput as Input } from "../../../core/contract/requests.ts";
import type { Conversation, PendingApproval, Phase, UserMessage } from "./conversation.ts";
import {
  addMessages,
  addPart,
  changeCall,
  changeOpen,
  finishCall,
  growText,
  ignoreUnknown,
  setCall,
} from "./messages.ts";

/**
 * The conversation after an event. An event that was folded before changes nothing, so a stream that was cut may be resumed from any
 * earlier place; neither does an event of a later version, whose type is not known here.
 *
 * @example
 * ```ts
 * import { EMPTY_CONVERSATION } from "./conversation.ts";
 * import { fold } from "./fold.ts";
 * import assert from "node:assert/strict";
 *
 * const started = fold(EMPTY_CONVERSATION, { type: "text.started", block: 0, seq: 1000002 });
 * const { messages } = fold(started, { type: "text.delta", block: 0, text: "Hi", seq: 1000003 });
 * const parts = [{ type: "text", block: 0, text: "Hi" }];
 * assert.deepEqual(messages[0], { role: "assistant", model: "", version: null, finish: null, parts });
 * ```
 */
export function fold(state: Conversation, event: StepEvent): Conversation {
  if (event.seq <= state.seq) return state;
  const next = { ...state, seq: event.seq };
  if (event.type === "step.started") return startStep(next, event);
  return state.isStored ? next : foldInStep(next, event);
}

/** The conversation with a message of the user. */
export function addInput(state: Conversation, input: Input): Conversation {
  return addMessages(state, ...[input].flat().map(toMessage));
}

function toMessage(input: OneInput): UserMessage {
  if (typeof input === "string") return { role: "user", text: input };
  if ("text" in input) return { role: "user", text: input.text };
  const parts = input.parts.map((part) => {
    if (part.type === "text") return part;
    const { data, ...rest } = part;
    return { url: `data:${part.mediaType};base64,${data}`, ...rest };
  });
  return {
    role: "user",
    text: parts.flatMap((part) => part.type === "text" ? part.text : []).join("\n\n"),
    parts,
  };
}

type Event<Type extends StepEvent["type"]> = Extract<StepEvent, { type: Type }>;

function startStep(state: Conversation, { step, model }: Event<"step.started">): Conversation {
  if (step <= state.storedSteps) return { ...state, isStored: true };
  // What an earlier step left without an end was never committed.
  const { error: _error, question: _question, ...rest } = changeOpen(state, () => undefined);
  const warnings = state.status === "running" ? state.warnings : [];
  return { ...rest, status: "running", warnings, isStored: false, model };
}

function foldInStep(state: Conversation, event: Exclude<StepEvent, Event<"step.started">>): Conversation {
  switch (event.type) {
    case "plan.restarted": {
      const { from, model } = event;
      const left = changeOpen(state, (message) => {
        const parts = message.parts.filter(({ block }) => block === null || block >= from);
        return parts.length === 0 ? undefined : { ...message, parts, model };
      });
      return { ...left, model };
    }
    case "warning":
      return {
        ...state,
        warnings: [...state.warnings, { code: event.code, message: event.message }],
      };
    case "text.started":
      return addPart(state, { type: "text", block: event.block, text: "" });
    case "reasoning.started":
      return addPart(state, { type: "reasoning", block: event.block, text: "" });
    case "text.delta":
    case "reasoning.delta":
      return growText(state, event.block, event.text);
    case "text.ended":
    case "reasoning.ended":
      return state;
    case "call.started":
      return addPart(state, {
        type: "call",
        block: event.block,
        callId: event.callId,
        name: event.name,
        args: "",
        state: "streaming",
      });
    case "call.delta":
      return changeCall(state, { ...event, name: "" }, (call) => ({
        ...call,
        args: call.args + event.text,
      }));
    case "call.ready": {
      const { args, readiness } = event;
      return setCall(state, event, { args, state: readiness === "ready" ? "pending" : "truncated" });
    }
    case "tool.started": {
      const running = { args: JSON.stringify(event.args), state: "running" } as const;
      return removeApproval(setCall(state, event, running), event.callId);
    }
    case "tool.finished":
      return removeApproval(finishCall(state, event), event.callId);
    case "approval.requested":
      return addApproval(state, event);
    case "result.requested":
    case "call.deferred":
      return setCall(state, event, { state: "ref" in event ? "deferred" : "client" });
    case "authorization.requested":
      return setCall(state, event, { state: "authorization", url: event.url });
    case "child.started":
    case "child.step":
    case "child.finished":
      return foldPhase(state, event);
    case "usage":
      return { ...state, usage: addUsage(state.usage, event) };
    case "step.finished": {
      const { version, finish, continues, status, question } = event;
      const committed = changeOpen(state, (message) => ({ ...message, version, finish }));
      return {
        ...committed,
        status: continues ? "running" : status,
        ...(question === undefined ? {} : { question }),
      };
    }
    case "step.failed":
      return failStep(state, event);
    default:
      return ignoreUnknown(event, state);
  }
}

/** The message of an answer that broke off: its words. A step that was fenced by another one leaves nothing. */
function failStep(state: Conversation, { error, version }: Event<"step.failed">): Conversation {
  const isCancelled = error.code === "step_cancelled";
  const left = changeOpen(state, (message) => {
    const parts = message.parts.filter(({ type, block }) => type !== "call" || block === null);
    if (parts.length === 0 || error.code === "step_fenced") return undefined;
    return { ...message, parts, version: isCancelled ? version : null, interrupted: true };
  });
  return isCancelled ? { ...left, status: "cancelled", approvals: [] } : { ...left, status: "failed", error };
}

function addApproval(
  state: Conversation,
  { type: _type, seq: _seq, ...approval }: Event<"approval.requested">,
) {
  const { thread, callId } = approval;
  const others = state.approvals.filter((each) => each.callId !== callId);
  if (thread === undefined) {
    const waiting = setCall(state, approval, { state: "approval" });
    return { ...waiting, approvals: [...others, approval] };
  }
  const phaseStep = state.phases.find((phase) => phase.thread === thread)?.step ?? 0;
  return { ...state, approvals: [...others, { ...approval, phaseStep }] };
}

function removeApproval(state: Conversation, callId: string): Conversation {
  if (!state.approvals.some((approval) => approval.callId === callId)) return state;
  return { ...state, approvals: state.approvals.filter((approval) => approval.callId !== callId) };
}

type ChildEvent = Event<"child.started" | "child.step" | "child.finished">;

function foldPhase(state: Conversation, event: ChildEvent): Conversation {
  const { thread, phase, callId } = event;
  const at = state.phases.findIndex((each) => each.thread === thread);
  const known: Phase = state.phases[at] ?? { thread, phase, callId, state: "running", step: 0, status: null };
  const changed = changePhase(known, event);
  const phases = at < 0 ? [...state.phases, changed] : state.phases.with(at, changed);
  // A step of the phase begins only when everything before it was answered.
  const isOpen = ({ phaseStep = 0 }: PendingApproval) =>
    event.type === "child.started" || (event.type === "child.step" && phaseStep >= known.step);
  const approvals = state.approvals.filter((each) => each.thread !== thread || isOpen(each));
  return { ...state, phases, approvals };
}

function changePhase(phase: Phase, event: ChildEvent): Phase {
  switch (event.type) {
    case "child.started":
      return { ...phase, callId: event.callId, worker: event.worker, state: "running" };
    case "child.step":
      return { ...phase, step: event.step, status: event.status };
    case "child.finished":
      return { ...phase, state: event.outcome };
  }
}

function addUsage(sum: Usage, { estimated, ...usage }: Event<"usage">): Usage {
  const total = (name: "cachedTokens" | "cacheWriteTokens" | "reasoningTokens" | "microDollars") =>
    usage[name] === undefined ? {} : { [name]: (sum[name] ?? 0) + usage[name] };
  return {
    ...sum,
    ...total("cachedTokens"),
    ...total("cacheWriteTokens"),
    ...total("reasoningTokens"),
    ...total("microDollars"),
    inputTokens: sum.inputTokens + usage.inputTokens,
    outputTokens: sum.outputTokens + usage.outputTokens,
    ...(estimated && { estimated }),
  };
}
