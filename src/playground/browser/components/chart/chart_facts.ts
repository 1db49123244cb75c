// What a chart of bars over days shows.

/** The days and their bars. */
export interface ChartFacts {
  /** Starts of UTC days in epoch seconds. */
  readonly times: readonly number[];
  /** A bar for each day; null where there is none. */
  readonly bars: { readonly title: string; readonly values: readonly (number | null)[] };
  /** A value in words, at the axis and under the pointer. */
  readonly words: (value: number) => string;
}
