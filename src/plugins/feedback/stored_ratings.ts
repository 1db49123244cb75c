// The ratings of a thread in the store: one definition under the id of the thread.

import * as z from "zod/mini";
import { AgentError } from "../../core/error.ts";
import { parseJson } from "../../core/json.ts";
import type { Store } from "../../core/store.ts";
import { changeDefinition } from "../../core/store/change_definition.ts";
import type { ThreadRef } from "../../core/store/thread.ts";

/** The kind of the definition. */
const RATINGS = "feedback";

/** The form of the text. */
const SCHEMA = 1;

/** Most UTF-8 bytes of the ratings of a thread: a definition has at most 64 KB. */
const MOST_BYTES = 60_000;

/** Times that a change is made at most: many people may rate at once. */
const TRIES = 20;

const utf8 = new TextEncoder();

const numbered = z.object({ schema: z.int() });

const rating = z.enum(["up", "down"]);

const storedSchema = z.object({
  agent: z.string(),
  ratings: z.array(z.object({
    /** Of the thread, which the step of the answer has committed. */
    version: z.int(),
    /** Id of the answer. */
    entry: z.string(),
    /** `provider/model` that answered. */
    model: z.string(),
    rating,
    note: z.nullable(z.string()),
    /** Epoch milliseconds. */
    at: z.number(),
    by: z.nullable(z.string()),
    user: z.nullable(z.string()),
    /** The rating in whose place it came: what has counted that it is gone may have to be repeated. */
    replaced: z.nullable(z.object({ rating, at: z.number() })),
  })),
});

/** The ratings of a thread, by the versions of the answers. */
export type StoredRatings = z.output<typeof storedSchema>;

/** One rating. */
export type StoredRating = StoredRatings["ratings"][number];

/**
 * The ratings of a thread; undefined where there are none.
 *
 * @throws {AgentError} store_corrupt; schema_unsupported, for a text of a later form
 */
export async function readRatings(
  { tenant, thread }: ThreadRef,
  store: Store,
): Promise<StoredRatings | undefined> {
  const text = await store.readDefinition(tenant, RATINGS, thread);
  return text === undefined ? undefined : parse(thread, text);
}

/**
 * Replaces the rating of one version, or removes it. `change` gets the rating that is there, and is called again when another change came
 * first; the same rating, or undefined for none, changes nothing.
 *
 * @returns the rating that was there
 * @throws {AgentError} invalid_request - there is no room; store_unavailable - others have changed them all the time; what readRatings throws
 */
export async function changeRating(
  { tenant, thread }: ThreadRef,
  { version, agent }: { readonly version: number; readonly agent: string },
  change: (before: StoredRating | undefined) => Promise<StoredRating | undefined>,
  store: Store,
): Promise<StoredRating | undefined> {
  return await changeDefinition({
    tenant,
    kind: RATINGS,
    name: thread,
    what: `The ratings of thread ${thread}`,
    tries: TRIES,
    async change(text) {
      const ratings = text === undefined ? [] : parse(thread, text).ratings;
      const before = ratings.find((each) => each.version === version);
      const after = await change(before);
      if (after === before) return { text: undefined, result: before };
      const others = ratings.filter((each) => each !== before);
      const all = [...others, ...after ? [after] : []].sort((one, other) => one.version - other.version);
      const next = JSON.stringify({ schema: SCHEMA, agent, ratings: all });
      if (after !== undefined) assertRoom(thread, next);
      return { text: next, result: before };
    },
  }, store);
}

/** Removes the ratings of a thread; a text that cannot be read as well. */
export async function dropRatings({ tenant, thread }: ThreadRef, store: Store): Promise<void> {
  await store.removeDefinition(tenant, RATINGS, thread);
}

function assertRoom(thread: string, text: string): void {
  if (utf8.encode(text).length <= MOST_BYTES) return;
  const detail = `has no room: the ratings of a thread have at most ${MOST_BYTES} bytes together`;
  throw new AgentError(
    "invalid_request",
    `The rating ${detail}; shorten the note, or remove another of thread ${thread}.`,
    { problems: [{ pointer: "/note", detail }] },
  );
}

function parse(thread: string, text: string): StoredRatings {
  const json = parseJson(text);
  const form = z.safeParse(numbered, json).data?.schema;
  if (form !== undefined && form > SCHEMA) {
    throw new AgentError(
      "schema_unsupported",
      `A newer Treadle has written the ratings of thread ${thread}.`,
    );
  }
  const read = z.safeParse(storedSchema, json);
  if (read.success) return read.data;
  throw new AgentError("store_corrupt", `The ratings of thread ${thread} cannot be read.`);
}
