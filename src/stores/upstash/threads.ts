// Threads as a whole: create, read, cancel, decide, remove.

import { AgentError } from "../../core/error.ts";
import { SCHEMA } from "../../core/state.ts";
import type { Store } from "../../core/store.ts";
import { schemaUnsupported } from "../../core/store/errors.ts";
import type { NewThread, ThreadRef } from "../../core/store/thread.ts";
import { entryNames, setNames } from "../../core/store/thread_filter.ts";
import { INBOX, TAKEN, WITHDRAW } from "./lua/inbox.ts";
import { CANCEL } from "./lua/lease.ts";
import { CREATE, DECIDE, READ, REMOVE } from "./lua/thread.ts";
import { PUT_FACETS, PUT_LABEL } from "./lua/thread_sets.ts";
import { BY_CANCEL } from "./known_thread.ts";
import { Reader, readHeader, readPending, toDecisions } from "./replies.ts";
import { type KnownSets, readSets, SET_FIELDS, toFacets } from "./set_fields.ts";
import { WRONG_TYPE } from "./client.ts";
import { type Database, findOutlyingKeys, newName, unlink } from "./database.ts";
import { malformedReply } from "./errors.ts";
import { toKeyPart } from "./keys.ts";
import { HEADER_FIELD } from "./layout.ts";
import { publishCancel } from "./watch/watches.ts";

/** The methods of Store that concern a thread as a whole. */
export class Threads {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(ref: ThreadRef, thread: NewThread): Promise<boolean> {
    const keys = this.#database.keys(ref);
    const { schema, meta, state } = thread;
    const facets = toFacets(thread.facets, 0);
    const args = { schema, meta, state, facets, incarnation: newName(), threadMs: this.#database.threadMs };
    const [created] = await this.#database.runAll(ref, [
      CREATE.call({ keys, args }),
      ...await this.#database.sets(ref.tenant).enterNew(ref.thread, { ...thread, status: "waiting" }),
    ]);
    return created === 1;
  }

  async read(ref: ThreadRef): ReturnType<Store["read"]> {
    const keys = this.#database.keys(ref);
    const answer = await this.#database.run(ref, READ.call({ keys, args: {} }));
    if (answer === null) return undefined;
    const reader = new Reader("read", answer);
    const header = readHeader(reader.list(), ref.thread);
    const { pending, marks } = readPending(reader.list(), ref.thread);
    return { header, pending, marks, waiting: reader.number(), running: reader.flag() };
  }

  async taken(ref: ThreadRef): ReturnType<Store["taken"]> {
    const { lease, inbox } = this.#database.keys(ref);
    const answer = await this.#database.run(ref, TAKEN.call({ keys: { lease, inbox }, args: {} }));
    if (typeof answer !== "number") throw malformedReply("taken");
    return answer;
  }

  async inbox(ref: ThreadRef): ReturnType<Store["inbox"]> {
    const { header, inbox } = this.#database.keys(ref);
    const answer = await this.#database.run(ref, INBOX.call({ keys: { header, inbox }, args: {} }));
    return new Reader("inbox", [answer]).texts();
  }

  async withdraw(...[ref, { epoch, texts }]: Parameters<Store["withdraw"]>): Promise<boolean> {
    const { header, inbox } = this.#database.keys(ref);
    const call = WITHDRAW.call({
      keys: { header, inbox },
      args: { epoch, schema: SCHEMA },
      moreArgs: [...new Set(texts)],
    });
    return await this.#database.run(ref, call) === 1;
  }

  async cancel(ref: ThreadRef): ReturnType<Store["cancel"]> {
    const keys = this.#database.keys(ref);
    const move = await this.#database.sets(ref.tenant).move(ref.thread, BY_CANCEL);
    const calls = [
      ...move.calls,
      CANCEL.call({ keys, args: { name: newName(), schema: SCHEMA } }),
    ];
    const beside = { behind: [publishCancel(this.#database, ref)] };
    const [moved, answer] = await this.#database.runAll(ref, calls, beside);
    if (answer === null) return undefined;
    const reader = new Reader("cancel", answer);
    if (reader.left === 1) throw schemaUnsupported(ref.thread, reader.number());
    move.confirm(moved);
    return { running: reader.flag(), version: reader.number() };
  }

  async decide(
    ...[ref, callId, decision, needed = 1]: Parameters<Store["decide"]>
  ): ReturnType<Store["decide"]> {
    const keys = this.#database.keys(ref);
    const args = {
      callId,
      name: newName(),
      by: decision.by === undefined ? "" : toKeyPart(decision.by),
      decision: JSON.stringify(decision),
      approved: decision.approved ? 1 : 0,
      needed,
      schema: SCHEMA,
    };
    const move = await this.#database.sets(ref.tenant).move(ref.thread, {
      enters: setNames({ status: "open" }),
      leaves: setNames({ status: "waiting" }),
    });
    const calls = [
      ...move.calls,
      DECIDE.call({ keys, args }),
    ];
    const [moved, answer] = await this.#database.runAll(ref, calls);
    if (answer === null) return { type: "unknown" };
    if (typeof answer === "number") return { type: "busy", retryAfterMs: answer };
    if (Array.isArray(answer)) throw schemaUnsupported(ref.thread, new Reader("decide", answer).number());
    if (typeof answer !== "string") throw malformedReply("decide");
    const { names, decisions } = toDecisions(answer, ref.thread);
    const isDecided = names.includes(args.name);
    if (isDecided && (!decision.approved || decisions.length >= needed)) move.confirm(moved);
    return { type: isDecided ? "decided" : "already", decisions };
  }

  /**
   * The first request reads the length and the blobs, from which the names of the other keys follow; the second
   * removes all keys. Keys of another type are removed as well.
   */
  async remove(ref: ThreadRef, newest = SCHEMA): Promise<boolean> {
    const keys = this.#database.keys(ref);
    const awaiting = this.#database.awaiting(ref.tenant);
    const [exists, head, members, since] = await this.#database.client.probe("remove", [
      (pipeline) => pipeline.exists(keys.header),
      (pipeline) => pipeline.hmget(keys.header, HEADER_FIELD.schema, HEADER_FIELD.length, ...SET_FIELDS),
      (pipeline) => pipeline.smembers(keys.blobs),
      awaiting.score(ref.thread),
    ]);
    if (exists === 0) return false;
    const blobs = members === WRONG_TYPE ? [] : new Reader("remove", members).rest();
    const [schema = 0, length = 0] = Array.isArray(head) ? head.slice(0, 2).map(Number) : [];
    if (schema > newest) throw schemaUnsupported(ref.thread, schema);
    const known = findOutlyingKeys(keys, length, blobs);
    const answer = await this.#database.client.run(
      REMOVE.call({ keys, args: { schema: newest }, moreKeys: known }),
      {
        before: await this.#database.sets(ref.tenant).leave(ref.thread, readableFacets(head, ref.thread)),
        behind: this.#database.index(ref.tenant).leave(ref.thread),
      },
    );
    if (answer === null) return false;
    const reader = new Reader("remove", answer);
    // Written by a newer Treadle since the request before: the index has the name again with its next begin that may create it.
    if (reader.left === 1) throw schemaUnsupported(ref.thread, reader.number());
    const left = new Set(findOutlyingKeys(keys, reader.number(), reader.texts()));
    for (const key of known) left.delete(key);
    if (left.size > 0) await this.#database.client.pipeline("remove", [unlink([...left])]);
    if (typeof since === "string" || typeof since === "number") {
      await awaiting.leaveThread(ref.thread, String(since));
    }
    return true;
  }

  /** Two requests: the status, and then the facets with the sets that both belong to. */
  async list(...[tenant, { filter, ...page }]: Parameters<Store["list"]>): ReturnType<Store["list"]> {
    if (filter === undefined) return await this.#database.index(tenant).page(page);
    return await this.#database.sets(tenant).page({ ...page, filter });
  }

  listAwaiting(...[tenant, page]: Parameters<Store["listAwaiting"]>): ReturnType<Store["listAwaiting"]> {
    return this.#database.awaiting(tenant).page(page);
  }

  async putFacets(
    ...[ref, { version, facets }]: Parameters<Store["putFacets"]>
  ): ReturnType<Store["putFacets"]> {
    const { header, lease } = this.#database.keys(ref);
    const known = await this.#readSets(ref, "putFacets");
    if (known === undefined) return "missing";
    const args = { version, status: known.facts.status, facets: toFacets(facets, version), schema: SCHEMA };
    const replies = await this.#database.runAll(ref, [
      ...(await this.#database.sets(ref.tenant).move(ref.thread, {
        enters: entryNames({ ...known.facts, facets }),
      }))
        .calls,
      PUT_FACETS.call({ keys: { header, lease }, args }),
    ]);
    const answer = replies.at(-1) ?? null;
    if (answer === null) return "missing";
    if (Array.isArray(answer)) throw schemaUnsupported(ref.thread, new Reader("putFacets", answer).number());
    return answer === 1 ? "put" : "busy";
  }

  /**
   * Two requests: which sets the thread is in, and then the label with those that it enters; both again when another request has
   * changed the label between them.
   */
  async putLabel(...[ref, label]: Parameters<Store["putLabel"]>): ReturnType<Store["putLabel"]> {
    for (let attempts = 0; attempts < LABEL_ATTEMPTS; attempts++) {
      const known = await this.#readSets(ref, "putLabel");
      if (known === undefined) return false;
      const answer = await this.#tryLabel(ref, label, known);
      if (answer === null) return false;
      if (Array.isArray(answer)) throw schemaUnsupported(ref.thread, new Reader("putLabel", answer).number());
      if (answer === 1) return true;
    }
    throw new AgentError("thread_busy", `The label of thread ${ref.thread} is being changed; try again.`, {
      retryAfterMs: LABEL_BUSY_MS,
    });
  }

  async #tryLabel(
    ref: ThreadRef,
    { title, archived }: Parameters<Store["putLabel"]>[1],
    known: KnownSets,
  ): Promise<unknown> {
    const { facts } = known;
    const behind = entryNames({
      ...facts,
      givenTitle: title ?? facts.givenTitle,
      archived: archived ?? facts.archived ? true : undefined,
    });
    const number = parseNumber(known.labelName) + 1;
    const leaves = entryNames(facts).filter((name) => !behind.includes(name));
    const move = await this.#database.sets(ref.tenant).move(ref.thread, {
      enters: setNames({ archived, facets: title?.facets }),
      leaves,
      shared: leaves.filter((name) => !ARCHIVES.includes(name)),
      version: number,
    });
    const put = PUT_LABEL.call({
      keys: { header: this.#database.keys(ref).header },
      args: {
        schema: SCHEMA,
        name: `${number} ${newName()}`,
        knownName: known.labelName,
        title: title && JSON.stringify(title),
        archived: archived === undefined ? undefined : archived ? "1" : "0",
      },
    });
    const replies = await this.#database.runAll(ref, [...move.calls, put]);
    const answer = replies.at(-1) ?? null;
    if (answer === 1) move.confirm(replies[0]);
    return answer;
  }

  async #readSets(ref: ThreadRef, name: string): Promise<KnownSets | undefined> {
    const { header } = this.#database.keys(ref);
    const [fields] = await this.#database.pipeline(ref, name, [
      (pipeline) => pipeline.hmget(header, ...SET_FIELDS),
    ]);
    return readSets(new Reader(name, fields), ref.thread);
  }
}

/** The sets that nothing but a label takes a thread out of: a step knows of no other one. */
const ARCHIVES = [true, false].flatMap((archived) => setNames({ archived }));

/** How many labels a thread has had, by the name of the last one; 0 for none. */
function parseNumber(labelName: string): number {
  return Number(/^(\d+) /.exec(labelName)?.[1] ?? 0);
}

/** Tries to put a label that other requests change, and the time until a caller tries again. */
const LABEL_ATTEMPTS = 10;
const LABEL_BUSY_MS = 100;

/** The facets among the fields of a header that is removed; none when they cannot be read. */
function readableFacets(head: unknown, thread: string): readonly string[] {
  if (!Array.isArray(head)) return [];
  try {
    const { facets = [], givenTitle } = readSets(new Reader("remove", head.slice(2)), thread)?.facts ?? {};
    return [...facets, ...givenTitle?.facets ?? []];
  } catch {
    return [];
  }
}
