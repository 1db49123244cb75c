// Event logs: a stream of Redis for each thread, which expires.

import { SCHEMA } from "../../core/state.ts";
import type { Store } from "../../core/store.ts";
import { schemaUnsupported } from "../../core/store/errors.ts";
import { FLUSH } from "./lua/lease.ts";
import { READ_EVENTS } from "./lua/thread.ts";
import { Reader, readEventList, readFlush } from "./replies.ts";
import type { Database } from "./database.ts";

/** The event logs of all threads: the methods `flush` and `readEvents` of Store. */
export class Events {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async flush(...[ref, lease, events]: Parameters<Store["flush"]>): ReturnType<Store["flush"]> {
    const keys = this.#database.keys(ref);
    const { threadMs, lifetimes: { eventsMs } } = this.#database;
    const answer = await this.#database.run(
      ref,
      FLUSH.call({
        keys,
        optionalKeys: threadMs === 0 ? {} : keys,
        args: { owner: lease.owner, epoch: lease.epoch, leaseMs: lease.leaseMs, eventMs: eventsMs, threadMs },
        moreArgs: events.flatMap((event) => [String(event.seq), event.text]),
      }),
    );
    const { type, renew } = readFlush(new Reader("flush", answer));
    if (renew) await this.#database.renew(ref);
    return type;
  }

  async readEvents(...[ref, after, limit]: Parameters<Store["readEvents"]>): ReturnType<Store["readEvents"]> {
    const keys = this.#database.keys(ref);
    const answer = await this.#database.run(
      ref,
      READ_EVENTS.call({ keys, args: { first: String(Math.max(0, after + 1)), limit, schema: SCHEMA } }),
    );
    if (answer === null) return undefined;
    const reader = new Reader("readEvents", answer);
    if (reader.left === 1) throw schemaUnsupported(ref.thread, reader.number());
    return { events: readEventList(reader.list()), running: reader.flag() };
  }
}
