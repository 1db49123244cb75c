// What the threads below a thread have cost. It counts in the thread above once their results are taken.

import { type Counters, ZERO_COUNTERS } from "../../core/usage.ts";

/** Counters without steps, which number those of the thread above, and the steps beside them. */
export interface ChildSpend {
  /** `steps` and `wallMs` are 0: the time of a thread below is within a step of the thread above. */
  readonly counters: Counters;
  readonly steps: number;
}

/** Nothing. */
export const NO_SPEND: ChildSpend = { counters: ZERO_COUNTERS, steps: 0 };
