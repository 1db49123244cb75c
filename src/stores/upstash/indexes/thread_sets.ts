// The sets of a tenant's threads with a status or a facet: what a list with a filter reads. A sorted set for each, by the time of
// creation. The headers are the truth. A request that gives a thread a new status or facet enters the thread before, so that no list
// misses it. A thread that has left a set is removed from it when the commit is known to be stored, by a later request of this isolate, or
// by a list that has read its header; an entry that stays costs a list time and nothing else.
//
// An entry has its time, coarsely, and a number as a fraction behind the time of creation. A list leaves a thread that was
// entered in the last minute where it is, because its header may not show yet what the set has. And a removal names the score that
// was read: a thread that was entered again since then has another one.

import type { Store } from "../../../core/store.ts";
import type { ListedThread } from "../../../core/store/thread.ts";
import {
  entryNames,
  INDEXED,
  type SetFacts,
  setNames,
  type ThreadFilter,
} from "../../../core/store/thread_filter.ts";
import { THREAD_STATUSES } from "../../../core/state.ts";
import type { Command, UpstashClient } from "../client.ts";
import type { Departures } from "./departures.ts";
import { fromKeyPart, threadSetKey, toKeyPart } from "../keys.ts";
import type { ScriptCall } from "../lua/script.ts";
import { LEAVE } from "../lua/thread.ts";
import { NUMBERS, SLOTS } from "../layout.ts";
import { FIND, MOVE } from "../lua/thread_sets.ts";
import { Reader } from "../replies.ts";
import type { TenantIndex } from "./tenant_index.ts";
import { type Member, parseCursor, toCursor } from "./thread_set.ts";

/** Milliseconds of a slot. */
const SLOT_MS = 30_000;

/** Slots that an entry counts as new for: longer than a request and all its repetitions. A clock may be one slot behind. */
const NEW_SLOTS = 2;

/** Threads of the smallest set of a filter that one request reads: a few milliseconds of the server. */
const VISITS = 2_000;

/** Most threads whose headers one request reads. */
const MOST_ROWS = 500;

/** What the sets use of the database. */
interface SetsDatabase {
  readonly client: UpstashClient;
  readonly prefix: string;
  readonly departures: Departures;
  index(tenant: string): TenantIndex;
}

/** What becomes of a thread with a request. */
export interface MoveOptions {
  /** Names of the sets that it enters. */
  readonly enters?: readonly string[];
  /** Names of the sets that it leaves, where the request has the effect that it is to have. */
  readonly leaves?: readonly string[];
  /** Of those, the ones that another request may enter it into at the same time: an entry of the last minute stays there. */
  readonly shared?: readonly string[];
  /** Of the thread or its label behind the request, where it makes one: its entries of the next 64 have another number. By chance where it is missing. */
  readonly version?: number;
  /** Its creation in epoch milliseconds. Missing: it is in the index of all threads. */
  readonly createdAt?: number;
  /** Enters nothing when that index has had the thread. */
  readonly onlyNew?: true;
}

/** The part of a request that concerns the sets. */
export interface Move {
  /** One script, or none where there is nothing to do. */
  readonly calls: readonly ScriptCall[];
  /** The request had its effect: what the script answered says which entries are left. */
  confirm(answer: unknown): void;
}

/** The sets of one tenant. */
export class ThreadSets {
  readonly #client: UpstashClient;
  readonly #prefix: string;
  readonly #tenant: string;
  readonly #index: TenantIndex;
  readonly #departures: Departures;

  constructor(database: SetsDatabase, tenant: string) {
    this.#client = database.client;
    this.#prefix = database.prefix;
    this.#tenant = tenant;
    this.#index = database.index(tenant);
    this.#departures = database.departures;
  }

  /** The calls of a request before the script that changes the thread. They also remove the departures of other threads. */
  async move(
    thread: string,
    { enters = [], leaves = [], shared = [], version, createdAt, onlyNew }: MoveOptions,
  ): Promise<Move> {
    const departures = this.#departures.take(this.#tenant);
    if (enters.length + departures.length === 0) return { calls: [], confirm() {} };
    const member = toKeyPart(thread);
    const old = this.#keys(leaves);
    const call = MOVE.call({
      keys: { index: this.#index.key },
      args: {
        createdAt: createdAt ?? -1,
        onlyNew: onlyNew ? 1 : 0,
        slot: slotAt(Date.now()),
        number: (version ?? Math.floor(Math.random() * NUMBERS)) % NUMBERS,
        entering: enters.length,
        leaving: old.length,
        member,
      },
      moreKeys: [...this.#keys(enters), ...old, ...departures.map(({ key }) => key)],
      moreArgs: departures.flatMap(({ member, score }) => [member, score]),
    });
    return {
      calls: [call],
      confirm: (answer) => {
        const scores = Array.isArray(answer) ? answer.slice(1) : [];
        const now = Date.now();
        this.#departures.add(
          this.#tenant,
          old.flatMap((key, place) => {
            const score: unknown = scores[place];
            if (typeof score !== "string" || score === "") return [];
            const mayBeOfOthers = shared.includes(leaves[place] ?? "") && isNew(Number(score), now);
            return mayBeOfOthers ? [] : [{ key, member, score }];
          }),
        );
      },
    };
  }

  /** The scripts that enter a new thread into its sets and into the index of all threads, behind what creates it. */
  async enterNew(
    thread: string,
    { status, facets, createdAt, onlyNew }: SetFacts & MoveOptions,
  ): Promise<readonly ScriptCall[]> {
    return (await this.move(thread, { enters: entryNames({ status, facets }), createdAt, onlyNew })).calls;
  }

  /** Takes a thread out of the sets of its facets, of every status, and of those that are archived or not: commands for a request that removes it. */
  async leave(thread: string, facets: readonly string[]): Promise<readonly Command[]> {
    const statuses = THREAD_STATUSES.flatMap((status) => setNames({ status }));
    const archives = [true, false].flatMap((archived) => setNames({ archived }));
    const member = toKeyPart(thread);
    return (this.#keys([...statuses, ...archives, ...facets])).map((key) => (pipeline) =>
      pipeline.zrem(key, member)
    );
  }

  /**
   * Two requests a page, the names and then their headers; more when threads do not belong to the sets any more, or when few of the
   * smallest set are in the others.
   *
   * @throws {AgentError} invalid_request when the cursor is malformed.
   */
  async page(
    { cursor, limit, filter }: {
      readonly cursor?: string;
      readonly limit: number;
      readonly filter: ThreadFilter;
    },
  ): ReturnType<Store["list"]> {
    const names = setNames(filter);
    const keys = names.length === 0 ? [this.#index.key] : this.#keys(names);
    const found: { readonly listed: ListedThread; readonly member: Member }[] = [];
    let last = parseCursor(cursor);
    for (let count = limit + 1;; count = Math.min(MOST_ROWS, 2 * count)) {
      const { rows, more, unindexed } = await this.#find(keys, filter, last, count);
      const listed = await this.#index.read(rows.map(({ thread }) => thread));
      const judged = rows.map((row, place) => ({ row, listed: listed[place] }));
      await this.#takeOut(judged, names, keys);
      for (const { row: { member }, listed } of judged) {
        if (listed && belongs(listed, names)) found.push({ listed, member });
      }
      const end = found[limit - 1];
      const threads = found.slice(0, limit).map(({ listed }) => listed);
      const page = unindexed ? { threads, unindexed } : { threads };
      if (found.length > limit && end) return { ...page, cursor: toCursor(end.member) };
      if (more === undefined) return page;
      last = more;
    }
  }

  async #find(
    keys: readonly string[],
    { after = 0, before = Number.MAX_SAFE_INTEGER }: ThreadFilter,
    last: Member | undefined,
    count: number,
  ): Promise<Found> {
    const [first = "", ...others] = keys;
    const find = FIND.call({
      keys: { index: this.#index.key, indexed: this.#index.indexedKey, first },
      args: { count, after, before, visits: VISITS },
      moreKeys: others,
      moreArgs: last === undefined ? [] : [last.score, last.member],
    });
    const { calls } = await this.move("", {});
    const answers = calls.length === 0
      ? [await this.#client.run(find)]
      : await this.#client.runAll([...calls, find]);
    const reader = new Reader("find", answers.at(-1));
    const list = reader.list();
    const members: { readonly member: Member; readonly scores: readonly string[] }[] = [];
    while (list.more) {
      const row = list.list();
      members.push({ member: { member: row.text(), score: row.text() }, scores: row.rest() });
    }
    const until = reader.text();
    const unindexed = reader.flag() ? true : undefined;
    const more = until !== ""
      ? { score: until, member: "" }
      : members.length === count
      ? members.at(-1)?.member
      : undefined;
    const rows = members.flatMap((row) => {
      const thread = fromKeyPart(row.member.member);
      return thread === undefined ? [] : [{ ...row, thread }];
    });
    return { rows, more, unindexed };
  }

  /** Takes threads out of the sets that they do not belong to, and those that are gone out of the index of all threads. */
  async #takeOut(
    judged: readonly { readonly row: Row; readonly listed: ListedThread | undefined }[],
    names: readonly string[],
    keys: readonly string[],
  ): Promise<void> {
    const gone = judged.flatMap(({ row, listed }) => listed === undefined ? [row.thread] : []);
    if (gone.length > 0) await this.#client.pipeline("list", this.#index.leave(...gone));
    const calls = names.flatMap((name, place) => {
      const moreArgs = judged.flatMap(({ row: { member: { member }, scores }, listed }) => {
        const score = scores[place];
        if (score === undefined || isNew(Number(score), Date.now())) return [];
        return listed === undefined || listed.header !== null && !belongs(listed, [name])
          ? [member, score]
          : [];
      });
      const index = keys[place];
      return moreArgs.length === 0 || index === undefined
        ? []
        : [LEAVE.call({ keys: { index }, args: {}, moreArgs })];
    });
    if (calls.length > 0) await this.#client.runAll(calls);
  }

  #keys(names: readonly string[]): string[] {
    return names.map((name) =>
      name === INDEXED ? this.#index.indexedKey : threadSetKey(this.#prefix, this.#tenant, name)
    );
  }
}

/** True for the answer of a script that has entered nothing, because the index of all threads had the thread. */
export function wasKnown(answer: unknown): boolean {
  return Array.isArray(answer) && answer[0] === 0;
}

/** A thread in all sets of a filter, with its score in each. */
interface Row {
  readonly thread: string;
  readonly member: Member;
  readonly scores: readonly string[];
}

/** What one request finds. */
interface Found {
  readonly rows: readonly Row[];
  /** The place behind which to go on. */
  readonly more: Member | undefined;
  /** See Store.list. */
  readonly unindexed: true | undefined;
}

/** True of a thread in all of the sets. One that cannot be read is listed where the only filter is that it is not archived. */
function belongs({ header }: ListedThread, names: readonly string[]): boolean {
  const own = header === null ? setNames({ archived: false }) : entryNames(header);
  return names.every((name) => own.includes(name));
}

/** True when the entry with the score was made a short while ago, as far as the fraction says. */
function isNew(score: number, now: number): boolean {
  const slot = Math.floor((score - Math.floor(score)) * SLOTS);
  const age = (slotAt(now) - slot + SLOTS) % SLOTS;
  return age <= NEW_SLOTS || age === SLOTS - 1;
}

function slotAt(now: number): number {
  return Math.floor(now / SLOT_MS) % SLOTS;
}
