// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.5.2 (MIT, data of
// models.dev) of 2026-11-10, and src/cli/prices/own_rows.ts. SHA-256: d9e7f7214b2e6078e38f80a7d1f25f84fad3c28f5d0163cf20e77678ab3f6972

import type { PriceTable } from "../../core/budget/price.ts";

/** See {@link PriceTable}. */
export const PRICES: PriceTable = `
accounts/fireworks/models/deepseek-v4p1-flash 0.3 1.2 cached=0.006
accounts/fireworks/models/deepseek-v4p1-flash-1017 0.3 1.2 cached=0.006
accounts/fireworks/models/ember-1 3 15 cached=0.3
accounts/fireworks/models/glm-5p3 1.4 4.4 cached=0.26
accounts/fireworks/models/glm-5p3-flash 0.15 0.5 cached=0.03
accounts/fireworks/models/kimi-k3 3 15 cached=0.3
accounts/fireworks/models/kimi-k3p1-pro 2 10 cached=0.2
accounts/fireworks/models/minimax-m3 0.3 1.2 cached=0.06
accounts/fireworks/models/minimax-m3p1-flash 0.15 0.6 cached=0.015
accounts/fireworks/models/muse-spark-open 1.25 4.25 cached=0.15
accounts/fireworks/models/qwen3p8-2p4t-a95b 2 6 cached=0.25
accounts/fireworks/models/qwen3p8-max 2 6 cached=0.25
accounts/fireworks/routers/deepseek-flash-latest 0.3 1.2 cached=0.006
accounts/fireworks/routers/deepseek-v4p1-flash-1017-spot 0.21 0.84 cached=0.0042
accounts/fireworks/routers/deepseek-v4p1-flash-1017-ultrafast 2.4 9.6 cached=0.048
accounts/fireworks/routers/deepseek-v4p1-flash-spot 0.21 0.84 cached=0.0042
accounts/fireworks/routers/glm-5p3-fast 2.1 6.6 cached=0.39
accounts/fireworks/routers/glm-5p3-spot 0.98 3.08 cached=0.182
accounts/fireworks/routers/glm-fast-latest 2.1 6.6 cached=0.39
accounts/fireworks/routers/glm-flash-latest 0.15 0.5 cached=0.03
accounts/fireworks/routers/glm-latest 1.4 4.4 cached=0.26
accounts/fireworks/routers/kimi-fast-latest 4.5 22.5 cached=0.45
accounts/fireworks/routers/kimi-k3-fast 4.5 22.5 cached=0.45
accounts/fireworks/routers/kimi-k3-spot 2.1 10.5 cached=0.21
accounts/fireworks/routers/kimi-latest 3 15 cached=0.3
accounts/fireworks/routers/minimax-latest 0.3 1.2 cached=0.06
accounts/fireworks/routers/qwen-max-latest 2 6 cached=0.25
`;
