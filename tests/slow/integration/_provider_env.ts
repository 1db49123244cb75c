// How each provider is sent to a server of one's own by environment alone, with the variables of docs/configuration.md and nothing else.

import type { Env } from "../../../src/core/ports.ts";
import { azureKey } from "../../wire/azure/case.ts";
import { API_KEY, KEYS, REGION } from "../../wire/bedrock/api.ts";
import { cohereKey } from "../../wire/cohere/api.ts";
import { FLAVORS, lmstudio } from "../../wire/compatible/flavors.ts";
import { geminiKey } from "../../wire/gemini/api.ts";
import { mistralKey } from "../../wire/mistral/api.ts";
import { simulatedKey as anthropicKey } from "../../wire/anthropic/api.ts";
import { simulatedKey as ollamaKey } from "../../wire/ollama/api.ts";
import { account, simulatedToken } from "../../wire/workers_ai/api.ts";
import { simulatedKey as openaiKey } from "../../wire/openai/server.ts";

type Spelling = Readonly<Record<string, (url: string) => Env>>;

/** The first variables of each provider. */
export const FIRST: Spelling = {
  anthropic: (url) => ({ ANTHROPIC_API_KEY: anthropicKey, ANTHROPIC_BASE_URL: url }),
  azure: (url) => ({ AZURE_OPENAI_API_KEY: azureKey, AZURE_OPENAI_ENDPOINT: url }),
  bedrock: (url) => ({ AWS_BEARER_TOKEN_BEDROCK: API_KEY, AWS_REGION: REGION, BEDROCK_BASE_URL: url }),
  cohere: (url) => ({ COHERE_API_KEY: cohereKey, COHERE_BASE_URL: url }),
  gemini: (url) => ({ GEMINI_API_KEY: geminiKey, GEMINI_BASE_URL: url }),
  mistral: (url) => ({ MISTRAL_API_KEY: mistralKey, MISTRAL_BASE_URL: `${url}/v1` }),
  ollama: (url) => ({ OLLAMA_API_KEY: ollamaKey, OLLAMA_HOST: url.replace("http://", "") }),
  // The simulated server's URL has its version.
  openai: (url) => ({ OPENAI_API_KEY: openaiKey, OPENAI_BASE_URL: url, OPENAI_API: "chat" }),
  workers_ai: (url) => ({
    CLOUDFLARE_API_TOKEN: simulatedToken,
    CLOUDFLARE_AI_BASE_URL: `${url}/client/v4/accounts/${account}/ai/v1`,
  }),
  ...Object.fromEntries([...FLAVORS, lmstudio].map(({ name, key, baseURL }) => [name, (url: string) => ({
    [`${name.toUpperCase()}_API_KEY`]: key?.value.replace("Bearer ", "") ?? "any",
    [`${name.toUpperCase()}_BASE_URL`]: url + new URL(baseURL).pathname.replace(/\/$/, ""),
  })])),
};

/** The other names and kinds of keys, where a provider has some. */
export const OTHER: Spelling = {
  anthropic: (url) => ({ ANTHROPIC_AUTH_TOKEN: anthropicKey, ANTHROPIC_BASE_URL: `${url}/v1` }),
  azure: (url) => ({
    AZURE_OPENAI_AD_TOKEN: azureKey,
    AZURE_OPENAI_ENDPOINT: `${url}/openai/v1/`,
    AZURE_OPENAI_API_VERSION: "2025-04-01-preview",
  }),
  bedrock: (url) => ({
    AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    AWS_SESSION_TOKEN: KEYS.sessionToken,
    AWS_DEFAULT_REGION: REGION,
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: url,
  }),
  cohere: (url) => ({ CO_API_KEY: cohereKey, CO_API_URL: url }),
  gemini: (url) => ({ GOOGLE_API_KEY: geminiKey, GOOGLE_GEMINI_BASE_URL: `${url}/v1beta` }),
  ollama: (url) => ({ OLLAMA_API_KEY: ollamaKey, OLLAMA_BASE_URL: `${url}/api` }),
  workers_ai: (url) => ({
    CLOUDFLARE_API_TOKEN: simulatedToken,
    CLOUDFLARE_ACCOUNT_ID: account,
    WORKERS_AI_BASE_URL: `${url}/client/v4/accounts/${account}/ai/v1`,
  }),
};
