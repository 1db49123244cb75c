// Where the part `step` measures.

/** Where a row stands: so many steps of history, so many requests in flight. */
export interface Place {
  readonly history: number;
  readonly inFlight: number;
  /** Steps of one contender in one slice, which takes about half a second. */
  readonly steps: number;
}

/** What is measured, and how often. */
export interface Plan {
  readonly places: readonly Place[];
  /** Processes of each program: one differs from the next by 10 to 40 %. */
  readonly processes: number;
  /** Slices of each contender at each place; the processes take turns. */
  readonly rounds: number;
  /** Steps that each process has run before, in each mode: the steady state of an isolate takes some thousand. */
  readonly warmUp: number;
}

export const THOROUGH: Plan = {
  places: [
    { history: 8, inFlight: 1, steps: 150 },
    { history: 50, inFlight: 1, steps: 100 },
    { history: 200, inFlight: 1, steps: 60 },
    { history: 1000, inFlight: 1, steps: 20 },
    { history: 8, inFlight: 32, steps: 320 },
    { history: 200, inFlight: 32, steps: 128 },
    { history: 8, inFlight: 128, steps: 512 },
  ],
  processes: 3,
  rounds: 12,
  warmUp: 2000,
};

/** What each change is compared at: a cost that grows with the history shows at 200 and 1,000. */
export const QUICK: Plan = {
  places: [
    { history: 8, inFlight: 1, steps: 150 },
    { history: 200, inFlight: 1, steps: 60 },
    { history: 1000, inFlight: 1, steps: 20 },
    { history: 8, inFlight: 32, steps: 320 },
  ],
  processes: 1,
  rounds: 5,
  warmUp: 1500,
};
