// The threads of one chat. A chat has one id; a message that is answered again, or edited, begins a fork of its thread, which is
// the next branch of the chat: `c1`, then `c1:2`, `c1:3`.

import { AgentError } from "../../../core/error.ts";
import { isJsonObject, type Json } from "../../../core/json.ts";
import type { ThreadRef, ThreadSnapshot } from "../../../core/store/thread.ts";
import { assertOwn } from "../../../runtime/threads/assert_own.ts";
import { assertInRange, type Whose } from "../../../runtime/threads/owner.ts";
import type { HttpDeps } from "../../context.ts";
import type { ChatBody } from "./schema.ts";

/** Most branches of a chat. */
const BRANCHES = 1_000;

/** The newest branch of a chat. */
export interface Branch {
  readonly ref: ThreadRef;
  readonly number: number;
  /** Undefined for a chat that does not exist. */
  readonly snapshot: ThreadSnapshot | undefined;
}

/** Whose chat is meant. */
export type ChatCaller = Whose;

/**
 * The newest branch, in one store request for each branch and one more.
 *
 * @throws {AgentError} thread_unknown - it is another user's; forbidden - a token is not for it
 */
export async function newestBranch(
  chat: string,
  caller: ChatCaller,
  deps: Pick<HttpDeps, "store">,
): Promise<Branch> {
  assertInRange(caller.bound, chat);
  let branch: Branch = { ref: { tenant: caller.tenant, thread: chat }, number: 1, snapshot: undefined };
  branch = { ...branch, snapshot: await deps.store.read(branch.ref) };
  while (branch.snapshot !== undefined && branch.number < BRANCHES) {
    const next = branchRef(branch.ref, chat, branch.number + 1);
    const snapshot = await deps.store.read(next);
    if (snapshot === undefined) break;
    branch = { ref: next, number: branch.number + 1, snapshot };
  }
  await assertOwn(branch.ref, caller, deps);
  return branch;
}

/** The branch of this number. */
export function branchRef({ tenant }: ThreadRef, chat: string, number: number): ThreadRef {
  return { tenant, thread: number === 1 ? chat : `${chat}:${number}` };
}

/**
 * The branch that the client shows: that of its last answer. Undefined when its messages do not say, as in a chat of one message.
 *
 * @throws {AgentError} invalid_request - a message is of another chat
 */
export function shownBranch({ id, messages = [], message }: ChatBody): string | undefined {
  const answer = message === undefined ? messages.findLast(({ role }) => role === "assistant") : message;
  const thread = runIdIn(answer?.metadata);
  if (thread === undefined || thread === id) return thread;
  if (thread.startsWith(`${id}:`) && /^\d{1,4}$/.test(thread.slice(id.length + 1))) return thread;
  const detail = "is of another chat";
  throw new AgentError("invalid_request", "The metadata of the last answer names another chat.", {
    problems: [{ pointer: message === undefined ? "/messages" : "/message/metadata/runId", detail }],
  });
}

function runIdIn(metadata: Json | undefined): string | undefined {
  if (metadata === undefined || !isJsonObject(metadata)) return undefined;
  return typeof metadata.runId === "string" ? metadata.runId : undefined;
}

/** The version that the client has seen; undefined when its messages do not say. */
export function seenVersion(metadata: Json | undefined): number | undefined {
  if (metadata === undefined || !isJsonObject(metadata)) return undefined;
  const { version } = metadata;
  return typeof version === "number" && Number.isSafeInteger(version) && version >= 0 ? version : undefined;
}
