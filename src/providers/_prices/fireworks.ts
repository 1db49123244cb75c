// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/cli/prices/own_rows.ts. SHA-256: 7656eb8bdd19fc9b422eeea4643e022c0cfd499f02f27af8d7980b08dc26c092

import type { PriceTable } from "../../core/budget/price.ts";

/** See {@link PriceTable}. */
export const PRICES: PriceTable = `2026-11-20
accounts/fireworks/models/deepseek-v4p1-flash 0.3 1.2 0.006 =1000000
accounts/fireworks/models/deepseek-v4p1-flash-1017 0.3 1.2 0.006 =1000000
accounts/fireworks/models/ember-1 3 15 0.3 =1048576
accounts/fireworks/models/glm-5p3 1.4 4.4 0.26 =1048573
accounts/fireworks/models/glm-5p3-flash 0.15 0.5 0.03 =1048573
accounts/fireworks/models/kimi-k3 3 15 0.3 =1048576
accounts/fireworks/models/kimi-k3p1-pro 2 10 0.2 =1048576
accounts/fireworks/models/minimax-m3 0.3 1.2 0.06 =512000
accounts/fireworks/models/minimax-m3p1-flash 0.15 0.6 0.015 =1000000
accounts/fireworks/models/muse-spark-open 1.25 4.25 0.15 =1048576
accounts/fireworks/models/qwen3p8-2p4t-a95b 2 6 0.25 =262144
accounts/fireworks/models/qwen3p8-max 2 6 0.25 =262144
accounts/fireworks/routers/deepseek-flash-latest 0.3 1.2 0.006 =1000000
accounts/fireworks/routers/deepseek-v4p1-flash-1017-spot 0.15 0.6 0.003 =1000000
accounts/fireworks/routers/deepseek-v4p1-flash-1017-ultrafast 1.2 4.8 0.024 =1000000
accounts/fireworks/routers/deepseek-v4p1-flash-spot 0.15 0.6 0.003 =1000000
accounts/fireworks/routers/glm-5p3-fast 2.1 6.6 0.39 =1048572
accounts/fireworks/routers/glm-5p3-spot 0.7 2.2 0.13 =1048573
accounts/fireworks/routers/glm-fast-latest 2.1 6.6 0.39 =1048572
accounts/fireworks/routers/glm-flash-latest 0.15 0.5 0.03 =1048573
accounts/fireworks/routers/glm-latest 1.4 4.4 0.26 =1048573
accounts/fireworks/routers/kimi-fast-latest 4.5 22.5 0.45 =1048576
accounts/fireworks/routers/kimi-k3-fast 4.5 22.5 0.45 =1048576
accounts/fireworks/routers/kimi-k3-spot 2.1 10.5 0.21 =1048576
accounts/fireworks/routers/kimi-latest 2 10 0.2 =1048576
accounts/fireworks/routers/minimax-latest 0.3 1.2 0.06 =512000
accounts/fireworks/routers/qwen-max-latest 2 6 0.25 =262144
`;
