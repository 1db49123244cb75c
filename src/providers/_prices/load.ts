// How each table of prices is loaded: by the first budget that asks for it. A bundle has the tables of its providers one behind the
// other, as they stand here, where gzip finds what they share: 2 KiB of a Worker with all of them.

import type { LoadPrices, PriceTable } from "../../core/budget/price.ts";
import { withMultiples } from "../../core/budget/price_multiples.ts";

export const anthropicPrices: LoadPrices = () => tableOf(import("./anthropic.ts"));
/** Those of Azure, and behind them those of OpenAI. */
export const azurePrices: LoadPrices = async () => await tableOf(import("./azure.ts")) + await openaiPrices();
export const bedrockPrices: LoadPrices = async () => withMultiples(await tableOf(import("./bedrock.ts")));
export const cerebrasPrices: LoadPrices = () => tableOf(import("./cerebras.ts"));
export const coherePrices: LoadPrices = () => tableOf(import("./cohere.ts"));
export const deepseekPrices: LoadPrices = () => tableOf(import("./deepseek.ts"));
export const fireworksPrices: LoadPrices = () => tableOf(import("./fireworks.ts"));
export const geminiPrices: LoadPrices = () => tableOf(import("./gemini.ts"));
export const groqPrices: LoadPrices = () => tableOf(import("./groq.ts"));
export const mistralPrices: LoadPrices = () => tableOf(import("./mistral.ts"));
export const openaiPrices: LoadPrices = () => tableOf(import("./openai.ts"));
export const openrouterPrices: LoadPrices = () => tableOf(import("./openrouter.ts"));
export const togetherPrices: LoadPrices = () => tableOf(import("./together.ts"));
export const workersAIPrices: LoadPrices = () => tableOf(import("./workers_ai.ts"));
export const xaiPrices: LoadPrices = () => tableOf(import("./xai.ts"));

async function tableOf(module: Promise<{ readonly PRICES: PriceTable }>): Promise<PriceTable> {
  return (await module).PRICES;
}
