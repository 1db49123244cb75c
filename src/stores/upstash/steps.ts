// begin, commit, and the requests of a running step between them. A step is two requests, each one script.

import { Lru } from "../../core/lru.ts";
import type { Store } from "../../core/store.ts";
import type { BeginOutcome, BeginRequest } from "../../core/store/begin.ts";
import type { AdvanceRequest, CommitRequest, ReferredBlob } from "../../core/store/commit.ts";
import type { Reservation } from "../../core/store/ledger.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { BEGIN } from "./lua/begin.ts";
import { COMMIT } from "./lua/commit.ts";
import { ABANDON, MARK } from "./lua/lease.ts";
import { wasKnown } from "./indexes/thread_sets.ts";
import { type CommitAnswer, readBegin, readCommit, Reader, toSummary } from "./replies.ts";
import { toFacets, versionOfFacets } from "./set_fields.ts";
import { toCounters } from "./counters.ts";
import { type Database, newName } from "./database.ts";
import { malformedReply } from "./errors.ts";
import { BY_CANCEL, type KnownThread, moveByCommit } from "./known_thread.ts";
import type { History } from "./history.ts";
import { rollKeys, type ThreadKeys } from "./keys.ts";
import type { Ledger, LedgerCalls } from "./ledger.ts";
import { headerPlace, RECEIPT_STATE } from "./layout.ts";
import { toMember } from "./blobs/shared_blobs.ts";
import { fitsOneRequest, Stage } from "./stage.ts";
import { toPiece } from "./blobs/pieces.ts";
import { publishCancel } from "./watch/watches.ts";

/** Steps of which something is kept between begin and commit. */
const KNOWN = 1000;

/** The steps of all threads: the methods begin, commit, advance, abandon and markStarted of Store. */
export class Steps {
  readonly #database: Database;
  readonly #history: History;
  readonly #ledger: Ledger;
  /**
   * Of the steps that this isolate has begun: the length of the history, on which the keys of a commit depend, and
   * what the thread is found by.
   */
  readonly #known = new Lru<KnownThread>(KNOWN);

  constructor(database: Database, history: History, ledger: Ledger) {
    this.#database = database;
    this.#history = history;
    this.#ledger = ledger;
  }

  async begin(request: BeginRequest): Promise<BeginOutcome> {
    const { ref, create, idempotency, window, cached, inputs, reserve, due, sharedBlob } = request;
    const { threadMs, lifetimes: { receiptMs } } = this.#database;
    const keys = this.#database.keys(ref);
    const call = BEGIN.call({
      keys,
      optionalKeys: {
        receipt: idempotency && keys.receipt(idempotency.key),
        renewal: threadMs === 0 ? undefined : keys.renewal,
        blobs: threadMs === 0 ? undefined : keys.blobs,
        events: create && keys.events,
      },
      args: {
        owner: request.owner,
        policy: request.busy,
        leaseMs: request.leaseMs,
        schema: request.schema,
        windowEntries: window.entries,
        windowBytes: window.bytes,
        expectedVersion: request.expectedVersion ?? -1,
        bodyHash: idempotency?.bodyHash,
        receiptMs,
        threadMs,
        cachedVersion: cached?.version ?? 0,
        cachedStart: cached?.start ?? 0,
        cachedLength: cached?.length ?? 0,
        cachedOwner: cached?.owner,
        inputs: inputs.length,
        newSchema: create?.schema ?? 0,
        newMeta: create?.meta,
        newState: create?.state,
        newIncarnation: create && newName(),
        newFacets: create && toFacets(create.facets, 0),
      },
      moreArgs: inputs,
    });
    const sets = this.#database.sets(ref.tenant);
    const fresh = create && { ...create, status: "waiting" as const };
    // First, because it also removes the departures of other threads, which need no script of their own.
    const indexed = fresh ? await sets.enterNew(ref.thread, { ...fresh, onlyNew: true }) : [];
    const move = await sets.move(ref.thread, request.busy === "restart" ? BY_CANCEL : {});
    const hinted = request.busy === "restart" ? [publishCancel(this.#database, ref)] : [];
    const entered = due === undefined ? [] : this.#database.due.bringForward(ref.tenant, ref.thread, due);
    const beside = { before: entered, behind: hinted };
    const holds = sharedBlob === undefined ? [] : [this.#database.sharedBlobs.hold(ref.tenant, sharedBlob)];
    const reserves = reserve === undefined ? [] : [this.#ledger.reservation(ref.tenant, reserve)];
    const others = [...holds, ...reserves, ...indexed];
    const all = move.calls.length + others.length === 0
      ? [await this.#database.run(ref, call, beside)]
      : await this.#database.runAll(ref, [...move.calls, call, ...others], beside);
    const [reply, ...replies] = all.slice(move.calls.length);
    const hasSharedBlob = holds.length > 0 && replies[0] === 1;
    const reservation = replies[holds.length];
    const { answer, renew } = await this.#readBegin(request, reply);
    const reserved = reserve &&
      await this.#ledger.keep(ref.tenant, reserve, reservation, answer.type === "begun");
    if (answer.type === "begun") {
      const { header: { length, status, facets, version, givenTitle, archived }, created } = answer;
      const isCurrent = versionOfFacets(readFacetsField(reply)) === version;
      // The first commit of a thread enters all of it, whatever became of the entries of its begin, and so does one behind a Treadle
      // that knows no sets.
      this.#known.set(toStepKey(keys, answer.header.epoch), {
        length,
        status,
        givenTitle,
        archived,
        facets: created || !isCurrent ? undefined : facets,
      });
      if (status === "cancelled") move.confirm(all[0]);
      if (fresh && created && wasKnown(replies.at(-1))) {
        await this.#database.client.runAll(await sets.enterNew(ref.thread, fresh));
      }
    }
    if (renew) await this.#database.renew(ref);
    if (answer.type === "begun") {
      return { ...answer, reserved, hasSharedBlob: hasSharedBlob || undefined };
    }
    if (answer.type !== "archived") return answer;
    const { header, text, from, to } = answer;
    return { type: "replayed", header, receipt: { text, entries: await this.#history.page(ref, from, to) } };
  }

  /** Abandons a begin whose reply cannot be read, so that no step holds the thread. */
  async #readBegin(request: BeginRequest, reply: unknown): Promise<ReturnType<typeof readBegin>> {
    try {
      return readBegin(new Reader("begin", reply), request.ref.thread);
    } catch (unreadable) {
      const [type, head] = Array.isArray(reply) ? reply : [];
      if (type === "begun" && Array.isArray(head)) {
        await this.abandon({ ...request, epoch: Number(head[headerPlace("epoch") - 1]) });
      }
      throw unreadable;
    }
  }

  async commit(request: CommitRequest): ReturnType<Store["commit"]> {
    const { receipt, afterCancel } = request;
    const { answer } = await this.#commit(request, {
      leaseMs: 0,
      afterCancel: afterCancel ?? false,
      key: receipt?.key,
      bodyHash: receipt?.bodyHash,
      receiptState: receipt && RECEIPT_STATE[receipt.outcome],
      receiptText: receipt?.text,
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
    const { idempotency, leaseMs, ref, reserve } = request;
    const { answer, reservation } = await this.#commit(request, {
      leaseMs,
      afterCancel: false,
      key: idempotency?.key,
      bodyHash: idempotency?.bodyHash,
      reserve,
    });
    const reserved = reserve &&
      await this.#ledger.keep(ref.tenant, reserve, reservation, answer.type === "advanced");
    switch (answer.type) {
      case "advanced": {
        const { type, version, epoch, inbox } = answer;
        return { type, version, epoch, inbox, reserved };
      }
      case "committed":
        throw malformedReply("advance");
      default:
        return answer;
    }
  }

  async abandon(
    { ref, owner, epoch, inputs, idempotency, told }: Parameters<Store["abandon"]>[0],
  ): Promise<void> {
    const keys = this.#database.keys(ref);
    this.#known.delete(toStepKey(keys, epoch));
    await this.#database.run(
      ref,
      ABANDON.call({
        keys,
        optionalKeys: { receipt: idempotency && keys.receipt(idempotency.key) },
        args: { owner, epoch, told: told ? 1 : 0, eventMs: this.#database.lifetimes.eventsMs },
        moreArgs: inputs,
      }),
    );
  }

  async markStarted(ref: ThreadRef, epoch: number, callIds: readonly string[]): Promise<"marked" | "fenced"> {
    const keys = this.#database.keys(ref);
    const marked = await this.#database.run(ref, MARK.call({ keys, args: { epoch }, moreArgs: callIds }));
    return marked === 1 ? "marked" : "fenced";
  }

  /**
   * One request; a few when the entries need staging, or when another isolate began the step and a segment is full.
   */
  async #commit(commit: CommitParts, mode: CommitMode): Promise<Committed> {
    const keys = this.#database.keys(commit.ref);
    const step = toStepKey(keys, commit.epoch);
    const known: KnownThread = this.#known.get(step) ?? { length: 0 };
    this.#known.delete(step);
    const request = { ...commit, facets: commit.facets ?? known.facets };
    const ledger = this.#ledger.calls(request.ref.tenant, request.booking, mode.reserve);
    const staged = await this.#stageEntries(keys, request, mode, ledger);
    const move = await moveByCommit(this.#database, request, known);
    const parts = { ...ledger, before: [...ledger.before, ...move.calls] };
    let { length } = known;
    let { answer, reservation, moved } = await this.#sendCommit(keys, request, mode, parts, staged, length);
    for (let attempts = 0; answer.type === "roll" && attempts < 3; attempts++) {
      length = answer.length;
      ({ answer, reservation, moved } = await this.#sendCommit(keys, request, mode, parts, staged, length));
    }
    if (answer.type === "roll") throw malformedReply("commit");
    if (answer.type === "advanced") {
      const { status, facets } = request;
      const after = { ...known, length: length + request.entries.length, status, facets };
      this.#known.set(toStepKey(keys, answer.epoch), after);
    }
    if (answer.type === "committed" || answer.type === "advanced") {
      move.confirm(moved);
      if (answer.renew) await this.#database.renew(request.ref);
    }
    return { answer, reservation };
  }

  async #sendCommit(
    keys: ThreadKeys,
    request: CommitParts,
    mode: CommitMode,
    { before, after }: LedgerCalls,
    staged: string | undefined,
    length: number,
  ): Promise<{ answer: CommitAnswer; reservation?: unknown; moved?: unknown }> {
    const { pending, summary, events, newBlob } = request;
    const own = newBlob && { id: newBlob.id }; // its thread keeps its own copy, within the commit
    const blobs: readonly ReferredBlob[] = own ? [own, ...request.blobs] : request.blobs;
    const { threadMs, lifetimes: { receiptMs, eventsMs } } = this.#database;
    const entries = staged === undefined ? request.entries : [];
    const pendingIds = pending?.ids ?? [];
    const roll = rollKeys(keys, length, request.entries.length);
    const call = COMMIT.call({
      keys,
      optionalKeys: {
        receipt: mode.key === undefined ? undefined : keys.receipt(mode.key),
        events: events.length === 0 ? undefined : keys.events,
        previous: roll.previous,
        staged,
        renewal: threadMs === 0 ? undefined : keys.renewal,
        blobs: threadMs === 0 && blobs.length === 0 ? undefined : keys.blobs,
      },
      args: {
        owner: request.owner,
        epoch: request.epoch,
        version: request.version,
        schema: request.schema,
        consumed: request.consumed,
        entries: entries.length,
        stagedEntries: staged === undefined ? 0 : request.entries.length,
        pendingIds: pendingIds.length,
        eventCount: events.length,
        blobCount: blobs.length,
        archives: roll.archives.length,
        firstArchive: roll.first,
        receiptMs,
        eventMs: eventsMs,
        threadMs,
        leaseMs: mode.leaseMs,
        afterCancel: mode.afterCancel ? 1 : 0,
        base: summary?.base ?? 0,
        status: request.status,
        state: request.state,
        counters: toCounters(request.counters),
        pendingCalls: pendingIds.length === 0 ? undefined : pending?.calls,
        summary: summary && toSummary(summary.text),
        bodyHash: mode.bodyHash,
        newBlob: newBlob && toPiece(newBlob.text),
        receiptState: mode.receiptState,
        receiptText: mode.receiptText,
        facets: request.facets && toFacets(request.facets, request.version + 1),
      },
      moreKeys: [...roll.archives, ...blobs.map((blob) => keys.blob(blob.id))],
      moreArgs: [
        ...entries,
        ...pendingIds,
        ...events.flatMap((event) => [String(event.seq), event.text]),
        ...blobs.map(toMember),
      ],
    });
    const { ref, awaits, due, outbox = [] } = request;
    const dueParts = this.#database.due.parts(ref.tenant, ref.thread, due, outbox);
    const entered = awaits === undefined
      ? []
      : [this.#database.awaiting(ref.tenant).enter(ref.thread, awaits)];
    const beside = { before: dueParts.before, behind: entered };
    const kept = newBlob?.shared
      ? [this.#database.sharedBlobs.keep(ref.tenant, newBlob.id, newBlob.text)]
      : [];
    const others = [...after, ...dueParts.behind, ...kept];
    if (before.length + others.length === 0) {
      return { answer: readCommit(new Reader("commit", await this.#database.run(ref, call, beside))) };
    }
    const calls = [...before, call, ...others];
    const replies = await this.#database.runAll(ref, calls, beside);
    const place = before.length;
    return {
      answer: readCommit(new Reader("commit", replies[place])),
      reservation: replies[place + 1],
      moved: replies[place - 1],
    };
  }

  /** The key of the staged entries, when the commit would be too large for one request; undefined otherwise. */
  async #stageEntries(
    keys: ThreadKeys,
    { entries, events, state, pending, summary, blobs, newBlob, facets, outbox = [] }: CommitParts,
    { bodyHash, receiptText }: CommitMode,
    { before, after }: LedgerCalls,
  ): Promise<string | undefined> {
    const others = [
      bodyHash ?? "",
      receiptText ?? "",
      state,
      pending?.calls ?? "",
      toSummary(summary?.text ?? null),
      ...pending?.ids ?? [],
      ...events.flatMap(({ seq, text }) => [String(seq), text]),
      ...blobs.flatMap(({ id }) => [id, keys.blob(id)]),
      ...newBlob ? [newBlob.id, keys.blob(newBlob.id), newBlob.text] : [],
      ...newBlob?.shared ? [newBlob.id, newBlob.text] : [],
      ...[...before, ...after].flatMap(({ args }) => args),
      ...outbox.map(({ text }) => text),
      toFacets(facets, 0),
    ];
    if (entries.length === 0 || fitsOneRequest([...entries, ...others])) return undefined;
    const key = keys.staging(newName());
    await new Stage(this.#database.client, () => key, entries.length).add(entries);
    return key;
  }
}

/** The name of a step: answers of two begins of one thread may come in any order. */
function toStepKey({ header }: ThreadKeys, epoch: number): string {
  return `${header} ${epoch}`;
}

/** The field with the facets in the answer of a begin that begun. */
function readFacetsField(reply: unknown): unknown {
  const head: unknown = Array.isArray(reply) ? reply[1] : undefined;
  return Array.isArray(head) ? head[headerPlace("facets") - 1] : undefined;
}

/** The outcome of a commit or an advance, and the reply of RESERVE when the request has a reservation. */
interface Committed {
  readonly answer: Exclude<CommitAnswer, { type: "roll" }>;
  readonly reservation?: unknown;
}

type CommitParts = Omit<CommitRequest, "afterCancel" | "receipt">;

/** The arguments in which a commit and an advance differ. */
interface CommitMode {
  /** More than 0 to advance. */
  readonly leaseMs: number;
  readonly afterCancel: boolean;
  /** The idempotency key. */
  readonly key: string | undefined;
  readonly bodyHash: string | undefined;
  /** One of RECEIPT_STATE, to commit; so is the text. */
  readonly receiptState?: string;
  readonly receiptText?: string;
  /** Of an advance. */
  readonly reserve?: Reservation | undefined;
}
