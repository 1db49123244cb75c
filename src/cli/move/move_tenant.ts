// A tenant, from one store to another: definitions, threads, what is due, what was spent. Each part may be repeated, and goes on where it was.

import { copyDefinitions, type DefinitionsReport, moveDueWork, moveUsage } from "./move_definitions.ts";
import { lockThread, moveThread, type Places, type ThreadOutcome } from "./move_thread.ts";

/** Threads that are locked at the same time: Redis is searched for their receipts once. */
const AT_ONCE = 200;

/** Milliseconds until a busy thread is tried again, and how often. */
const BUSY_MS = 1_000;
const BUSY_TRIES = 30;

/** What a move is made of. */
export interface MoveRequest extends Places {
  readonly tenant: string;
  /** Removes each thread from its store once it is in the other one; otherwise it stays there, locked. */
  readonly remove: boolean;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
  readonly onThread?: (thread: string, outcome: ThreadOutcome) => void;
}

/** What became of a tenant. */
export interface MoveReport {
  readonly threads: Readonly<Record<ThreadOutcome, readonly string[]>>;
  readonly definitions: DefinitionsReport;
  /** Deliveries and other work that was due. */
  readonly due: number;
  /** Days of usage of which something was booked. */
  readonly days: number;
}

/**
 * Moves a tenant. Threads that cannot move stay as they are, and the report has their names.
 *
 * @throws {AgentError} of a store: the same call goes on where this one has stopped
 */
export async function moveTenant(request: MoveRequest): Promise<MoveReport> {
  const { tenant, from, now } = request;
  await copyDefinitions(tenant, request, await from.listDueOf(tenant));
  const threads = await moveThreads(request);
  const due = await from.listDueOf(tenant);
  const moved = await moveDueWork(tenant, request, due, now());
  const definitions = await copyDefinitions(tenant, request, await from.listDueOf(tenant));
  return { threads, definitions, due: moved, days: await moveUsage(tenant, request, now()) };
}

/** Unlocks the threads of a tenant that have not moved, and drops what was loaded of them. */
export async function unlockTenant({ tenant, from, to }: MoveRequest): Promise<readonly string[]> {
  const unlocked: string[] = [];
  for (const thread of await listThreads(from, tenant)) {
    const ref = { tenant, thread };
    const there = await to.findThread(ref);
    if (there === "open" || await from.findThread(ref) !== "locked") continue;
    if (there === "locked") await to.dropLocked(ref);
    await from.unlockThread(ref);
    unlocked.push(thread);
  }
  return unlocked;
}

async function moveThreads(request: MoveRequest): Promise<MoveReport["threads"]> {
  const { tenant, from, onThread } = request;
  const outcomes: Record<ThreadOutcome, string[]> = {
    moved: [],
    "moved before": [],
    taken: [],
    busy: [],
    unreadable: [],
    missing: [],
  };
  const note = (thread: string, outcome: ThreadOutcome) => {
    outcomes[outcome].push(thread);
    onThread?.(thread, outcome);
  };
  const names = await listThreads(from, tenant);
  for (let first = 0; first < names.length; first += AT_ONCE) {
    const locked: { readonly thread: string; readonly outcome: "moved" | "moved before" }[] = [];
    for (const thread of names.slice(first, first + AT_ONCE)) {
      const outcome = await lockWhenIdle({ tenant, thread }, request) ?? "moved";
      if (outcome === "moved" || outcome === "moved before") locked.push({ thread, outcome });
      else note(thread, outcome);
    }
    const due = new Map((await from.listDueOf(tenant)).map(({ name, at }) => [name, at]));
    for (const { thread, outcome } of locked) {
      const ref = { tenant, thread };
      const at = due.get(thread);
      if (outcome === "moved") await moveThread(ref, request, at);
      if (at !== undefined) await from.moveDue(tenant, thread, { from: at });
      if (request.remove) await from.dropLocked(ref);
      note(thread, outcome);
    }
  }
  return outcomes;
}

async function lockWhenIdle(
  ref: { readonly tenant: string; readonly thread: string },
  request: MoveRequest,
): Promise<ThreadOutcome | undefined> {
  for (let tries = 1;; tries++) {
    const outcome = await lockThread(ref, request);
    if (outcome !== "busy" || tries === BUSY_TRIES) return outcome;
    await request.pause(BUSY_MS);
  }
}

/** All of them, before the first is removed. */
async function listThreads(store: MoveRequest["from"], tenant: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast;) {
    const page = await store.list(tenant, { limit: 100, ...cursor === undefined ? {} : { cursor } });
    names.push(...page.threads.map(({ thread }) => thread));
    cursor = page.cursor;
    isLast = cursor === undefined;
  }
  return names;
}
