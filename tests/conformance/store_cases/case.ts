// What a case of the suite is, and the bench it works at: a thread of its own and short words for the requests.

import assert from "node:assert/strict";
import type { Store } from "../../../src/core/store.ts";
import type { BeginOutcome, BeginRequest } from "../../../src/core/store/begin.ts";
import type {
  AdvanceOutcome,
  AdvanceRequest,
  CommitOutcome,
  CommitRequest,
} from "../../../src/core/store/commit.ts";
import type { StoreLifetimes } from "../../../src/core/store/limits.ts";
import type { NewThread, ThreadHeader, ThreadRef } from "../../../src/core/store/thread.ts";
import { type Counters, ZERO_COUNTERS } from "../../../src/core/usage.ts";

/** A store, freshly opened for one case. It may hold other threads: every case has tenants of its own. */
export interface OpenStore {
  readonly store: Store;
  /** Moves the clock of the store; without it the suite waits for real. */
  advanceTime?(ms: number): void | Promise<void>;
  /** The same for times that are too long to wait for, where the clock itself cannot be moved. */
  advanceExpiry?(ms: number): Promise<void>;
  /** Runs an operation and says how many bytes the store wrote or sent for it. */
  bytesWrittenBy?(operation: () => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
}

export interface StoreSubject {
  readonly name: string;
  open(lifetimes?: Partial<StoreLifetimes>): Promise<OpenStore>;
  /** Declares a test; Deno.test by default. */
  readonly register?: (name: string, fn: () => Promise<void>) => void;
  /** Cases that the store cannot pass, by name, and why. */
  readonly skip?: readonly { readonly test: string; readonly reason: string }[];
}

export interface StoreCase {
  /** Row of the requirements that the case belongs to. */
  readonly row:
    | "C4"
    | "C10"
    | "E2"
    | "E3"
    | "E4"
    | "E8"
    | "E9"
    | "E11"
    | "E12"
    | "E13"
    | "E14"
    | "V6"
    | "X4"
    | "X5";
  readonly name: string;
  readonly lifetimes?: Partial<StoreLifetimes>;
  run(at: Bench): Promise<void>;
}

/** A lease that outlives every case, and one that a case waits for. */
export const LEASE_MS = 60_000;
export const SHORT_MS = 60;

export type Begun = Extract<BeginOutcome, { type: "begun" }>;

/** A step in progress. */
export interface Step {
  readonly ref: ThreadRef;
  readonly owner: string;
  readonly begun: Begun;
  readonly header: ThreadHeader;
}

export interface Bench {
  readonly store: Store;
  readonly opened: OpenStore;
  /** The case's own thread, not created yet. */
  readonly ref: ThreadRef;
  /** Waits, or moves the clock, until `ms` milliseconds are over. */
  pass(ms: number): Promise<void>;
  /** Moves the clock by a time that is too long to wait for. */
  passLong(ms: number): Promise<void>;
  /** Another thread of the case's tenant. */
  sibling(thread: string): ThreadRef;
  /** A begin request with a new owner; no thread is created unless `create` is given. */
  request(overrides?: Partial<BeginRequest>): BeginRequest;
  begin(overrides?: Partial<BeginRequest>): Promise<BeginOutcome>;
  /** Begins a step, creating the thread when it is missing, and insists that it began. */
  step(overrides?: Partial<BeginRequest>): Promise<Step>;
  commit(step: Step, overrides?: Partial<CommitRequest>): Promise<CommitOutcome>;
  advance(step: Step, overrides?: Partial<AdvanceRequest>): Promise<AdvanceOutcome>;
  /** One whole step that appends `entries`. Returns the version. */
  append(entries: readonly string[], overrides?: Partial<CommitRequest>): Promise<number>;
  /** The header as a reader sees it. */
  header(ref?: ThreadRef): Promise<ThreadHeader>;
}

/** The bench of one case. */
export function bench(opened: OpenStore): Bench {
  const { store } = opened;
  const tenant = `tenant-${crypto.randomUUID()}`;
  const ref = { tenant, thread: "t1" };
  const pass = (ms: number) => wait(opened, ms);
  const passLong = async (ms: number) => await (opened.advanceTime ?? opened.advanceExpiry)?.(ms);
  const request = (overrides: Partial<BeginRequest> = {}) => beginRequest(ref, overrides);
  const begin = (overrides: Partial<BeginRequest> = {}) => store.begin(request(overrides));
  const step = async (overrides: Partial<BeginRequest> = {}): Promise<Step> => {
    const full = request({ create: newThread(), inputs: ["input"], ...overrides });
    const begun = await store.begin(full);
    assert(begun.type === "begun", `expected begun, got ${begun.type}`);
    return { ref: full.ref, owner: full.owner, begun, header: begun.header };
  };
  const commit = (of: Step, overrides: Partial<CommitRequest> = {}) =>
    store.commit({ ...commitRequest(of), ...overrides });
  const advance = (of: Step, overrides: Partial<AdvanceRequest> = {}) =>
    store.advance({ ...commitRequest(of), leaseMs: LEASE_MS, ...overrides });
  const append = async (entries: readonly string[], overrides: Partial<CommitRequest> = {}) => {
    const target = overrides.ref ?? ref;
    const outcome = await commit(await step({ ref: target }), { ...overrides, entries });
    assert(outcome.type === "committed");
    return outcome.version;
  };
  const header = async (of: ThreadRef = ref) => {
    const snapshot = await store.read(of);
    assert(snapshot !== undefined, "the thread is missing");
    return snapshot.header;
  };
  const sibling = (thread: string) => ({ tenant, thread });
  return {
    store,
    opened,
    ref,
    pass,
    passLong,
    sibling,
    request,
    begin,
    step,
    commit,
    advance,
    append,
    header,
  };
}

/** A new thread as the runtime would make it. */
export function newThread(overrides: Partial<NewThread> = {}): NewThread {
  return {
    meta: '{"agent":"demo"}',
    state: '{"steps":0}',
    schema: 1,
    createdAt: 1_700_000_000_000,
    ...overrides,
  };
}

/** The request of the step: commits what it found in the inbox and is done. */
export function commitRequest({ ref, owner, begun, header }: Step): CommitRequest {
  return {
    ref,
    owner,
    epoch: header.epoch,
    version: header.version,
    schema: 1,
    entries: begun.inbox,
    status: "done",
    state: `{"after":${header.version}}`,
    counters: ZERO_COUNTERS,
    pending: null,
    consumed: begun.inbox.length,
    blobs: [],
    events: [],
  };
}

/** Counters with every field different, so that a mixed up order shows. */
export function counters(factor = 1): Counters {
  return {
    steps: factor,
    calls: 2 * factor,
    inputTokens: 3 * factor,
    outputTokens: 4 * factor,
    cachedTokens: 5 * factor,
    wallMs: 6 * factor,
    microDollars: 7 * factor,
  };
}

/** `count` different texts. */
export function texts(count: number, prefix = "e"): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}

/** The whole history, page by page. */
export async function wholeHistory(store: Store, ref: ThreadRef, limit = 1_000): Promise<string[]> {
  const all: string[] = [];
  for (;;) {
    const page = await store.history(ref, { after: all.length, limit });
    assert(page !== undefined, "the thread is missing");
    if (page.entries.length === 0) return all;
    assert.equal(page.start, all.length);
    all.push(...page.entries);
  }
}

let owners = 0;

function beginRequest(ref: ThreadRef, overrides: Partial<BeginRequest>): BeginRequest {
  return {
    ref,
    owner: `owner-${++owners}`,
    leaseMs: LEASE_MS,
    schema: 1,
    inputs: [],
    busy: "reject",
    window: { entries: 40, bytes: 1_000_000 },
    ...overrides,
  };
}

async function wait(opened: OpenStore, ms: number): Promise<void> {
  if (opened.advanceTime) await opened.advanceTime(ms);
  else await new Promise((resolve) => setTimeout(resolve, ms));
}
