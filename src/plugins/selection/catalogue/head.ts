// The head of a catalogue: the definition that says which number is the newest and which pieces it has. It is replaced by compare and
// set. Before that its text is kept under its number, so every number stands in the store as it was.

import * as z from "zod/mini";
import { AgentError } from "../../../core/error.ts";
import { parseJson } from "../../../core/json.ts";
import type { Store } from "../../../core/store.ts";
import type { CatalogueName, PieceRef } from "./pieces.ts";

/** The kinds of the definitions: heads by the names of catalogues, and what heads were by name and number. */
export const HEAD_KIND = "catalogue";
const NUMBER_KIND = "catalogue_number";

/** Every {@link ChangeAction}. */
export const CHANGE_ACTIONS = ["publish", "deprecate", "archive", "accept", "rollback", "remove"] as const;

/** What was done. `remove`: what was archived long enough has left. */
export type ChangeAction = typeof CHANGE_ACTIONS[number];

/** What became of one tool. */
export const TOOL_CHANGES = [
  ...["added", "replaced", "held", "accepted", "deprecated", "archived", "restored", "removed"] as const,
] as const;

/** One tool of a change. */
export interface ToolChange {
  readonly id: string;
  readonly name: string;
  readonly change: typeof TOOL_CHANGES[number];
  /** The version before; missing for a tool that is new. */
  readonly from?: string | undefined;
  /** The version from then on; that which is held for `held`. Missing for one that is gone. */
  readonly to?: string | undefined;
}

/** What a number of a catalogue came with. Times are epoch milliseconds. */
export interface ChangeRecord {
  readonly action: ChangeAction;
  /** Who; undefined where the deployment does not know its callers, and for `remove`. */
  readonly by?: string | undefined;
  readonly at: number;
  /** The number that a rollback went back to. */
  readonly source?: number | undefined;
  readonly reason?: string | undefined;
  /** The first {@link LISTED_CHANGES} tools. */
  readonly changes: readonly ToolChange[];
  /** How many tools there are beside those. */
  readonly more?: number | undefined;
}

/** Tools that a record names; a comparison with the number before has all of them. */
export const LISTED_CHANGES = 40;

/** A head. */
export interface Head extends ChangeRecord {
  readonly number: number;
  readonly digest: string;
  /** Entries. */
  readonly count: number;
  /** The oldest number that is kept. */
  readonly oldest: number;
  readonly pieces: readonly PieceRef[];
}

/** A head as the store has it. */
export interface StoredHead {
  readonly text: string;
  readonly head: Head;
}

const headSchema = z.object({
  number: z.int(),
  digest: z.string(),
  at: z.number(),
  by: z.optional(z.string()),
  action: z.enum(CHANGE_ACTIONS),
  source: z.optional(z.int()),
  reason: z.optional(z.string()),
  changes: z.array(z.object({
    id: z.string(),
    name: z.string(),
    change: z.enum(TOOL_CHANGES),
    from: z.optional(z.string()),
    to: z.optional(z.string()),
  })),
  more: z.optional(z.int()),
  count: z.int(),
  oldest: z.int(),
  pieces: z.array(z.tuple([z.string(), z.string(), z.int()])),
});

/**
 * The head of a catalogue; undefined where there is none. One request.
 *
 * @throws {AgentError} store_corrupt
 */
export async function readHead(
  { tenant, name }: CatalogueName,
  store: Store,
): Promise<StoredHead | undefined> {
  const text = await store.readDefinition(tenant, HEAD_KIND, name);
  return text === undefined ? undefined : { text, head: parseHead(text, name) };
}

/**
 * What the head of a catalogue was at an earlier number; undefined when it is not kept. One request.
 *
 * @throws {AgentError} store_corrupt
 */
export async function readNumber(
  { tenant, name }: CatalogueName,
  number: number,
  store: Store,
): Promise<Head | undefined> {
  const text = await store.readDefinition(tenant, NUMBER_KIND, `${name}/${number}`);
  return text === undefined ? undefined : parseHead(text, name);
}

/**
 * Replaces a head. False when it is not the one that was read: then nothing has changed. Two requests.
 */
export async function replaceHead(
  { tenant, name }: CatalogueName,
  before: StoredHead | undefined,
  next: Head,
  store: Store,
): Promise<boolean> {
  if (before !== undefined && before.head.number !== next.number) {
    await store.putDefinition(tenant, NUMBER_KIND, `${name}/${before.head.number}`, before.text);
  }
  return await store.putDefinition(tenant, HEAD_KIND, name, toText(next), before?.text ?? null);
}

/** Removes what a head was at a number. */
export async function removeNumber(
  { tenant, name }: CatalogueName,
  number: number,
  store: Store,
): Promise<void> {
  await store.removeDefinition(tenant, NUMBER_KIND, `${name}/${number}`);
}

function toText({ pieces, ...rest }: Head): string {
  return JSON.stringify({ ...rest, pieces: pieces.map(({ id, hash, chars }) => [id, hash, chars]) });
}

function parseHead(text: string, name: string): Head {
  const read = z.safeParse(headSchema, parseJson(text));
  if (!read.success) {
    throw new AgentError("store_corrupt", `The head of the catalogue ${name} cannot be read.`);
  }
  const { pieces, ...rest } = read.data;
  return { ...rest, pieces: pieces.map(([id, hash, chars]) => ({ id, hash, chars })) };
}
