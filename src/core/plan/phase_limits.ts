// The limits of a phase beside those of its worker.

import type { PhaseLimits } from "./child_thread.ts";

type Optional = { readonly [Name in keyof PhaseLimits]: number | undefined };

/** The smaller one of each limit; a limit that neither has is missing. */
export function smaller(one: PhaseLimits, other: Optional): PhaseLimits {
  const least = (name: keyof PhaseLimits) => {
    const values = [one[name], other[name]].filter((value) => value !== undefined);
    return values.length === 0 ? {} : { [name]: Math.min(...values) };
  };
  return {
    ...least("steps"),
    ...least("tokens"),
    ...least("calls"),
    ...least("usd"),
    ...least("wallMs"),
    ...least("stepsPerRun"),
  };
}
