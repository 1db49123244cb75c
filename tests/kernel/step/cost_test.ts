// Row E2: what a whole step costs on Redis, in requests and in bytes beyond its own entries, at any length of history.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Entry } from "../../../src/core/entry.ts";
import { ZERO_COUNTERS } from "../../../src/core/usage.ts";
import { readEntry } from "../../../src/kernel/history/codec.ts";
import type { Store } from "../../../src/core/store.ts";
import type { ThreadRef } from "../../../src/core/store/thread.ts";
import { createLab } from "../../support/lab.ts";
import { needsRedis } from "../../support/requires.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";
import { SCHEMA } from "../../../src/core/state.ts";

const look = defineTool({
  name: "look",
  description: "Looks.",
  parameters: ["at"],
  effect: "pure",
  run: ({ at }) => ({ at, seen: "x".repeat(300) }),
});
const agent = defineAgent({
  name: "looker",
  instructions: "Look.",
  driver: "scripted",
  tools: [look],
  limits: { historyEntries: 40, stepsPerRun: 1_000 },
});

needsRedis(
  "E2: a step is 2 requests and less than 1.4 KB beyond its entries, at 10 and at 100,000 entries",
  async () => {
    await using opened = await openUpstashStore();
    const { store, rest: { stats } } = opened;
    let looks = 0;
    const lab = createLab({
      unchecked: true,
      agents: [agent],
      store,
      scenario: () => ({ says: "Let me look.", calls: [{ tool: "look", args: { at: `place ${looks++}` } }] }),
    });
    const ref = { tenant: "acme", thread: "thread_0123456789abcdefgh" };
    const costs: { beyond: number; down: number }[] = [];
    for (const length of [10, 100_000]) {
      await lab.run({ thread: ref.thread, input: "go" });
      await fillTo(store, ref, length);
      await lab.run({ thread: ref.thread, input: "go on" });
      for (let repeat = 0; repeat < 46; repeat++) await lab.run({ thread: ref.thread }); // the same window at every length
      stats.reset();
      const { answer } = await lab.run({ thread: ref.thread });
      const [begin, commit, ...more] = [...stats.requests];
      assert.deepEqual(more, [], "a step is two store requests");
      const own = await ownBytes(store, ref, answer.thread.length);
      costs.push({
        beyond: (begin?.bytesIn ?? 0) + (commit?.bytesIn ?? 0) - own,
        down: (begin?.bytesOut ?? 0) + (commit?.bytesOut ?? 0),
      });
    }
    const [short, long] = costs;
    assert(short && long);
    assert(
      short.beyond < 1434 && long.beyond < 1434,
      `beyond its entries: ${short.beyond} and ${long.beyond} bytes`,
    );
    assert(long.beyond - short.beyond < 40, "digits of numbers at most");
    assert(Math.abs(long.down - short.down) < 400, `answers: ${short.down} and ${long.down} bytes`);
  },
);

/** Bytes on the wire of what the last step appended: its entries, and its calls, which are entries to be. */
async function ownBytes(store: Store, ref: ThreadRef, length: number): Promise<number> {
  const page = await store.history(ref, { after: length - 2, limit: 10 }) ?? assert.fail("no thread");
  const types = page.entries.map((text) => readEntry(text).type);
  assert.deepEqual(types, ["tool", "assistant"], "the window has not moved");
  const pending = (await store.read(ref))?.pending ?? assert.fail("no calls");
  return [...page.entries, pending.calls].reduce((sum, text) => sum + JSON.stringify(text).length, 0);
}

async function fillTo(store: Store, ref: ThreadRef, length: number): Promise<void> {
  for (let round = 0;; round++) {
    const before = await store.read(ref) ?? assert.fail("no thread");
    const at = before.header.length;
    if (at >= length) return;
    const owner = `filler-${length}-${round}`;
    const begun = await store.begin({
      ref,
      owner,
      leaseMs: 10_000,
      schema: SCHEMA,
      inputs: [],
      busy: "reject",
      window: { entries: 1, bytes: 1 },
    });
    assert(begun.type === "begun");
    const entry: Entry = { type: "summary", id: `filler-${at}`, at: 1, version: 1, text: "-", through: 0 };
    const { epoch, version, state, status } = begun.header;
    const entries = Array.from({ length: Math.min(1_000, length - at) }, () => JSON.stringify(entry));
    const outcome = await store.commit({
      ref,
      owner,
      epoch,
      version,
      schema: SCHEMA,
      entries,
      status,
      state,
      counters: ZERO_COUNTERS,
      pending: begun.pending,
      consumed: 0,
      blobs: [],
      events: [],
    });
    assert.equal(outcome.type, "committed");
  }
}
