// The production store: threads in Redis behind Upstash's REST protocol. A step is two HTTP requests, each one script;
// the layout of the keys is in _upstash_keys.ts, what each script does in _lua/.

import { type Feature, FEATURES } from "../../core/capability.ts";
import { AgentError } from "../../core/error.ts";
import type { BlobRef } from "../../core/entry.ts";
import {
  type AdvanceRequest,
  type BeginOutcome,
  type BeginRequest,
  type CommitRequest,
  type ForkRequest,
  type HistoryWindow,
  LIFETIMES,
  type NewThread,
  type Store,
  type StoreLifetimes,
  type ThreadRef,
} from "../../core/store.ts";
import { BEGIN } from "./lua/begin.ts";
import { COMMIT } from "./lua/commit.ts";
import { ABANDON, CANCEL, FLUSH, MARK } from "./lua/lease.ts";
import { SEGMENT } from "./lua/script.ts";
import { CREATE, DECIDE, HISTORY, READ, READ_EVENTS, REMOVE } from "./lua/thread.ts";
import { ADOPT } from "./lua/transfer.ts";
import {
  type CommitAnswer,
  readBegin,
  readCommit,
  Reader,
  readEventList,
  readHeader,
  readPending,
  toCounters,
  toDecision,
  toSummary,
} from "./replies.ts";
import { copyBlob, getBlob, putBlob } from "./blobs.ts";
import { malformedReply, UpstashClient } from "./client.ts";
import { TenantIndex } from "./index.ts";
import { activeSegment, lessonKeys, rollKeys, ThreadKeys } from "./keys.ts";
import { fitsOneRequest, Stage } from "./stage.ts";
import { toHex } from "./text.ts";

export interface UpstashStoreOptions {
  /** UPSTASH_REDIS_REST_URL. */
  readonly url: string;
  /** UPSTASH_REDIS_REST_TOKEN. */
  readonly token: string;
  readonly lifetimes?: Partial<StoreLifetimes>;
  /** What every key begins with; `td` by default. */
  readonly keyPrefix?: string;
  /** How long one request may take; 10 s by default. */
  readonly requestTimeoutMs?: number;
}

/** Most segments that a page of history spans. */
const PAGE_SEGMENTS = 16;

/** Steps whose history length is remembered between begin and commit. */
const LENGTHS = 1000;

/**
 * The store over Upstash's REST protocol. It uses the platform's own fetch.
 *
 * No request is over 900 KB with its JSON escapes. A commit's entries may be of any size together: what does not fit is
 * staged by further requests first. Every single text must fit, which 400 KB of UTF-8 do whatever JSON they hold, since
 * escaping at most doubles JSON text; what does not fit is `store_failed` before anything is sent.
 *
 * @example
 * ```ts
 * import { createUpstashStore } from "./store.ts";
 *
 * const store = createUpstashStore({ url: "https://name.upstash.io", token: "the-rest-token" });
 * await store.close();
 * ```
 */
export function createUpstashStore(options: UpstashStoreOptions): Store {
  return new UpstashStore(options);
}

class UpstashStore implements Store {
  readonly name = "upstash";
  readonly #client: UpstashClient;
  readonly #prefix: string;
  readonly #lifetimes: StoreLifetimes;
  /** Length of the history by header key, for the steps that this isolate has begun: a commit that rolls must know it. */
  readonly #lengths = new Map<string, number>();

  constructor({ url, token, lifetimes, keyPrefix = "td", requestTimeoutMs = 10_000 }: UpstashStoreOptions) {
    this.#client = new UpstashClient({ url, token, requestTimeoutMs });
    this.#prefix = keyPrefix;
    this.#lifetimes = { ...LIFETIMES, ...lifetimes };
  }

  async create(ref: ThreadRef, thread: NewThread): Promise<boolean> {
    const keys = this.#keys(ref);
    const created = await this.#client.run(
      {
        script: CREATE,
        keys: [keys.header, ...keys.rest, keys.blobs, keys.renewal],
        args: [String(thread.schema), thread.meta, thread.state, newName(), String(this.#threadMs)],
      },
      [this.#index(ref.tenant).enter(ref.thread, thread.createdAt)],
    );
    return created === 1;
  }

  async begin(request: BeginRequest): Promise<BeginOutcome> {
    const { ref, create, idempotency, window, held } = request;
    const keys = this.#keys(ref);
    const answer = await this.#client.run(
      {
        script: BEGIN,
        keys: [
          ...[keys.header, keys.active, keys.previous, keys.lease, keys.pending, keys.inbox],
          ...(idempotency === undefined ? [] : [await keys.receipt(idempotency.key)]),
          ...(create === undefined ? [] : [keys.events]),
        ],
        args: [
          ...[request.owner, String(request.leaseMs), String(request.schema), request.busy],
          ...[String(window.entries), String(window.bytes), String(request.expectedVersion ?? "")],
          ...[idempotency?.bodyHash ?? "", String(this.#lifetimes.receiptMs), String(this.#threadMs)],
          held === undefined ? "" : [held.version, held.start, held.length, held.owner].join(" "),
          ...[String(request.inputs.length), ...request.inputs],
          ...(create === undefined ? [] : [String(create.schema), create.meta, create.state, newName()]),
        ],
      },
      create === undefined ? [] : [this.#index(ref.tenant).enter(ref.thread, create.createdAt)],
    );
    const outcome = readBegin(new Reader("begin", answer));
    if (outcome.type === "begun") this.#remember(keys, outcome.header.length);
    if (outcome.type !== "archived") return outcome;
    const { header, text, from, to } = outcome;
    return { type: "replayed", header, receipt: { text, entries: await this.#page(ref, from, to) } };
  }

  async commit(request: CommitRequest): ReturnType<Store["commit"]> {
    const { receipt, afterCancel } = request;
    const answer = await this.#commit(request, {
      leaseMs: 0,
      afterCancel: afterCancel ?? false,
      key: receipt?.key,
      settle: receipt === undefined
        ? []
        : [receipt.bodyHash, receipt.outcome === "done" ? "D" : "R", receipt.text],
    });
    switch (answer.type) {
      case "committed":
        return { type: "committed", version: answer.version, waiting: answer.waiting };
      case "advanced":
        throw malformedReply("commit");
      default:
        return answer;
    }
  }

  async advance(request: AdvanceRequest): ReturnType<Store["advance"]> {
    const { idempotency, leaseMs } = request;
    const answer = await this.#commit(request, {
      leaseMs,
      afterCancel: false,
      key: idempotency?.key,
      settle: idempotency === undefined ? [] : [idempotency.bodyHash],
    });
    switch (answer.type) {
      case "advanced":
        return { type: "advanced", version: answer.version, epoch: answer.epoch, inbox: answer.inbox };
      case "committed":
        throw malformedReply("advance");
      default:
        return answer;
    }
  }

  async abandon({ ref, owner, epoch, inputs, idempotency }: Parameters<Store["abandon"]>[0]): Promise<void> {
    const keys = this.#keys(ref);
    this.#lengths.delete(keys.header);
    await this.#client.run({
      script: ABANDON,
      keys: [
        ...[keys.header, keys.lease, keys.inbox],
        ...(idempotency === undefined ? [] : [await keys.receipt(idempotency.key)]),
      ],
      args: [owner, String(epoch), ...inputs],
    });
  }

  async markStarted(ref: ThreadRef, epoch: number, callIds: readonly string[]): Promise<"marked" | "fenced"> {
    const keys = this.#keys(ref);
    const call = { script: MARK, keys: [keys.header, keys.pending], args: [String(epoch), ...callIds] };
    return await this.#client.run(call) === 1 ? "marked" : "fenced";
  }

  async flush(...[ref, lease, events]: Parameters<Store["flush"]>): ReturnType<Store["flush"]> {
    const keys = this.#keys(ref);
    const answer = await this.#client.run({
      script: FLUSH,
      keys: [keys.header, keys.lease, keys.events],
      args: [
        ...[lease.owner, String(lease.epoch), String(lease.leaseMs), String(this.#lifetimes.eventsMs)],
        ...events.flatMap((event) => [String(event.seq), event.text]),
      ],
    });
    return answer === 1 ? "ok" : "fenced";
  }

  async cancel(ref: ThreadRef): ReturnType<Store["cancel"]> {
    const keys = this.#keys(ref);
    const call = { script: CANCEL, keys: [keys.header, keys.lease], args: [newName()] };
    const answer = await this.#client.run(call);
    if (answer === null) return undefined;
    const reader = new Reader("cancel", answer);
    return { running: reader.flag(), version: reader.number() };
  }

  async decide(...[ref, callId, decision]: Parameters<Store["decide"]>): ReturnType<Store["decide"]> {
    const keys = this.#keys(ref);
    const attempt = newName();
    const args = [callId, attempt, JSON.stringify(decision)];
    const answer = await this.#client.run({
      script: DECIDE,
      keys: [keys.header, keys.pending, keys.lease],
      args,
    });
    if (answer === null) return { type: "unknown" };
    if (typeof answer === "number") return { type: "busy", retryAfterMs: answer };
    if (typeof answer !== "string") throw malformedReply("decide");
    const recorded = toDecision(answer);
    if (recorded.attempt === attempt) return { type: "decided" };
    return { type: "already", decision: recorded.decision };
  }

  async read(ref: ThreadRef): ReturnType<Store["read"]> {
    const keys = this.#keys(ref);
    const answer = await this.#client.run({
      script: READ,
      keys: [keys.header, keys.lease, keys.pending, keys.inbox],
      args: [],
    });
    if (answer === null) return undefined;
    const reader = new Reader("read", answer);
    const header = readHeader(reader.list());
    const { pending, marks } = readPending(reader.list());
    return { header, pending, marks, waiting: reader.number(), running: reader.flag() };
  }

  async history(ref: ThreadRef, page: { after: number; limit: number }): Promise<HistoryWindow | undefined> {
    const keys = this.#keys(ref);
    const start = Math.max(0, page.after);
    const first = Math.floor(start / SEGMENT);
    const last = Math.min(Math.floor((start + page.limit - 1) / SEGMENT), first + PAGE_SEGMENTS - 1);
    const answer = await this.#client.run({
      script: HISTORY,
      keys: [keys.header, keys.active, keys.previous, ...keys.archives(first, last)],
      args: [String(start), String(page.limit), String(first)],
    });
    if (answer === null) return undefined;
    return { start, entries: new Reader("history", answer).rest() };
  }

  list(...[tenant, page]: Parameters<Store["list"]>): ReturnType<Store["list"]> {
    return this.#index(tenant).page(page);
  }

  /**
   * The target appears at the end, whole: until then its segments are staged under names of their own, which expire if
   * this isolate vanishes. The copy goes through here, since the two threads may live on different Redis nodes.
   */
  async fork(request: ForkRequest): Promise<boolean> {
    const source = this.#keys(request.source);
    const target = this.#keys(request.target);
    const [sourceLength, targetLength, members] = await this.#client.pipeline("fork", [
      ["HGET", source.header, "len"],
      ["HGET", target.header, "len"],
      ["SMEMBERS", source.blobs],
    ]);
    if (sourceLength === null) {
      throw new AgentError("thread_unknown", `There is no thread ${request.source.thread} to fork.`);
    }
    if (targetLength !== null) return false;

    const copied = Math.min(request.length, Number(sourceLength));
    const life = newName();
    const stage = new Stage(this.#client, (segment) => target.staging(`${life}:${segment}`), SEGMENT);
    for (let after = 0; after < copied;) {
      const entries = await this.#page(request.source, after, copied);
      await stage.add(entries);
      after += entries.length;
    }
    await stage.add(request.append);
    const blobs = new Reader("fork", members).rest();
    for (const id of blobs) await copyBlob(this.#client, source, target, id);

    const length = copied + request.append.length;
    const active = activeSegment(length);
    const segments = length === 0 ? [] : Array.from({ length: active + 1 }, (_, segment) => segment);
    const { thread } = request;
    const adopted = await this.#client.run(
      {
        script: ADOPT,
        keys: [
          ...[target.header, target.blobs, ...target.rest],
          ...segments.map((segment) => target.staging(`${life}:${segment}`)),
          ...segments.map((segment) =>
            segment === active
              ? target.active
              : segment === active - 1
              ? target.previous
              : target.archive(segment)
          ),
          ...blobs.map((id) => target.blob(id)),
        ],
        args: [
          ...[
            String(segments.length),
            String(this.#threadMs),
            String(thread.schema),
            String(request.version),
          ],
          ...[request.status, String(length), String(request.base), toSummary(request.summary)],
          ...[thread.meta, thread.state, life, ...blobs],
        ],
      },
      [this.#index(request.target.tenant).enter(request.target.thread, thread.createdAt)],
    );
    return adopted === 1;
  }

  /** First what only other keys know is read, then everything goes in one pipeline, the header first. */
  async remove(ref: ThreadRef): Promise<boolean> {
    const keys = this.#keys(ref);
    const [length, members] = await this.#client.pipeline("remove", [
      ["HGET", keys.header, "len"],
      ["SMEMBERS", keys.blobs],
    ]);
    if (length === null) return false;
    const known = outlying(keys, Number(length), new Reader("remove", members).rest());
    const answer = await this.#client.run(
      { script: REMOVE, keys: [keys.header, keys.blobs, ...keys.rest, keys.renewal], args: [] },
      [
        ...(known.length > 0 ? [["UNLINK", ...known] as const] : []),
        this.#index(ref.tenant).leave(ref.thread),
      ],
    );
    if (answer === null) return false;
    const reader = new Reader("remove", answer);
    const left = outlying(keys, reader.number(), reader.texts()).filter((key) => !known.includes(key));
    if (left.length > 0) await this.#client.pipeline("remove", [["UNLINK", ...left]]);
    return true;
  }

  async readEvents(...[ref, after, limit]: Parameters<Store["readEvents"]>): ReturnType<Store["readEvents"]> {
    const keys = this.#keys(ref);
    const answer = await this.#client.run({
      script: READ_EVENTS,
      keys: [keys.header, keys.lease, keys.events],
      args: [String(Math.max(0, after + 1)), String(limit)],
    });
    if (answer === null) return undefined;
    const reader = new Reader("readEvents", answer);
    return { events: readEventList(reader.list()), running: reader.flag() };
  }

  putBlob(ref: ThreadRef, text: string): Promise<BlobRef> {
    return putBlob(this.#client, this.#keys(ref), text);
  }

  getBlob(ref: ThreadRef, blob: BlobRef): Promise<string | undefined> {
    return getBlob(this.#client, this.#keys(ref), blob);
  }

  /** One request, as is `learned`; no script, since every key stands for itself. */
  async learn(...[tenant, model, features, ttlMs]: Parameters<Store["learn"]>): Promise<void> {
    if (features.length === 0) return;
    const keys = lessonKeys(this.#prefix, tenant, model, features);
    await this.#client.pipeline("learn", keys.map((key) => ["SET", key, "1", "PX", String(ttlMs)]));
  }

  async learned(tenant: string, model: string): Promise<readonly Feature[]> {
    const keys = lessonKeys(this.#prefix, tenant, model, FEATURES);
    const [values] = await this.#client.pipeline("learned", [["MGET", ...keys]]);
    if (!Array.isArray(values) || values.length !== keys.length) throw malformedReply("learned");
    return FEATURES.filter((_, index) => values[index] !== null);
  }

  ping(): Promise<void> {
    return this.#client.ping();
  }

  /** HTTP keeps nothing open. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  // --- Parts of the above ---------------------------------------------------------------------------------------------

  /** One request, unless the entries need staging or the roll keys were not known: then a few. */
  async #commit(request: CommitParts, mode: CommitMode): Promise<Exclude<CommitAnswer, { type: "roll" }>> {
    const keys = this.#keys(request.ref);
    const staging = await this.#stageEntries(keys, request, mode);
    let length = this.#lengths.get(keys.header) ?? 0;
    this.#lengths.delete(keys.header);
    let answer = await this.#sendCommit(keys, request, mode, staging, length);
    for (let attempts = 0; answer.type === "roll" && attempts < 3; attempts++) {
      length = answer.length;
      answer = await this.#sendCommit(keys, request, mode, staging, length);
    }
    if (answer.type === "roll") throw malformedReply("commit");
    if (answer.type === "advanced") this.#remember(keys, length + request.entries.length);
    if ((answer.type === "committed" || answer.type === "advanced") && answer.renew) await this.#renew(keys);
    return answer;
  }

  async #sendCommit(
    keys: ThreadKeys,
    request: CommitParts,
    mode: CommitMode,
    staging: string | undefined,
    length: number,
  ): Promise<CommitAnswer> {
    const { pending, summary, events, blobs } = request;
    const entries = staging === undefined ? request.entries : [];
    const roll = rollKeys(keys, length, request.entries.length);
    const { receiptMs, eventsMs } = this.#lifetimes;
    const numbers = [
      ...[request.epoch, request.version, request.schema, request.consumed],
      ...[
        entries.length,
        pending?.ids.length ?? 0,
        events.length,
        blobs.length,
        roll.keys.length,
        roll.first,
      ],
      ...[mode.key === undefined ? 0 : 1, receiptMs, eventsMs, this.#threadMs, mode.leaseMs],
      ...[mode.afterCancel ? 1 : 0, summary?.base ?? -1, staging === undefined ? 0 : 1],
    ];
    const answer = await this.#client.run({
      script: COMMIT,
      keys: [
        ...[keys.header, keys.active, keys.lease, keys.pending, keys.inbox],
        ...(mode.key === undefined ? [] : [await keys.receipt(mode.key)]),
        ...(events.length === 0 ? [] : [keys.events]),
        ...roll.keys,
        ...(blobs.length === 0 ? [] : [keys.blobs, ...blobs.map((blob) => keys.blob(blob.id))]),
        ...(staging === undefined ? [] : [staging]),
        ...(this.#threadMs === 0 ? [] : [keys.renewal]),
      ],
      args: [
        ...[request.owner, numbers.join(" "), request.status, request.state, toCounters(request.counters)],
        ...entries,
        ...(pending === null || pending.ids.length === 0 ? [] : [pending.calls, ...pending.ids]),
        ...(summary === undefined ? [] : [toSummary(summary.text)]),
        ...mode.settle,
        ...events.flatMap((event) => [String(event.seq), event.text]),
        ...blobs.map((blob) => blob.id),
      ],
    });
    return readCommit(new Reader("commit", answer));
  }

  /** The staging list, when the entries are too much for one request with what else the commit carries. */
  async #stageEntries(
    keys: ThreadKeys,
    { entries, events, state, pending, summary, blobs }: CommitParts,
    { settle }: CommitMode,
  ): Promise<string | undefined> {
    const others = [
      ...[...settle, state, pending?.calls ?? "", ...pending?.ids ?? [], toSummary(summary?.text ?? null)],
      ...events.flatMap(({ seq, text }) => [String(seq), text]),
      ...blobs.flatMap(({ id }) => [id, keys.blob(id)]),
    ];
    if (entries.length === 0 || fitsOneRequest([...entries, ...others])) return undefined;
    const key = keys.staging(newName());
    await new Stage(this.#client, () => key, entries.length).add(entries);
    return key;
  }

  /** The first page of the entries [from, to), which are there. */
  async #page(ref: ThreadRef, from: number, to: number): Promise<readonly string[]> {
    const page = await this.history(ref, { after: from, limit: to - from });
    if (page === undefined) {
      throw new AgentError("thread_unknown", `Thread ${ref.thread} was removed while it was read.`);
    }
    if (page.entries.length === 0) throw malformedReply("history");
    return page.entries;
  }

  /**
   * Gives what commits do not touch (older segments, blobs) three thread lifetimes from now. Commits ask for it at most
   * once per lifetime, so those keys outlive the header, and a thread that is gone leaves nothing for ever.
   */
  async #renew(keys: ThreadKeys): Promise<void> {
    const [length, members] = await this.#client.pipeline("renew", [
      ["HGET", keys.header, "len"],
      ["SMEMBERS", keys.blobs],
    ]);
    const blobs = new Reader("renew", members).rest();
    if (blobs.length === 0 && activeSegment(Number(length)) === 0) return;
    const renewed = [keys.previous, keys.blobs, ...outlying(keys, Number(length), blobs)];
    await this.#client.pipeline(
      "renew",
      renewed.map((key) => ["PEXPIRE", key, String(3 * this.#threadMs)]),
    );
  }

  #remember(keys: ThreadKeys, length: number): void {
    if (this.#lengths.size >= LENGTHS) {
      for (const oldest of this.#lengths.keys()) {
        this.#lengths.delete(oldest);
        break;
      }
    }
    this.#lengths.set(keys.header, length);
  }

  #index(tenant: string): TenantIndex {
    return new TenantIndex(this.#client, this.#prefix, tenant);
  }

  #keys(ref: ThreadRef): ThreadKeys {
    return new ThreadKeys(this.#prefix, ref);
  }

  /** 0 when threads live for ever. */
  get #threadMs(): number {
    return this.#lifetimes.threadMs ?? 0;
  }
}

type CommitParts = Omit<CommitRequest, "afterCancel" | "receipt">;

/** What tells a commit from an advance. `settle`: the receipt's arguments. */
interface CommitMode {
  readonly leaseMs: number;
  readonly afterCancel: boolean;
  readonly key: string | undefined;
  readonly settle: readonly string[];
}

/** Keys of a thread that only its length and its blobs tell. */
function outlying(keys: ThreadKeys, length: number, blobs: readonly string[]): string[] {
  return [...keys.archives(0, activeSegment(length) - 2), ...blobs.map((id) => keys.blob(id))];
}

/** A name for one attempt or one life: 48 random bits. */
function newName(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(6)).buffer);
}
