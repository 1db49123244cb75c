// Threads in Redis on their way to another store, and from one. No step needs this: only the command line makes it.

import { AgentError } from "../../../core/error.ts";
import { SCHEMA } from "../../../core/state.ts";
import type { Store } from "../../../core/store.ts";
import { schemaUnsupported } from "../../../core/store/errors.ts";
import {
  type Lock,
  lockOf,
  type LockOutcome,
  MOVING_METHODS,
  type MovingReceipt,
  type MovingStore,
  type MovingThread,
  withLock,
} from "../../../core/store/moving.ts";
import type { DueItem } from "../../../core/store/due.ts";
import type { SchemaSample, TenantRows } from "../../../core/store/tenant.ts";
import type { ThreadRef } from "../../../core/store/thread.ts";
import { entryNames } from "../../../core/store/thread_filter.ts";
import { readPieces } from "../blobs/blobs.ts";
import { isShared } from "../blobs/shared_blobs.ts";
import type { Command } from "../client.ts";
import { type Database, findOutlyingKeys, newName } from "../database.ts";
import { malformedReply } from "../errors.ts";
import { activeSegment, definitionsKey, fromKeyPart, sharedBlobKey, toKeyPart } from "../keys.ts";
import { HEADER_FIELD, SEGMENT, SHARED, SHARED_PIECES } from "../layout.ts";
import { CHANGE_LOCK, LOAD_THREAD, LOCK_THREAD, READ_THREAD } from "../lua/moving.ts";
import { HISTORY } from "../lua/thread.ts";
import { readAnyHeader, Reader, readPending } from "../replies.ts";
import { Stage } from "../stage.ts";
import { bindMethods, createUpstashStore, openDatabase, type UpstashStoreOptions } from "../store.ts";
import { Threads } from "../threads.ts";
import {
  fromItem,
  readReceipt,
  receiptKey,
  toHeaderFields,
  toItem,
  toPendingCommands,
  toReceiptCommands,
} from "./fields.ts";
import { countTenant, eraseTenant, sampleSchemas, scanKeys } from "./tenant.ts";

/** Rows of the due index of all tenants that one request reads. */
const MOST_ROWS = 1_000_000;

/** Entries of one page at most. */
const PAGE = SEGMENT;

/** Newer than every schema, so that scripts read locked threads as well. */
const ANY_SCHEMA = Number.MAX_SAFE_INTEGER;

/** The store of these options, with what moves its threads. */
export function createUpstashMovingStore(options: UpstashStoreOptions): Store & MovingStore {
  const names = Object.keys(MOVING_METHODS) as (keyof MovingStore)[];
  const moving = new UpstashMoving(openDatabase(options));
  return { ...createUpstashStore(options), ...bindMethods(moving, ...names) };
}

/** Moves the threads of one database. */
class UpstashMoving implements MovingStore {
  readonly #database: Database;
  /** The keys of receipts of threads that were loaded here, by the keys of their headers. */
  readonly #loaded = new Map<string, readonly string[]>();
  /** The keys of receipts by thread, in key form, of tenants; not there after a lock or a list of what is due, until the next read. */
  readonly #receiptKeys = new Map<string, Promise<ReadonlyMap<string, readonly string[]>>>();

  constructor(database: Database) {
    this.#database = database;
  }

  async lockThread(ref: ThreadRef): Promise<LockOutcome> {
    const { header, lease } = this.#database.keys(ref);
    const call = LOCK_THREAD.call({ keys: { header, lease }, args: { schema: SCHEMA } });
    const reader = new Reader("lockThread", await this.#database.run(ref, call));
    const type = reader.text();
    switch (type) {
      case "locked":
        this.#receiptKeys.delete(ref.tenant);
        return { type };
      case "missing":
        return { type };
      case "busy":
        return { type, retryAfterMs: reader.number() };
      case "unsupported": {
        const schema = reader.number();
        const lock = lockOf(schema);
        if (lock === undefined) throw schemaUnsupported(ref.thread, schema);
        return { type: lock === "leaving" ? "locked" : lock };
      }
      default:
        throw malformedReply("lockThread");
    }
  }

  /** What was loaded lives for a day until its lock goes. */
  async changeLock(ref: ThreadRef, from: Lock, to: Lock | "open"): Promise<boolean> {
    const { schema } = await this.#readSize(ref) ?? {};
    if (schema === undefined || lockOf(schema) !== from) return false;
    const keys = this.#database.keys(ref);
    if (to === "open") await this.#keep(ref);
    const args = { from: schema, to: withLock(schema, to === "open" ? undefined : to) };
    return await this.#database.run(ref, CHANGE_LOCK.call({ keys: { header: keys.header }, args })) === 1;
  }

  async findThread(ref: ThreadRef): ReturnType<MovingStore["findThread"]> {
    const { schema } = await this.#readSize(ref) ?? {};
    return schema === undefined ? "missing" : lockOf(schema) ?? "open";
  }

  /** The indexes first: they have a thread before its commit, and until after the next one. */
  async readThread(ref: ThreadRef): Promise<MovingThread> {
    const keys = this.#database.keys(ref);
    const receiptKeys = this.#loaded.get(keys.header) ?? await this.#findReceipts(ref);
    const [createdAt, awaits] = await this.#database.pipeline(ref, "readThread", [
      (pipeline) => pipeline.zscore(this.#database.index(ref.tenant).key, toKeyPart(ref.thread)),
      this.#database.awaiting(ref.tenant).score(ref.thread),
    ]);
    const call = READ_THREAD.call({ keys, args: {}, moreKeys: receiptKeys });
    const answer = await this.#database.run(ref, call);
    if (answer === null) throw threadMissing(ref);
    const reader = new Reader("readThread", answer);
    const header = readAnyHeader(reader.list(), ref.thread);
    const incarnation = reader.optionalText();
    const { pending, marks } = readPending(reader.list(), ref.thread);
    const isAwaiting = awaits !== null && pending !== null && header.status !== "cancelled";
    return {
      createdAt: Math.floor(Number(createdAt ?? 0)),
      header,
      pending,
      marks: [...marks].filter(([id]) => pending?.ids.includes(id)),
      awaits: isAwaiting ? Number(awaits) : null,
      inbox: reader.texts().map(fromItem),
      blobs: reader.texts().map((member) => isShared(member) ? member.slice(SHARED.length) : member).sort(),
      receipts: toReceipts(receiptKeys, reader.list(), incarnation),
    };
  }

  async readEntries(ref: ThreadRef, after: number): Promise<readonly string[]> {
    const keys = this.#database.keys(ref);
    const first = Math.floor(after / SEGMENT);
    const answer = await this.#database.run(
      ref,
      HISTORY.call({
        keys,
        args: { from: after, limit: PAGE, firstArchive: first, schema: ANY_SCHEMA },
        moreKeys: keys.archives(first, first + 1),
      }),
    );
    return answer === null ? [] : new Reader("readEntries", answer).rest();
  }

  async readBlob(ref: ThreadRef, id: string): Promise<string> {
    const text = await this.#readBlob(id, this.#database.keys(ref).blob(id)) ??
      await this.#readBlob(id, sharedBlobKey(this.#database.prefix, ref.tenant, id));
    if (text === undefined) throw new AgentError("store_corrupt", `Thread ${ref.thread} has no blob ${id}.`);
    return text;
  }

  /** The header first: what is loaded in part is found as a locked thread, and dropped. */
  async loadThread(ref: ThreadRef, thread: MovingThread): Promise<boolean> {
    const { header, pending, awaits, createdAt } = thread;
    const keys = this.#database.keys(ref);
    const incarnation = newName();
    const send = (commands: readonly Command[]) => this.#database.pipeline(ref, "loadThread", commands);
    const load = LOAD_THREAD.call({ keys, args: { incarnation }, moreArgs: toHeaderFields(thread) });
    if (await this.#database.run(ref, load) !== 1) return false;
    const sets = this.#database.sets(ref.tenant);
    const entry = await sets.move(ref.thread, { enters: entryNames(header), createdAt });
    await this.#database.client.runAll(entry.calls);
    await send([
      ...toPendingCommands(keys.pending, thread),
      ...thread.blobs.map((id): Command => (pipeline) => pipeline.sadd(keys.blobs, id)),
      ...awaits === null || pending === null
        ? []
        : [this.#database.awaiting(ref.tenant).enter(ref.thread, awaits)],
      (pipeline) => pipeline.exists(keys.header), // a pipeline has one command at least
    ]);
    const inbox = new Stage(this.#database.client, () => keys.inbox, Number.MAX_SAFE_INTEGER);
    await inbox.add(thread.inbox.map(toItem));
    for (const receipt of thread.receipts) await send(toReceiptCommands(keys, incarnation, receipt));
    this.#loaded.set(keys.header, thread.receipts.map((receipt) => receiptKey(keys, receipt)));
    return true;
  }

  async loadEntries(ref: ThreadRef, start: number, entries: readonly string[]): Promise<void> {
    const { schema = 0, length = 0 } = await this.#readSize(ref) ?? {};
    if (lockOf(schema) !== "loading") throw threadMissing(ref, "loading");
    const keys = this.#database.keys(ref);
    const active = activeSegment(length);
    const keyOf = (segment: number) => {
      if (segment === active) return keys.active;
      return segment === active - 1 ? keys.previous : keys.archive(segment);
    };
    await new Stage(this.#database.client, keyOf, SEGMENT, start).add(entries);
  }

  async dropLocked(ref: ThreadRef, lock: Lock): Promise<void> {
    if (await this.findThread(ref) !== lock) throw threadMissing(ref, lock);
    await new Threads(this.#database).remove(ref, ANY_SCHEMA);
  }

  async listKinds(tenant: string): Promise<readonly string[]> {
    const start = definitionsKey(this.#database.prefix, tenant, "");
    const keys = await scanKeys(this.#database, start);
    return keys.flatMap((key) => fromKeyPart(key.slice(start.length)) ?? []).sort();
  }

  async listDueOf(tenant: string): Promise<readonly DueItem[]> {
    this.#receiptKeys.delete(tenant);
    const all = await this.#database.due.listDue(Number.MAX_SAFE_INTEGER, MOST_ROWS);
    return all.filter((row) => row.tenant === tenant);
  }

  countTenant(tenant: string): Promise<TenantRows> {
    return countTenant(this.#database, tenant);
  }

  sampleSchemas(tenant: string, most: number): Promise<SchemaSample> {
    return sampleSchemas(this.#database, tenant, most);
  }

  async eraseTenant(tenant: string): Promise<number> {
    this.#receiptKeys.delete(tenant);
    return await eraseTenant(this.#database, tenant);
  }

  /** The schema with the lock, and the number of entries; undefined without a thread. */
  async #readSize(ref: ThreadRef): Promise<{ readonly schema: number; readonly length: number } | undefined> {
    const { header } = this.#database.keys(ref);
    const [fields] = await this.#database.pipeline(ref, "findThread", [
      (pipeline) => pipeline.hmget(header, HEADER_FIELD.schema, HEADER_FIELD.length),
    ]);
    const [schema, length] = Array.isArray(fields) ? fields : [];
    return (schema ?? null) === null ? undefined : { schema: Number(schema), length: Number(length) };
  }

  /** Gives the keys of a thread the life of one that a step has just ended. */
  async #keep(ref: ThreadRef): Promise<void> {
    const keys = this.#database.keys(ref);
    const { threadMs } = this.#database;
    const [length, blobs] = await this.#database.pipeline(ref, "changeLock", [
      (pipeline) => pipeline.hget(keys.header, HEADER_FIELD.length),
      (pipeline) => pipeline.smembers(keys.blobs),
    ]);
    const members = new Reader("changeLock", blobs).rest();
    const step = [keys.header, keys.active, keys.previous, keys.pending, keys.inbox, keys.blobs];
    await this.#database.pipeline(
      ref,
      "changeLock",
      [...step, ...findOutlyingKeys(keys, Number(length), members)].map((key) => (pipeline) =>
        threadMs === 0 ? pipeline.persist(key) : pipeline.pexpire(key, threadMs)
      ),
    );
    if (threadMs > 0) await this.#database.renew(ref);
  }

  async #findReceipts({ tenant, thread }: ThreadRef): Promise<readonly string[]> {
    const known = this.#receiptKeys.get(tenant) ?? this.#findReceiptKeys(tenant);
    this.#receiptKeys.set(tenant, known);
    return (await known).get(toKeyPart(thread)) ?? [];
  }

  /** By the thread as a part of a key. */
  async #findReceiptKeys(tenant: string): Promise<ReadonlyMap<string, readonly string[]>> {
    const start = `${this.#database.prefix}:{${toKeyPart(tenant)}/`;
    const found = new Map<string, string[]>();
    for (const key of await scanKeys(this.#database, start, "*}:r:*")) {
      const thread = key.slice(start.length, key.indexOf("}", start.length));
      found.set(thread, [...found.get(thread) ?? [], key]);
    }
    return found;
  }

  /** The text of a blob by the number of pieces that are there, whatever number a reference names. */
  async #readBlob(id: string, key: string): Promise<string | undefined> {
    const [pieces, size] = await this.#database.client.pipeline("getBlob", [
      (pipeline) => pipeline.hget(key, SHARED_PIECES),
      (pipeline) => pipeline.hlen(key),
    ]);
    const chunks = Number(pieces ?? size);
    return chunks === 0 ? undefined : await readPieces(this.#database.client, key, { id, chunks, bytes: 0 });
  }
}

/** The receipts of the incarnation that are left, in the order of their hashes, by the answer of READ_THREAD. */
function toReceipts(keys: readonly string[], replies: Reader, incarnation: string): MovingReceipt[] {
  return keys.flatMap((key) => {
    const hash = key.slice(key.lastIndexOf(":") + 1);
    const reply = replies.list();
    const receipt = readReceipt(reply, incarnation);
    const left = reply.number();
    return receipt === undefined || left <= 0 ? [] : [{ hash, ...receipt, expiresAt: Date.now() + left }];
  }).sort((left, right) => left.hash < right.hash ? -1 : 1);
}

function threadMissing({ thread }: ThreadRef, lock: Lock | "such" = "such"): AgentError {
  return new AgentError("thread_unknown", `There is no ${lock} thread ${thread}.`);
}
