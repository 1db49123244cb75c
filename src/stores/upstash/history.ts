// Histories: read by pages, and copied into another thread.

import { AgentError } from "../../core/error.ts";
import { schemaUnsupported, sourceUnknown } from "../../core/store/errors.ts";
import { SCHEMA } from "../../core/state.ts";
import type { ForkRequest, HistoryWindow, ThreadRef } from "../../core/store/thread.ts";
import { ZERO_COUNTERS } from "../../core/usage.ts";
import { HISTORY } from "./lua/thread.ts";
import { ADOPT } from "./lua/transfer.ts";
import { Reader, toSummary } from "./replies.ts";
import { toFacets } from "./set_fields.ts";
import { toCounterFields } from "./counters.ts";
import { copyBlob } from "./blobs/blobs.ts";
import { type Database, newName } from "./database.ts";
import { malformedReply } from "./errors.ts";
import { activeSegment } from "./keys.ts";
import { HEADER_FIELD, SEGMENT } from "./layout.ts";
import { isShared } from "./blobs/shared_blobs.ts";
import { Stage } from "./stage.ts";

/** Most segments that a page of history spans. */
const PAGE_SEGMENTS = 16;

/** The histories of all threads: the methods `history` and `fork` of Store. */
export class History {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async history(ref: ThreadRef, page: { after: number; limit: number }): Promise<HistoryWindow | undefined> {
    const keys = this.#database.keys(ref);
    const start = Math.max(0, page.after);
    const first = Math.floor(start / SEGMENT);
    const last = Math.min(Math.floor((start + page.limit - 1) / SEGMENT), first + PAGE_SEGMENTS - 1);
    const answer = await this.#database.run(
      ref,
      HISTORY.call({
        keys,
        args: { from: start, limit: page.limit, firstArchive: first, schema: SCHEMA },
        moreKeys: keys.archives(first, last),
      }),
    );
    if (answer === null) return undefined;
    if (typeof answer === "number") throw schemaUnsupported(ref.thread, answer);
    return { start, entries: new Reader("history", answer).rest() };
  }

  /**
   * The first page of the entries [from, to), which the history has.
   *
   * @throws {AgentError} thread_unknown when the thread was removed meanwhile.
   */
  async page(ref: ThreadRef, from: number, to: number): Promise<readonly string[]> {
    const page = await this.history(ref, { after: from, limit: to - from });
    if (page === undefined) {
      throw new AgentError("thread_unknown", `Thread ${ref.thread} was removed while it was read.`);
    }
    if (page.entries.length === 0) throw malformedReply("history");
    return page.entries;
  }

  /**
   * The last request makes the target, whole: until then its segments are staged under names of their own, which
   * expire if this isolate ends. Entries and blobs are read and written again, because the threads may be on
   * different Redis nodes.
   */
  async fork(request: ForkRequest): Promise<boolean> {
    const source = this.#database.keys(request.source);
    const target = this.#database.keys(request.target);
    const [head, targetExists, members] = await this.#database.pipeline(request.source, "fork", [
      (pipeline) => pipeline.hmget(source.header, HEADER_FIELD.schema, HEADER_FIELD.length),
      (pipeline) => pipeline.exists(target.header),
      (pipeline) => pipeline.smembers(source.blobs),
    ]);
    const [schema, sourceLength] = Array.isArray(head) ? head.map(Number) : [];
    if (!Array.isArray(head) || head.includes(null)) throw sourceUnknown(request.source.thread);
    if (Number(schema) > SCHEMA) throw schemaUnsupported(request.source.thread, Number(schema));
    if (targetExists === 1) return false;

    const copied = Math.min(request.length, Number(sourceLength));
    const incarnation = newName();
    const stage = new Stage(
      this.#database.client,
      (segment) => target.staging(`${incarnation}:${segment}`),
      SEGMENT,
    );
    for (let after = 0; after < copied;) {
      const entries = await this.page(request.source, after, copied);
      await stage.add(entries);
      after += entries.length;
    }
    await stage.add(request.append);
    const blobs = new Reader("fork", members).rest();
    for (const id of blobs) if (!isShared(id)) await copyBlob(this.#database.client, source, target, id);

    const length = copied + request.append.length;
    const active = activeSegment(length);
    const segments = length === 0 ? [] : Array.from({ length: active + 1 }, (_, segment) => segment);
    const staged = segments.map((segment) => target.staging(`${incarnation}:${segment}`));
    const becomes = segments.map((segment) => {
      if (segment === active) return target.active;
      return segment === active - 1 ? target.previous : target.archive(segment);
    });
    const { tenant, thread: name } = request.target;
    const { thread, version, base, status, counters = ZERO_COUNTERS, pending } = request;
    const pendingIds = pending?.ids ?? [];
    const held = this.#database.sharedBlobs.holds(tenant, blobs);
    const replies = await this.#database.runAll(
      request.target,
      [
        ...held,
        ADOPT.call({
          keys: target,
          args: {
            segments: segments.length,
            threadMs: this.#database.threadMs,
            schema: thread.schema,
            version,
            length,
            base,
            pendingIds: pendingIds.length,
            status,
            summary: toSummary(request.summary),
            meta: thread.meta,
            state: thread.state,
            incarnation,
            ...toCounterFields(counters),
            pendingCalls: pending?.calls ?? "",
            facets: toFacets(thread.facets, version),
          },
          moreKeys: [...staged, ...becomes, ...blobs.map((id) => target.blob(id))],
          moreArgs: [...pendingIds, ...blobs],
        }),
        ...await this.#database.sets(tenant).enterNew(name, { ...thread, status }),
      ],
      {
        behind: request.awaits === undefined
          ? []
          : [this.#database.awaiting(tenant).enter(name, request.awaits)],
      },
    );
    return replies[held.length] === 1;
  }
}
