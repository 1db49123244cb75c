// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/tasks/prices/own_rows.ts. SHA-256: a478070b61a5c0b46e3f719943a97acc4990b7a49ec45df1ca9d37f5ff6986e5

/** A table of core/budget/price_table.ts. */
export const PRICES = `20261120
codestral-2508 0.3 0.9 0.03 =256000
codestral-latest 0.3 0.9 0.03 =256000
deepseek-v4-1-flash-1017 0.3 1.2 0.007
devstral-2512 0.4 2 0.04 =262144
devstral-latest 0.4 2 0.04 =262144
devstral-medium-2507 0.4 2
devstral-medium-latest 0.4 2 0.04 =262144
devstral-small-2505 0.1 0.3
devstral-small-2507 0.1 0.3
glm-5-2 1.4 4.4 0.14
magistral-medium-latest 2 5 0.2 =262144
ministral-14b-2512 0.2 0.2 0.02 =262144
ministral-3b-2512 0.1 0.1 0.01 =131072
ministral-3b-latest 0.1 0.1 0.01 =131072
ministral-8b-2512 0.15 0.15 0.015 =262144
ministral-8b-latest 0.15 0.15 0.015 =262144
mistral-large-2411 2 6
mistral-large-2512 0.5 1.5 0.05 =262144
mistral-large-4 0.7 2.1 0.07
mistral-large-4-0-8 0.7 2.1 0.07
mistral-large-latest 0.7 2.1 0.07
mistral-medium-2505 0.4 2 0.04 =131072
mistral-medium-2508 0.4 2 0.04 =262144
mistral-medium-2604 1.5 7.5 0.15 =262144
mistral-medium-3.5 1.5 7.5 =262144
mistral-medium-latest 1.5 7.5 0.15 =262144
mistral-small-2506 0.1 0.3 0.01 =128000
mistral-small-2603 0.15 0.6 0.015 =262144
mistral-small-latest 0.15 0.6 0.015 =262144
open-mistral-nemo 0.15 0.15 0.015 =128000
pixtral-12b 0.15 0.15 0.015 =128000
voxtral-small-2507 0.1 0.4 0.01 =32768
voxtral-small-latest 0.1 0.4 0.01 =32768
zai-glm-5-2 1.4 4.4 0.14
zai-glm-5-3 1.4 4.4 0.14
zai-glm-5-3-flash 0.15 0.5 0.03
`;
