// The resumable event log.

import assert from "node:assert/strict";
import { EVENT_LIMIT } from "../../../src/core/store/limits.ts";
import type { LoggedEvent } from "../../../src/core/store/thread.ts";
import { LEASE_MS, newThread, type StoreCase } from "./case.ts";

function events(from: number, count: number): LoggedEvent[] {
  return Array.from({ length: count }, (_, n) => ({ seq: 1_000_000 + from + n, text: `event ${from + n}` }));
}

export const eventCases: StoreCase[] = [
  {
    row: "E4",
    name: "a place far behind the log has no events",
    async run({ store, ref, step }) {
      const { owner, header: { epoch } } = await step();
      await store.flush(ref, { owner, epoch, leaseMs: LEASE_MS }, [{ seq: 1, text: "e" }]);
      for (const after of [1, 2 ** 32, 10 ** 14, 10 ** 15, Number.MAX_SAFE_INTEGER - 1]) {
        assert.deepEqual(
          await store.readEvents(ref, after, 10),
          { events: [], running: true },
          String(after),
        );
      }
    },
  },
  {
    row: "E4",
    name: "events are logged by flush, commit and advance, and read in order",
    async run({ store, ref, step, commit, advance }) {
      const one = await step();
      const lease = { owner: one.owner, epoch: one.header.epoch, leaseMs: LEASE_MS };
      assert.equal(await store.flush(ref, lease, events(1, 2)), "ok");
      assert.deepEqual(await store.readEvents(ref, 0, 10), { events: events(1, 2), running: true });
      await advance(one, { events: events(3, 2) });
      await commit(one, { version: 1, epoch: 2, consumed: 0, events: events(5, 1) });
      assert.deepEqual(await store.readEvents(ref, 0, 10), { events: events(1, 5), running: false });
    },
  },
  {
    row: "E4",
    name: "a reader resumes after the last event it saw",
    async run({ store, ref, append }) {
      await append(["a"], { events: events(1, 10) });
      const page = await store.readEvents(ref, 0, 4);
      assert.deepEqual(page?.events, events(1, 4));
      const rest = await store.readEvents(ref, page?.events.at(-1)?.seq ?? 0, 100);
      assert.deepEqual(rest?.events, events(5, 6));
      assert.deepEqual((await store.readEvents(ref, 1_000_010, 100))?.events, []);
      assert.deepEqual((await store.readEvents(ref, 9_000_000, 100))?.events, []);
    },
  },
  {
    row: "E4",
    name: "a flush whose answer was lost is logged once",
    async run({ store, ref, step }) {
      const one = await step();
      const lease = { owner: one.owner, epoch: one.header.epoch, leaseMs: LEASE_MS };
      assert.equal(await store.flush(ref, lease, events(1, 3)), "ok");
      assert.equal(await store.flush(ref, lease, events(1, 3)), "ok");
      assert.equal(await store.flush(ref, lease, events(2, 4)), "ok");
      assert.deepEqual((await store.readEvents(ref, 0, 100))?.events, events(1, 5));
    },
  },
  {
    row: "E4",
    name: "the events of a thread keep their order over epochs",
    async run({ store, ref, append }) {
      const seqs = [1_000_001, 2_000_001, 2_000_002, 30_000_000_001, 2 ** 52];
      for (const seq of seqs) await append(["a"], { events: [{ seq, text: `at ${seq}` }] });
      const read = await store.readEvents(ref, 2_000_001, 10);
      assert.deepEqual(read?.events.map(({ seq }) => seq), seqs.slice(2));
    },
  },
  {
    row: "E4",
    name: "a log without events is empty, and one of a missing thread undefined",
    async run({ store, ref }) {
      assert.equal(await store.readEvents(ref, 0, 10), undefined);
      await store.create(ref, newThread());
      assert.deepEqual(await store.readEvents(ref, 0, 10), { events: [], running: false });
    },
  },
  {
    row: "E4",
    name: "a log keeps its newest events and does not grow without bound",
    async run({ store, ref, step }) {
      const one = await step();
      const lease = { owner: one.owner, epoch: one.header.epoch, leaseMs: LEASE_MS };
      const total = 2 * EVENT_LIMIT;
      for (let from = 1; from <= total; from += 500) await store.flush(ref, lease, events(from, 500));
      const kept: LoggedEvent[] = [];
      for (let after = 0;;) {
        const page = await store.readEvents(ref, after, 1_000);
        assert(page !== undefined);
        if (page.events.length === 0) break;
        kept.push(...page.events);
        after = page.events.at(-1)?.seq ?? after;
      }
      // Redis trims its streams in whole nodes, so a little more than the limit may stay.
      assert(kept.length >= EVENT_LIMIT && kept.length <= EVENT_LIMIT + 500, `${kept.length} events kept`);
      assert.deepEqual(kept, events(total - kept.length + 1, kept.length));
    },
  },
];
