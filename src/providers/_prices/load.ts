// How each table of prices is loaded: by the first budget that asks for it. A bundle has the tables of its providers one behind the
// other, as they stand here, where gzip finds what they share: 2 KiB of a Worker with all of them.

import type { LoadPrices, PriceTable } from "../../core/budget/price.ts";
import { withMultiples } from "../../core/budget/price_multiples.ts";

/** Those of Anthropic. */
export const anthropicPrices: LoadPrices = () => tableOf(import("./anthropic.ts"));
/** Those of Azure, and behind them those of OpenAI. */
export const azurePrices: LoadPrices = async () => await tableOf(import("./azure.ts")) + await openaiPrices();
/** Those of Bedrock, with the names of its regions. */
export const bedrockPrices: LoadPrices = async () => withMultiples(await tableOf(import("./bedrock.ts")));
/** Those of Cerebras. */
export const cerebrasPrices: LoadPrices = () => tableOf(import("./cerebras.ts"));
/** Those of Cohere. */
export const coherePrices: LoadPrices = () => tableOf(import("./cohere.ts"));
/** Those of DeepSeek. */
export const deepseekPrices: LoadPrices = () => tableOf(import("./deepseek.ts"));
/** Those of Fireworks. */
export const fireworksPrices: LoadPrices = () => tableOf(import("./fireworks.ts"));
/** Those of Gemini. */
export const geminiPrices: LoadPrices = () => tableOf(import("./gemini.ts"));
/** Those of Groq. */
export const groqPrices: LoadPrices = () => tableOf(import("./groq.ts"));
/** Those of Mistral. */
export const mistralPrices: LoadPrices = () => tableOf(import("./mistral.ts"));
/** Those of OpenAI. */
export const openaiPrices: LoadPrices = () => tableOf(import("./openai.ts"));
/** Those of OpenRouter. */
export const openrouterPrices: LoadPrices = () => tableOf(import("./openrouter.ts"));
/** Those of Together. */
export const togetherPrices: LoadPrices = () => tableOf(import("./together.ts"));
/** Those of Workers AI. */
export const workersAIPrices: LoadPrices = () => tableOf(import("./workers_ai.ts"));
/** Those of xAI. */
export const xaiPrices: LoadPrices = () => tableOf(import("./xai.ts"));

async function tableOf(module: Promise<{ readonly PRICES: PriceTable }>): Promise<PriceTable> {
  return (await module).PRICES;
}
