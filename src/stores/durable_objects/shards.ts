// The threads of a tenant in several objects. Each thread is whole in one of them, its shard, by a hash of its id. What is of the tenant is in
// the hub, the object that bears its name. Most calls go to one object, as without shards; the others are here.

import { AgentError } from "../../core/error.ts";
import { Lru } from "../../core/lru.ts";
import type { BeginOutcome, BeginRequest } from "../../core/store/begin.ts";
import type {
  AdvanceOutcome,
  AdvanceRequest,
  CommitOutcome,
  CommitRequest,
} from "../../core/store/commit.ts";
import type { DueItem } from "../../core/store/due.ts";
import { sourceUnknown } from "../../core/store/errors.ts";
import type { Reservation, ReserveOutcome } from "../../core/store/ledger.ts";
import { addCounts, addRows, type SchemaSample, type TenantRows } from "../../core/store/tenant.ts";
import type { ForkRequest, ThreadRef } from "../../core/store/thread.ts";
import { fnv64 } from "../../core/text/hash.ts";
import { ZERO_COUNTERS } from "../../core/usage.ts";
import { parseWakeName, type WakeName } from "../../core/wake.ts";
import { newestFirst, parseCursor, toCursor } from "../embedded/pages.ts";
import type { ListOrder } from "../embedded/tables.ts";
import { findRef, findTenant, kindOf, type Method, type ObjectStore } from "./wire.ts";

/** Shards of a tenant at most: a list reads each of them. */
const MOST_SHARDS = 64;

/** Tenants of which an isolate remembers that their hubs agree. */
const MOST_SETTLED = 1_000;

/**
 * Where the calls of each method go. `shard`: to that of the thread. `hub`: what is of the tenant. `either`: a row of a thread is in its
 * shard, any other one in the hub. `both`: a part to the hub and a part to shards. `shards`: to all shards, or to two of them. `apart`: it is
 * about no single tenant. docs/durable-objects.md has what that costs, and what stays exact.
 */
const PLACES = {
  create: "shard",
  begin: "both",
  enqueue: "shard",
  commit: "both",
  advance: "both",
  abandon: "shard",
  markStarted: "shard",
  flush: "shard",
  cancel: "shard",
  decide: "shard",
  read: "shard",
  taken: "shard",
  inbox: "shard",
  withdraw: "shard",
  history: "shard",
  list: "shards",
  putFacets: "shard",
  putLabel: "shard",
  listAwaiting: "shards",
  fork: "shards",
  remove: "shard",
  readEvents: "shard",
  putBlob: "shard",
  getBlob: "shard",
  recordLearnedCapabilities: "hub",
  readLearnedCapabilities: "hub",
  putDefinition: "hub",
  readDefinition: "hub",
  listDefinitions: "hub",
  removeDefinition: "hub",
  moveDue: "either",
  listDue: "apart",
  reserve: "hub",
  book: "hub",
  readLedger: "hub",
  ping: "apart",
  lockThread: "shard",
  changeLock: "shard",
  findThread: "shard",
  readThread: "shard",
  readEntries: "shard",
  readBlob: "shard",
  loadThread: "shard",
  loadEntries: "shard",
  dropLocked: "shard",
  listKinds: "hub",
  listDueOf: "both",
  countTenant: "both",
  sampleSchemas: "shards",
  eraseTenant: "both",
  readSource: "shard",
} as const satisfies Record<Method, "shard" | "hub" | "either" | "both" | "shards" | "apart">;

/** The methods whose calls go to more than one object. */
type SpreadMethod = {
  [M in Method]: (typeof PLACES)[M] extends "both" | "shards" ? M : never;
}[Method];

/** Sends a call to the object of this name. The id is that of the call where it is written elsewhere. */
export type Send = <M extends Method>(
  name: string,
  method: M,
  args: Parameters<ObjectStore[M]>,
  id?: string,
) => ReturnType<ObjectStore[M]>;

/** A commit of no thread, which is refused: the ledger and the outbox keep what comes with it, whatever the outcome. */
const REFUSED: Omit<CommitRequest, "ref"> = {
  owner: "",
  epoch: 0,
  version: 0,
  schema: 0,
  entries: [],
  status: "open",
  state: "",
  counters: ZERO_COUNTERS,
  pending: null,
  consumed: 0,
  blobs: [],
  events: [],
};

/** No thread has it: ids begin with a letter, a digit or `_`. */
const NO_THREAD = "@";

/** The shards of tenants. */
export class Shards implements Pick<ObjectStore, SpreadMethod> {
  readonly #count: number;
  readonly #send: Send;
  /** The tenants whose hubs agree about their shards: they were read there, or are kept. */
  readonly #settled = new Lru<"read" | "kept">(MOST_SETTLED);

  /** @throws {AgentError} config_invalid */
  constructor(count: number, send: Send) {
    if (!Number.isInteger(count) || count < 1 || count > MOST_SHARDS) {
      throw new AgentError(
        "config_invalid",
        `shards is ${count}, and has to be a number from 1 to ${MOST_SHARDS}.`,
      );
    }
    this.#count = count;
    this.#send = send;
  }

  /** The name of the object that has the thread. It is stored in that sense: another hash would find no thread. */
  nameOf({ tenant, thread }: ThreadRef): string {
    const hash = parseInt(fnv64(thread).slice(0, 8), 16);
    return this.#shardsOf(tenant)[hash % this.#count] ?? tenant;
  }

  /** The names of all objects of a tenant. */
  namesOf(tenant: string): string[] {
    const shards = this.#shardsOf(tenant);
    return this.#count === 1 ? shards : [tenant, ...shards];
  }

  /** Answers a call. */
  async run(method: Method, args: readonly unknown[], id?: string): Promise<unknown> {
    const [subject, row] = args;
    const tenant = findTenant(subject);
    if (this.#count === 1) return await this.#send(tenant, method, args as never, id);
    await this.#settle(tenant, kindOf(method) === "reads" ? "read" : "kept");
    const place = PLACES[method];
    if (place === "both" || place === "shards") {
      const work: (...args: never[]) => Promise<unknown> = this[method as SpreadMethod];
      return await work.apply(this, args as never[]);
    }
    const isRow = place === "either" && parseWakeName(row as WakeName).kind === undefined;
    const ref = isRow ? { tenant, thread: row as string } : place === "shard" ? findRef(subject) : undefined;
    return await this.#send(ref === undefined ? tenant : this.nameOf(ref), method, args as never, id);
  }

  /** What is reserved is so behind the begin: the reservation of one that has not begun would have to be given back. */
  async begin({ reserve, ...request }: BeginRequest): Promise<BeginOutcome> {
    const outcome = await this.#send(this.nameOf(request.ref), "begin", [request]);
    return outcome.type === "begun"
      ? { ...outcome, ...await this.#reserve(request.ref.tenant, reserve) }
      : outcome;
  }

  async commit({ booking, outbox, ...request }: CommitRequest): Promise<CommitOutcome> {
    await this.#keep(request.ref.tenant, { booking, outbox });
    return await this.#send(this.nameOf(request.ref), "commit", [request]);
  }

  async advance({ booking, outbox, reserve, ...request }: AdvanceRequest): Promise<AdvanceOutcome> {
    await this.#keep(request.ref.tenant, { booking, outbox });
    const outcome = await this.#send(this.nameOf(request.ref), "advance", [request]);
    return outcome.type === "advanced"
      ? { ...outcome, ...await this.#reserve(request.ref.tenant, reserve) }
      : outcome;
  }

  async list(...[tenant, page]: Parameters<ObjectStore["list"]>): ReturnType<ObjectStore["list"]> {
    const pages = await this.#inShards(tenant, "list", [tenant, page]);
    const unindexed = pages.some((one) => one.unindexed) ? { unindexed: true as const } : {};
    return { ...merge(pages, "newest", page.limit, ({ createdAt = 0 }) => createdAt), ...unindexed };
  }

  async listAwaiting(
    ...[tenant, page]: Parameters<ObjectStore["listAwaiting"]>
  ): ReturnType<ObjectStore["listAwaiting"]> {
    const pages = await this.#inShards(tenant, "listAwaiting", [tenant, page]);
    return merge(pages, page.order, page.limit, ({ since }) => since);
  }

  async listDueOf(tenant: string): Promise<readonly DueItem[]> {
    return (await Promise.all(this.namesOf(tenant).map((name) => this.#send(name, "listDueOf", [tenant]))))
      .flat();
  }

  async countTenant(tenant: string): Promise<TenantRows> {
    return addRows(
      await Promise.all(this.namesOf(tenant).map((name) => this.#send(name, "countTenant", [tenant]))),
    );
  }

  async sampleSchemas(tenant: string, most: number): Promise<SchemaSample> {
    const each = Math.ceil(most / this.#count);
    const samples = await this.#inShards(tenant, "sampleSchemas", [tenant, each]);
    return samples.reduce((sum, { threads, schemas }) => ({
      threads: sum.threads + threads,
      schemas: addCounts(sum.schemas, schemas),
    }));
  }

  /** The shards first: a step that runs finds its fence before what it has spent is gone. */
  async eraseTenant(tenant: string): Promise<number> {
    const removed = await this.#inShards(tenant, "eraseTenant", [tenant]);
    const sum = removed.reduce((all, count) => all + count, 0);
    return sum === 0 ? await this.#send(tenant, "eraseTenant", [tenant]) : sum;
  }

  /** The entries of a version never change, so that they are read page by page; the new thread is made by one call, or not at all. */
  async fork(request: ForkRequest): Promise<boolean> {
    const { source, target } = request;
    const [from, to] = [this.nameOf(source), this.nameOf(target)];
    if (from === to) return await this.#send(to, "fork", [request]);
    const { incarnation, length, blobs } = await this.#send(from, "readSource", [source]);
    if (await this.#send(to, "findThread", [target]) !== "missing") return false;
    const entries = await this.#readEntries(source, Math.min(request.length, length));
    for (const id of blobs) {
      const text = await this.#send(from, "getBlob", [source, { id, chunks: 1, bytes: 0 }]);
      if (text === undefined) throw sourceUnknown(source.thread);
      await this.#send(to, "putBlob", [target, text]);
    }
    const after = await this.#send(from, "readSource", [source]);
    if (after.incarnation !== incarnation) throw sourceUnknown(source.thread);
    return await this.#send(to, "fork", [request, { entries, blobs }]);
  }

  async #readEntries(source: ThreadRef, length: number): Promise<string[]> {
    const entries: string[] = [];
    while (entries.length < length) {
      const page = { after: entries.length, limit: length - entries.length };
      const found = await this.#send(this.nameOf(source), "history", [source, page]);
      if (found === undefined || found.entries.length === 0) throw sourceUnknown(source.thread);
      for (const entry of found.entries) entries.push(entry);
    }
    return entries;
  }

  /** Before the commit: a worker that vanishes between the two has booked what was spent, and who delivers an item looks for its commit. */
  async #keep(tenant: string, { booking, outbox }: Pick<CommitRequest, "booking" | "outbox">): Promise<void> {
    if (booking === undefined && outbox === undefined) return;
    const ref = { tenant, thread: NO_THREAD };
    await this.#send(tenant, "commit", [{
      ...REFUSED,
      ref,
      ...booking && { booking },
      ...outbox && { outbox },
    }]);
  }

  async #reserve(tenant: string, reserve: Reservation | undefined): Promise<{ reserved?: ReserveOutcome }> {
    return reserve === undefined ? {} : { reserved: await this.#send(tenant, "reserve", [tenant, reserve]) };
  }

  async #inShards<M extends "list" | "listAwaiting" | "sampleSchemas" | "eraseTenant">(
    tenant: string,
    method: M,
    args: Parameters<ObjectStore[M]>,
  ): Promise<Awaited<ReturnType<ObjectStore[M]>>[]> {
    return await Promise.all(this.#shardsOf(tenant).map((name) => this.#send(name, method, args)));
  }

  #shardsOf(tenant: string): string[] {
    return this.#count === 1
      ? [tenant]
      : Array.from({ length: this.#count }, (_, place) => JSON.stringify([tenant, place]));
  }

  /**
   * Once in each isolate the hub of a tenant is called, before anything is read or written: it refuses another number of shards than the
   * one that it keeps. What is only read keeps nothing.
   */
  async #settle(tenant: string, needed: "read" | "kept"): Promise<void> {
    const known = this.#settled.get(tenant);
    if (known === "kept" || known === needed) return;
    if (needed === "read") await this.#send(tenant, "listDefinitions", [tenant, ""]);
    else await this.#send(tenant, "recordLearnedCapabilities", [tenant, "", [], 0]); // records nothing
    this.#settled.set(tenant, needed);
  }
}

/** A page of a list whose threads are in several. Behind the end of a page that goes on nothing is known of its shard. */
function merge<Listed extends { readonly thread: string }>(
  pages: readonly { readonly threads: readonly Listed[]; readonly cursor?: string }[],
  order: ListOrder,
  limit: number,
  timeOf: (listed: Listed) => number,
): { threads: Listed[]; cursor?: string } {
  const compare: typeof newestFirst = (left, right) =>
    order === "newest" ? newestFirst(left, right) : newestFirst(right, left);
  const ends = pages.flatMap(({ cursor }) => cursor === undefined ? [] : [parseCursor(cursor)]);
  const [end] = ends.sort(compare);
  const known = pages.flatMap(({ threads }) => threads)
    .map((listed) => ({ listed, at: timeOf(listed), thread: listed.thread }))
    .filter((place) => end === undefined || compare(place, end) <= 0)
    .sort(compare);
  const last = known.length > limit ? known[limit - 1] : end;
  const threads = known.slice(0, limit).map(({ listed }) => listed);
  return last === undefined ? { threads } : { threads, cursor: toCursor(last) };
}
