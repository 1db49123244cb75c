// What Mistral's models cost at Mistral, in US dollars for a million tokens.

import type { PriceRow } from "../../core/budget/price.ts";

const SOURCE = {
  asOf: "2026-07-02",
  source: "https://github.com/anomalyco/models.dev, providers/mistral/models",
};

/** Names that end in `latest` move, so only dated names have a price. Other models get one by TREADLE_PRICES or the agent. */
export const MISTRAL_PRICES: readonly PriceRow[] = [
  { ...SOURCE, models: /^mistral-large-2512$/, example: "mistral-large-2512", input: 0.5, output: 1.5 },
  { ...SOURCE, models: /^mistral-large-2411$/, example: "mistral-large-2411", input: 2, output: 6 },
  { ...SOURCE, models: /^mistral-medium-2604$/, example: "mistral-medium-2604", input: 1.5, output: 7.5 },
  { ...SOURCE, models: /^mistral-medium-250[58]$/, example: "mistral-medium-2508", input: 0.4, output: 2 },
  { ...SOURCE, models: /^mistral-small-2603$/, example: "mistral-small-2603", input: 0.15, output: 0.6 },
  { ...SOURCE, models: /^mistral-small-2506$/, example: "mistral-small-2506", input: 0.1, output: 0.3 },
  { ...SOURCE, models: /^devstral-(?:2512|medium-2507)$/, example: "devstral-2512", input: 0.4, output: 2 },
  { ...SOURCE, models: /^devstral-small-250[57]$/, example: "devstral-small-2507", input: 0.1, output: 0.3 },
];
