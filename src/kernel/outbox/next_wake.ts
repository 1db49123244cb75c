// What the commit of a step does about wake-ups.

import type { DueMove } from "../../core/store/due.ts";

/** What the end of a step does about wake-ups. */
export interface NextWake {
  /** Goes with the commit. */
  readonly due?: DueMove;
  /** A wake-up runs the next step; `notBefore` in epoch milliseconds, at once when it is missing. */
  readonly wake?: { readonly notBefore?: number };
}
