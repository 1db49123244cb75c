// A tenant, from one store to another: definitions, threads, what is due, what was spent. Each part may be repeated, and goes on where it was.

import {
  copyDefinitions,
  type DefinitionsReport,
  identify,
  moveDueWork,
  moveUsage,
} from "./move_definitions.ts";
import { dropLoaded, type Places, whyUnreadable } from "./copy_thread.ts";
import { lockThread, moveThread, type Outcome, type ThreadOutcome } from "./move_thread.ts";
import { BELOW_ITSELF, listThreads, Tree } from "./thread_tree.ts";

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
  /** Gets each thread with what became of it. */
  readonly onThread?: (thread: string, outcome: Outcome) => void;
}

/** What became of a tenant. */
export interface MoveReport {
  readonly threads: Readonly<Record<Outcome, readonly string[]>>;
  /** Why threads are `unreadable`, by their names. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly definitions: DefinitionsReport;
  /** Deliveries and other work that was due. */
  readonly due: number;
  /** Days of usage of which something was booked. */
  readonly days: number;
}

/**
 * Moves a tenant. Threads that cannot move stay as they are, and the report has their names.
 *
 * @throws {CommandError} place_unknown - both are one store
 * @throws {AgentError} store_unavailable, store_full: the same call goes on where this one has stopped
 */
export async function moveTenant(request: MoveRequest): Promise<MoveReport> {
  const { tenant, from, now } = request;
  const ids = await identify(tenant, request);
  await copyDefinitions(tenant, request, await from.listDueOf(tenant));
  const { threads, reasons } = await moveThreads(request);
  const due = await moveDueWork(tenant, request, now());
  const definitions = await copyDefinitions(tenant, request, await from.listDueOf(tenant));
  return {
    threads,
    reasons,
    definitions: { ...definitions, kept: [...definitions.kept, ...due.kept] },
    due: due.moved,
    days: await moveUsage(tenant, request, ids, now()),
  };
}

/** Unlocks the threads of a tenant that are leaving and have not moved, and drops what was loaded of them. */
export async function unlockTenant(request: MoveRequest): Promise<readonly string[]> {
  const { tenant, from, to } = request;
  await identify(tenant, request);
  const unlocked: string[] = [];
  for (const { thread } of await listThreads(from, tenant)) {
    const ref = { tenant, thread };
    if (await from.findThread(ref) !== "leaving" || await lockThread(ref, request) === "moved before") {
      continue;
    }
    await dropLoaded(ref, to);
    await from.changeLock(ref, "leaving", "open");
    unlocked.push(thread);
  }
  return unlocked;
}

/** Threads below others come before these: a parent whose child stays would begin it anew. */
async function moveThreads(request: MoveRequest): Promise<Pick<MoveReport, "threads" | "reasons">> {
  const tree = new Tree(await listThreads(request.from, request.tenant));
  const moves = new Moves(request, tree);
  const cyclic = new Set(tree.belowThemselves());
  for (const name of cyclic) moves.note(name, { outcome: "unreadable", why: BELOW_ITSELF });
  const names = tree.deepestFirst().filter((name) => !cyclic.has(name));
  const busy: string[] = [];
  for (let first = 0; first < names.length; first += AT_ONCE) {
    busy.push(...await moves.moveSome(names.slice(first, first + AT_ONCE)));
  }
  // Each alone, so that no other one is locked while it is waited for.
  for (const name of busy) {
    for (let tries = 1; tries < BUSY_TRIES && (await moves.moveSome([name])).length > 0; tries++) {
      await request.pause(BUSY_MS);
    }
    if (!moves.isSettled(name)) moves.note(name, { outcome: "busy" });
  }
  await moves.removeRows();
  return moves;
}

/** What became of the threads of a tenant so far. */
class Moves {
  readonly threads: Readonly<Record<Outcome, string[]>> = {
    moved: [],
    "moved before": [],
    taken: [],
    busy: [],
    incomplete: [],
    unreadable: [],
    missing: [],
  };
  readonly reasons: Record<string, string> = {};
  readonly #request: MoveRequest;
  readonly #tree: Tree;
  readonly #settled = new Map<string, Outcome>();

  constructor(request: MoveRequest, tree: Tree) {
    this.#request = request;
    this.#tree = tree;
  }

  note(thread: string, { outcome, why }: ThreadOutcome): void {
    this.#settled.set(thread, outcome);
    this.threads[outcome].push(thread);
    if (why !== undefined) this.reasons[thread] = why;
    this.#request.onThread?.(thread, outcome);
  }

  isSettled(thread: string): boolean {
    return this.#settled.has(thread);
  }

  /** Locks the threads, and moves those that are locked. Returns those with a step in progress, also below them. */
  async moveSome(names: readonly string[]): Promise<string[]> {
    const { tenant, from, remove, now } = this.#request;
    const busy: string[] = [];
    const locked: string[] = [];
    for (const thread of names) {
      const children = this.#tree.childrenOf(thread).filter((child) => this.#stays(child));
      const { outcome, why } = children.length > 0 ? { outcome: "busy" as const } : await this.#lock(thread);
      if (outcome === undefined) locked.push(thread);
      else if (outcome === "busy" && children.every((child) => !this.isSettled(child))) busy.push(thread);
      else this.note(thread, { outcome, why });
      if (outcome === "moved before" && remove) await from.dropLocked({ tenant, thread }, "moved");
    }
    const due = new Map((await from.listDueOf(tenant)).map(({ name, at }) => [name, at]));
    for (const thread of locked) {
      const moved = await moveThread({ tenant, thread }, this.#request, due.get(thread), now());
      if (moved.outcome === "moved" && remove) await from.dropLocked({ tenant, thread }, "moved");
      this.note(thread, moved);
    }
    return busy;
  }

  /** Removes the rows of moved threads from the due index, also those that a pump has moved meanwhile. */
  async removeRows(): Promise<void> {
    const { tenant, from } = this.#request;
    for (const { name, at } of await from.listDueOf(tenant)) {
      const outcome = this.#settled.get(name);
      if (outcome === "moved" || outcome === "moved before") await from.moveDue(tenant, name, { from: at });
    }
  }

  async #lock(thread: string): Promise<{ readonly outcome: Outcome | undefined; readonly why?: string }> {
    try {
      return { outcome: await lockThread({ tenant: this.#request.tenant, thread }, this.#request) };
    } catch (thrown) {
      return { outcome: "unreadable", why: whyUnreadable(thrown) };
    }
  }

  /** A thread below another one that has not moved. */
  #stays(thread: string): boolean {
    const outcome = this.#settled.get(thread);
    return outcome !== "moved" && outcome !== "moved before" && outcome !== "missing";
  }
}
