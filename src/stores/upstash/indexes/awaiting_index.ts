// A tenant's index of threads that may wait for people: a sorted set by the time since when. A commit enters its thread in its
// own request. Nothing but a reader removes a thread, with the score that it has read: a removal in the request of a commit
// could come late, when a newer commit has entered the thread again.

import type { Pipeline } from "@upstash/redis/cloudflare";
import { AgentError } from "../../../core/error.ts";
import type { Store } from "../../../core/store.ts";
import type { AwaitingThread } from "../../../core/store/thread.ts";
import { type Command, type UpstashClient, WRONG_TYPE } from "../client.ts";
import { fromKeyPart, ThreadKeys, toKeyPart } from "../keys.ts";
import { HEADER_FIELDS } from "../layout.ts";
import { LEAVE } from "../lua/thread.ts";
import { Reader, readHeader, readPending } from "../replies.ts";
import { type Member, parseCursor, ThreadSet, toCursor } from "./thread_set.ts";

/** The index of one tenant. */
export class AwaitingIndex {
  readonly #client: UpstashClient;
  readonly #prefix: string;
  readonly #tenant: string;
  readonly #set: ThreadSet;

  constructor(client: UpstashClient, prefix: string, tenant: string) {
    this.#client = client;
    this.#prefix = prefix;
    this.#tenant = tenant;
    this.#set = new ThreadSet(client, prefix, tenant, "a");
  }

  /** Enters a thread, or moves it: a command for the request of its commit. */
  enter(thread: string, since: number): Command {
    return (pipeline) => pipeline.zadd(this.#set.key, { score: since, member: toKeyPart(thread) });
  }

  /** The score of a thread: a command for a request that removes it. */
  score(thread: string): Command {
    return (pipeline) => pipeline.zscore(this.#set.key, toKeyPart(thread));
  }

  /** Removes threads that still have the scores. */
  async leave(members: readonly Member[]): Promise<void> {
    if (members.length === 0) return;
    const moreArgs = members.flatMap(({ member, score }) => [member, score]);
    await this.#client.run(LEAVE.call({ keys: { index: this.#set.key }, args: {}, moreArgs }));
  }

  /** Removes one thread that has this score. */
  async leaveThread(thread: string, score: string): Promise<void> {
    await this.leave([{ member: toKeyPart(thread), score }]);
  }

  /**
   * Two requests a page, the names and then their threads, and one when names are stale.
   *
   * @throws {AgentError} invalid_request when the cursor is malformed.
   */
  async page(
    { cursor, limit, order }: Parameters<Store["listAwaiting"]>[1],
  ): ReturnType<Store["listAwaiting"]> {
    const found = await this.#set.members(parseCursor(cursor), limit + 1, order);
    const page = found.slice(0, limit);
    const threads = await this.#threads(page.flatMap(toCandidate));
    const end = page.at(-1);
    if (found.length <= limit || end === undefined) return { threads };
    return { threads, cursor: toCursor(end) };
  }

  async #threads(candidates: readonly Candidate[]): Promise<AwaitingThread[]> {
    if (candidates.length === 0) return [];
    const answers = await this.#client.probe(
      "listAwaiting",
      candidates.flatMap(({ thread }) => {
        const ref = { tenant: this.#tenant, thread };
        const { header, pending } = new ThreadKeys(this.#prefix, ref);
        return [
          (pipeline: Pipeline) => pipeline.hmget(header, ...HEADER_FIELDS),
          (pipeline: Pipeline) => pipeline.hgetall(pending),
        ];
      }),
    );
    const read = candidates.map((candidate, place) => ({
      candidate,
      thread: readThread(candidate, answers[2 * place], answers[2 * place + 1]),
    }));
    await this.leave(read.flatMap(({ candidate, thread }) => thread === "stale" ? [candidate] : []));
    return read.flatMap(({ thread }) => typeof thread === "string" ? [] : [thread]);
  }
}

/** A member whose name is known. */
interface Candidate extends Member {
  readonly thread: string;
}

/** Nothing for a member that is no name: it has no thread. */
function toCandidate(member: Member): Candidate[] {
  const thread = fromKeyPart(member.member);
  return thread === undefined ? [] : [{ ...member, thread }];
}

/** `stale`: it waits for nothing. `corrupt`: it cannot be read here. */
function readThread(
  { thread, score }: Candidate,
  fields: unknown,
  hash: unknown,
): AwaitingThread | "stale" | "corrupt" {
  if (fields === WRONG_TYPE || hash === WRONG_TYPE) return "corrupt";
  if (Array.isArray(fields) && fields.every((field) => field === null)) return "stale";
  try {
    const header = readHeader(new Reader("listAwaiting", fields), thread);
    const { pending, marks } = readPending(new Reader("listAwaiting", hash ?? []), thread);
    if (pending === null || header.status === "cancelled") return "stale";
    return { thread, since: Number(score), header, pending, marks };
  } catch (error) {
    const isUnreadable = error instanceof AgentError &&
      (error.code === "store_corrupt" || error.code === "schema_unsupported");
    if (isUnreadable) return "corrupt";
    throw error;
  }
}
