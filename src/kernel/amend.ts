// Changes the state of a thread between its steps: a commit without a step. It takes the lease as a step does, so it is refused
// while one runs, and it adds a link to the chain of the record.

import { AgentError } from "../core/error.ts";
import type { UserEntry } from "../core/entry.ts";
import { type AgentState, SCHEMA, type ThreadMeta, type ThreadStatus } from "../core/state.ts";
import type { BeginOutcome } from "../core/store/begin.ts";
import type { OutboxItem } from "../core/store/commit.ts";
import type { ThreadRef } from "../core/store/thread.ts";
import { ZERO_COUNTERS } from "../core/usage.ts";
import type { PlannedCall } from "../core/call.ts";
import { writeEntry } from "./history/codec.ts";
import { nextHead } from "./history/record_chain.ts";
import { asksPeople } from "./held_calls/stored_calls.ts";
import { recordBefore } from "./log/commit_record.ts";
import type { RuntimeDeps } from "./deps.ts";
import { toBeginError } from "./session/admission.ts";
import { withStoreRetries } from "./store_retry.ts";
import { facetsAfter } from "./facets.ts";
import { readMeta, readPendingCalls, readState } from "./stored.ts";
import { LEASE_MS } from "./timing.ts";

type Begun = Extract<BeginOutcome, { type: "begun" }>;

/** The thread as an amendment finds it. */
export interface AmendedThread {
  readonly begun: Begun;
  readonly meta: ThreadMeta;
  readonly state: AgentState;
  readonly pending: readonly PlannedCall[];
}

/** What an amendment changes. */
export interface Amendment {
  readonly state: AgentState;
  readonly status: ThreadStatus;
  /** In the place of the pending calls, with the same ids. */
  readonly pending?: readonly PlannedCall[];
  /** Appended to the history; only without pending calls. */
  readonly entry?: UserEntry;
  /** What the commit keeps for others, given the version and the head that it makes. */
  readonly outbox?: (commit: { readonly version: number; readonly head: string }) => readonly OutboxItem[];
}

/** How a thread is amended. */
export interface AmendOptions {
  /** Unique for this amendment. */
  readonly owner: string;
  readonly expectedVersion?: number | undefined;
  /**
   * An idle thread is begun with an input only, so the entry goes through its inbox: were the worker to vanish, the next step
   * would find it there.
   */
  readonly entry: UserEntry | undefined;
  /** What to change; undefined for nothing. A rejection gives the thread back. */
  readonly change: (thread: AmendedThread) => Amendment | undefined;
}

type Deps = Pick<RuntimeDeps, "store" | "sleep" | "log">;

/**
 * Amends a thread, and returns its version behind that; undefined when there was nothing to change.
 *
 * @throws {AgentError} thread_unknown, thread_busy, version_conflict, what `change` throws, and `store_*`
 */
export async function amend(ref: ThreadRef, options: AmendOptions, deps: Deps): Promise<number | undefined> {
  const { owner, entry, expectedVersion } = options;
  let inputs: readonly string[] = [];
  let outcome = await begin(ref, options, inputs, deps);
  if (outcome.type === "idle" && entry !== undefined) {
    inputs = [JSON.stringify({ ...entry, version: 0 })];
    outcome = await begin(ref, options, inputs, deps);
  }
  if (outcome.type === "replayed" || outcome.type === "queued") {
    throw new AgentError("internal", `An amendment of thread ${ref.thread} was ${outcome.type}.`);
  }
  if (outcome.type !== "begun") throw toBeginError(outcome, { ref, expectedVersion });
  const { epoch } = outcome.header;
  const giveBack = () => deps.store.abandon({ ref, owner, epoch, inputs });
  let amendment: Amendment | undefined;
  try {
    amendment = options.change(toAmendedThread(ref, outcome));
    if (outcome.inbox.length > 0 && inputs.length > 0 && outcome.inbox.length !== inputs.length) {
      // An input was queued between the two begins: it must not be consumed with the entry.
      throw new AgentError("thread_busy", `Thread ${ref.thread} has just got an input; try again.`, {
        retryAfterMs: 100,
      });
    }
  } catch (refusal) {
    await giveBack();
    throw refusal;
  }
  if (amendment === undefined) {
    await giveBack();
    return undefined;
  }
  return await commit(ref, options, outcome, { amendment, consumed: inputs.length }, deps);
}

async function begin(
  ref: ThreadRef,
  { owner, expectedVersion }: AmendOptions,
  inputs: readonly string[],
  { store }: Deps,
): Promise<BeginOutcome> {
  return await store.begin({
    ref,
    owner,
    leaseMs: LEASE_MS,
    schema: SCHEMA,
    inputs,
    busy: "reject",
    expectedVersion,
    window: { entries: 1, bytes: 1 },
  });
}

function toAmendedThread(ref: ThreadRef, begun: Begun): AmendedThread {
  const { header, pending } = begun;
  return {
    begun,
    meta: readMeta(ref, header),
    state: readState(ref, header),
    pending: readPendingCalls(ref, pending),
  };
}

async function commit(
  ref: ThreadRef,
  { owner }: AmendOptions,
  { header, pending }: Begun,
  { amendment: { state, status, pending: calls = readPendingCalls(ref, pending), entry, outbox }, consumed }:
    {
      readonly amendment: Amendment;
      readonly consumed: number;
    },
  deps: Deps,
): Promise<number> {
  const { epoch, version } = header;
  const texts = entry === undefined ? [] : [writeEntry({ ...entry, version: version + 1 })];
  const before = await recordBefore(ref, header, state);
  const record = { ...before, head: await nextHead(before.head, version + 1, texts) };
  const waits = calls.some(asksPeople);
  const items = outbox?.({ version: version + 1, head: record.head }) ?? [];
  const outcome = await withStoreRetries(() =>
    deps.store.commit({
      ref,
      owner,
      epoch,
      version,
      schema: SCHEMA,
      entries: texts,
      status,
      consumed,
      pending: pending && { ...pending, calls: JSON.stringify(calls) },
      // Every commit is numbered as a step; this one does not count in the limit.
      state: JSON.stringify({
        ...state,
        extraSteps: (state.extraSteps ?? 0) - 1,
        record,
        wakes: state.wakes && { ...state.wakes, epoch },
      }),
      counters: { ...ZERO_COUNTERS, steps: 1 },
      facets: facetsAfter(header, readMeta(ref, header), {
        entries: entry === undefined ? [] : [entry],
        status,
        state,
        pending: calls,
      }),
      awaits: waits ? state.updatedAt : undefined,
      blobs: [],
      events: [],
      outbox: items.length === 0 ? undefined : items,
    }), deps);
  if (outcome.type === "committed") return outcome.version;
  throw new AgentError("step_fenced", `Another step took thread ${ref.thread} over; try again.`);
}
