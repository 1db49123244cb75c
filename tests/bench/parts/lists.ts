// Lists of threads with filters, among 100,000 threads of 1,000 users.

import type { Store } from "../../../src/core/store.ts";
import type { ThreadFilter } from "../../../src/core/store/thread_filter.ts";
import {
  type AgentState,
  NEW_STATE,
  SCHEMA,
  type ThreadMeta,
  type ThreadStatus,
} from "../../../src/core/state.ts";
import { type ThreadFacets, toFacetTexts } from "../../../src/core/thread_facets.ts";
import { ZERO_COUNTERS } from "../../../src/core/usage.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { createUpstashStore } from "../../../src/stores/upstash/store.ts";
import { createRecordingStore } from "../../../src/testing/recording_store.ts";
import { serveRedisRest } from "../../support/redis/rest.ts";
import { startRedis } from "../../support/redis/server.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import type { Part } from "../lab/part.ts";
import { median } from "../lab/statistics.ts";
import { toTable } from "../lab/table.ts";

const TENANT = "tenant01";
const USERS = 1_000;
const START = Date.UTC(2026, 0, 1);

/** Milliseconds between the creation of two threads. */
const BETWEEN = 1_000;

/** Threads that are made at the same time. */
const AT_ONCE = 32;

/** Lists of each kind; the kinds take turns. */
const ROUNDS = 21;

const LIMIT = 20;

export const lists: Part = {
  title: "Lists with filters",
  note:
    "The first page of 20 threads, of 100,000 threads of 1,000 users in one tenant. Matching: how many threads the " +
    "filter has in all. Requests are those of the store; sqlite has none on a network. Milliseconds are medians of 21 " +
    "lists, from the call of the store to its answer.",
  async measure({ quick }) {
    const count = quick ? 10_000 : 100_000;
    const rows: string[][] = [];
    for (const open of [openSqlite, openRedis]) {
      await using opened = await open();
      await fill(opened.store, count);
      rows.push(...await measureLists(opened, count));
    }
    return toTable(["store", "filter", "matching", "requests", "ms"], rows);
  },
};

interface OpenedStore extends AsyncDisposable {
  readonly name: string;
  readonly store: Store;
  /** HTTP requests since the last call. */
  requests(): number;
}

async function openSqlite(): Promise<OpenedStore> {
  const file = await sqliteFile();
  const { store, counts } = createRecordingStore(createSqliteStore({ path: file.path }));
  let before = 0;
  return {
    name: "sqlite",
    store,
    requests() {
      const all = counts.get("list") ?? 0;
      const since = all - before;
      before = all;
      return since;
    },
    async [Symbol.asyncDispose]() {
      await store.close();
      await file[Symbol.asyncDispose]();
    },
  };
}

async function openRedis(): Promise<OpenedStore> {
  const redis = await startRedis();
  const rest = await serveRedisRest({ redis, token: "token" });
  const store = createUpstashStore({ url: rest.url, token: "token" });
  return {
    name: "Redis",
    store,
    requests() {
      const { total } = rest.stats;
      rest.stats.reset();
      return total;
    },
    async [Symbol.asyncDispose]() {
      await store.close();
      await rest.close();
      await redis.stop();
    },
  };
}

/** A thread of the bench by its number: nine of ten are done, one of twenty has failed, one of thirty is archived. */
function threadOf(
  number: number,
): { readonly status: ThreadStatus; readonly facets: ThreadFacets; readonly archived: boolean } {
  const status = number % 20 === 7 ? "failed" : number % 20 === 13 ? "waiting" : "done";
  return {
    status,
    facets: {
      user: `user-${number % USERS}`,
      agent: `agent-${number % 4}`,
      metadata: { plan: number % 50 === 1 ? "enterprise" : "free" },
      tools: number % 100 === 3 ? ["search", "refund"] : ["search"],
      doors: [number % 3 === 0 ? "chat" : "steps"],
      error: status === "failed" ? (number % 200 === 7 ? "model_overloaded" : "model_rate_limit") : undefined,
      title: titleOf(number),
    },
    archived: number % 30 === 4,
  };
}

function titleOf(number: number): string {
  return `Where is order ${number}?`;
}

const FILTERS: readonly (readonly [name: string, filter: ThreadFilter | undefined])[] = [
  ["none", undefined],
  ["not archived", { archived: false }],
  ["archived", { archived: true }],
  ["user", { facets: toFacetTexts({ user: "user-217" }) }],
  ["user, not archived", { facets: toFacetTexts({ user: "user-217" }), archived: false }],
  ["title", { facets: toFacetTexts({ title: "order 4217" }), archived: false }],
  ["title, user", { facets: toFacetTexts({ title: "order", user: "user-217" }), archived: false }],
  ["status", { status: "failed" }],
  ["agent", { facets: toFacetTexts({ agent: "agent-2" }) }],
  ["tool", { facets: toFacetTexts({ tools: ["refund"] }) }],
  ["door", { facets: toFacetTexts({ doors: ["chat"] }) }],
  ["error", { status: "failed", facets: toFacetTexts({ error: "model_overloaded" }) }],
  ["metadata", { facets: toFacetTexts({ metadata: { plan: "enterprise" } }) }],
  ["time", { after: START + 2_000 * BETWEEN, before: START + 4_000 * BETWEEN }],
  ["user, status", { status: "failed", facets: toFacetTexts({ user: "user-207" }) }],
  ["agent, tool, time", {
    facets: toFacetTexts({ agent: "agent-3", tools: ["refund"] }),
    before: START + 5_000 * BETWEEN,
  }],
  ["nothing matches", { status: "waiting", facets: toFacetTexts({ user: "user-217" }) }],
  ["nothing matches, large sets", { status: "waiting", facets: toFacetTexts({ agent: "agent-2" }) }],
];

async function fill(store: Store, count: number): Promise<void> {
  let next = 0;
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let number = next++; number < count; number = next++) await make(store, number);
  }));
}

/** A thread with one step. */
async function make(store: Store, number: number): Promise<void> {
  const { status, facets, archived } = threadOf(number);
  const { user, agent = "agent", metadata = {} } = facets;
  const createdAt = START + number * BETWEEN;
  const meta: ThreadMeta = { agent, agentHash: "hash", metadata, user, createdAt };
  const state: AgentState = { ...NEW_STATE, title: titleOf(number), updatedAt: createdAt };
  const ref = { tenant: TENANT, thread: `thread_${String(number).padStart(20, "0")}` };
  const owner = `owner-${number}`;
  const begun = await store.begin({
    ref,
    owner,
    schema: SCHEMA,
    leaseMs: 30_000,
    inputs: ["input"],
    busy: "reject",
    window: { entries: 1, bytes: 1_000 },
    create: {
      meta: JSON.stringify(meta),
      state: JSON.stringify(state),
      schema: SCHEMA,
      createdAt,
      facets: toFacetTexts({ user, agent, metadata }),
    },
  });
  if (begun.type !== "begun") throw new Error(`Thread ${number} was not begun: ${begun.type}.`);
  await store.commit({
    ref,
    owner,
    epoch: begun.header.epoch,
    version: 0,
    schema: SCHEMA,
    entries: ["{}", "{}"],
    status,
    state: JSON.stringify(state),
    counters: ZERO_COUNTERS,
    pending: null,
    consumed: 1,
    blobs: [],
    events: [],
    facets: toFacetTexts(facets),
  });
  if (archived) await store.putLabel(ref, { archived });
}

async function measureLists({ name, store, requests }: OpenedStore, count: number): Promise<string[][]> {
  const taken = FILTERS.map((): { ms: number; requests: number }[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [place, [, filter]] of FILTERS.entries()) {
      requests();
      const start = performance.now();
      await store.list(TENANT, { limit: LIMIT, filter });
      const ms = performance.now() - start;
      if (round > 0) taken[place]?.push({ ms, requests: requests() }); // the first loads the scripts
    }
  }
  return FILTERS.map(([label, filter], place) => {
    const own = taken[place] ?? [];
    const most = Math.max(...own.map((list) => list.requests));
    const ms = median(own.map((list) => list.ms)).toFixed(1);
    return [name, label, String(countMatching(count, filter)), String(most), ms];
  });
}

function countMatching(count: number, filter: ThreadFilter = {}): number {
  let matching = 0;
  for (let number = 0; number < count; number++) {
    const { status, facets, archived } = threadOf(number);
    const createdAt = START + number * BETWEEN;
    const own = toFacetTexts(facets);
    const isMatch = (filter.status ?? status) === status && (filter.archived ?? archived) === archived &&
      (filter.facets ?? []).every((text) => own.includes(text)) &&
      createdAt >= (filter.after ?? 0) && createdAt < (filter.before ?? Infinity);
    if (isMatch) matching++;
  }
  return matching;
}
