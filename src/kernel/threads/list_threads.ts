// The lists of threads: a page of those of a tenant, with a filter, as far as their caller has them.

import type { CorruptedThread, ThreadLine, ThreadPage } from "../../core/contract/threads.ts";
import type { ThreadsQuery } from "../../core/contract/requests.ts";
import { AgentError } from "../../core/error.ts";
import type { Store } from "../../core/store.ts";
import type { ListedThread } from "../../core/store/thread.ts";
import type { ThreadFilter } from "../../core/store/thread_filter.ts";
import { chatOfBranch } from "../../core/text/id.ts";
import { isOfChat, toFacetTexts } from "../../core/thread_facets.ts";
import type { ThreadNeed, ThreadStatus } from "../../core/state.ts";
import type { RuntimeDeps } from "../deps.ts";
import { hasAll, isOwn, type Whose } from "../owner.ts";
import { viewSnapshot } from "../snapshot.ts";
import { waitingBehind } from "../stored.ts";

type Deps = Pick<RuntimeDeps, "store">;

/** A page with a filter: all of it holds of each thread. */
export interface ListRequest extends ThreadsQuery {
  readonly limit: number;
}

/** A page of threads in one order: `person` has those that wait for one. */
interface PartRequest extends Omit<ListRequest, "needs"> {
  readonly needs?: ThreadNeed | "person" | undefined;
}

/** What the cursors of the second part of a list of `any` need begin with. */
const RETRIES = "retry:";

/** Pages of the store that one page is made of, at most: a token for few threads among many has the rest with the cursor. */
const MOST_PAGES = 10;

/**
 * A tenant's threads that match, newest first, as far as the caller has them: of a chat its first thread. A page of a caller that a token holds to several
 * agents or to certain ids may be shorter than `limit` while there is a next one.
 *
 * @throws {AgentError} invalid_request - the cursor is malformed
 */
export async function listThreads(whose: Whose, request: ListRequest, deps: Deps): Promise<ThreadPage> {
  const { needs, cursor, limit } = request;
  if (needs !== "any") return await listPart(whose, { ...request, needs }, deps);
  const isBehind = cursor?.startsWith(RETRIES) ?? false;
  const waits = isBehind ? { threads: [] } : await listPart(whose, { ...request, needs: "person" }, deps);
  if (waits.cursor !== undefined) return waits;
  const left = limit - waits.threads.length;
  if (left === 0) return { threads: waits.threads, cursor: RETRIES };
  const retries = await listPart(whose, {
    ...request,
    needs: "retry",
    limit: left,
    cursor: isBehind && cursor !== RETRIES ? cursor?.slice(RETRIES.length) : undefined,
  }, deps);
  return {
    threads: [...waits.threads, ...retries.threads],
    cursor: retries.cursor === undefined ? undefined : RETRIES + retries.cursor,
  };
}

async function listPart(whose: Whose, request: PartRequest, { store }: Deps): Promise<ThreadPage> {
  const { tenant } = whose;
  let filter = toFilter(whose, request);
  const found: ListedThread[] = [];
  let { cursor } = request;
  for (let pages = 0; filter !== "nothing" && pages < MOST_PAGES; pages++) {
    const page = await store.list(tenant, { cursor, limit: request.limit - found.length, filter });
    if (page.unindexed && isPlain(request)) {
      filter = undefined; // its own threads of before are in no set
      continue;
    }
    const rows = page.threads.filter((listed) => isListed(whose, listed, request));
    const isHidden = await Promise.all(rows.map((listed) => isBehindFirst(tenant, listed, request, store)));
    found.push(...rows.filter((_, place) => !isHidden[place]));
    cursor = page.cursor;
    if (cursor === undefined || found.length === request.limit) break;
  }
  const threads = await Promise.all(found.map((listed) => listedView(tenant, listed, store)));
  return {
    threads: threads.filter((thread) => stillNeeds(thread, request)),
    cursor: filter === "nothing" ? undefined : cursor,
  };
}

/** What the store looks for; undefined for all threads, `nothing` where the caller asks for what it cannot have. */
function toFilter(
  { user: own, bound }: Whose,
  { user = own, needs, status, agent, tool, door, error, metadata, search, archived, after, before }:
    PartRequest,
): ThreadFilter | undefined | "nothing" {
  const held: ThreadStatus | undefined = needs === undefined
    ? undefined
    : needs === "retry"
    ? "open"
    : "waiting";
  const [only, ...others] = bound?.agents ?? [];
  if (error !== undefined && status !== undefined && status !== "failed") return "nothing";
  if (held !== undefined && (error !== undefined || status !== undefined && status !== held)) {
    return "nothing";
  }
  if (own !== undefined && user !== own) return "nothing";
  if (bound !== undefined && agent !== undefined && !bound.agents.includes(agent)) return "nothing";
  const facets = toFacetTexts({
    user,
    agent: agent ?? (others.length === 0 ? only : undefined),
    metadata,
    tools: tool === undefined ? [] : [tool],
    doors: door === undefined ? [] : [door],
    error,
    needs,
    title: search,
  });
  const isAll = facets.length === 0 && archived === "all" &&
    [status, after, before].every((value) => value === undefined);
  if (isAll) return undefined;
  return {
    status: error === undefined ? held ?? status : "failed",
    facets,
    archived: archived === "all" ? undefined : archived === "only",
    after: toTime(after),
    before: toTime(before),
  };
}

/** True for a list that asks for all threads that its caller has, or for those that are not archived. */
function isPlain(
  { limit: _limit, cursor: _cursor, branches: _branches, archived, ...filter }: PartRequest,
): boolean {
  return archived !== "only" && Object.values(filter).every((value) => value === undefined);
}

/** Epoch milliseconds. */
function toTime(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}

function isListed(whose: Whose, { thread, header }: ListedThread, { archived }: PartRequest): boolean {
  if (header?.archived && archived === undefined) return false;
  if (hasAll(whose)) return true;
  return header !== null && isOwn({ tenant: whose.tenant, thread }, header, whose);
}

/**
 * True for a branch of a chat in a list of chats, which has the first thread of each: a filter by what threads have done finds branches. Where
 * threads have a lifetime the first may be over before its branches.
 */
async function isBehindFirst(
  tenant: string,
  { thread, header }: ListedThread,
  { branches, needs, status, tool, door, error }: PartRequest,
  store: Store,
): Promise<boolean> {
  const chat = chatOfBranch(thread);
  const ofThreads = branches ?? needs ?? status ?? tool ?? door ?? error;
  if (ofThreads !== undefined || chat === undefined || !isOfChat(header?.facets, chat)) return false;
  return store.lifetimes?.threadMs === undefined || await store.read({ tenant, thread: chat }) !== undefined;
}

/** False of a thread that has an input since its last step, or that an instance without needs has moved. */
function stillNeeds(thread: ThreadLine | CorruptedThread, { needs }: PartRequest): boolean {
  if (needs === undefined) return true;
  if (thread.status === "corrupted" || !("needs" in thread)) return false;
  return needs === "person" ? thread.needs !== undefined && thread.needs !== "retry" : thread.needs === needs;
}

async function listedView(
  tenant: string,
  { thread, header, waiting, running, isNewer }: ListedThread,
  store: Store,
): Promise<ThreadLine | CorruptedThread> {
  const corrupted = { id: thread, status: "corrupted" } as const;
  if (isNewer) return { ...corrupted, code: "schema_unsupported" };
  if (header === null) return corrupted;
  try {
    const ref = { tenant, thread };
    const view = await viewSnapshot(ref, { header, waiting }, { store });
    return { ...view, waiting: await waitingBehind(ref, { waiting, running }, { store }), running };
  } catch (error) {
    if (error instanceof AgentError && error.code === "store_corrupt") return corrupted;
    throw error;
  }
}
