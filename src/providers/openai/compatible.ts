// Servers with OpenAI's Chat Completions: a provider is a profile, and a profile is data. What a server cannot do is
// in its capability table; how its bodies differ is in its wire profile.

import { AgentError } from "../../core/error.ts";
import type { LoadPrices } from "../../core/budget/price.ts";
import type { CapabilityTable } from "../../core/model/capability.ts";
import type { Provider, ProviderDefinition } from "../../core/model/provider.ts";
import { findFirst, findServerKind, type HttpConfig, requireVariable, toBaseURL } from "../_wire/config.ts";
import { type DefinedProvider, defineHttpProvider } from "../_wire/define_http_provider.ts";
import { DEEPSEEK_EFFORTS, GROQ_EFFORTS, OPEN_MODEL_EFFORTS } from "./compatible_efforts.ts";
import { OPENROUTER_EFFORTS, XAI_EFFORTS } from "./compatible_efforts.ts";
import { CEREBRAS_MODELS, DEEPSEEK_MODELS, GROQ_MODELS } from "./compatible_models.ts";
import { ANY_MODELS } from "./any_models.ts";
import { OPENROUTER_MODELS, XAI_MODELS } from "./compatible_models.ts";
import { OPENROUTER_MEDIA, XAI_MEDIA } from "./chat/media.ts";
import { byGivenClient, byOwnClient, checkAlone, type OpenAIClient } from "./client.ts";
import {
  bothApis,
  COMPATIBLE,
  COMPATIBLE_MODELS,
  COMPATIBLE_OR_KIMI,
  type OpenAIProfile,
} from "./profile.ts";
import { toConnection } from "./server.ts";
import {
  cerebrasPrices,
  deepseekPrices,
  fireworksPrices,
  groqPrices,
  openrouterPrices,
  togetherPrices,
  xaiPrices,
} from "../_wire/load_prices.ts";

/** A server of the family. Its variables are `<NAME>_API_KEY` and `<NAME>_BASE_URL`. */
export interface CompatibleProfile {
  readonly name: string;
  /** The default base URL; undefined for a server that has no public one. */
  readonly baseURL: string | undefined;
  /** The public server refuses requests without a key. */
  readonly needsKey: boolean;
  readonly wire: OpenAIProfile;
  readonly models: CapabilityTable;
  /** What its models cost there; none by default. */
  readonly prices?: LoadPrices;
}

/** One server of the family. */
export interface CompatibleConfig extends HttpConfig {
  /** Sent as a bearer token; a server of the user's own may need none. */
  readonly apiKey?: string;
  /** See `OpenAIConfig.client`. */
  readonly client?: OpenAIClient;
}

/** The public servers of the family, and two kinds that users run. */
export const PROFILES = {
  // groq-sdk 1.6.0: no stream_options, usage in x_groq; reasoning comes and goes as `reasoning` (vercel/ai#7860), and
  // reasoning_content is a 400 (janhq/jan#8136).
  groq: {
    name: "groq",
    baseURL: "https://api.groq.com/openai/v1",
    needsKey: true,
    wire: {
      ...COMPATIBLE,
      streamOptions: false,
      replayed: "reasoning",
      replaysDetails: false,
      efforts: bothApis(GROQ_EFFORTS),
    },
    models: GROQ_MODELS,
  },
  // "omitted reasoning_content" is the first cause of misses of its cache: docs.x.ai developers/advanced-api-usage/prompt-caching/multi-turn
  // (2026-11-26; @ai-sdk/xai 3.0.138 sends none). "x-grok-conv-id routes requests with the same conversation ID to the same server":
  // https://docs.x.ai/developers/advanced-api-usage/prompt-caching/maximizing-cache-hits (2026-11-26).
  xai: {
    name: "xai",
    baseURL: "https://api.x.ai/v1",
    needsKey: true,
    wire: {
      ...COMPATIBLE,
      replayedSince: 2,
      replaysDetails: false,
      sessionHeader: "x-grok-conv-id",
      efforts: bothApis(XAI_EFFORTS),
      media: XAI_MEDIA,
    },
    models: XAI_MODELS,
  },
  // https://api-docs.deepseek.com/guides/thinking_mode: every message of an assistant brings its reasoning back, ""
  // for those that another model wrote (@ai-sdk/deepseek 2.0.69).
  deepseek: {
    name: "deepseek",
    baseURL: "https://api.deepseek.com",
    needsKey: true,
    wire: {
      ...COMPATIBLE,
      limit: "max_tokens",
      effort: "thinking",
      efforts: bothApis(DEEPSEEK_EFFORTS),
      replaysDetails: false,
      padded: /deepseek-(?:v4|flash|pro|reasoner)/,
    },
    models: DEEPSEEK_MODELS,
  },
  // Without require_parameters a route may ignore the choice of tools and the form of answers. "When a session_id is present, OpenRouter uses
  // it directly as the sticky routing key": https://openrouter.ai/docs/guides/best-practices/prompt-caching (2026-11-26).
  openrouter: {
    name: "openrouter",
    baseURL: "https://openrouter.ai/api/v1",
    needsKey: true,
    wire: {
      ...COMPATIBLE,
      limit: "max_tokens",
      effort: "reasoning",
      efforts: bothApis(OPENROUTER_EFFORTS),
      replayed: undefined,
      unsignedCalls: "reasoning_details",
      routing: { require_parameters: true },
      marked: /^anthropic\//,
      sessionHeader: "x-session-id",
      media: OPENROUTER_MEDIA,
    },
    models: OPENROUTER_MODELS,
  },
  together: {
    name: "together",
    baseURL: "https://api.together.ai/v1",
    needsKey: true,
    wire: {
      ...COMPATIBLE,
      limit: "max_tokens",
      efforts: bothApis(OPEN_MODEL_EFFORTS),
      replayed: undefined,
      replaysDetails: false,
    },
    models: ANY_MODELS,
  },
  // @ai-sdk/fireworks 2.0.90: prompt_cache_key. With it the header, which routes to the same replica:
  // https://reference.langchain.com/python/langchain-fireworks/middleware (2026-11-26).
  fireworks: {
    name: "fireworks",
    baseURL: "https://api.fireworks.ai/inference/v1",
    needsKey: true,
    wire: {
      ...COMPATIBLE,
      limit: "max_tokens",
      efforts: bothApis(OPEN_MODEL_EFFORTS),
      cacheKey: true,
      sessionHeader: "x-session-affinity",
      replaysDetails: false,
    },
    models: ANY_MODELS,
  },
  // `auto` needs --enable-auto-tool-choice and a parser, a forced choice neither: it is decoded under a grammar.
  vllm: {
    name: "vllm",
    baseURL: "http://127.0.0.1:8000/v1",
    needsKey: false,
    wire: {
      ...COMPATIBLE,
      limit: "max_tokens",
      efforts: bothApis(OPEN_MODEL_EFFORTS),
      replayed: "reasoning",
      replaysDetails: false,
    },
    models: ANY_MODELS,
  },
  // cerebras_cloud_sdk 1.91.0; reasoning_content is a 400 (Kilo-Org/kilocode#10375).
  cerebras: {
    name: "cerebras",
    baseURL: "https://api.cerebras.ai/v1",
    needsKey: true,
    wire: {
      ...COMPATIBLE,
      cacheKey: true,
      replayed: "reasoning",
      replaysDetails: false,
      efforts: bothApis(OPEN_MODEL_EFFORTS),
    },
    models: CEREBRAS_MODELS,
  },
  compatible: {
    name: "compatible",
    baseURL: undefined,
    needsKey: false,
    wire: COMPATIBLE_OR_KIMI,
    models: COMPATIBLE_MODELS,
  },
} as const satisfies Record<string, CompatibleProfile>;

/** The name of a profile, which is that of its provider. */
export type ProfileName = keyof typeof PROFILES;

// The definitions of the profiles. A bundle has those alone that it reads, and their prices: each is a call without an effect.

/** Provider `groq`. */
export const groq: ProviderDefinition = /* @__PURE__ */ defineServer("groq", groqPrices);
/** Provider `xai`. */
export const xai: ProviderDefinition = /* @__PURE__ */ defineServer("xai", xaiPrices);
/** Provider `deepseek`. */
export const deepseek: ProviderDefinition = /* @__PURE__ */ defineServer("deepseek", deepseekPrices);
/** Provider `openrouter`. */
export const openrouter: ProviderDefinition = /* @__PURE__ */ defineServer("openrouter", openrouterPrices);
/** Provider `together`. */
export const together: ProviderDefinition = /* @__PURE__ */ defineServer("together", togetherPrices);
/** Provider `fireworks`. */
export const fireworks: ProviderDefinition = /* @__PURE__ */ defineServer("fireworks", fireworksPrices);
/** Provider `vllm`. */
export const vllm: ProviderDefinition = /* @__PURE__ */ defineServer("vllm");
/** Provider `cerebras`. */
export const cerebras: ProviderDefinition = /* @__PURE__ */ defineServer("cerebras", cerebrasPrices);
/** Provider `compatible`: the server at COMPATIBLE_BASE_URL. */
export const compatible: ProviderDefinition = /* @__PURE__ */ defineServer("compatible");

/** The provider of a profile, for a deployment. Its variables are `<NAME>_API_KEY` and `<NAME>_BASE_URL`. */
export function defineCompatible(profile: CompatibleProfile): ProviderDefinition {
  return toProvider(profile).definition;
}

function defineServer(name: ProfileName, prices?: LoadPrices): ProviderDefinition {
  return defineCompatible({ ...PROFILES[name], prices });
}

function toProvider(profile: CompatibleProfile): DefinedProvider<CompatibleConfig> {
  const prefix = profile.name.toUpperCase();
  const [key, base] = [`${prefix}_API_KEY`, `${prefix}_BASE_URL`];
  return defineHttpProvider<CompatibleConfig>({
    name: profile.name,
    models: profile.models,
    usualApi: "openai.chat",
    prices: profile.prices,
    variables: profile.baseURL === undefined ? [base, key] : [key, base],
    fromEnv: ({ env }) => {
      const baseURL = profile.baseURL === undefined ? requireVariable(env, [base]) : findFirst(env, [base]);
      const apiKey = profile.needsKey && baseURL === undefined
        ? requireVariable(env, [key])
        : findFirst(env, [key]);
      return { baseURL, apiKey };
    },
    connect: ({ client, baseURL, apiKey, headers = {} }, name) => {
      checkAlone(client, { baseURL, apiKey }, name);
      const home = profile.needsKey ? URL.parse(profile.baseURL ?? "")?.hostname : undefined;
      return toConnection({
        kind: findServerKind(client?.baseURL ?? baseURL, home),
        transport: client
          ? byGivenClient(client)
          : byOwnClient({ baseURL: toAddress(baseURL ?? profile.baseURL, name), apiKey, headers }),
        profile: profile.wire,
        values: { "The API key": apiKey },
        secrets: [client?.apiKey ?? apiKey],
      });
    },
  });
}

/**
 * A provider for a server of the family: one of {@link PROFILES}, or a profile of the user's own. The API is Chat
 * Completions, unless `settings.api` is `responses` or the server has refused the model there.
 *
 * @throws {AgentError} config_invalid, without a base URL and for what cannot be sent
 */
export function createCompatibleProvider(
  profile: CompatibleProfile,
  config: CompatibleConfig = {},
): Provider {
  return toProvider(profile).create(config);
}

function toAddress(baseURL: string | undefined, name: string): string {
  if (baseURL !== undefined) return toBaseURL(baseURL, name).href;
  throw new AgentError("config_invalid", `Provider ${name} needs a base URL: it has no address of its own.`);
}
