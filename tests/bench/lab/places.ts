// Where the part `step` measures.

/** Where a row stands: so many steps of history, so many requests in flight. */
export interface Place {
  readonly history: number;
  readonly inFlight: number;
  /** Steps of one contender in one round. */
  readonly steps: number;
}

/** Histories one at a time, then many requests at the history that most threads have. */
export const THOROUGH: readonly Place[] = [
  { history: 1, inFlight: 1, steps: 300 },
  { history: 10, inFlight: 1, steps: 600 },
  { history: 50, inFlight: 1, steps: 300 },
  { history: 200, inFlight: 1, steps: 150 },
  { history: 1000, inFlight: 1, steps: 60 },
  { history: 10, inFlight: 32, steps: 4000 },
  { history: 10, inFlight: 128, steps: 4000 },
];
/** What each change is compared at: a cost that grows with the history shows at 200 and 1,000. */
export const QUICK: readonly Place[] = [
  { history: 10, inFlight: 1, steps: 200 },
  { history: 200, inFlight: 1, steps: 60 },
  { history: 1000, inFlight: 1, steps: 30 },
  { history: 10, inFlight: 32, steps: 600 },
];
