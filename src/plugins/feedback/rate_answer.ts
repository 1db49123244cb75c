// Answers are rated, and ratings are read and removed. An answer that forks share has one rating, in the thread that made it.

import type { RatingView } from "../../core/contract/feedback.ts";
import { AgentError } from "../../core/error.ts";
import type { ThreadHeader, ThreadRef } from "../../core/store/thread.ts";
import type { HttpDeps } from "../../http/context.ts";
import { isOwn, type Whose } from "../../kernel/owner.ts";
import { findRedactor } from "../../kernel/redaction/find_redactor.ts";
import { readSnapshot, threadUnknown } from "../../kernel/snapshot.ts";
import { readMeta } from "../../kernel/stored.ts";
import { findAnswer } from "./find_answer.ts";
import { enterRating, leaveRating, toRatingView } from "./rating_index.ts";
import { countRating } from "./rating_counts.ts";
import { changeRating, dropRatings, readRatings, type StoredRating } from "./stored_ratings.ts";

/** Who rates or reads. */
export interface Rater extends Whose {
  /** The name of the caller in records. */
  readonly by?: string | undefined;
}

/** What a person says of an answer. */
export interface NewRating {
  readonly version: number;
  readonly rating: "up" | "down";
  readonly note?: string | undefined;
}

type Deps = Pick<HttpDeps, "store" | "clock" | "log" | "sleep" | "agents" | "plugins">;

/** Threads in which the rating of an answer is looked for: that of the request, and those that it was forked from. */
const MOST_PLACES = 16;

/**
 * Milliseconds in which the same rating is counted again, where the request before may not have come so far: the ledger recognises a booking
 * for an hour.
 */
const REPEATED_MS = 1_800_000;

/** A thread that may have the rating of an answer: of one up to this version. */
interface Place {
  readonly ref: ThreadRef;
  readonly upTo: number;
}

/**
 * Rates an answer, in place of the rating that it has. The same rating by the same caller changes nothing.
 *
 * @throws {AgentError} thread_unknown, version_unknown, invalid_request - the version has no answer, or there is no room; plugin_failed - the
 * note cannot be redacted. Nothing is stored then
 */
export async function rateAnswer(
  ref: ThreadRef,
  { version, rating, note = "" }: NewRating,
  rater: Rater,
  deps: Deps,
): Promise<RatingView> {
  const { store } = deps;
  const { header } = await readSnapshot(ref, deps);
  const { agent } = readMeta(ref, header);
  const { id: entry, model } = await findAnswer(ref, header, version, deps);
  const place = await findPlace(ref, header, { version, rater }, deps);
  const text = findRedactor(agent, deps)?.text(note) ?? note;
  const made: StoredRating = {
    version,
    entry,
    model,
    rating,
    note: text.trim() === "" ? null : text,
    at: deps.clock(),
    by: rater.by ?? null,
    user: rater.user ?? null,
    replaced: null,
  };
  let kept = made;
  await changeRating(place, { version, agent }, async (before) => {
    kept = before === undefined ? made : isSame(before, made) ? before : toReplace(before, made);
    await enterRating(place, agent, kept, store);
    return kept;
  }, store).catch(async (thrown: unknown) => {
    if (thrown instanceof AgentError && thrown.code === "invalid_request") {
      await leaveRating(place, agent, kept, store);
    }
    throw thrown;
  });
  if (await store.read(place) === undefined) {
    // The thread was removed meanwhile.
    await removeRatings(place, deps);
    throw threadUnknown(ref);
  }
  if (deps.clock() - kept.at < REPEATED_MS) {
    const { replaced } = kept;
    if (replaced !== null) await forget(place, agent, { ...kept, ...replaced }, deps);
    await countRating({ ...place, agent, rating: kept }, deps);
  }
  return toRatingView(place.thread, agent, kept);
}

/**
 * Removes the rating of an answer, where there is one.
 *
 * @throws {AgentError} thread_unknown
 */
export async function removeRating(
  ref: ThreadRef,
  version: number,
  rater: Rater,
  deps: Deps,
): Promise<void> {
  const { header } = await readSnapshot(ref, deps);
  const { agent } = readMeta(ref, header);
  for (const { ref: place } of await listPlaces(ref, header, { version, rater }, deps)) {
    const before = await changeRating(place, { version, agent }, async (before) => {
      if (before !== undefined) await countRemoved(place, agent, before, deps);
      return undefined;
    }, deps.store);
    if (before !== undefined) await leaveRating(place, agent, before, deps.store);
  }
}

/**
 * The ratings of a thread's answers, by their versions; with those of the answers that it shares with the threads that it was forked from.
 *
 * @throws {AgentError} thread_unknown, store_corrupt
 */
export async function listRatings(ref: ThreadRef, rater: Rater, deps: Deps): Promise<readonly RatingView[]> {
  const { header } = await readSnapshot(ref, deps);
  const places = await listPlaces(ref, header, { version: 0, rater }, deps);
  const read = await Promise.all(places.map((place) => readRatings(place.ref, deps.store)));
  const found = new Map<number, RatingView>();
  for (const [index, { ref: { thread }, upTo }] of places.entries()) {
    const { agent = "", ratings = [] } = read[index] ?? {};
    for (const rating of ratings) {
      if (rating.version > upTo || found.has(rating.version)) continue;
      found.set(rating.version, toRatingView(thread, agent, rating));
    }
  }
  return [...found.values()].sort((one, other) => one.version - other.version);
}

/** Removes the ratings of a thread that is removed. What was counted stays, as all counts do. */
export async function removeRatings(ref: ThreadRef, { store }: Pick<Deps, "store">): Promise<void> {
  const stored = await readRatings(ref, store).catch((thrown: unknown) => {
    if (thrown instanceof AgentError && thrown.code === "store_corrupt") return { agent: "", ratings: [] };
    throw thrown;
  });
  if (stored === undefined) return;
  for (const rating of stored.ratings) await leaveRating(ref, stored.agent, rating, store);
  await dropRatings(ref, store);
}

/** The thread that has the rating of an answer, or is to have it: that which made the answer, as far as the caller has it. */
async function findPlace(
  ref: ThreadRef,
  header: ThreadHeader,
  of: AnswerOf,
  deps: Deps,
): Promise<ThreadRef> {
  const places = await listPlaces(ref, header, of, deps);
  for (const place of places.slice(0, -1)) {
    const stored = await readRatings(place.ref, deps.store);
    if (stored?.ratings.some(({ version }) => version === of.version)) return place.ref;
  }
  return places.at(-1)?.ref ?? ref;
}

/** An answer, and who may have its thread. */
interface AnswerOf {
  readonly version: number;
  readonly rater: Rater;
}

/** The threads that have an answer, from the one of the request to the one that made it, as far as the caller has them. */
async function listPlaces(
  ref: ThreadRef,
  header: ThreadHeader,
  { version, rater }: AnswerOf,
  { store }: Pick<Deps, "store">,
): Promise<readonly Place[]> {
  const places: Place[] = [{ ref, upTo: Infinity }];
  let upTo = Infinity;
  let { forkedFrom, createdAt } = readMeta(ref, header);
  while (forkedFrom !== undefined && places.length < MOST_PLACES) {
    upTo = Math.min(upTo, forkedFrom.replan ? forkedFrom.version - 1 : forkedFrom.version);
    const source = { tenant: ref.tenant, thread: forkedFrom.thread };
    const snapshot = version > upTo ? undefined : await store.read(source);
    if (snapshot === undefined || !isOwn(source, snapshot.header, rater)) break;
    const meta = readMeta(source, snapshot.header);
    // A later thread of the same id is another one.
    if (meta.createdAt > createdAt) break;
    places.push({ ref: source, upTo });
    ({ forkedFrom, createdAt } = meta);
  }
  return places;
}

async function forget(ref: ThreadRef, agent: string, rating: StoredRating, deps: Deps): Promise<void> {
  await leaveRating(ref, agent, rating, deps.store);
  await countRemoved(ref, agent, rating, deps);
}

async function countRemoved(ref: ThreadRef, agent: string, rating: StoredRating, deps: Deps): Promise<void> {
  await countRating({ ...ref, agent, rating, isRemoved: true }, deps);
}

/** No two ratings of an answer have one time: each is listed and counted by it. */
function toReplace({ rating, at }: StoredRating, made: StoredRating): StoredRating {
  return { ...made, at: Math.max(made.at, at + 1), replaced: { rating, at } };
}

function isSame(one: StoredRating, other: StoredRating): boolean {
  return one.rating === other.rating && one.note === other.note && one.by === other.by &&
    one.user === other.user && one.entry === other.entry;
}
