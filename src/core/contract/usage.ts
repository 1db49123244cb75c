// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

import type { AmountLimits } from "../budget/limits.ts";
import type { Amounts } from "../store/ledger.ts";

/** What a tenant has used. */
export interface UsageReport {
  readonly from: string;
  readonly to: string;
  /** The amounts of the tenant. */
  readonly total: Amounts;
  /** What the budget permits on one UTC day; null without a budget. */
  readonly limits: AmountLimits | null;
  /** With `by=day`: the days on which something was booked, oldest first. */
  readonly days?: readonly DayUsage[];
  /** With `by=user`: over all the days, by name. */
  readonly users?: readonly UserUsage[];
}

/** What a tenant has used on one UTC day. */
export interface DayUsage {
  readonly day: string;
  readonly steps: number;
  /** Calls that tools received. */
  readonly calls: number;
  /** Input and output. */
  readonly tokens: number;
  /** Millionths of a US dollar. */
  readonly microDollars: number;
  /** Milliseconds of steps. */
  readonly wallMs: number;
}

/** What one user has used. */
export interface UserUsage {
  readonly user: string;
  /** What the budget permits on one UTC day; null without a budget. */
  readonly limits: AmountLimits | null;
  readonly steps: number;
  /** Calls that tools received. */
  readonly calls: number;
  /** Input and output. */
  readonly tokens: number;
  /** Millionths of a US dollar. */
  readonly microDollars: number;
  /** Milliseconds of steps. */
  readonly wallMs: number;
}
