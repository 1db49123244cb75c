// The turn of a message of the user: a new one, one that is answered again, or an edit.

import { AgentError } from "../../core/error.ts";
import { UiMessageEncoder } from "./ui_messages/encoder.ts";
import { toMessageId } from "./ui_messages/message_id.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { Busy, StepRequest } from "../../kernel/request.ts";
import { startRun } from "../../kernel/run.ts";
import { type HttpContext, type HttpDeps, resolveDefer } from "../../http/context.ts";
import { drainRun } from "../../http/drain_run.ts";
import { assertForkable, currentBranch } from "../../http/conversation/branches.ts";
import { isUnknownKey, NO_VERSION } from "../../http/conversation/known_request.ts";
import { DOOR, inputTurn, isChange, lostMessages, readInput, type Sender, toDoor } from "./inputs.ts";
import type { MessageContent } from "./message_content.ts";
import { streamTurn, type Turn } from "./turn_stream.ts";
import { type ChatCall, type Said, stepRequest, streamFacts } from "./turn_request.ts";

/** The turn of a message. */
export interface UserTurn extends Turn {
  /** Its thread is a fork that was just made for it. */
  readonly isFork: boolean;
  /** It is an edit under the key of its message. */
  readonly isEdit: boolean;
  /** It was sent as a change, as a repetition is, and no thread has its message: it is a new one. */
  readonly isNew: boolean;
}

/**
 * The turn of a message of the user, in the thread that `inputTurn` finds or makes for it.
 *
 * @throws {AgentError} what `inputTurn` throws
 */
export async function userTurn(
  c: HttpContext,
  said: Said,
  { busy }: ChatCall,
  deps: HttpDeps,
): Promise<UserTurn> {
  const { body, message } = said;
  const door = toDoor(message);
  const requestOf = (ref: ThreadRef, input: MessageContent | undefined, key: string | undefined) =>
    messageRequest(c, said, { ref, input, key, busy });
  const sender: Sender = {
    caller: c.var,
    assertAdmitted: async ({ ref, snapshot }) =>
      await assertForkable(await requestOf(ref, undefined, undefined), snapshot, deps),
  };
  const { ref, input, answered, replaced, isFork } = await inputTurn(body, message, sender, deps);
  // A message is consumed once, however often it arrives; a fork consumes it anew, and so does a message in the place of one that waited.
  const own = isFork || message.id === "" ? undefined : door;
  const key = c.req.header("idempotency-key") ??
    (replaced === undefined ? own : `${DOOR}-edit:${replaced}`);
  const request = await requestOf(ref, input, key);
  const messageId = answered === undefined
    ? undefined
    : toMessageId(ref.thread, { input: answered, step: 0 });
  return {
    request: { ...request, inputAlone: true },
    ...(input === undefined ? {} : { door }),
    encoder: new UiMessageEncoder({ thread: ref.thread, messageId, ...streamFacts(said, deps) }),
    isFork,
    isEdit: key === door && isChange(body, message),
    isNew: isChange(body, message) && !isFork && replaced === undefined && answered === undefined,
  };
}

/**
 * Sends the messages before this one whose requests did not get through, each as its own request would have: under its own key, so that one
 * which comes late all the same changes nothing. What is refused stays with the page.
 *
 * @throws {AgentError} what `lostMessages` throws
 */
export async function sendLost(c: HttpContext, said: Said, path: ChatCall, deps: HttpDeps): Promise<void> {
  // A key of the client's own is that of the last message: those of the others are not known.
  if (c.req.header("idempotency-key") !== undefined) return;
  if ((said.body.busy ?? path.busy) === "reject") return; // one of them would refuse the last
  const body = { ...said.body, trigger: "submit-message", messageId: undefined } as const;
  for (const message of await lostMessages(body, c.var, deps)) {
    try {
      const { request } = await userTurn(c, { ...said, body, message }, path, deps);
      await drainRun(startRun(request, deps), undefined, resolveDefer(c));
    } catch (refusal) {
      if (!(refusal instanceof AgentError)) throw refusal;
    }
  }
}

/** The step that takes a message, or answers the last one again. */
async function messageRequest(
  c: HttpContext,
  said: Said,
  { ref, input, key, busy }: {
    readonly ref: ThreadRef;
    readonly input: MessageContent | undefined;
    readonly key: string | undefined;
    readonly busy: Busy;
  },
): Promise<StepRequest> {
  const { body, message, agent, mode } = said;
  return await stepRequest(c, said, {
    ref,
    fields: {
      agent: agent.name,
      ...(input === undefined ? {} : { input }),
      ...(mode === "execute" ? { execution: "execute" } : {}),
      ...(body.clientTools === undefined ? {} : { clientTools: body.clientTools }),
      busy: body.busy ?? busy,
    },
    door: toDoor(message),
    key,
  });
}

/**
 * An edit, or a new answer, whose request was sent before under its idempotency key: the current branch, or the one that was made last, is what it has
 * made. Undefined for a new one: nothing begins.
 */
export async function findKnownTurn(
  c: HttpContext,
  said: Said,
  { busy }: ChatCall,
  deps: HttpDeps,
): Promise<Response | undefined> {
  const { body, message } = said;
  const key = c.req.header("idempotency-key");
  if (key === undefined || !isChange(body, message)) return undefined;
  const { ref: current, all, snapshot } = await currentBranch(body.id, c.var, deps);
  if (snapshot === undefined) return undefined;
  const input = readInput(body, message);
  // Another page may have written on another branch since.
  for (const ref of new Set([current, ...all.slice(0, 1).map(({ ref }) => ref)])) {
    const request = await messageRequest(c, said, { ref, input, key, busy });
    const known = { ...request, inputs: [], busy: "reject", expectedVersion: NO_VERSION } as const;
    const encoder = new UiMessageEncoder({ thread: ref.thread, ...streamFacts(said, deps) });
    try {
      return await streamTurn(c, { request: known, door: toDoor(message), encoder }, deps);
    } catch (refusal) {
      if (!isUnknownKey(refusal)) throw refusal;
    }
  }
  return undefined;
}
