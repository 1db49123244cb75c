// Reads catalogues for one isolate: numbers and pieces never change, so each is read once, and the newest number is looked up behind
// the answer.

import { AgentError, failureFields } from "../../../core/error.ts";
import { Lru } from "../../../core/lru.ts";
import type { Clock, Defer, Log } from "../../../core/ports.ts";
import type { Store } from "../../../core/store.ts";
import { type Head, readHead, readNumber } from "./head.ts";
import { type CatalogueName, type Piece, readPieces } from "./pieces.ts";
import { Snapshot } from "./snapshot.ts";

/** Milliseconds between two looks at the head of a catalogue. */
const LOOK_MS = 2_000;

/**
 * Milliseconds for which the newest known number counts without a look: with a second for the look itself, a change reaches every
 * isolate within five.
 */
const FRESH_MS = 4_000;

/** Characters of pieces, and of snapshots, that an isolate keeps. */
const CACHED_CHARS = 24_000_000;

/** Catalogues whose newest number an isolate remembers. */
const CATALOGUES = 1_000;

/** What reading needs. */
export interface ReaderPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** Keeps the invocation alive for a look behind the answer; nothing by default. */
  readonly defer?: Defer;
}

/** The newest number as an isolate knows it. Times are epoch milliseconds. */
interface Newest {
  readonly number: number;
  /** When the look began that has found it, or that has found it unchanged. */
  readonly seenAt: number;
  /** When the last look began, whatever came of it. */
  lookedAt: number;
}

/** The catalogues that an isolate has read. A deployment has one. */
export class CatalogueReader {
  readonly #chars: number;
  readonly #pieces: Lru<Piece>;
  readonly #snapshots: Lru<Snapshot>;
  readonly #newest = new Lru<Newest>(CATALOGUES);

  /** `chars`: characters of pieces, and of snapshots, that are kept; the last snapshot is kept whatever its size. */
  constructor({ chars = CACHED_CHARS }: { readonly chars?: number } = {}) {
    this.#chars = chars;
    this.#pieces = new Lru(chars);
    this.#snapshots = new Lru(chars);
  }

  /**
   * A number of a catalogue, or the newest one. The same number is the same object.
   *
   * | requested | known to the isolate                 | answer                                                          |
   * | --------- | ------------------------------------ | --------------------------------------------------------------- |
   * | a number  | yes                                  | at once; it is never read again                                 |
   * | a number  | no                                   | after one or two requests, and one for each piece not cached    |
   * | newest    | yes, read less than 2 s ago          | at once                                                         |
   * | newest    | yes, read less than 4 s ago          | at once, and a read after it                                    |
   * | newest    | no, or read earlier                  | after a read: one request, and one for each piece that is new   |
   *
   * So a change counts in every isolate within five seconds, and no step of a thread that keeps its number makes a request. While
   * the store cannot be reached, the newest known number counts.
   *
   * @throws {AgentError} catalogue_unknown, catalogue_version_unknown; store_corrupt - and what the store throws; rejected
   */
  open(
    tenant: string,
    name: string,
    number: number | undefined,
    ports: ReaderPorts,
  ): Snapshot | Promise<Snapshot> {
    const catalogue = { tenant, name };
    if (number !== undefined) {
      return this.#snapshots.get(toKey(catalogue, number)) ?? this.#openNumber(catalogue, number, ports);
    }
    const now = ports.clock();
    const newest = this.#newest.get(toKey(catalogue));
    const known = newest && this.#snapshots.get(toKey(catalogue, newest.number));
    if (newest === undefined || known === undefined) return this.#look(catalogue, ports);
    if (now - newest.seenAt >= FRESH_MS) return this.#lookOr(known, catalogue, ports);
    this.#lookBehind(newest, catalogue, ports);
    return known;
  }

  /**
   * The newest number that the isolate knows, at once, and a look behind it at most every 2 s; undefined when it knows none. For what
   * may be late, such as a notice that a tool is withdrawn: the step makes no request on its way.
   */
  known(tenant: string, name: string, ports: ReaderPorts): Snapshot | undefined {
    const catalogue = { tenant, name };
    const newest = this.#newest.get(toKey(catalogue));
    if (newest === undefined) {
      this.#newest.set(toKey(catalogue), { number: 0, seenAt: -Infinity, lookedAt: ports.clock() });
      this.#inBackground(catalogue, ports);
      return undefined;
    }
    this.#lookBehind(newest, catalogue, ports);
    return this.#snapshots.get(toKey(catalogue, newest.number));
  }

  /** The snapshot of a head that was just read. */
  async read(catalogue: CatalogueName, head: Head, { store }: Pick<ReaderPorts, "store">): Promise<Snapshot> {
    const key = toKey(catalogue, head.number);
    const known = this.#snapshots.get(key);
    if (known?.digest === head.digest) return known;
    const pieces = await readPieces(head.pieces, catalogue, store, this.#pieces);
    const other = this.#snapshots.get(key); // of a read at the same time
    if (other?.digest === head.digest) return other;
    return this.#keep(new Snapshot({ ...catalogue, ...head }, pieces));
  }

  /** Keeps a number that this isolate has just published; `since` is when its head was read, in epoch milliseconds. */
  keepPublished(snapshot: Snapshot, since: number): void {
    this.#keep(snapshot);
    const { tenant, name, number } = snapshot;
    if ((this.#newest.get(toKey({ tenant, name }))?.number ?? 0) > number) return;
    this.#newest.set(toKey({ tenant, name }), { number, seenAt: since, lookedAt: since });
  }

  #keep(snapshot: Snapshot): Snapshot {
    const weight = Math.min(this.#chars, snapshot.chars);
    this.#snapshots.set(toKey(snapshot, snapshot.number), snapshot, weight);
    return snapshot;
  }

  async #look(catalogue: CatalogueName, ports: ReaderPorts): Promise<Snapshot> {
    const startedAt = ports.clock();
    const found = await readHead(catalogue, ports.store);
    if (found === undefined) throw unknown(catalogue);
    const snapshot = await this.read(catalogue, found.head, ports);
    const newest = this.#newest.get(toKey(catalogue));
    const { number } = snapshot;
    if (newest !== undefined && newest.seenAt > startedAt && newest.number > number) {
      return this.#snapshots.get(toKey(catalogue, newest.number)) ?? snapshot; // a later look has found more
    }
    const seenAt = newest?.number === number ? Math.max(startedAt, newest.seenAt) : startedAt;
    this.#newest.set(toKey(catalogue), { number, seenAt, lookedAt: Math.max(seenAt, newest?.lookedAt ?? 0) });
    return snapshot;
  }

  async #lookOr(known: Snapshot, catalogue: CatalogueName, ports: ReaderPorts): Promise<Snapshot> {
    try {
      return await this.#look(catalogue, ports);
    } catch (thrown) {
      if (!(thrown instanceof AgentError) || thrown.code !== "store_unavailable") throw thrown;
      ports.log("warn", "a catalogue could not be looked up; the newest known number counts", {
        catalogue: catalogue.name,
        tenant: catalogue.tenant,
        number: known.number,
        ...failureFields(thrown),
      });
      return known;
    }
  }

  #lookBehind(newest: Newest, catalogue: CatalogueName, ports: ReaderPorts): void {
    const now = ports.clock();
    if (now - newest.lookedAt < LOOK_MS) return;
    newest.lookedAt = now;
    this.#inBackground(catalogue, ports);
  }

  #inBackground(catalogue: CatalogueName, ports: ReaderPorts): void {
    const look = this.#look(catalogue, ports).catch((thrown) => {
      const { name, tenant } = catalogue;
      ports.log("warn", "a catalogue could not be looked up", {
        catalogue: name,
        tenant,
        ...failureFields(thrown),
      });
    });
    ports.defer?.(look);
  }

  async #openNumber(catalogue: CatalogueName, number: number, ports: ReaderPorts): Promise<Snapshot> {
    // The newest number has no definition of its own yet; between the two reads it may get one.
    const head = await readNumber(catalogue, number, ports.store) ??
      await this.#headAt(catalogue, number, ports) ??
      await readNumber(catalogue, number, ports.store);
    if (head === undefined) throw versionUnknown(catalogue, number);
    try {
      return await this.read(catalogue, head, ports);
    } catch (thrown) {
      if (await readNumber(catalogue, number, ports.store) !== undefined) throw thrown;
      if (await this.#headAt(catalogue, number, ports) !== undefined) throw thrown;
      throw versionUnknown(catalogue, number); // it was removed in the meantime
    }
  }

  async #headAt(catalogue: CatalogueName, number: number, { store }: ReaderPorts): Promise<Head | undefined> {
    const found = await readHead(catalogue, store);
    if (found === undefined) throw unknown(catalogue);
    return found.head.number === number ? found.head : undefined;
  }
}

/** The refusal of a name that no catalogue has. */
export function unknown({ name }: CatalogueName): AgentError {
  return new AgentError("catalogue_unknown", `There is no catalogue ${name}; publish a tool to make it.`);
}

/** The refusal of a number that a catalogue does not have, or has no more. */
export function versionUnknown({ name }: CatalogueName, number: number): AgentError {
  return new AgentError(
    "catalogue_version_unknown",
    `The catalogue ${name} has no number ${number}: it was never published, or was replaced more than 90 days ago.`,
  );
}

// Tenants and names hold no control characters, so no key stands for two.
function toKey({ tenant, name }: CatalogueName, number?: number): string {
  return `${tenant}\n${name}\n${number ?? ""}`;
}
