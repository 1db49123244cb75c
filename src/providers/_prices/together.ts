// Written by deno task prices: US dollars for a million tokens, from @earendil-works/pi-ai 1.6.0 (MIT, data of
// models.dev) of 2026-11-20, and src/cli/prices/own_rows.ts. SHA-256: 1c7c38fbed34f961edacdc590f9de3066060d057c5e032df2e099ece10b88c3f

import type { PriceTable } from "../../core/budget/price.ts";

/** See {@link PriceTable}. */
export const PRICES: PriceTable = `2026-11-20
MiniMaxAI/MiniMax-M3 0.3 1.2 0.06 =524288
Qwen/Qwen3.5-9B 0.17 0.25 =262144
Qwen/Qwen3.6-Plus 0.5 3 =1000000
Qwen/Qwen3.7-Max 2.5 7.5 0.5 =1000000
deepseek-ai/DeepSeek-V4-Pro-0813 1.32 3.96 0.13 =1048576
deepseek-ai/DeepSeek-V4.1-Flash 0.3 1.2 0.006 =1048576
meta-models/Muse-Spark-Open-816B-A42B 1.25 4.25 0.15 =1048576
moonshotai/Kimi-K3 3 15 0.3 =1048576
moonshotai/Kimi-K3.1-Pro 2 10 0.2 =1048576
nvidia/NVIDIA-Nemotron-3.5-Super-VL 0.15 0.5 0.02 =262144
openai/gpt-oss-120b 0.15 0.6 =131072
reflection/Beam-1.0-501B-A23B 0.4 1.2 0.04 =1048576
thinkingmachines/Inkling 1 4.05 0.17 =524288
zai-org/GLM-5.2 1.4 4.4 0.26 =1048575
zai-org/GLM-5.3 1.4 4.4 0.26 =1048575
zai-org/GLM-5.3-Flash 0.15 0.5 0.03 =1048575
`;
