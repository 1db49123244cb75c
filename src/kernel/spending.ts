// What limits the spending of steps, as far as the step knows it. A deployment without such a part counts and books, and refuses no step
// but for the number of its steps and calls.

import type { Agent } from "../core/agent.ts";
import type { AccountsOf } from "../core/budget/accounts.ts";
import type { PlannedCall } from "../core/call.ts";
import type { Provider } from "../core/model/provider.ts";
import type { Clock } from "../core/ports.ts";
import type { RunState } from "../core/state.ts";
import type { Store } from "../core/store.ts";
import type { Reservation, ReserveOutcome } from "../core/store/ledger.ts";
import type { ThreadHeader, ThreadRef } from "../core/store/thread.ts";
import type { Counters } from "../core/usage.ts";
import type { ResolvedModel } from "./resolved_model.ts";

/** What a step has reserved in the ledger of its tenant. */
export interface StepClaim {
  /** Of its first reservation; the step is booked by it. */
  readonly id: string;
  readonly day: string;
  /** Ids of those that stand; the booking of the step ends them. */
  readonly openIds: readonly string[];
  /** Sent with the begin or the advance. */
  readonly first: Reservation;
  takeOutcome(outcome: ReserveOutcome | undefined): void;
  releaseModelAmounts(): Promise<void>;
}

/** What one step may still spend on model calls. */
export interface StepBudget {
  readonly reservation: StepClaim | undefined;
  readonly wallMs: number | undefined;
  readonly permitsAnother: boolean;
  tookChildren(spend: { readonly counters: Counters }): void;
  /** A provider that reserves the most that a call can come to before it is sent. */
  guard(model: ResolvedModel, sent: { maxOutputTokens: number | undefined }): Provider;
  /** @throws {AgentError} budget_exhausted, budget_reserved - what was refused cannot be had for less */
  secure(pending: readonly PlannedCall[]): Promise<void>;
}

/** What the answers behind the first one of a step may cost. */
export interface RecoveryBudget {
  readonly permitsAnother: boolean;
  guard(provider: Provider, model: Pick<ResolvedModel, "price" | "ref">): Provider;
}

/** A thread that a step is about to run. */
export interface BegunThread {
  readonly ref: ThreadRef;
  /** Of its lease. */
  readonly owner: string;
  readonly agent: Agent;
  readonly model: ResolvedModel;
  readonly fallback: ResolvedModel | undefined;
  readonly header: ThreadHeader;
  readonly run: RunState;
  readonly user: string | undefined;
  readonly pending: readonly PlannedCall[];
}

/** What a part that limits spending asks of the deployment: with each call, since an evaluation has a store of its own. */
export interface SpendingDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly agents: ReadonlyMap<string, Agent>;
  /** The budgets of tenants and users; undefined where the deployment has none. */
  readonly accounts: AccountsOf | undefined;
}

/** Limits what steps spend. */
export interface Spending {
  /** What the begin of a request reserves; undefined where, as far as is known before it, nothing is limited. */
  claimBegin(
    request: { readonly ref: ThreadRef; readonly user?: string | undefined },
    owner: string,
    agent: Agent | undefined,
    deps: SpendingDeps,
  ): StepClaim | undefined;
  /** What the advance to the next step of a session reserves. */
  claimAdvance(
    session: Pick<BegunThread, "ref" | "user" | "agent" | "owner" | "header">,
    pending: readonly PlannedCall[],
    deps: SpendingDeps,
  ): StepClaim | undefined;
  /**
   * The budget of a step that has begun; undefined where nothing limits it.
   *
   * @throws {AgentError} budget_exhausted, budget_reserved, price_unknown
   */
  open(begun: BegunThread, claim: StepClaim | undefined, deps: SpendingDeps): Promise<StepBudget | undefined>;
  /** The same for a step behind another one, without a request to the store. */
  next(
    session: Pick<BegunThread, "agent" | "run" | "header">,
    claim: StepClaim | undefined,
    deps: SpendingDeps,
  ): StepBudget | undefined;
  recovery(agent: Pick<Agent, "limits">): RecoveryBudget;
}
