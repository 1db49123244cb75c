// The ratings of a tenant by the time at which they were made: one definition for each, whose name has all that lists are filtered by.
//
// A row is written before its rating and removed behind it, so that no rating is missing here; a row without its rating is skipped.

import type { RatingView } from "../../core/contract/feedback.ts";
import { AgentError, failureFields } from "../../core/error.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { RatingPage } from "./contract.ts";
import type { Store } from "../../core/store.ts";
import { daysBetween, toDay } from "../../core/store/ledger.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { readRatings, type StoredRating, type StoredRatings } from "./stored_ratings.ts";

type ListDeps = Pick<HttpDeps, "store" | "log">;

/** Days whose rows are read at once. */
const BATCH = 10;

/** The name of a row. */
const NAME = /^(\d{13})\/(up|down)\/(\d+)\/([^/]+)\/([^/]+)$/;

/** What a list of ratings is filtered by. */
export interface RatedQuery {
  /** UTC days such as `2026-11-22`, both included: at most 100. */
  readonly from: string;
  readonly to: string;
  readonly rating?: "up" | "down" | undefined;
  readonly agent?: string | undefined;
  readonly limit: number;
  /** `cursor` of the page before. */
  readonly cursor?: string | undefined;
}

interface Row {
  readonly name: string;
  readonly at: number;
  readonly rating: string;
  readonly version: number;
  readonly agent: string;
  readonly thread: string;
}

/** True for the name of a row. */
export function isRowName(text: string): boolean {
  return NAME.test(text);
}

/** Enters a rating of a thread; again without an effect. */
export async function enterRating(
  ref: ThreadRef,
  agent: string,
  rating: StoredRating,
  store: Store,
): Promise<void> {
  await store.putDefinition(ref.tenant, kindOf(rating.at), nameOf(ref, agent, rating), rating.entry);
}

/** Removes the row of a rating. */
export async function leaveRating(
  ref: ThreadRef,
  agent: string,
  rating: StoredRating,
  store: Store,
): Promise<void> {
  await store.removeDefinition(ref.tenant, kindOf(rating.at), nameOf(ref, agent, rating));
}

/**
 * A page of ratings, the newest first. It takes a request for each day until the page is full, and one for each thread on it.
 *
 * @throws {AgentError} invalid_request - a day that is none, or more than 100 days
 */
export async function listRated(tenant: string, query: RatedQuery, deps: ListDeps): Promise<RatingPage> {
  const { limit } = query;
  const found = await findRows(tenant, query, limit + 1, deps.store);
  const rows = found.slice(0, limit);
  const threads = [...new Set(rows.map(({ thread }) => thread))];
  const stored = new Map(
    await Promise.all(
      threads.map(async (thread) => [thread, await readOrSkip({ tenant, thread }, deps)] as const),
    ),
  );
  const ratings = rows.flatMap(({ thread, at, version, rating }) => {
    const of = stored.get(thread);
    const is = of?.ratings.find((each) =>
      each.version === version && each.at === at && each.rating === rating
    );
    return of && is ? [toRatingView(thread, of.agent, is)] : [];
  });
  return { ratings, cursor: found.length > limit ? rows.at(-1)?.name : undefined };
}

/** Undefined also for ratings that cannot be read: they are an error of their thread alone. */
async function readOrSkip(ref: ThreadRef, { store, log }: ListDeps): Promise<StoredRatings | undefined> {
  try {
    return await readRatings(ref, store);
  } catch (thrown) {
    const isUnreadable = thrown instanceof AgentError &&
      (thrown.code === "store_corrupt" || thrown.code === "schema_unsupported");
    if (!isUnreadable) throw thrown;
    log("warn", "the ratings of a thread cannot be read; the list is without them", {
      ...ref,
      ...failureFields(thrown),
    });
    return undefined;
  }
}

/** A rating as the API has it. */
export function toRatingView(
  thread: string,
  agent: string,
  { version, entry, rating, note, at, by, user, model }: StoredRating,
): RatingView {
  return { thread, version, entry, rating, note, at: new Date(at).toISOString(), by, user, agent, model };
}

async function findRows(
  tenant: string,
  { from, to, rating, agent, cursor }: RatedQuery,
  most: number,
  store: Store,
): Promise<readonly Row[]> {
  const last = cursor === undefined ? to : toDay(Number(cursor.slice(0, 13)));
  const days = daysBetween(from, to).filter((day) => day <= last).reverse();
  const rows: Row[] = [];
  for (let start = 0; start < days.length && rows.length < most; start += BATCH) {
    const names = await Promise.all(
      days.slice(start, start + BATCH).map((day) => store.listDefinitions(tenant, `feedback.${day}`)),
    );
    for (const name of names.flatMap((each) => each.toReversed())) {
      const row = parseRow(name);
      const isListed = row !== undefined && (cursor === undefined || name < cursor) &&
        (rating === undefined || row.rating === rating) && (agent === undefined || row.agent === agent);
      if (isListed) rows.push(row);
      if (rows.length === most) break;
    }
  }
  return rows;
}

function parseRow(name: string): Row | undefined {
  const [, at, rating, version, agent, thread] = NAME.exec(name) ?? [];
  if (rating === undefined || agent === undefined || thread === undefined) return undefined;
  return { name, at: Number(at), rating, version: Number(version), agent, thread };
}

/** Those of a day stand together, so that a list reads no more than it shows. */
function kindOf(at: number): string {
  return `feedback.${toDay(at)}`;
}

function nameOf({ thread }: ThreadRef, agent: string, { at, rating, version }: StoredRating): string {
  return `${String(at).padStart(13, "0")}/${rating}/${version}/${agent}/${thread}`;
}
