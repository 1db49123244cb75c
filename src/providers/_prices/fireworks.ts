// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/tasks/prices/own_rows.ts. SHA-256: 422c89eca9505c2e0ff9529367ff910d7be1f8a7b7044c1f8f80a8d5efd315c4

/** A table of core/budget/price_table.ts. */
export const PRICES = `20261120
accounts/fireworks/models/deepseek-v4p1-flash 0.3 1.2 0.006
accounts/fireworks/models/deepseek-v4p1-flash-1017 0.3 1.2 0.006
accounts/fireworks/models/ember-1 3 15 0.3
accounts/fireworks/models/glm-5p3 1.4 4.4 0.26
accounts/fireworks/models/glm-5p3-flash 0.15 0.5 0.03
accounts/fireworks/models/kimi-k3 3 15 0.3
accounts/fireworks/models/kimi-k3p1-pro 2 10 0.2
accounts/fireworks/models/minimax-m3 0.3 1.2 0.06 =512000
accounts/fireworks/models/minimax-m3p1-flash 0.15 0.6 0.015
accounts/fireworks/models/muse-spark-open 1.25 4.25 0.15
accounts/fireworks/models/qwen3p8-2p4t-a95b 2 6 0.25 =262144
accounts/fireworks/models/qwen3p8-max 2 6 0.25 =262144
accounts/fireworks/routers/deepseek-flash-latest 0.3 1.2 0.006
accounts/fireworks/routers/deepseek-v4p1-flash-1017-spot 0.15 0.6 0.003
accounts/fireworks/routers/deepseek-v4p1-flash-1017-ultrafast 1.2 4.8 0.024
accounts/fireworks/routers/deepseek-v4p1-flash-spot 0.15 0.6 0.003
accounts/fireworks/routers/glm-5p3-fast 2.1 6.6 0.39
accounts/fireworks/routers/glm-5p3-spot 0.7 2.2 0.13
accounts/fireworks/routers/glm-fast-latest 2.1 6.6 0.39
accounts/fireworks/routers/glm-flash-latest 0.15 0.5 0.03
accounts/fireworks/routers/glm-latest 1.4 4.4 0.26
accounts/fireworks/routers/kimi-fast-latest 4.5 22.5 0.45
accounts/fireworks/routers/kimi-k3-fast 4.5 22.5 0.45
accounts/fireworks/routers/kimi-k3-spot 2.1 10.5 0.21
accounts/fireworks/routers/kimi-latest 2 10 0.2
accounts/fireworks/routers/minimax-latest 0.3 1.2 0.06 =512000
accounts/fireworks/routers/qwen-max-latest 2 6 0.25 =262144
`;
