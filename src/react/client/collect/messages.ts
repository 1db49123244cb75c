// Changes of the messages of a conversation, as new objects: the arguments stay unchanged.

import type { Outcome } from "../../../core/entry.ts";
import type { AssistantMessage, CallPart, Conversation, Message, Part, TextPart } from "./conversation.ts";

/** The conversation with more messages. */
export function addMessages(state: Conversation, ...messages: readonly Message[]): Conversation {
  return { ...state, messages: [...state.messages, ...messages] };
}

/** Where the answer that comes is; -1 when none does. */
function openIndex(messages: readonly Message[]): number {
  return messages.findLastIndex((message) =>
    message.role === "assistant" && message.version === null && !message.interrupted
  );
}

/** The answer that comes is changed, or left out where the change is undefined. Nothing happens when none comes. */
export function changeOpen(
  state: Conversation,
  change: (message: AssistantMessage) => AssistantMessage | undefined,
): Conversation {
  const index = openIndex(state.messages);
  const message = state.messages[index];
  if (message?.role !== "assistant") return state;
  const changed = change(message);
  const messages = changed === undefined
    ? state.messages.toSpliced(index, 1)
    : state.messages.with(index, changed);
  return { ...state, messages };
}

/** The answer that comes has one more part; with its first part it begins. */
export function addPart(state: Conversation, part: Part): Conversation {
  if (openIndex(state.messages) >= 0) {
    return changeOpen(state, (message) => ({ ...message, parts: [...message.parts, part] }));
  }
  const { model } = state;
  return addMessages(state, { role: "assistant", parts: [part], model, version: null, finish: null });
}

/** Which call it is. */
interface CallName {
  readonly callId: string;
  readonly name: string;
}

/** The outcome of a call. */
interface CallResult extends Pick<CallPart, "output" | "media" | "error" | "ms"> {
  readonly outcome: Outcome;
}

/** The text of a block grows. */
export function growText(state: Conversation, block: number, text: string): Conversation {
  return changeOpen(state, (message) => {
    const index = message.parts.findLastIndex((part) => part.type !== "call" && part.block === block);
    const part = message.parts[index];
    if (part === undefined || part.type === "call") return message;
    const grown: TextPart = { ...part, text: part.text + text };
    return { ...message, parts: message.parts.with(index, grown) };
  });
}

/** A call has new values wherever it is; see {@link changeCall}. */
export function setCall(state: Conversation, call: CallName, values: Partial<CallPart>): Conversation {
  return changeCall(state, call, (known) => ({ ...known, ...values }));
}

/** A call has its outcome: from its event, or from the entry that the event became. */
export function finishCall(
  state: Conversation,
  result: CallName & CallResult,
): Conversation {
  const { outcome, output, ms, media, error } = result;
  return setCall(state, result, {
    state: outcome,
    output,
    ms,
    ...(media && { media }),
    ...(error && { error }),
  });
}

/** A call is changed wherever it is. A call that is in no answer of the conversation becomes a part of the answer that comes. */
export function changeCall(
  state: Conversation,
  { callId, name }: CallName,
  change: (call: CallPart) => CallPart,
): Conversation {
  const isIt = (part: Part): part is CallPart => part.type === "call" && part.callId === callId;
  const at = state.messages.findLastIndex((each) => each.role === "assistant" && each.parts.some(isIt));
  const message = state.messages[at];
  if (message?.role !== "assistant") {
    return addPart(state, change({ type: "call", block: null, callId, name, args: "{}", state: "pending" }));
  }
  const parts = message.parts.map((part) => isIt(part) ? change(part) : part);
  return { ...state, messages: state.messages.with(at, { ...message, parts }) };
}

/** Events and entries without a message: a consumed input, and the types of a newer server, which are not known here. */
export function ignoreUnknown(_unknown: { readonly type: "input.taken" }, state: Conversation): Conversation {
  return state;
}
