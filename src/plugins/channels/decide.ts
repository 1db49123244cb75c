// A click on a button decides about a call, when the person is one of those who may.

import { AgentError, type ErrorCode, failureFields } from "../../core/error.ts";
import type { WakeIo } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import { newestEntries } from "../../http/conversation/newest_entries.ts";
import { readThread } from "../../kernel/threads/threads.ts";
import { decideApproval } from "../../kernel/threads/decide_approval.ts";
import type { IncomingDecision } from "./channel.ts";
import { type ConversationRef, ownsThread, readConversation } from "./conversation.ts";
import { converse } from "./converse.ts";
import { fitsMessage } from "./news.ts";
import { type OpenChannel, toThreadId } from "./open_channels.ts";
import { confirmClick, whisper } from "./whisper.ts";

/** The outcome of a decision. */
type Decided =
  | { readonly type: "recorded" }
  /** Nothing has changed; the person gets the reason. */
  | { readonly type: "refused"; readonly because: string }
  /** No call waits there. Nothing is answered where everybody would read it, because any person can send such a decision. */
  | { readonly type: "unasked" };

const WAITS_NO_MORE = "This call does not wait any more.";

/** The reasons for a person whose decision the thread refuses; for any other code the code itself. */
const REFUSALS: Readonly<Partial<Record<ErrorCode, string>>> = {
  approval_decided: "This call is decided already, or you have decided before.",
  approval_expired: "The time to decide about this call is over.",
  approval_mismatch: "This call has other arguments by now.",
  call_unknown: WAITS_NO_MORE,
  thread_busy: "The agent works at this moment: try again.",
  thread_unknown: WAITS_NO_MORE,
};

/**
 * Records the decision of a person about a call with exactly the arguments of the message. After the response the message is
 * updated; a person who may not decide, or decides too late, gets the reason.
 *
 * @throws {AgentError} retryable - the store cannot be reached
 */
export async function decideCall(
  decision: IncomingDecision,
  channel: OpenChannel,
  io: WakeIo,
  deps: HttpDeps,
): Promise<void> {
  const ref = { tenant: channel.tenant, thread: toThreadId(channel, decision.conversation) };
  const decided = await recordDecision(decision, ref, channel, io, deps);
  io.defer(showDecision(decision, decided, { ref, channel }, deps));
}

async function recordDecision(
  { callId, approved, person, user }: IncomingDecision,
  ref: ConversationRef,
  { name, deciders, platform }: OpenChannel,
  io: WakeIo,
  deps: HttpDeps,
): Promise<Decided> {
  const conversation = await readConversation(ref, deps);
  const card = conversation?.cards[callId];
  if (conversation === undefined || card === undefined) return { type: "unasked" };
  try {
    const thread = await readThread(ref, deps);
    const call = thread.calls.find(({ id }) => id === callId);
    if (call === undefined || !ownsThread(conversation, thread)) {
      return { type: "refused", because: WAITS_NO_MORE };
    }
    const by = `${name}:${user}`;
    const facts = { ...ref, person, user: conversation.user, tool: call.name, callId, approved };
    const mayDecide = typeof deciders === "function"
      ? await deciders({ ...facts, isRequester: await isRequester(by, ref, thread.length, deps) }) === true
      : deciders?.includes(person) === true;
    if (!mayDecide) {
      return { type: "refused", because: "You may not decide about this call." };
    }
    if (!fitsMessage(call.args, platform.longestText)) {
      return {
        type: "refused",
        because: "Its arguments are longer than a message shows: decide in the inbox.",
      };
    }
    const { digest } = card;
    await decideApproval(ref, callId, { approved, digest, by, via: "api" }, deps, io);
    return { type: "recorded" };
  } catch (error) {
    if (!(error instanceof AgentError) || isForPlatform(error)) throw error;
    const { code } = error;
    deps.log("info", "a decision in a channel was refused", {
      ...ref,
      channel: name,
      ...failureFields(error),
    });
    return { type: "refused", because: REFUSALS[code] ?? `Your decision was not taken (${code}).` };
  }
}

/** True for an error after which the platform must repeat the click. A running step may last long, so the person gets that reason instead. */
function isForPlatform({ code, retryable }: AgentError): boolean {
  return retryable && code !== "thread_busy";
}

/** Whether the person has written an input behind the last answer of the thread. */
async function isRequester(
  by: string,
  ref: ConversationRef,
  length: number,
  deps: HttpDeps,
): Promise<boolean> {
  for await (const entry of newestEntries(ref, length, deps)) {
    if (entry.type === "user" && entry.by === by) return true;
    if (entry.type === "assistant" && entry.blocks.every(({ type }) => type !== "call")) return false;
  }
  return false;
}

/** A failure is logged: the decision stands, and the next message about the call has it. */
async function showDecision(
  decision: IncomingDecision,
  decided: Decided,
  { ref, channel }: { readonly ref: ConversationRef; readonly channel: OpenChannel },
  deps: HttpDeps,
): Promise<void> {
  try {
    if (decided.type === "unasked") {
      const isAlone = channel.platform.whispersAlone?.(decision.place) === true;
      return isAlone ? await whisper(decision, WAITS_NO_MORE, channel, deps) : undefined;
    }
    if (decided.type === "refused") await whisper(decision, decided.because, channel, deps);
    else await confirmClick(decision, channel, deps);
    await converse(ref, channel, {}, deps);
  } catch (error) {
    deps.log("warn", "a decision was not shown in its channel", { ...ref, ...failureFields(error) });
  }
}
