// What one selection costs, with the time that it has.

import type { SelectorIo } from "./selector.ts";

/** Takes what the requests of a selection cost. */
export interface Bill extends Required<Pick<SelectorIo, "signal" | "spend">> {
  /** The sum, in whole millionths of a US dollar. */
  spent(): number;
}

/** A bill without a position. Counters are whole numbers, whatever a selector of one's own says. */
export function newBill(signal: AbortSignal): Bill {
  let sum = 0;
  return {
    signal,
    spend(microDollars) {
      if (microDollars > 0 && Number.isFinite(microDollars)) sum += Math.ceil(microDollars);
    },
    spent: () => sum,
  };
}
