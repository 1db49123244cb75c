// What Cohere's models cost at Cohere, in US dollars for a million tokens.

import type { PriceRow } from "../../core/budget/price.ts";

const SOURCE = {
  asOf: "2026-07-02",
  source: "https://github.com/anomalyco/models.dev, providers/cohere/models",
};

/** Models that are not here have no price: TREADLE_PRICES or the agent gives one. */
export const COHERE_PRICES: readonly PriceRow[] = [
  {
    ...SOURCE,
    models: /^command-a-(?:03-2025|plus-05-2026|reasoning-08-2025|translate-08-2025|vision-07-2025)$/,
    example: "command-a-03-2025",
    input: 2.5,
    output: 10,
  },
  {
    ...SOURCE,
    models: /^command-r-plus-08-2024$/,
    example: "command-r-plus-08-2024",
    input: 2.5,
    output: 10,
  },
  { ...SOURCE, models: /^command-r-08-2024$/, example: "command-r-08-2024", input: 0.15, output: 0.6 },
  {
    ...SOURCE,
    models: /^command-r7b-(?:12-2024|arabic-02-2025)$/,
    example: "command-r7b-12-2024",
    input: 0.0375,
    output: 0.15,
  },
];
