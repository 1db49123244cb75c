// The links of a thread in the store: one definition of the tenant for all links of a thread, named by a digest of the thread's id. It has what
// is needed to list and to revoke them, and no token.

import * as z from "zod/mini";
import { AgentError } from "../../core/error.ts";
import { parseJson } from "../../core/json.ts";
import { changeDefinition } from "../../core/store/change_definition.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { sha256OfShort } from "../../core/text/sha256.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { ShareClaims } from "./share_token.ts";

/** The kind of the definitions. A restore leaves them out, as keys: one of the links may have been revoked since. */
export const SHARES = "shares";

/** Links that a thread may have; their text stays below 64 KB. */
const MOST_LINKS = 100;

/** A link as the store has it. Times are epoch milliseconds. */
export interface StoredShare {
  readonly id: string;
  readonly createdAt: number;
  /** The caller that has made it. */
  readonly by: string | null;
  readonly expiresAt: number | null;
  /** Version of the thread up to which it shows entries. */
  readonly version: number;
  /** Number of those entries, at least 1. */
  readonly entries: number;
  /** Id of the last of them: a history that was put in the place of this one has another there. */
  readonly last: string;
}

/** The links of one thread. */
export interface ThreadShares {
  /** Its id. */
  readonly thread: string;
  /** When the thread was created, in epoch milliseconds: another thread of the same id is not meant. */
  readonly createdAt: number;
  readonly links: readonly StoredShare[];
}

/** A thread as it is now. */
export interface CurrentThread {
  readonly ref: ThreadRef;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

type Deps = Pick<HttpDeps, "store" | "clock">;

/** Made at the first read. What a later version adds to a link stays in it. */
let schema: z.ZodMiniType<ThreadShares> | undefined;

function storedSchema(): z.ZodMiniType<ThreadShares> {
  return schema ??= z.object({
    thread: z.string(),
    createdAt: z.number(),
    links: z.array(z.looseObject({
      id: z.string(),
      createdAt: z.number(),
      by: z.nullable(z.string()),
      expiresAt: z.nullable(z.number()),
      version: z.number(),
      entries: z.number(),
      last: z.string(),
    })),
  });
}

/** The name of the definition with the links of a thread. */
export function toName({ tenant, thread }: ThreadRef): string {
  return sha256OfShort(`${tenant}/${thread}`);
}

/**
 * The links of a thread that are good, in the order in which they were made.
 *
 * @throws {AgentError} store_corrupt, and what the store throws
 */
export async function readShares(thread: CurrentThread, deps: Deps): Promise<readonly StoredShare[]> {
  const { ref } = thread;
  return selectGood(parse(await deps.store.readDefinition(ref.tenant, SHARES, toName(ref))), thread, deps);
}

/**
 * Changes the links of a thread, and returns those that it has then. `change` is called again when another change came first. Links that have
 * expired, and those of an earlier thread of the id, are dropped.
 *
 * @throws {AgentError} invalid_request - there are as many links as may be
 * @throws {AgentError} store_corrupt; store_unavailable - others have changed them all the time; and what the store throws
 */
export async function changeShares(
  thread: CurrentThread,
  change: (links: readonly StoredShare[]) => readonly StoredShare[],
  deps: Deps,
): Promise<readonly StoredShare[]> {
  const { ref, createdAt } = thread;
  return await changeDefinition({
    tenant: ref.tenant,
    kind: SHARES,
    name: toName(ref),
    what: "The links",
    change(text) {
      const links = change(selectGood(parse(text), thread, deps));
      if (links.length > MOST_LINKS) {
        throw new AgentError(
          "invalid_request",
          `A thread has at most ${MOST_LINKS} links; revoke one first.`,
        );
      }
      const written: ThreadShares = { thread: ref.thread, createdAt, links };
      const isNothing = links.length === 0 && text === undefined;
      return { text: isNothing ? undefined : JSON.stringify(written), result: links };
    },
  }, deps.store);
}

/**
 * The stored link of a token with the thread that it was made for; undefined for one that is over. One request.
 *
 * @throws {AgentError} store_corrupt, and what the store throws
 */
export async function findShare(
  { tenant, name, id }: ShareClaims,
  { store, clock }: Deps,
): Promise<(CurrentThread & { readonly link: StoredShare }) | undefined> {
  const found = parse(await store.readDefinition(tenant, SHARES, name));
  const link = found?.links.find((each) => each.id === id);
  if (found === undefined || link === undefined || !isGood(link, clock())) return undefined;
  return { ref: { tenant, thread: found.thread }, createdAt: found.createdAt, link };
}

/** Removes all links of a thread that was removed. */
export async function removeShares(ref: ThreadRef, { store }: Pick<HttpDeps, "store">): Promise<void> {
  await store.removeDefinition(ref.tenant, SHARES, toName(ref));
}

function selectGood(
  found: ThreadShares | undefined,
  { createdAt }: CurrentThread,
  { clock }: Deps,
): readonly StoredShare[] {
  const now = clock();
  return found?.createdAt === createdAt ? found.links.filter((link) => isGood(link, now)) : [];
}

function isGood({ expiresAt }: StoredShare, now: number): boolean {
  return expiresAt === null || expiresAt > now;
}

function parse(text: string | undefined): ThreadShares | undefined {
  if (text === undefined) return undefined;
  const read = storedSchema().safeParse(parseJson(text));
  if (read.success) return read.data;
  throw new AgentError("store_corrupt", "The stored links of a thread cannot be read.");
}
