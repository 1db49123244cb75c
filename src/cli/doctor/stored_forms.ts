// In which forms a store has what it has, by their numbers: what this version reads of it, and what an earlier one would not.

import { existsSync } from "node:fs";
import { AgentError } from "../../core/error.ts";
import type { Env } from "../../core/ports.ts";
import { SCHEMA } from "../../core/state.ts";
import type { Store } from "../../core/store.ts";
import { lockOf, withLock } from "../../core/store/moving.ts";
import { addCounts, type TenantStore } from "../../core/store/tenant.ts";
import { isJsonObject, parseJson } from "../../core/json.ts";
import { MIGRATIONS } from "../../stores/embedded/sqlite/schema.ts";
import { sampleSchemas } from "../../stores/embedded/sqlite/tenant.ts";
import { withFile } from "../backup/backup_file.ts";
import { CommandError } from "../command_error.ts";
import { openPlace } from "../move/places.ts";
import { formatCount } from "../terminal/text.ts";
import { createFindings, type Finding } from "./finding.ts";

const { ok, error, warning } = createFindings("stored forms");

/** Threads that are read at most. */
const MOST_THREADS = 2_000;

/** Threads of each tenant of a file that are read at least. */
const LEAST_THREADS = 20;

/** Definitions of each kind that are read, the last ones by name. */
const MOST_DEFINITIONS = 3;

/** The kinds of definitions that have a number, and the one that this version writes: all up to it it reads. */
export const DEFINITION_FORMS: ReadonlyMap<string, number> = new Map([
  ["evaluation", 1],
  ["alarms_state", 1],
  ["tool_usage", 1],
  ["webhook-refusals", 1],
  ["feedback", 1],
]);

/** What was read of a store. */
interface StoredForms {
  /** The steps that a file of sqlite has had; undefined of another store. */
  readonly file: number | undefined;
  readonly threads: number;
  /** Threads that were read, by schema with its lock; 0 for a header without a number. */
  readonly schemas: Readonly<Record<string, number>>;
  /** Definitions that were read, each as its kind and its number. */
  readonly definitions: readonly (readonly [kind: string, schema: number])[];
}

/** A store whose forms are examined. */
export interface ExaminedStore {
  /** As `treadle backup` names it. */
  readonly store: string;
  /** Missing for all tenants of a file. */
  readonly tenant?: string | undefined;
  readonly env: Env;
}

/**
 * The findings about the forms in a store. At most 2,000 threads of it are read, and three definitions of each kind with a number; nothing is
 * changed, and a file is not migrated.
 *
 * @throws {CommandError} place_unknown, tenant_unknown, file_unreadable, backup_invalid
 * @throws {AgentError} store_unavailable, config_invalid
 */
export async function checkStoredForms({ store, tenant, env }: ExaminedStore): Promise<Finding[]> {
  if (store.startsWith(FILE)) return toFindings(readFile(store.slice(FILE.length), tenant), store);
  if (tenant === undefined) {
    throw new CommandError(
      "tenant_unknown",
      "Name the tenant by --tenant: only a file of sqlite is read whole.",
    );
  }
  const place = openPlace(store, env, false);
  try {
    return toFindings(await readPlace(place, tenant), store);
  } catch (thrown) {
    if (!(thrown instanceof AgentError) || !/has no method/.test(thrown.message)) throw thrown;
    return [
      error(`${store} serves a version that does not count its forms`, "deploy this version there first"),
    ];
  } finally {
    await place.close();
  }
}

const FILE = "sqlite:";

/** All numbers of a file that this version knows; of a newer one its own alone. */
function readFile(path: string, only: string | undefined): StoredForms {
  if (!existsSync(path)) throw new CommandError("place_unknown", `There is no file ${path}.`);
  return withFile(path, true, (db) => {
    const all = (sql: string, ...values: (string | number | null)[]) => db.prepare(sql).all(...values);
    const file = Number(all("PRAGMA user_version")[0]?.user_version);
    const known: StoredForms = { file, threads: 0, schemas: {}, definitions: [] };
    if (file > MIGRATIONS.length) return known;
    const tables = new Set(all("SELECT name FROM sqlite_schema").map(({ name }) => name));
    if (!tables.has("threads")) throw new CommandError("backup_invalid", `${path} is no file with threads.`);
    const tenants = only === undefined
      ? all("SELECT DISTINCT tenant FROM threads").map((row) => String(row.tenant))
      : [only];
    const most = Math.max(LEAST_THREADS, Math.floor(MOST_THREADS / Math.max(1, tenants.length)));
    const samples = tenants.map((tenant) => sampleSchemas({ all }, tenant, most));
    const kinds = tables.has("definitions") ? [...DEFINITION_FORMS.keys()] : [];
    const texts = (tenant: string, kind: string) => all(TEXTS, tenant, kind).map(({ text }) => String(text));
    return {
      file,
      threads: samples.reduce((sum, { threads }) => sum + threads, 0),
      schemas: samples.reduce((sum, { schemas }) => addCounts(sum, schemas), {}),
      definitions: kinds.flatMap((kind) =>
        tenants.flatMap((tenant) => texts(tenant, kind)).flatMap((text) => toForm(kind, text))
      ),
    };
  });
}

const TEXTS =
  `SELECT text FROM definitions WHERE tenant = ? AND kind = ? ORDER BY name DESC LIMIT ${MOST_DEFINITIONS}`;

async function readPlace(
  place: Pick<Store, "listDefinitions" | "readDefinition"> & Pick<TenantStore, "sampleSchemas">,
  tenant: string,
): Promise<StoredForms> {
  const definitions: StoredForms["definitions"][number][] = [];
  for (const kind of DEFINITION_FORMS.keys()) {
    for (const name of (await place.listDefinitions(tenant, kind)).slice(-MOST_DEFINITIONS)) {
      definitions.push(...toForm(kind, await place.readDefinition(tenant, kind, name) ?? ""));
    }
  }
  return { file: undefined, ...await place.sampleSchemas(tenant, MOST_THREADS), definitions };
}

/** Nothing for a text that has gone meanwhile. Evaluations of the first form have no number. */
function toForm(kind: string, text: string): [string, number][] {
  const value = parseJson(text);
  if (!isJsonObject(value)) return [];
  return [[kind, typeof value.schema === "number" ? value.schema : 1]];
}

function toFindings(forms: StoredForms, store: string): Finding[] {
  return [
    ok(`this version reads threads of schema 1 to ${SCHEMA}, and writes ${SCHEMA}`),
    ...forms.file === undefined ? [] : [fileFinding(forms.file, store)],
    ...(forms.file ?? 0) > MIGRATIONS.length ? [] : [
      ...threadFindings(forms),
      ...definitionFindings(forms),
      ...rollbackFindings(forms),
    ],
  ];
}

function fileFinding(file: number, store: string): Finding {
  const present = MIGRATIONS.length;
  if (file > present) {
    return error(
      `the file has form ${file}, and this version opens files up to form ${present}: it does not start with this one`,
      "deploy the version that has written it, or restore a backup of before",
      "schema_unsupported",
    );
  }
  if (file === present) return ok(`the file has form ${file}, and versions of a lower one do not open it`);
  return warning(
    `the file has form ${file}: the first start of this version brings it to ${present}, and the version before it does not open it any more`,
    `treadle backup --from ${store} --to before-the-upgrade.backup`,
  );
}

function threadFindings({ threads, schemas }: StoredForms): Finding[] {
  const read = sumOf(schemas, () => true);
  if (read === 0) return [ok("there are no threads")];
  const open = countBySchema(schemas);
  const [newer, unknown] = [sumOf(open, (schema) => schema > SCHEMA), open[0] ?? 0];
  const locked = sumOf(schemas, (schema) => lockOf(schema) !== undefined);
  const parts = Object.entries(open).filter(([schema]) => schema !== "0")
    .map(([schema, count]) => `${count} of schema ${schema}`);
  const locks = locked === 0 ? "" : `; locked by a move: ${locked} of them`;
  const of = read < threads ? `${read} of ${threads} threads were read` : formatCount(read, "thread");
  return [
    ok([of, parts.join(", ")].filter((part) => part !== "").join(": ") + locks),
    ...newer === 0 ? [] : [error(
      `newer than this version reads: ${newer} of them; it refuses each request for them, and changes nothing of them`,
      "deploy the version that has written them again; until then they wait",
      "schema_unsupported",
    )],
    ...unknown === 0 ? [] : [warning(
      `without a schema: ${unknown} of them, which cannot be read`,
      "treadle threads list shows which: delete them, or restore them from a backup",
      "store_corrupt",
    )],
  ];
}

function definitionFindings({ definitions }: StoredForms): Finding[] {
  const newest = new Map<string, number>();
  for (const [kind, schema] of definitions) newest.set(kind, Math.max(schema, newest.get(kind) ?? 0));
  const found = [...newest].map(([kind, schema]) => ({
    kind,
    schema,
    known: DEFINITION_FORMS.get(kind) ?? 0,
  }));
  return [
    ...found.length === 0
      ? []
      : [ok(`definitions: ${found.map(({ kind, schema }) => `${kind} of form ${schema}`).join(", ")}`)],
    ...found.filter(({ schema, known }) => schema > known).map(({ kind, schema, known }) =>
      error(
        `${kind} has form ${schema}, and this version reads up to ${known}: it leaves what is newer alone`,
        "deploy the version that has written it again",
        "schema_unsupported",
      )
    ),
  ];
}

/** For each schema that is there, what a version of the one before it would refuse. */
function rollbackFindings({ schemas }: StoredForms): Finding[] {
  const open = countBySchema(schemas);
  const all = sumOf(open, () => true);
  const present = Object.keys(open).map(Number).filter((schema) => schema > 1 && schema <= SCHEMA);
  return present.toReversed().map((schema) => {
    const refused = sumOf(open, (each) => each >= schema);
    return ok(
      `behind a rollback to schema ${
        schema - 1
      }, ${refused} of these ${all} threads wait for a newer version`,
    );
  });
}

/** Without the locks, in order. */
function countBySchema(schemas: StoredForms["schemas"]): Readonly<Record<string, number>> {
  return Object.entries(schemas).reduce<Record<string, number>>(
    (sum, [schema, count]) => addCounts(sum, { [withLock(Number(schema))]: count }),
    {},
  );
}

function sumOf(counts: Readonly<Record<string, number>>, fits: (schema: number) => boolean): number {
  return Object.entries(counts).reduce((sum, [schema, count]) => fits(Number(schema)) ? sum + count : sum, 0);
}
