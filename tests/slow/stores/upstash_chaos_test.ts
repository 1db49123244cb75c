// Rows E3, E14: many writers on one thread of the Upstash store, while answers are lost, workers crash and leases run out.

import assert from "node:assert/strict";
import { AgentError } from "../../../src/core/error.ts";
import type { Fault } from "../../support/redis/rest.ts";
import type { Store } from "../../../src/core/store.ts";
import type { ThreadRef } from "../../../src/core/store/thread.ts";
import { ZERO_COUNTERS } from "../../../src/core/usage.ts";
import { needsRedis } from "../../support/requires.ts";
import { mulberry32 } from "../../support/mulberry32.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";

const REF: ThreadRef = { tenant: "acme", thread: "t1" };
const NEW = { meta: "{}", state: "{}", schema: 1, createdAt: 1 };
const EVENTS = 60;
const WORKERS = 12;

for (const seed of [1, 2, 3]) {
  needsRedis(
    `E3: upstash ${EVENTS} events delivered three times by ${WORKERS} unreliable workers are in the history once (seed ${seed})`,
    async () => {
      const random = mulberry32(seed);
      let calm = false;
      const faults = (): Fault | undefined => {
        const luck = calm ? 1 : random();
        if (luck < 0.05) return "drop-answer";
        if (luck < 0.08) return "cut-answer";
        return luck < 0.11 ? "drop-request" : undefined;
      };
      await using opened = await openUpstashStore({ faults });
      const { store } = opened;
      const deliveries = Array.from({ length: 3 * EVENTS }, (_, index) => `event-${index % EVENTS}`);
      deliveries.sort(() => random() - 0.5);
      const tally: Tally = { commits: 0, crashes: 0, fenced: 0, replays: 0, unknown: 0 };
      await Promise.all(Array.from({ length: WORKERS }, async () => {
        for (let event = deliveries.pop(); event !== undefined; event = deliveries.pop()) {
          while (!await deliver(store, event, random, tally).catch((error) => unavailable(error, tally))) {
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
        }
      }));

      calm = true;
      const page = await store.history(REF, { after: 0, limit: 1_000 });
      const expected = Array.from({ length: EVENTS }, (_, index) => `event-${index}`);
      assert.deepEqual([...page?.entries ?? []].sort(), expected.sort());
      const snapshot = await store.read(REF);
      assert(snapshot !== undefined);
      const { version, counters } = snapshot.header;
      assert(
        version >= tally.commits && version <= tally.commits + tally.unknown,
        `${version}, ${JSON.stringify(tally)}`,
      );
      assert.deepEqual([counters.steps, snapshot.waiting], [version, 0]);
      assert(tally.crashes > 0 && tally.fenced > 0 && tally.replays > 0, JSON.stringify(tally));
    },
  );
}

interface Tally {
  commits: number;
  crashes: number;
  fenced: number;
  replays: number;
  /** Requests that got no answer in all their repetitions. */
  unknown: number;
}

function unavailable(error: unknown, tally: Tally): boolean {
  assert(error instanceof AgentError && error.code === "store_unavailable", Deno.inspect(error));
  tally.unknown++;
  return false;
}

/** One attempt to have an event in the history; false when it has to be tried again. */
async function deliver(
  store: Store,
  event: string,
  random: () => number,
  tally: Tally,
): Promise<boolean> {
  const owner = crypto.randomUUID();
  const idempotency = { key: event, bodyHash: event };
  const begun = await store.begin({
    ref: REF,
    owner,
    leaseMs: 60,
    create: NEW,
    idempotency,
    schema: 1,
    inputs: [event],
    busy: random() < 0.1 ? "restart" : random() < 0.2 ? "queue" : "reject",
    window: { entries: 10, bytes: 10_000 },
  });
  if (begun.type === "replayed") tally.replays++;
  if (begun.type === "replayed" || (begun.type === "queued" && begun.waiting === 0)) return true;
  if (begun.type !== "begun") return false;
  if (random() < 0.15) {
    tally.crashes++;
    return false;
  }
  const stepMs = random() < 0.1 ? 90 : 10; // sometimes longer than the lease
  await new Promise((resolve) => setTimeout(resolve, stepMs));
  const { epoch, version } = begun.header;
  const outcome = await store.commit({
    ref: REF,
    owner,
    epoch,
    version,
    schema: 1,
    entries: begun.inbox,
    status: "done",
    state: "{}",
    counters: { ...ZERO_COUNTERS, steps: 1 },
    pending: null,
    consumed: begun.inbox.length,
    receipt: { ...idempotency, outcome: "done", text: "T" },
    blobs: [],
    events: [],
  });
  if (outcome.type === "committed") tally.commits++;
  else tally.fenced++;
  return outcome.type === "committed";
}
