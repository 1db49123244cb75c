// A tenant as a whole in Redis: its keys as SCAN finds them, and its rows in the due index of all tenants.

import type { SchemaSample, TenantRows } from "../../../core/store/tenant.ts";
import { type Command, WRONG_TYPE } from "../client.ts";
import { type Database, unlink } from "../database.ts";
import { definitionsKey, dueKey, fromKeyPart, ThreadKeys, toKeyPart } from "../keys.ts";
import { DUE_SHARDS, HEADER_FIELD, KEY, LEDGER_KEY } from "../layout.ts";
import { Reader } from "../replies.ts";

/** Keys, or rows, that one SCAN looks at. */
const SCAN_COUNT = 1_000;

/** Keys, or rows, of one request that reads or removes. */
const AT_ONCE = 500;

/** The ends of keys: of the header and of the lease of a thread. */
const [HEADER, LEASE] = [`}:${KEY.header}`, `}:${KEY.lease}`] as const;

/** The keys that begin with `start`, and go on as `pattern` says. Requests follow the number of all keys of the database. */
export async function scanKeys({ client }: Database, start: string, pattern = "*"): Promise<string[]> {
  const match = escapePattern(start) + pattern;
  return await scan((cursor) => (pipeline) => pipeline.scan(cursor, { match, count: SCAN_COUNT }), client);
}

/** As TenantStore.countTenant. */
export async function countTenant(database: Database, tenant: string): Promise<TenantRows> {
  const keys = await findKeys(database, tenant);
  const headers = keys.filter((key) => key.endsWith(HEADER));
  const threads = new Set(headers.map(toTag));
  const start = definitionsKey(database.prefix, tenant, "");
  const kinds = keys.filter((key) => key.startsWith(start));
  const sizes = await readAll(database, kinds.map((key) => (pipeline) => pipeline.hlen(key)));
  const days = new Set(keys.flatMap((key) => DAY.exec(key)?.[1] ?? []));
  return {
    threads: headers.length,
    running: keys.filter((key) => key.endsWith(LEASE) && threads.has(toTag(key))).length,
    schemas: await countSchemas(database, headers),
    definitions: Object.fromEntries(kinds.map((key, place) => [
      fromKeyPart(key.slice(start.length)) ?? "",
      Number(sizes[place]),
    ])),
    due: (await findDue(database, tenant)).flatMap(({ members }) => members).length,
    days: days.size,
    others: keys.filter((key) => !threads.has(toTag(key)) && !key.startsWith(start) && !DAY.test(key)).length,
  };
}

/** As TenantStore.sampleSchemas, in some ten requests. The index may have names of threads that have expired. */
export async function sampleSchemas(database: Database, tenant: string, most: number): Promise<SchemaSample> {
  const { key } = database.index(tenant);
  const threads = Number((await readAll(database, [(pipeline) => pipeline.zcard(key)]))[0]);
  const newest = threads <= most ? threads : Math.ceil(most / 2);
  const step = Math.ceil((threads - newest) / (most - newest));
  const ranges = newest === 0 ? [] : [{ first: 0, last: newest - 1 }];
  for (let place = newest; place < threads; place += step) ranges.push({ first: place, last: place });
  const answers = await readAll(
    database,
    ranges.map(({ first, last }) => (pipeline) => pipeline.zrange(key, first, last, { rev: true })),
  );
  const headers = answers.flatMap((answer) => new Reader("sampleSchemas", answer).rest())
    .flatMap((member) => fromKeyPart(member) ?? [])
    .map((thread) => new ThreadKeys(database.prefix, { tenant, thread }).header);
  return { threads, schemas: await countSchemas(database, headers) };
}

/** As TenantStore.eraseTenant: everything that is found. Headers first, which fences the steps; keys of one tag are removed by one command. */
export async function eraseTenant(database: Database, tenant: string): Promise<number> {
  const keys = await findKeys(database, tenant);
  const headers = keys.filter((key) => key.endsWith(HEADER));
  const others = keys.filter((key) => !key.endsWith(HEADER)).sort();
  for (const some of [...inParts(headers), ...inParts(others)]) {
    await database.client.pipeline("eraseTenant", groupByTag(some).map(unlink));
  }
  const rows = await findDue(database, tenant);
  for (const { key, members } of rows) {
    for (const [first = "", ...more] of inParts(members)) {
      await database.client.pipeline("eraseTenant", [(pipeline) => pipeline.zrem(key, first, ...more)]);
    }
  }
  return keys.length + rows.flatMap(({ members }) => members).length;
}

/** The key of a day of the ledger; the day. */
const DAY = new RegExp(`\\}:(?:${LEDGER_KEY.day}|${LEDGER_KEY.live}):([\\d-]+)$`);

/** All keys of a tenant, and of its threads. */
async function findKeys(database: Database, tenant: string): Promise<string[]> {
  return await scanKeys(database, `${database.prefix}:{${toKeyPart(tenant)}`, "[}/]*");
}

/** The members of a tenant in each set of the due index. */
async function findDue(
  { client, prefix }: Database,
  tenant: string,
): Promise<{ readonly key: string; readonly members: readonly string[] }[]> {
  const match = `${escapePattern(toKeyPart(tenant))}/*`;
  const found = [];
  for (let shard = 0; shard < DUE_SHARDS; shard++) {
    const key = dueKey(prefix, shard);
    const scored = await scan(
      (cursor) => (pipeline) => pipeline.zscan(key, cursor, { match, count: SCAN_COUNT }),
      client,
    );
    found.push({ key, members: scored.filter((member) => member.includes("/")) }); // a score has none
  }
  return found;
}

/** What a command finds from each cursor on, once each. */
async function scan(at: (cursor: string) => Command, client: Database["client"]): Promise<string[]> {
  const found = new Set<string>();
  for (let cursor = "0";;) {
    const [answer] = await client.pipeline("scan", [at(cursor)]);
    const reader = new Reader("scan", answer);
    cursor = String(reader.number());
    for (const text of reader.texts()) found.add(text);
    if (cursor === "0") return [...found];
  }
}

/** Threads by schema: 0 for a header that is none. */
async function countSchemas(database: Database, headers: readonly string[]): Promise<Record<string, number>> {
  const fields = await readAll(
    database,
    headers.map((key) => (pipeline) => pipeline.hget(key, HEADER_FIELD.schema)),
  );
  const counts: Record<string, number> = {};
  for (const field of fields) {
    if (field === null) continue; // it has expired meanwhile
    const schema = field === WRONG_TYPE ? 0 : Number(field) || 0;
    counts[schema] = (counts[schema] ?? 0) + 1;
  }
  return counts;
}

/** What commands answer, as many of them in one request. */
async function readAll({ client }: Database, commands: readonly Command[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const some of inParts(commands)) answers.push(...await client.probe("countTenant", some));
  return answers;
}

function inParts<T>(all: readonly T[]): T[][] {
  return Array.from(
    { length: Math.ceil(all.length / AT_ONCE) },
    (_, place) => all.slice(place * AT_ONCE, (place + 1) * AT_ONCE),
  );
}

function groupByTag(keys: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    const group = groups.get(toTag(key));
    if (group === undefined) groups.set(toTag(key), [key]);
    else group.push(key);
  }
  return [...groups.values()];
}

/** The key up to the end of its hash tag. */
function toTag(key: string): string {
  return key.slice(0, key.lastIndexOf("}"));
}

function escapePattern(text: string): string {
  return text.replace(/[\\*?[\]^]/g, "\\$&");
}
