/** Row V6: whatever two isolates do with the same threads at once, lists have in the end what the headers say. */
import assert from "node:assert/strict";
import type { Store } from "../../../src/core/store.ts";
import type { ThreadHeader } from "../../../src/core/store/thread.ts";
import { entryNames, setNames, type ThreadFilter } from "../../../src/core/store/thread_filter.ts";
import { type Bench, bench, commitRequest, LEASE_MS, newThread } from "../../conformance/store_cases/case.ts";
import { mulberry32 } from "../../support/mulberry32.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";
import { needsRedis } from "../../support/requires.ts";

const THREADS = ["a", "b", "c"];
const STATUSES = ["open", "waiting", "done", "failed", "cancelled"] as const;
const TOOLS = ["tool=a", "tool=b"];
const WORDS = ["word=x", "word=y", "word=z"];

const FILTERS: readonly ThreadFilter[] = [
  ...STATUSES.map((status) => ({ status })),
  ...[true, false].map((archived) => ({ archived })),
  ...[...WORDS, ...TOOLS].map((facet) => ({ facets: [facet] })),
  { status: "done", archived: false, facets: ["tool=a"] },
];

/** Bursts of changes; `LISTS_RUNS` multiplies them. */
const BURSTS = 40 * Number(Deno.env.get("LISTS_RUNS") ?? 1);
const CHANGES = 8;

const NOON = 1_700_000_000_000;

type Pick = <Value>(values: readonly Value[]) => Value;

needsRedis(
  "V6: upstash lists are exact behind changes of two isolates at once, whatever they were",
  async () => {
    await using first = await openUpstashStore();
    await using second = await openUpstashStore({ keyPrefix: first.keyPrefix });
    const stores = [first.store, second.store];
    const at = bench({ store: first.store, close: () => first.store.close() });
    const seed = Number(Deno.env.get("LISTS_SEED") ?? Math.floor(Math.random() * 2 ** 31));
    const random = mulberry32(seed);
    const pick: Pick = (values) => values[Math.floor(random() * values.length)] ?? assert.fail();
    for (let burst = 0; burst < BURSTS; burst++) {
      for (const thread of THREADS) {
        await pick(stores).create(
          at.sibling(thread),
          newThread({ facets: [pick(TOOLS)], createdAt: NOON + burst }),
        );
      }
      await Promise.all(Array.from({ length: CHANGES }, () => change(pick(stores), at, pick)));
      if (pick([true, false, false, false])) await pick(stores).remove(at.sibling(pick(THREADS)));
      const headers = await headersOf(first.store, at);
      for (const store of stores) {
        for (const filter of FILTERS) {
          const matching = headers.filter(([, header]) => matches(header, filter)).map(([name]) => name);
          const page = await store.list(at.ref.tenant, { limit: 10, filter });
          const listed = page.threads.map(({ thread }) => thread).toSorted();
          assert.deepEqual(listed, matching, `LISTS_SEED=${seed}, burst ${burst}: ${JSON.stringify(filter)}`);
          assert.equal(page.unindexed, undefined, "all threads have facets");
        }
      }
    }
  },
);

/** One change of one thread; one that another change forbids is none. */
async function change(store: Store, at: Bench, pick: Pick): Promise<void> {
  const ref = at.sibling(pick(THREADS));
  switch (pick(["step", "step", "advance", "archive", "name", "cancel"] as const)) {
    case "step":
      return await step(store, at, { thread: ref.thread, advances: false }, pick);
    case "advance":
      return await step(store, at, { thread: ref.thread, advances: true }, pick);
    case "archive":
      return void await store.putLabel(ref, { archived: pick([true, false]) });
    case "name": {
      const word = pick(WORDS);
      return void await store.putLabel(ref, { title: { text: word, facets: [word] } });
    }
    case "cancel":
      return void await store.cancel(ref);
  }
}

/** A step of one commit or two, with any status and facets behind each. */
async function step(
  store: Store,
  at: Bench,
  { thread, advances }: { readonly thread: string; readonly advances: boolean },
  pick: Pick,
): Promise<void> {
  const next = () => ({
    status: pick(["open", "waiting", "done", "failed"] as const),
    facets: [pick(TOOLS), ...pick([[], ["word=x"]])],
  });
  const request = at.request({ ref: at.sibling(thread), inputs: ["i"] });
  const begun = await store.begin(request);
  if (begun.type !== "begun") return;
  const { ref, owner } = request;
  const first = commitRequest({ ref, owner, begun, header: begun.header });
  if (!advances) return void await store.commit({ ...first, ...next() });
  const advanced = await store.advance({ ...first, ...next(), leaseMs: LEASE_MS });
  if (advanced.type !== "advanced") return;
  const { version, epoch } = advanced;
  await store.commit({ ...first, entries: [], consumed: 0, version, epoch, ...next() });
}

/** The threads by their names, as they are. */
async function headersOf(store: Store, at: Bench): Promise<[string, ThreadHeader][]> {
  const read = await Promise.all(THREADS.map((thread) => store.read(at.sibling(thread))));
  return THREADS.flatMap((thread, place) => {
    const header = read[place]?.header;
    return header === undefined ? [] : [[thread, header]];
  });
}

function matches(header: ThreadHeader, filter: ThreadFilter): boolean {
  const own = entryNames(header);
  return setNames(filter).every((name) => own.includes(name));
}
