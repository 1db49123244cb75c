// Reads texts of older schemas. Stores keep texts as they are; a reader of a thread migrates them, and the next commit writes
// the header in the newest schema. History is append-only, so entries stay in theirs.

import { isJsonObject, type JsonObject } from "./json.ts";

/** The stored texts that can change their form. */
export type StoredKind = "meta" | "state" | "entry";

/** One step of the schema: what each changed kind of text becomes. */
export type Migration = Readonly<Partial<Record<StoredKind, (old: JsonObject) => JsonObject>>>;

/**
 * `MIGRATIONS[0]` leads from schema 1 to 2, and so on: there are SCHEMA - 1 of them.
 *
 * | to | what changed |
 * |---|---|
 * | 2 | no text: the header of a thread in Redis has its counters in another form (stores/upstash/layout.ts) |
 * | 3 | no text: a thread in Redis may refer to blobs of its tenant, which earlier versions neither find nor renew |
 * | 4 | a choice that was `prompted` is `announced`; a history may have notices, which earlier versions do not read |
 * | 5 | no text: records name the requests before an answer; notices and cuts have subjects and causes that earlier versions do not know |
 * | 6 | no text: records name their writer, their API and their frame, notices change tools or count for one turn, cuts say that the assistant recalls what is before them, results that text among their media stands in them, and inputs that they are results, the request of a summary goes on from that of the last answer, and summaries of a provider have a block that goes back |
 * | 7 | no text: calls may have come through a bridge, and a thread may have tools of a catalogue |
 * | 8 | no text: a state may have those of plugins, which earlier versions would drop |
 */
export const MIGRATIONS: readonly Migration[] = [{}, {}, { entry: withAnnounced }, {}, {}, {}, {}];

function withAnnounced(old: JsonObject): JsonObject {
  const { choice } = old;
  if (!isJsonObject(choice) || choice.enforcement !== "prompted") return old;
  return { ...old, choice: { ...choice, enforcement: "announced" } };
}

/**
 * A stored text as the value it has in the newest schema; `schema` is the one it was written in. The caller names the type:
 * the text was written by this code or by an older version of it.
 *
 * @example
 * ```ts
 * import { readStored } from "./migrations.ts";
 * import assert from "node:assert/strict";
 *
 * const toTwo = { state: (old: { [key: string]: import("./json.ts").Json }) => ({ steps: old.step ?? 0 }) };
 * assert.deepEqual(readStored("state", '{"step":3}', 1, [toTwo]), { steps: 3 });
 * assert.deepEqual(readStored("state", '{"steps":3}', 2, [toTwo]), { steps: 3 });
 * ```
 */
export function readStored<T>(
  kind: StoredKind,
  text: string,
  schema: number,
  migrations: readonly Migration[] = MIGRATIONS,
): T {
  return applyMigrations(kind, JSON.parse(text), schema, migrations) as T;
}

/** An entry as it has been stored. One of a schema beyond 1 names it in its field `schema`. */
export function migrateEntry<T>(value: JsonObject, migrations: readonly Migration[] = MIGRATIONS): T {
  const schema = typeof value.schema === "number" ? value.schema : 1;
  return applyMigrations("entry", value, schema, migrations) as T;
}

function applyMigrations(
  kind: StoredKind,
  value: JsonObject,
  schema: number,
  migrations: readonly Migration[],
): JsonObject {
  return migrations.slice(schema - 1).reduce((old, migration) => migration[kind]?.(old) ?? old, value);
}
