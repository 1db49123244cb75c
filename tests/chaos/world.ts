// The world outside of the runtime: what tools have done in it, what the store was told, and how often chaos struck. It
// survives every worker, and the checks compare the threads with it.

import { AssertionError } from "node:assert/strict";
import type { Agent } from "../../src/core/agent.ts";
import type { Turn } from "../../src/core/driver.ts";
import type { Json } from "../../src/core/json.ts";
import { seqBase, type StepEvent } from "../../src/core/event.ts";
import type { Store } from "../../src/core/store.ts";
import type { Amounts, Booking as LedgerBooking } from "../../src/core/store/ledger.ts";
import type { Counters } from "../../src/core/usage.ts";
import type { ScriptedPlan } from "../../src/kernel/drivers/scripted.ts";
import type { RunDeps } from "../../src/kernel/run_deps.ts";
import { overridden } from "./overridden.ts";
import type { Random } from "./random.ts";
import type { VirtualTime } from "./virtual_time.ts";

/** How much goes wrong. */
export interface Odds {
  /** A worker vanishes, at every await that touches the outside: before it, inside of it or after it. */
  readonly crash: number;
  /** An answer of the store is lost although the request was applied. */
  readonly loss: number;
  /** A request is delivered again, at once or later, to any isolate. */
  readonly duplicate: number;
  /** An isolate stands still for longer than its lease, at every await. */
  readonly stall: number;
}

export interface Tally {
  crashes: number;
  lost: number;
  duplicates: number;
  stalls: number;
  /** Commits that the store refused because somebody else had begun, or cancelled. */
  fenced: number;
  cancels: number;
  /** Steps in the histories. */
  steps: number;
  observations: number;
  unknown: number;
  /** Runs of `keyed` tools beyond the first of a call. */
  repeated: number;
  /** People who heard whose answer to an approval counts. */
  answers: number;
  /** Those of them whose own answer counts, by a link. */
  links: number;
  /** Answers that came too late. */
  expired: number;
  /** Calls that ran with the arguments of a person. */
  edits: number;
  /** Calls that ran because two people approved. */
  countersigned: number;
}

export class World {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly odds: Odds;
  readonly agent: Agent;
  /** Agents beside it, and what all of them plan; those of script.ts by default. */
  readonly crew: Crew | undefined;
  /** A planted defect changes these. */
  readonly alter: (deps: RunDeps) => RunDeps;
  readonly tally: Tally = {
    crashes: 0,
    lost: 0,
    duplicates: 0,
    stalls: 0,
    fenced: 0,
    cancels: 0,
    steps: 0,
    observations: 0,
    unknown: 0,
    repeated: 0,
    answers: 0,
    links: 0,
    expired: 0,
    edits: 0,
    countersigned: 0,
  };

  /** How often a tool was given each call. */
  readonly runs = new Map<string, number>();
  /** Effects of `once` tools: one for every run that came so far. */
  readonly charges: string[] = [];
  /** The ledger of an idempotent service, by idempotency key, with the reference of the call. */
  readonly reservations = new Map<string, { readonly reference: string; readonly output: Json }>();
  /** By call the people whose answers count, and what they answered: as those who answered heard it. */
  readonly heard = new Map<string, Map<string, boolean>>();
  /** Resolves when the last link that was begun is signed and used. */
  signing: Promise<void> = Promise.resolve();
  /** Calls that a store was asked to mark as started. */
  readonly marked = new Set<string>();
  /** Those of them whose worker had stood still before: another may take the step over before they run. */
  readonly markedLate = new Set<string>();
  /** What overtaken steps asked the store to book: it adds to the counters and to nothing else. */
  readonly bookings: Booking[] = [];
  /** Bookings of the ledger by their id, with those that the store has answered: a request may be lost on its way. */
  readonly booked = new Map<string, { readonly day: string; readonly amounts: Amounts; isSure: boolean }>();
  readonly #ends = new Map<string, number>();
  /** Who has told events, by thread and epoch. */
  readonly #tellers = new Map<string, object>();
  /** What went wrong while the run was on. */
  readonly violations: Violation[] = [];
  /** Resolves with the first of them. */
  readonly violated: Promise<void>;
  #violated = () => {};

  constructor(
    setting: Pick<World, "time" | "random" | "odds" | "agent" | "alter"> & { readonly crew?: Crew },
  ) {
    this.time = setting.time;
    this.random = setting.random;
    this.odds = setting.odds;
    this.agent = setting.agent;
    this.crew = setting.crew;
    this.alter = setting.alter;
    this.violated = new Promise((resolve) => this.#violated = resolve);
  }

  /** The store, with a note of what the checks must know of it. */
  watched(store: Store): Store {
    return overridden(store, {
      begin: (request) => this.#ending(request.ref.thread, () => store.begin(request)),
      cancel: (ref) => this.#ending(ref.thread, () => store.cancel(ref)),
      advance: (request) => this.#booking(request.booking, () => store.advance(request)),
      book: (tenant, booking) => this.#booking(booking, () => store.book(tenant, booking)),
      commit: async (request) => {
        const outcome = await this.#booking(request.booking, () => store.commit(request));
        if (outcome.type !== "fenced") return outcome;
        this.tally.fenced++;
        const { ref: { thread }, owner, epoch, counters, afterCancel } = request;
        if (afterCancel) this.bookings.push({ thread, step: `${owner} ${epoch}`, counters });
        return outcome;
      },
    });
  }

  /** How often a store was requested to do what ends the step of the thread that another worker may be in. */
  endsOf(thread: string): number {
    return this.#ends.get(thread) ?? 0;
  }

  async #ending<T>(thread: string, send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } finally {
      this.#ends.set(thread, this.endsOf(thread) + 1);
    }
  }

  async #booking<T>(booking: LedgerBooking | undefined, send: () => Promise<T>): Promise<T> {
    if (booking === undefined) return await send();
    const { id, day, amounts } = booking;
    const known = this.booked.get(id) ?? { day, amounts, isSure: false };
    this.booked.set(id, known);
    const answer = await send();
    known.isSure = true;
    return answer;
  }

  /** An event of a run. No two workers may number theirs alike, or a reader would take the one's for the other's. */
  tell({ seq }: StepEvent, thread: string, worker: object): void {
    const place = `${thread} ${Math.floor(seq / seqBase(1))}`;
    const teller = this.#tellers.get(place);
    if (teller === undefined) this.#tellers.set(place, worker);
    else if (teller !== worker) this.violate("events", thread, `two workers tell events of epoch ${place}`);
  }

  /** An assertion that fails is a violation of this kind. */
  check(kind: ViolationKind, thread: string, assertion: () => void): void {
    try {
      assertion();
    } catch (error) {
      if (!(error instanceof AssertionError)) throw error;
      this.violate(kind, thread, error.message);
    }
  }

  violate(kind: ViolationKind, thread: string, message: string): void {
    this.violations.push({ kind, thread, message });
    this.#violated();
  }
}

/** Agents that the agent of the world directs. */
export interface Crew {
  readonly agents: readonly Agent[];
  readonly planFor: (turn: Turn) => ScriptedPlan;
}

/** The counters of a commit that came too late. */
export interface Booking {
  readonly thread: string;
  /** Owner and epoch: a store books a step once. */
  readonly step: string;
  readonly counters: Counters;
}

/** What a checker may find; each is one promise broken. */
export type ViolationKind =
  /** A request that was acknowledged has not all its plans in the history, or has one twice. */
  | "step_missing"
  | "step_twice"
  | "input_missing"
  | "input_twice"
  | "input_order"
  /** A call without its one observation, with two, or not in order: the history is not linear or not legal. */
  | "history"
  /** An observation that does not tell what the tool did. */
  | "observation_wrong"
  | "once_repeated"
  /** Two answers to one approval, or a call that ran without one. */
  | "approval"
  | "keyed_repeated"
  | "unknown_unstarted"
  /** A replay that differs from the first answer, or a history that differs from what was read before. */
  | "replay_differs"
  | "history_changed"
  | "events"
  | "counters"
  /** The ledger of the tenant has not what the steps have cost, or more than the budget. */
  | "ledger"
  | "left_behind"
  /** The thread is in the run of another input than its last. */
  | "run"
  /** Nobody could bring the request to its end. */
  | "stuck"
  /** An error that no fault explains. */
  | "error";

export interface Violation {
  readonly kind: ViolationKind;
  readonly thread: string;
  readonly message: string;
}
