// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/tasks/prices/own_rows.ts. SHA-256: c38609196fe373eb00200817632c63bc8d4d2dffa76351d11d8040f17c684a94

/** A table of core/budget/price_table.ts. */
export const PRICES = `20261120
chat-latest 5 30 0.5 =400000
gpt-4 30 60 =8192
gpt-4-turbo 10 30 =128000
gpt-4.1 2 8 0.5
gpt-4.1-mini 0.4 1.6 0.1
gpt-4.1-nano 0.1 0.4 0.025
gpt-4o 2.5 10 1.25 =128000
gpt-4o-2024-05-13 5 15 =128000
gpt-4o-mini 0.15 0.6 0.075 =128000
gpt-5 1.25 10 0.125 =400000
gpt-5-chat-latest 1.25 10 0.125 =128000
gpt-5-codex 1.25 10 0.125
gpt-5-mini 0.25 2 0.025 =400000
gpt-5-nano 0.05 0.4 0.005 =400000
gpt-5-pro 15 120 =400000
gpt-5.1 1.25 10 0.125 =400000
gpt-5.1-chat-latest 1.25 10 0.125
gpt-5.1-codex 1.25 10 0.125
gpt-5.1-codex-max 1.25 10 0.125
gpt-5.1-codex-mini 0.25 2 0.025
gpt-5.2 1.75 14 0.175 =400000
gpt-5.2-chat-latest 1.75 14 0.175
gpt-5.2-codex 1.75 14 0.175
gpt-5.2-pro 21 168 =400000
gpt-5.3-chat-latest 1.75 14 0.175
gpt-5.3-codex 1.75 14 0.175 =400000
gpt-5.3-codex-spark 1.75 14 0.175 =128000
gpt-5.4 2.5 15 0.25 >272000 5 22.5 0.5
gpt-5.4-mini 0.75 4.5 0.075 =400000
gpt-5.4-nano 0.2 1.25 0.02 =400000
gpt-5.4-pro 30 180 >272000 60 270
gpt-5.5 5 30 0.5 >272000 10 45 1
gpt-5.5-pro 30 180 >272000 60 270
gpt-5.6-cyber 12.5 75 1.25 15.625 =400000
gpt-5.6-luna 0.2 1.2 0.02 0.25 >272000 0.4 1.8 0.04 0.5
gpt-5.6-sol 4 20 0.4 5 >272000 8 30 0.8 10
gpt-5.6-terra 2 12 0.2 2.5 >272000 4 18 0.4 5
gpt-6-astra 10 50 1 12.5 >272000 20 75 2 25
gpt-6-cyber 20 100 2 25
gpt-6-luna 0.1 0.5 0.01 0.125 >272000 0.2 0.75 0.02 0.25
gpt-6-sol 2 10 0.2 2.5 >272000 4 15 0.4 5
gpt-6.1-sol 2 10 0.1 2.5 >272000 4 15 0.2 5
gpt-6.1-terra 1 5 0.05 1.25 >272000 2 7.5 0.1 2.5
gpt-6.2-astra 8 40 0.4 10 >272000 16 60 0.8 20
gpt-6.2-sol 2 10 0.1 2.5 >272000 4 15 0.2 5
gpt-daybreak-blue-latest 4 20 0.4 5 >272000 8 30 0.8 10
gpt-daybreak-red-latest 12.5 75 1.25 15.625 =400000
o1 15 60 7.5 =200000
o1-pro 150 600 =200000
o3 2 8 0.5 =200000
o3-deep-research 10 40 2.5
o3-mini 1.1 4.4 0.55 =200000
o3-pro 20 80 =200000
o4-mini 1.1 4.4 0.275 =200000
o4-mini-deep-research 2 8 0.5
`;
