// A message of the user as a step: a new one, one that is answered again, and one that is edited. The last two are forks, so
// that the thread that was answered stays as it is.

import { AgentError } from "../../../core/error.ts";
import type { UserEntry } from "../../../core/entry.ts";
import type { ThreadRef } from "../../../core/store/thread.ts";
import { assertOwn } from "../../../runtime/threads/assert_own.ts";
import { forkThread } from "../../../runtime/threads/fork.ts";
import { cancelThread, readHistory } from "../../../runtime/threads/threads.ts";
import type { HttpDeps } from "../../context.ts";
import { type Branch, branchRef, type ChatCaller, newestBranch, shownBranch } from "./branches.ts";
import type { ChatBody, ChatMessage } from "./schema.ts";

/** Where a message goes. */
export interface InputTurn {
  readonly ref: ThreadRef;
  /** Missing when the thread has the message, and the model answers it again. */
  readonly text?: string;
  /** The thread is a fork that was just made. */
  readonly isFork: boolean;
}

/** The origin of what an answer of the client brings. */
export const DOOR = "chat";

/** The origin of the entry that a message becomes, which names the message by the client's id. */
export function doorOf({ id }: Pick<ChatMessage, "id">): string {
  return `${DOOR}:${encodeURIComponent(id.toWellFormed()).slice(0, 128)}`;
}

/**
 * Where the user's message goes, and what of it.
 *
 * @throws {AgentError} invalid_request - the message has no text, or parts that are not taken; and what a fork throws
 */
export async function inputTurn(
  body: ChatBody,
  message: ChatMessage,
  caller: ChatCaller,
  deps: HttpDeps,
): Promise<InputTurn> {
  const text = textOf(message, body.message === undefined ? `/messages/${lastIndex(body)}` : "/message");
  const isAgain = body.trigger === "regenerate-message";
  if (!isAgain && body.messageId !== message.id) {
    const { tenant } = caller;
    const shown = shownBranch(body);
    const isFirst = body.messages?.length === 1;
    const named = shown ?? (isFirst ? body.id : undefined);
    if (named === undefined) {
      return { ref: (await newestBranch(body.id, caller, deps)).ref, text, isFork: false };
    }
    const ref = { tenant, thread: named };
    await assertOwn(ref, caller, deps);
    return { ref, text, isFork: false };
  }
  const branch = await newestBranch(body.id, caller, deps);
  return await changedTurn(body, { message, text, isAgain }, branch, deps);
}

function lastIndex({ messages = [] }: ChatBody): number {
  return Math.max(0, messages.length - 1);
}

/** The text of a message: that of its parts. */
function textOf({ parts }: ChatMessage, pointer: string): string {
  const problems = parts.flatMap(({ type }, index) =>
    type === "file"
      ? [{ pointer: `${pointer}/parts/${index}`, detail: "is a file; a message takes text" }]
      : []
  );
  const text = parts.flatMap((part) => part.type === "text" && part.text ? [part.text] : []).join("\n");
  if (problems.length === 0 && text === "") {
    problems.push({ pointer: `${pointer}/parts`, detail: "must have a text" });
  }
  if (problems.length === 0) return text;
  throw new AgentError("invalid_request", "The message cannot be taken.", { problems });
}

interface Change {
  readonly message: ChatMessage;
  readonly text: string;
  readonly isAgain: boolean;
}

async function changedTurn(
  { id }: ChatBody,
  { message, text, isAgain }: Change,
  { ref, number, snapshot }: Branch,
  deps: HttpDeps,
): Promise<InputTurn> {
  if (snapshot === undefined) return { ref, text, isFork: false };
  const found = await entryOf(ref, doorOf(message), snapshot.header.length, deps);
  // Its step was refused, or has just begun: there is nothing to fork from before it.
  if (found === undefined && !snapshot.running) return { ref, text, isFork: false };
  if (snapshot.running) await cancelThread(ref, deps);
  const target = branchRef(ref, id, number + 1);
  const options = found === undefined
    ? { version: snapshot.header.version }
    : isAgain
    ? { version: found.version, replan: true }
    : { version: found.version - 1 };
  await forkThread(ref, { ...options, thread: target.thread }, deps);
  const isThere = isAgain && found !== undefined;
  return { ref: target, ...(isThere ? {} : { text }), isFork: true };
}

const PAGE = 200;

/** The entry that the message of the client became: the newest one. */
async function entryOf(
  ref: ThreadRef,
  door: string,
  length: number,
  deps: HttpDeps,
): Promise<Pick<UserEntry, "version"> | undefined> {
  for (let end = length; end > 0;) {
    const start = Math.max(0, end - PAGE);
    const { entries } = await readHistory(ref, { after: start, limit: end - start }, deps);
    const found = entries.findLast((entry) => entry.type === "user" && entry.door === door);
    if (found !== undefined) return found;
    end = start;
  }
  return undefined;
}
