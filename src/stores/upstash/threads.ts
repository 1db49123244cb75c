// Threads as a whole: created, read, cancelled, decided on, removed.

import type { NewThread, Store, ThreadRef } from "../../core/store.ts";
import { CANCEL } from "./lua/lease.ts";
import { CREATE, DECIDE, READ, REMOVE } from "./lua/thread.ts";
import { Reader, readHeader, readPending, toDecision } from "./replies.ts";
import { malformedReply } from "./client.ts";
import { type Database, newName, outlying, unlink } from "./database.ts";

/** The threads of all tenants. */
export class Threads {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(ref: ThreadRef, thread: NewThread): Promise<boolean> {
    const keys = this.#database.keys(ref);
    const created = await this.#database.client.run(
      {
        script: CREATE,
        keys: [keys.header, ...keys.rest, keys.blobs],
        args: [String(thread.schema), thread.meta, thread.state, newName(), String(this.#database.threadMs)],
      },
      [this.#database.index(ref.tenant).enter(ref.thread, thread.createdAt)],
    );
    return created === 1;
  }

  async read(ref: ThreadRef): ReturnType<Store["read"]> {
    const keys = this.#database.keys(ref);
    const answer = await this.#database.run(ref, {
      script: READ,
      keys: [keys.header, keys.lease, keys.pending, keys.inbox],
      args: [],
    });
    if (answer === null) return undefined;
    const reader = new Reader("read", answer);
    const header = readHeader(reader.list(), ref.thread);
    const { pending, marks } = readPending(reader.list());
    return { header, pending, marks, waiting: reader.number(), running: reader.flag() };
  }

  async cancel(ref: ThreadRef): ReturnType<Store["cancel"]> {
    const keys = this.#database.keys(ref);
    const call = { script: CANCEL, keys: [keys.header, keys.lease], args: [newName()] };
    const answer = await this.#database.run(ref, call);
    if (answer === null) return undefined;
    const reader = new Reader("cancel", answer);
    return { running: reader.flag(), version: reader.number() };
  }

  async decide(...[ref, callId, decision]: Parameters<Store["decide"]>): ReturnType<Store["decide"]> {
    const keys = this.#database.keys(ref);
    const attempt = newName();
    const args = [callId, attempt, JSON.stringify(decision)];
    const answer = await this.#database.run(ref, {
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

  /** First what only other keys know is read, then everything goes in one pipeline, the header first. */
  async remove(ref: ThreadRef): Promise<boolean> {
    const keys = this.#database.keys(ref);
    const [exists, length, members] = await this.#database.client.pipeline("remove", [
      (pipeline) => pipeline.exists(keys.header),
      (pipeline) => pipeline.hget(keys.header, "len"),
      (pipeline) => pipeline.smembers(keys.blobs),
    ]);
    if (exists === 0) return false;
    const known = outlying(keys, Number(length), new Reader("remove", members).rest());
    const answer = await this.#database.client.run(
      { script: REMOVE, keys: [keys.header, keys.blobs, ...keys.rest], args: [] },
      [
        ...(known.length > 0 ? [unlink(known)] : []),
        this.#database.index(ref.tenant).leave(ref.thread),
      ],
    );
    if (answer === null) return false;
    const reader = new Reader("remove", answer);
    const left = outlying(keys, reader.number(), reader.texts()).filter((key) => !known.includes(key));
    if (left.length > 0) await this.#database.client.pipeline("remove", [unlink(left)]);
    return true;
  }
}
