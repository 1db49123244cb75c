// A click on a button decides about a call, when the person is one of those who may.

import { AgentError, failureFields } from "../../core/error.ts";
import type { WakeIo } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import { readThread } from "../../runtime/threads/threads.ts";
import { decideApproval } from "../../runtime/threads/approvals.ts";
import type { AskedDecision, Deciders, IncomingDecision } from "./channel.ts";
import { readConversation } from "./conversation.ts";
import { converse } from "./converse.ts";
import { fitsMessage } from "./news.ts";
import { type OpenChannel, threadOf } from "./open_channels.ts";

/**
 * Records the decision of a person about a call with exactly the arguments that the message has shown, and brings the message up to date.
 * Who may not decide, or comes too late, is told so.
 *
 * @throws {AgentError} retryable - the store cannot be reached
 */
export async function decideCall(
  decision: IncomingDecision,
  channel: OpenChannel,
  io: WakeIo,
  deps: HttpDeps,
): Promise<void> {
  const { platform, tenant, name } = channel;
  const ref = { tenant, thread: threadOf(channel, decision.conversation) };
  const said = await decide(decision, ref, channel, io, deps).catch((error) => {
    if (!(error instanceof AgentError) || error.code !== "thread_busy" && error.retryable) throw error;
    deps.log("info", "a decision in a channel was refused", {
      ...ref,
      channel: name,
      ...failureFields(error),
    });
    return error.message;
  });
  const follow = async () => {
    if (said !== undefined) await platform.whisper(decision.place, decision.person, said);
    await converse(ref, channel, {}, deps);
  };
  const followed = follow().catch((error) =>
    deps.log("warn", "a decision was not shown in its channel", { ...ref, ...failureFields(error) })
  );
  io.defer(followed);
}

/** What the person is told; undefined when the decision is recorded. */
async function decide(
  { callId, approved, person, user }: IncomingDecision,
  ref: { readonly tenant: string; readonly thread: string },
  { name, deciders }: OpenChannel,
  io: WakeIo,
  deps: HttpDeps,
): Promise<string | undefined> {
  const conversation = await readConversation(ref, deps);
  const card = conversation?.cards[callId];
  if (conversation === undefined || card === undefined) return "This call does not wait any more.";
  const { calls } = await readThread(ref, deps);
  const call = calls.find(({ id }) => id === callId);
  if (call === undefined) return "This call does not wait any more.";
  if (!fitsMessage(call.args)) return "Its arguments are longer than a message shows: decide in the inbox.";
  const asked = { person, user: conversation.user, tool: call.name, thread: ref.thread, callId, approved };
  if (!await mayDecide(deciders, asked)) return "You may not decide about this call.";
  await decideApproval(
    ref,
    callId,
    { approved, digest: card.digest, by: `${name}:${user}`, via: "api" },
    deps,
    io,
  );
  return undefined;
}

async function mayDecide(deciders: Deciders | undefined, asked: AskedDecision): Promise<boolean> {
  if (deciders === undefined) return false;
  return typeof deciders === "function" ? await deciders(asked) === true : deciders.includes(asked.person);
}
