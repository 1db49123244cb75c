// What Gemini models cost at the Gemini API, in US dollars for a million tokens of text.

import type { PriceRow } from "../../core/budget/price.ts";

const SOURCE = {
  asOf: "2026-07-02",
  source: "https://github.com/anomalyco/models.dev, providers/google/models",
};

/** Models that are not here have no price: TREADLE_PRICES or the agent gives one. */
export const GEMINI_PRICES: readonly PriceRow[] = [
  {
    ...SOURCE,
    models: /^gemini-3\.5-flash$/,
    example: "gemini-3.5-flash",
    input: 1.5,
    output: 9,
    cached: 0.15,
  },
  {
    ...SOURCE,
    models: /^gemini-3(?:\.1)?-pro-preview(?:-customtools)?$/,
    example: "gemini-3.1-pro-preview",
    input: 2,
    output: 12,
    cached: 0.2,
    long: { above: 200000, input: 4, output: 18, cached: 0.4 },
  },
  {
    ...SOURCE,
    models: /^gemini-3\.1-flash-lite(?:-preview)?$/,
    example: "gemini-3.1-flash-lite",
    input: 0.25,
    output: 1.5,
    cached: 0.025,
  },
  {
    ...SOURCE,
    models: /^gemini-3-flash-preview$/,
    example: "gemini-3-flash-preview",
    input: 0.5,
    output: 3,
    cached: 0.05,
  },
  {
    ...SOURCE,
    models: /^gemini-2\.5-pro$/,
    example: "gemini-2.5-pro",
    input: 1.25,
    output: 10,
    cached: 0.125,
    long: { above: 200000, input: 2.5, output: 15, cached: 0.25 },
  },
  {
    ...SOURCE,
    models: /^gemini-2\.5-flash$/,
    example: "gemini-2.5-flash",
    input: 0.3,
    output: 2.5,
    cached: 0.03,
  },
  {
    ...SOURCE,
    models: /^gemini-2\.5-flash-lite$/,
    example: "gemini-2.5-flash-lite",
    input: 0.1,
    output: 0.4,
    cached: 0.01,
  },
  {
    ...SOURCE,
    models: /^gemini-2\.0-flash$/,
    example: "gemini-2.0-flash",
    input: 0.1,
    output: 0.4,
    cached: 0.025,
  },
  {
    ...SOURCE,
    models: /^gemini-2\.0-flash-lite$/,
    example: "gemini-2.0-flash-lite",
    input: 0.075,
    output: 0.3,
  },
];
