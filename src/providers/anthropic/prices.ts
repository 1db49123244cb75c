// What Claude models cost at Anthropic, in US dollars for a million tokens; cache writes are those of five minutes.

import type { PriceRow } from "../../core/budget/price.ts";

const SOURCE = { asOf: "2026-11-22", source: "https://platform.claude.com/docs/en/about-claude/pricing" };
const OLDER = {
  asOf: "2026-07-02",
  source: "https://github.com/anomalyco/models.dev, providers/anthropic/models",
};

/** Models that are not here have no price: TREADLE_PRICES or the agent gives one. */
export const ANTHROPIC_PRICES: readonly PriceRow[] = [
  {
    ...SOURCE,
    models: /^claude-(?:fable|mythos)-5-1(?:-\d{8})?$/,
    example: "claude-fable-5-1",
    input: 10,
    output: 50,
    cached: 0.25,
    cacheWrite: 12.5,
  },
  {
    ...SOURCE,
    models: /^claude-(?:fable|mythos)-5(?:-\d{8})?$/,
    example: "claude-fable-5",
    input: 10,
    output: 50,
    cached: 1,
    cacheWrite: 12.5,
  },
  {
    ...SOURCE,
    models: /^claude-opus-(?:5|4-[5-8])(?:-\d{8})?$/,
    example: "claude-opus-5",
    input: 5,
    output: 25,
    cached: 0.5,
    cacheWrite: 6.25,
  },
  {
    ...SOURCE,
    models: /^claude-opus-4(?:-[01])?(?:-\d{8})?$/,
    example: "claude-opus-4-1",
    input: 15,
    output: 75,
    cached: 1.5,
    cacheWrite: 18.75,
  },
  {
    ...OLDER,
    models: /^claude-sonnet-5(?:-\d{8})?$/,
    example: "claude-sonnet-5",
    input: 2,
    output: 10,
    cached: 0.2,
    cacheWrite: 2.5,
  },
  {
    ...OLDER,
    models: /^claude-(?:sonnet-4(?:-[056])?|3-[57]-sonnet)(?:-\d{8})?$/,
    example: "claude-sonnet-4-6",
    input: 3,
    output: 15,
    cached: 0.3,
    cacheWrite: 3.75,
  },
  {
    ...OLDER,
    models: /^claude-haiku-4-5(?:-\d{8})?$/,
    example: "claude-haiku-4-5",
    input: 1,
    output: 5,
    cached: 0.1,
    cacheWrite: 1.25,
  },
  {
    ...OLDER,
    models: /^claude-3-opus(?:-\d{8})?$/,
    example: "claude-3-opus-20240229",
    input: 15,
    output: 75,
    cached: 1.5,
    cacheWrite: 18.75,
  },
  {
    ...OLDER,
    models: /^claude-3-haiku(?:-\d{8})?$/,
    example: "claude-3-haiku-20240307",
    input: 0.25,
    output: 1.25,
    cached: 0.03,
    cacheWrite: 0.3,
  },
];
