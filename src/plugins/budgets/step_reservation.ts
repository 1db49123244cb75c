// StepReservation: what one step has reserved in the ledger of its tenant. It is made with the step's begin and raised before a
// model call that may cost more; the booking of the step's commit ends it.

import { endOfDay } from "../../core/budget/accounts.ts";
import { inDollars, toBudgetName } from "../../core/budget/limits.ts";
import { AgentError } from "../../core/error.ts";
import {
  type AccountLimits,
  type AccountName,
  addAmounts,
  type Amount,
  AMOUNTS,
  type Amounts,
  type Booking,
  isZero,
  type Reservation,
  type ReserveOutcome,
  ZERO_AMOUNTS,
} from "../../core/store/ledger.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { StepClaim } from "../../kernel/spending.ts";

/** What a reservation needs of the deployment. */
export type StepReservationDeps = Pick<RuntimeDeps, "store" | "clock">;

/** What a reservation is made for. */
export interface StepReservationSetup {
  readonly tenant: string;
  /** Unique for the step within the tenant's day. */
  readonly id: string;
  /** The UTC day that the step is booked on. */
  readonly day: string;
  /** At least one. */
  readonly accounts: readonly AccountLimits[];
  /** Reserved by the request that begins the step; what no account limits is left out. */
  readonly amounts: Amounts;
  /** Milliseconds from now on after which the step is certainly over. */
  readonly lastsMs: number;
}

type Refused = Extract<ReserveOutcome, { type: "refused" }>;

/** Milliseconds after which a request is worth repeating whose budget running steps hold. */
const RETRY_MS = 1_000;

/** The reservations of one step. */
export class StepReservation implements StepClaim {
  readonly #setup: StepReservationSetup;
  readonly #deps: StepReservationDeps;
  #ids: readonly string[] = [];
  /** Reservations that have stood so far: the id of one that has ended cannot be used again. */
  #made = 0;
  /** The first one, sent with the begin or the advance. */
  readonly first: Reservation;
  #accounts: readonly AccountLimits[];
  #amounts: Amounts = ZERO_AMOUNTS;
  #refusal: Refused | undefined;

  constructor(setup: StepReservationSetup, deps: StepReservationDeps) {
    this.#setup = setup;
    this.#deps = deps;
    this.#accounts = setup.accounts;
    this.first = this.#toReservation(this.#limited(setup.amounts, setup.accounts), setup.accounts);
  }

  /** The id of its first reservation; the step is booked by it. */
  get id(): string {
    return this.#setup.id;
  }

  get day(): string {
    return this.#setup.day;
  }

  /** What is reserved in each account. */
  get amounts(): Amounts {
    return this.#amounts;
  }

  /** Ids of those that stand; the booking of the step ends them. */
  get openIds(): readonly string[] {
    return this.#ids;
  }

  /** True when an account limits the amount. */
  limits(amount: Amount): boolean {
    return this.#accounts.some(({ limits }) => limits[amount] !== undefined);
  }

  /** True when it reserves in the account. */
  has(account: AccountName): boolean {
    return this.#accounts.some((known) => known.account === account);
  }

  /** Sends {@link first} by itself, where no begin contains it. */
  async sendFirst(): Promise<void> {
    this.takeOutcome(await this.#reserve(this.first));
  }

  /** Takes the outcome of {@link first}, which came with that of the begin or the advance. */
  takeOutcome(outcome: ReserveOutcome | undefined): void {
    if (outcome?.type === "reserved") this.#keep(this.first);
    else this.#refusal = outcome;
  }

  /**
   * Makes sure of a reservation, before anything runs: what the begin was refused is reserved with as much as is left, and no less than
   * `least`.
   *
   * @throws {AgentError} budget_exhausted, budget_reserved
   */
  async secure(least: Amounts): Promise<void> {
    const refusal = this.#refusal;
    this.#refusal = undefined;
    if (refusal === undefined) return;
    await this.#take(this.first.amounts, least, refusal);
  }

  /**
   * Reserves more.
   *
   * @throws {AgentError} budget_exhausted, budget_reserved - not even `least` is there
   */
  async raise(more: Amounts, least: Amounts): Promise<void> {
    await this.#take(this.#limited(more, this.#accounts), least, undefined);
  }

  /**
   * Reserves in other accounts what is reserved in these.
   *
   * @throws {AgentError} budget_exhausted, budget_reserved
   */
  async join(accounts: readonly AccountLimits[], least: Amounts): Promise<void> {
    const joined = new StepReservation({ ...this.#setup, id: `${this.id}/joined`, accounts }, this.#deps);
    await joined.sendFirst();
    await joined.secure(least);
    this.#ids = [...this.#ids, ...joined.openIds];
    const both = [...this.#accounts, ...accounts];
    this.#amounts = this.#limited(smaller(this, joined), both);
    this.#accounts = both;
  }

  /**
   * Gives back what is reserved for model calls, so that the phases of the step can reserve it. The model call that follows them
   * reserves again.
   *
   * @throws {AgentError} budget_exhausted, budget_reserved, store_unavailable
   */
  async releaseModelAmounts(): Promise<void> {
    const { tokens, microDollars } = this.#amounts;
    if (tokens === 0 && microDollars === 0) return;
    const rest = { ...this.#amounts, tokens: 0, microDollars: 0 };
    const ended: Booking = {
      id: `${this.id}/lent`,
      reservations: this.#ids,
      day: this.day,
      now: this.#deps.clock(),
      accounts: ["tenant"],
      amounts: ZERO_AMOUNTS,
    };
    await this.#deps.store.book(this.#setup.tenant, ended);
    this.#ids = [];
    this.#amounts = ZERO_AMOUNTS;
    if (!isZero(rest)) await this.#take(rest, rest, undefined);
  }

  /** Until all of it is there, a refused request is repeated with as much as the refusing account has left. */
  async #take(wanted: Amounts, least: Amounts, refusal: Refused | undefined): Promise<void> {
    let amounts = wanted;
    // Each round lowers one amount; more rounds mean that others take what is left meanwhile.
    for (let round = 0; round <= 2 * AMOUNTS.length; round++) {
      if (refusal !== undefined) {
        const { amount, limit, used, reserved } = refusal;
        const left = limit - used - reserved;
        if (left < least[amount] || round === 2 * AMOUNTS.length) throw this.#toError(refusal, least[amount]);
        amounts = { ...amounts, [amount]: left };
      }
      const reservation = this.#toReservation(amounts, this.#accounts);
      const outcome = await this.#reserve(reservation);
      if (outcome.type === "reserved") return this.#keep(reservation);
      refusal = outcome;
    }
  }

  #reserve(reservation: Reservation): Promise<ReserveOutcome> {
    return this.#deps.store.reserve(this.#setup.tenant, reservation);
  }

  #keep({ id, amounts }: Reservation): void {
    this.#ids = [...this.#ids, id];
    this.#made++;
    this.#amounts = addAmounts(this.#amounts, amounts);
  }

  #toReservation(amounts: Amounts, accounts: readonly AccountLimits[]): Reservation {
    const now = this.#deps.clock();
    const { day, lastsMs } = this.#setup;
    // Until one is reserved, each try has the same id: a refused reservation leaves nothing.
    const id = this.#made === 0 ? this.id : `${this.id}/${this.#made}`;
    return { id, day, accounts, amounts, now, expiresAt: now + lastsMs };
  }

  #limited(amounts: Amounts, accounts: readonly AccountLimits[]): Amounts {
    const isLimited = (amount: Amount) => accounts.some(({ limits }) => limits[amount] !== undefined);
    const only = (amount: Amount) => isLimited(amount) ? amounts[amount] : 0;
    return {
      steps: only("steps"),
      calls: only("calls"),
      tokens: only("tokens"),
      microDollars: only("microDollars"),
      wallMs: only("wallMs"),
    };
  }

  #toError({ account, amount, limit, used, reserved }: Refused, least: number): AgentError {
    const budget = `${account === "tenant" ? "tenant" : "user"}.${toBudgetName(amount)}`;
    const resetsAt = new Date(endOfDay(this.day)).toISOString();
    const [all, spent] = [inDollars(amount, limit), inDollars(amount, used)];
    const details = { budget, limit: all, used: spent, resetsAt };
    const whose = describeOwner(account);
    // What this step holds already does not make room either.
    if (limit - used - this.#amounts[amount] < least) {
      return new AgentError(
        "budget_exhausted",
        `The budget ${budget} of ${whose} leaves too little for another model call: ${spent} of ${all} are used on ` +
          `${this.day}. It begins again at ${resetsAt}.`,
        { details },
      );
    }
    return new AgentError(
      "budget_reserved",
      `Running steps hold what is left of the budget ${budget} of ${whose}: ${spent} of ${all} are used and ` +
        `${inDollars(amount, reserved)} reserved; retry after ${RETRY_MS} ms.`,
      { details: { ...details, reserved: inDollars(amount, reserved) }, retryAfterMs: RETRY_MS },
    );
  }
}

function describeOwner(account: AccountName): string {
  return account === "tenant" ? "this tenant" : `user ${account.slice("user:".length)}`;
}

/** For each amount what both hold; one that does not limit an amount does not count for it. */
function smaller(one: StepReservation, other: StepReservation): Amounts {
  const pick = (amount: Amount) => {
    if (!one.limits(amount)) return other.amounts[amount];
    return other.limits(amount) ? Math.min(one.amounts[amount], other.amounts[amount]) : one.amounts[amount];
  };
  return {
    steps: pick("steps"),
    calls: pick("calls"),
    tokens: pick("tokens"),
    microDollars: pick("microDollars"),
    wallMs: pick("wallMs"),
  };
}
