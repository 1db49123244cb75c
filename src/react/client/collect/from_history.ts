// A conversation out of stored entries: what a page shows that was loaded again.

import type { CallView } from "../../../core/contract/calls.ts";
import type { EntryView } from "../../../core/contract/entries.ts";
import type { ThreadDetail } from "../../../core/contract/threads.ts";
import { type Conversation, EMPTY_CONVERSATION, type Part, type PendingApproval } from "./conversation.ts";
import { addMessages, finishCall, setCall } from "./messages.ts";

/**
 * The conversation of a thread from its entries, oldest first, which end with its newest one. The events of steps that are stored
 * change nothing in it, so `fold` goes on with `thread.events()` from the start. Phases are not stored in the thread: `phases` is empty.
 */
export function fromHistory(entries: readonly EntryView[], thread: ThreadDetail): Conversation {
  const { question, error, counters: { steps: storedSteps } } = thread;
  const stored = thread.calls.reduce(withCall, entries.reduce(withEntry, EMPTY_CONVERSATION));
  return {
    ...stored,
    status: thread.running ? "running" : thread.status,
    ...(error && { error: { ...error, retryable: false } }),
    ...(question === undefined ? {} : { question }),
    storedSteps,
    isStored: true,
  };
}

function withEntry(state: Conversation, entry: EntryView): Conversation {
  switch (entry.type) {
    case "user": {
      const { text, parts } = entry;
      return text || parts ? addMessages(state, { role: "user", text, ...(parts && { parts }) }) : state;
    }
    case "summary":
      return addMessages(state, { role: "summary", text: entry.text });
    case "assistant": {
      const { blocks, model, version, finish, interrupted } = entry;
      const parts = blocks.flatMap((block, index) => toParts(block, index));
      return addMessages(state, {
        role: "assistant",
        parts,
        model,
        version,
        finish,
        ...(interrupted && { interrupted }),
      });
    }
    case "tool":
      return closeMessage(finishCall(state, entry), entry.version);
    default: // notices of the application to the model, and entries of a later version
      return state;
  }
}

/** A call whose answer lies before the first entry has a message of its own. */
function closeMessage(state: Conversation, version: number): Conversation {
  const last = state.messages.at(-1);
  if (last?.role !== "assistant" || last.version !== null) return state;
  return { ...state, messages: state.messages.with(-1, { ...last, version }) };
}

type Block = Extract<EntryView, { type: "assistant" }>["blocks"][number];

function toParts(content: Block, block: number): Part[] {
  if (content.type === "call") {
    const { id: callId, name, args } = content;
    return [{ type: "call", block, callId, name, args, state: "pending" }];
  }
  return content.text === "" ? [] : [{ type: content.type, block, text: content.text }];
}

function withCall(
  state: Conversation,
  { id: callId, thread, name, args, state: stands, approval, deferred: _terms, ...rest }: CallView,
) {
  // Beside a deferred call others may have their observation.
  if (stands !== "approval" || approval === undefined) {
    return thread || stands === "pending"
      ? state
      : setCall(state, { callId, name }, { ...rest, state: stands });
  }
  const { digest, needed, expiresAt, decisions: _, ...flags } = approval;
  const request: PendingApproval = {
    callId,
    name,
    args,
    digest,
    ...(thread && { thread }),
    ...(expiresAt && { expiresAt: Date.parse(expiresAt) }),
    ...(needed > 1 && { approvals: needed }),
    ...flags,
  };
  const waiting = thread === undefined ? setCall(state, request, { state: "approval" }) : state;
  return { ...waiting, approvals: [...waiting.approvals, request] };
}
