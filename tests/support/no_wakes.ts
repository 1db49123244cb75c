// Wake-ups of a deployment that sends none: for tests of steps that their client runs.

import type { Wakes } from "../../src/core/wake.ts";

/** What is sent is dropped, and nothing has work. */
export const NO_WAKES: Wakes = {
  schedule: () => Promise.resolve(),
  handle: () => Promise.resolve({ type: "stale" }),
  pump: () => Promise.resolve({ woken: 0, stale: 0 }),
};
