// Histories: read by pages, and copied into another thread.

import { AgentError } from "../../core/error.ts";
import type { ForkRequest, HistoryWindow, ThreadRef } from "../../core/store.ts";
import { ZERO_COUNTERS } from "../../core/usage.ts";
import { SEGMENT } from "./lua/script.ts";
import { HISTORY } from "./lua/thread.ts";
import { ADOPT } from "./lua/transfer.ts";
import { Reader, toCounters, toSummary } from "./replies.ts";
import { copyBlob } from "./blobs.ts";
import { malformedReply } from "./client.ts";
import { type Database, newName } from "./database.ts";
import { activeSegment } from "./keys.ts";
import { Stage } from "./stage.ts";

/** Most segments that a page of history spans. */
const PAGE_SEGMENTS = 16;

/** The histories of all threads. */
export class History {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async read(ref: ThreadRef, page: { after: number; limit: number }): Promise<HistoryWindow | undefined> {
    const keys = this.#database.keys(ref);
    const start = Math.max(0, page.after);
    const first = Math.floor(start / SEGMENT);
    const last = Math.min(Math.floor((start + page.limit - 1) / SEGMENT), first + PAGE_SEGMENTS - 1);
    const answer = await this.#database.run(ref, {
      script: HISTORY,
      keys: [keys.header, keys.active, keys.previous, ...keys.archives(first, last)],
      args: [String(start), String(page.limit), String(first)],
    });
    if (answer === null) return undefined;
    return { start, entries: new Reader("history", answer).rest() };
  }

  /** The first page of the entries [from, to), which are there. */
  async page(ref: ThreadRef, from: number, to: number): Promise<readonly string[]> {
    const page = await this.read(ref, { after: from, limit: to - from });
    if (page === undefined) {
      throw new AgentError("thread_unknown", `Thread ${ref.thread} was removed while it was read.`);
    }
    if (page.entries.length === 0) throw malformedReply("history");
    return page.entries;
  }

  /**
   * The target appears at the end, whole: until then its segments are staged under names of their own, which expire if
   * this isolate vanishes. The copy goes through here, since the two threads may live on different Redis nodes.
   */
  async fork(request: ForkRequest): Promise<boolean> {
    const source = this.#database.keys(request.source);
    const target = this.#database.keys(request.target);
    const [sourceLength, targetLength, members] = await this.#database.client.pipeline("fork", [
      (pipeline) => pipeline.hget(source.header, "len"),
      (pipeline) => pipeline.hget(target.header, "len"),
      (pipeline) => pipeline.smembers(source.blobs),
    ]);
    if (sourceLength === null) {
      throw new AgentError("thread_unknown", `There is no thread ${request.source.thread} to fork.`);
    }
    if (targetLength !== null) return false;

    const copied = Math.min(request.length, Number(sourceLength));
    const life = newName();
    const stage = new Stage(
      this.#database.client,
      (segment) => target.staging(`${life}:${segment}`),
      SEGMENT,
    );
    for (let after = 0; after < copied;) {
      const entries = await this.page(request.source, after, copied);
      await stage.add(entries);
      after += entries.length;
    }
    await stage.add(request.append);
    const blobs = new Reader("fork", members).rest();
    for (const id of blobs) await copyBlob(this.#database.client, source, target, id);

    const length = copied + request.append.length;
    const active = activeSegment(length);
    const segments = length === 0 ? [] : Array.from({ length: active + 1 }, (_, segment) => segment);
    const { thread, counters = ZERO_COUNTERS, pending } = request;
    const adopted = await this.#database.client.run(
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
            String(this.#database.threadMs),
            String(thread.schema),
            String(request.version),
          ],
          ...[request.status, String(length), String(request.base), toSummary(request.summary)],
          ...[thread.meta, thread.state, life, toCounters(counters)],
          ...[pending?.calls ?? "", String(pending?.ids.length ?? 0), ...pending?.ids ?? [], ...blobs],
        ],
      },
      [this.#database.index(request.target.tenant).enter(request.target.thread, thread.createdAt)],
    );
    return adopted === 1;
  }
}
