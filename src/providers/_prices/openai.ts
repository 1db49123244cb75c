// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/cli/prices/own_rows.ts. SHA-256: 4c393742a68160f21aba827d09baab0cf43d8851c7677301effd2af5201d0112

import type { PriceTable } from "../../core/budget/price.ts";

/** See {@link PriceTable}. */
export const PRICES: PriceTable = `
chat-latest 5 30 cached=0.5
gpt-4 30 60
gpt-4-turbo 10 30
gpt-4.1 2 8 cached=0.5
gpt-4.1-mini 0.4 1.6 cached=0.1
gpt-4.1-nano 0.1 0.4 cached=0.025
gpt-4o 2.5 10 cached=1.25
gpt-4o-2024-05-13 5 15
gpt-4o-mini 0.15 0.6 cached=0.075
gpt-5 1.25 10 cached=0.125
gpt-5-chat-latest 1.25 10 cached=0.125
gpt-5-codex 1.25 10 cached=0.125
gpt-5-mini 0.25 2 cached=0.025
gpt-5-nano 0.05 0.4 cached=0.005
gpt-5-pro 15 120
gpt-5.1 1.25 10 cached=0.125
gpt-5.1-chat-latest 1.25 10 cached=0.125
gpt-5.1-codex 1.25 10 cached=0.125
gpt-5.1-codex-max 1.25 10 cached=0.125
gpt-5.1-codex-mini 0.25 2 cached=0.025
gpt-5.2 1.75 14 cached=0.175
gpt-5.2-chat-latest 1.75 14 cached=0.175
gpt-5.2-codex 1.75 14 cached=0.175
gpt-5.2-pro 21 168
gpt-5.3-chat-latest 1.75 14 cached=0.175
gpt-5.3-codex 1.75 14 cached=0.175
gpt-5.3-codex-spark 1.75 14 cached=0.175
gpt-5.4 2.5 15 cached=0.25 above=272000 5 22.5 cached=0.5
gpt-5.4-mini 0.75 4.5 cached=0.075
gpt-5.4-nano 0.2 1.25 cached=0.02
gpt-5.4-pro 30 180 above=272000 60 270
gpt-5.5 5 30 cached=0.5 above=272000 10 45 cached=1
gpt-5.5-pro 30 180 above=272000 60 270
gpt-5.6-cyber 12.5 75 cached=1.25 cacheWrite=15.625
gpt-5.6-luna 0.2 1.2 cached=0.02 cacheWrite=0.25 above=272000 0.4 1.8 cached=0.04 cacheWrite=0.5
gpt-5.6-sol 4 20 cached=0.4 cacheWrite=5 above=272000 8 30 cached=0.8 cacheWrite=10
gpt-5.6-terra 2 12 cached=0.2 cacheWrite=2.5 above=272000 4 18 cached=0.4 cacheWrite=5
gpt-6-astra 10 50 cached=1 cacheWrite=12.5 above=272000 20 75 cached=2 cacheWrite=25
gpt-6-cyber 20 100 cached=2 cacheWrite=25
gpt-6-luna 0.1 0.5 cached=0.01 cacheWrite=0.125 above=272000 0.2 0.75 cached=0.02 cacheWrite=0.25
gpt-6-sol 2 10 cached=0.2 cacheWrite=2.5 above=272000 4 15 cached=0.4 cacheWrite=5
gpt-6.1-sol 2 10 cached=0.1 cacheWrite=2.5 above=272000 4 15 cached=0.2 cacheWrite=5
gpt-6.1-terra 1 5 cached=0.05 cacheWrite=1.25 above=272000 2 7.5 cached=0.1 cacheWrite=2.5
gpt-6.2-astra 8 40 cached=0.4 cacheWrite=10 above=272000 16 60 cached=0.8 cacheWrite=20
gpt-6.2-sol 2 10 cached=0.1 cacheWrite=2.5 above=272000 4 15 cached=0.2 cacheWrite=5
gpt-daybreak-blue-latest 4 20 cached=0.4 cacheWrite=5 above=272000 8 30 cached=0.8 cacheWrite=10
gpt-daybreak-red-latest 12.5 75 cached=1.25 cacheWrite=15.625
o1 15 60 cached=7.5
o1-pro 150 600
o3 2 8 cached=0.5
o3-deep-research 10 40 cached=2.5
o3-mini 1.1 4.4 cached=0.55
o3-pro 20 80
o4-mini 1.1 4.4 cached=0.275
o4-mini-deep-research 2 8 cached=0.5
`;
