// How each table of prices is loaded: by the first budget that needs it. A bundle contains the tables of its providers one after
// another, in this order, where gzip finds what they share: 1.2 KiB of a Worker with all of them.

import type { LoadPrices } from "../../core/budget/price.ts";
import { withMultiples } from "../../core/budget/price_multiples.ts";
import { findIn } from "../../core/budget/price_table.ts";

/** Those of Anthropic. */
export const anthropicPrices: LoadPrices = () => readTable(import("../_prices/anthropic.ts"));
/** Those of Azure, and behind them those of OpenAI. */
export const azurePrices: LoadPrices = async () => {
  const [own, openai] = await Promise.all([import("../_prices/azure.ts"), import("../_prices/openai.ts")]);
  return findIn(own.PRICES + openai.PRICES);
};
/** Those of Bedrock, with the names of its regions. */
export const bedrockPrices: LoadPrices = async () =>
  findIn(withMultiples((await import("../_prices/bedrock.ts")).PRICES));
/** Those of Cerebras. */
export const cerebrasPrices: LoadPrices = () => readTable(import("../_prices/cerebras.ts"));
/** Those of Cohere. */
export const coherePrices: LoadPrices = () => readTable(import("../_prices/cohere.ts"));
/** Those of DeepSeek. */
export const deepseekPrices: LoadPrices = () => readTable(import("../_prices/deepseek.ts"));
/** Those of Fireworks. */
export const fireworksPrices: LoadPrices = () => readTable(import("../_prices/fireworks.ts"));
/** Those of Gemini. */
export const geminiPrices: LoadPrices = () => readTable(import("../_prices/gemini.ts"));
/** Those of Groq. */
export const groqPrices: LoadPrices = () => readTable(import("../_prices/groq.ts"));
/** Those of Mistral. */
export const mistralPrices: LoadPrices = () => readTable(import("../_prices/mistral.ts"));
/** Those of OpenAI. */
export const openaiPrices: LoadPrices = () => readTable(import("../_prices/openai.ts"));
/** Those of OpenRouter. */
export const openrouterPrices: LoadPrices = () => readTable(import("../_prices/openrouter.ts"));
/** Those of Together. */
export const togetherPrices: LoadPrices = () => readTable(import("../_prices/together.ts"));
/** Those of Workers AI. */
export const workersAIPrices: LoadPrices = () => readTable(import("../_prices/workers_ai.ts"));
/** Those of xAI. */
export const xaiPrices: LoadPrices = () => readTable(import("../_prices/xai.ts"));

async function readTable(table: Promise<{ readonly PRICES: string }>): ReturnType<LoadPrices> {
  return findIn((await table).PRICES);
}
