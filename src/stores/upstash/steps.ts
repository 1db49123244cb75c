// begin, commit and what a running step does between them. A step is two requests, each one script.

import type {
  AdvanceRequest,
  BeginOutcome,
  BeginRequest,
  CommitRequest,
  Store,
  ThreadRef,
} from "../../core/store.ts";
import { BEGIN } from "./lua/begin.ts";
import { COMMIT } from "./lua/commit.ts";
import { ABANDON, MARK } from "./lua/lease.ts";
import { type CommitAnswer, readBegin, readCommit, Reader, toCounters, toSummary } from "./replies.ts";
import { malformedReply } from "./client.ts";
import { type Database, newName } from "./database.ts";
import type { History } from "./history.ts";
import { rollKeys, type ThreadKeys } from "./keys.ts";
import { fitsOneRequest, Stage } from "./stage.ts";

/** Steps whose history length is remembered between begin and commit. */
const LENGTHS = 1000;

/** The steps of all threads. */
export class Steps {
  readonly #database: Database;
  readonly #history: History;
  /** Length of the history by header key, for the steps that this isolate has begun: a commit that rolls must know it. */
  readonly #lengths = new Map<string, number>();

  constructor(database: Database, history: History) {
    this.#database = database;
    this.#history = history;
  }

  async begin(request: BeginRequest): Promise<BeginOutcome> {
    const { ref, create, idempotency, window, held } = request;
    const keys = this.#database.keys(ref);
    const reply = await this.#database.run(
      ref,
      {
        script: BEGIN,
        keys: [
          ...[keys.header, keys.active, keys.previous, keys.lease, keys.pending, keys.inbox],
          ...(idempotency === undefined ? [] : [await keys.receipt(idempotency.key)]),
          ...(this.#database.threadMs === 0 ? [] : [keys.renewal, keys.blobs]),
          ...(create === undefined ? [] : [keys.events]),
        ],
        args: [
          ...[request.owner, String(request.leaseMs), String(request.schema), request.busy],
          ...[String(window.entries), String(window.bytes), String(request.expectedVersion ?? "")],
          ...[
            idempotency?.bodyHash ?? "",
            String(this.#database.lifetimes.receiptMs),
            String(this.#database.threadMs),
          ],
          held === undefined ? "" : [held.version, held.start, held.length, held.owner].join(" "),
          ...[String(request.inputs.length), ...request.inputs],
          ...(create === undefined ? [] : [String(create.schema), create.meta, create.state, newName()]),
        ],
      },
      create === undefined ? [] : [this.#database.index(ref.tenant).enter(ref.thread, create.createdAt)],
    );
    const { answer, renew } = readBegin(new Reader("begin", reply), ref.thread);
    if (answer.type === "begun") this.#remember(keys, answer.header.length);
    if (renew) await this.#database.renew(keys);
    if (answer.type !== "archived") return answer;
    const { header, text, from, to } = answer;
    return { type: "replayed", header, receipt: { text, entries: await this.#history.page(ref, from, to) } };
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
    const keys = this.#database.keys(ref);
    this.#lengths.delete(keys.header);
    await this.#database.client.run({
      script: ABANDON,
      keys: [
        ...[keys.header, keys.lease, keys.inbox],
        ...(idempotency === undefined ? [] : [await keys.receipt(idempotency.key)]),
      ],
      args: [owner, String(epoch), ...inputs],
    });
  }

  async markStarted(ref: ThreadRef, epoch: number, callIds: readonly string[]): Promise<"marked" | "fenced"> {
    const keys = this.#database.keys(ref);
    const call = { script: MARK, keys: [keys.header, keys.pending], args: [String(epoch), ...callIds] };
    return await this.#database.client.run(call) === 1 ? "marked" : "fenced";
  }

  /** One request, unless the entries need staging or the roll keys were not known: then a few. */
  async #commit(request: CommitParts, mode: CommitMode): Promise<Exclude<CommitAnswer, { type: "roll" }>> {
    const keys = this.#database.keys(request.ref);
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
    if ((answer.type === "committed" || answer.type === "advanced") && answer.renew) {
      await this.#database.renew(keys);
    }
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
    const { receiptMs, eventsMs } = this.#database.lifetimes;
    const numbers = COMMIT.numbers.pack({
      epoch: request.epoch,
      version: request.version,
      schema: request.schema,
      consumed: request.consumed,
      entries: entries.length,
      pendingIds: pending?.ids.length ?? 0,
      events: events.length,
      blobs: blobs.length,
      rollKeys: roll.keys.length,
      firstArchive: roll.first,
      hasReceipt: mode.key === undefined ? 0 : 1,
      receiptMs,
      eventMs: eventsMs,
      threadMs: this.#database.threadMs,
      leaseMs: mode.leaseMs,
      afterCancel: mode.afterCancel ? 1 : 0,
      base: summary?.base ?? -1,
      staged: staging === undefined ? 0 : 1,
    });
    const answer = await this.#database.run(request.ref, {
      script: COMMIT,
      keys: [
        ...[keys.header, keys.active, keys.lease, keys.pending, keys.inbox],
        ...(mode.key === undefined ? [] : [await keys.receipt(mode.key)]),
        ...(events.length === 0 ? [] : [keys.events]),
        ...roll.keys,
        ...(blobs.length === 0 ? [] : [keys.blobs, ...blobs.map((blob) => keys.blob(blob.id))]),
        ...(staging === undefined ? [] : [staging]),
        ...(this.#database.threadMs === 0 ? [] : [keys.renewal, keys.blobs]),
      ],
      args: [
        ...[request.owner, numbers, request.status, request.state, toCounters(request.counters)],
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
    await new Stage(this.#database.client, () => key, entries.length).add(entries);
    return key;
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
}

type CommitParts = Omit<CommitRequest, "afterCancel" | "receipt">;

/** What tells a commit from an advance. `settle`: the receipt's arguments. */
interface CommitMode {
  readonly leaseMs: number;
  readonly afterCancel: boolean;
  readonly key: string | undefined;
  readonly settle: readonly string[];
}
