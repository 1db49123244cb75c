// The family that speaks OpenAI's Chat Completions: a provider is a profile, and a profile is data. What a server cannot do
// stands in its table; how its bodies differ stands in its wire profile.

import { AgentError } from "../../core/error.ts";
import type { CapabilityTable } from "../../core/capability.ts";
import type { Provider, ProviderDefinition } from "../../core/provider.ts";
import { checkSendable, firstOf, type HttpConfig, required, toBaseURL, toSecrets } from "../_wire/config.ts";
import { DEEPSEEK_EFFORTS, GROQ_EFFORTS, OPEN_MODEL_EFFORTS } from "./compatible_efforts.ts";
import { OPENROUTER_EFFORTS, XAI_EFFORTS } from "./compatible_efforts.ts";
import { CEREBRAS_MODELS, DEEPSEEK_MODELS, GROQ_MODELS } from "./compatible_models.ts";
import { ANY_MODELS, OPENROUTER_MODELS, XAI_MODELS } from "./compatible_models.ts";
import { byGivenClient, byOwnClient, checkAlone, type OpenAIClient } from "./client.ts";
import { bothApis, COMPATIBLE, IMITATOR_MODELS, type OpenAIProfile } from "./profile.ts";
import { createOpenAIServer } from "./server.ts";

/** A server of the family. Its variables are `<NAME>_API_KEY` and `<NAME>_BASE_URL`. */
export interface CompatibleProfile {
  readonly name: string;
  /** Where it is; undefined where only its owner knows. */
  readonly baseURL: string | undefined;
  /** Nobody is served without a key there. */
  readonly needsKey: boolean;
  readonly wire: OpenAIProfile;
  readonly models: CapabilityTable;
}

export interface CompatibleConfig extends HttpConfig {
  /** Sent as a bearer token; servers of one's own often want none. */
  readonly apiKey?: string;
  /** See `OpenAIConfig.client`. */
  readonly client?: OpenAIClient;
}

export const PROFILES = {
  // groq-sdk 1.6.0: no stream_options, usage in x_groq; reasoning comes and goes as `reasoning` (vercel/ai#7860), and
  // reasoning_content is a 400 (janhq/jan#8136).
  groq: {
    name: "groq",
    baseURL: "https://api.groq.com/openai/v1",
    needsKey: true,
    wire: {
      ...COMPATIBLE,
      ...{
        streamOptions: false,
        replayed: "reasoning",
        replaysDetails: false,
        efforts: bothApis(GROQ_EFFORTS),
      },
    },
    models: GROQ_MODELS,
  },
  // @ai-sdk/xai 3.0.138 sends no reasoning back.
  xai: {
    name: "xai",
    baseURL: "https://api.x.ai/v1",
    needsKey: true,
    wire: {
      ...COMPATIBLE,
      ...{
        replayed: undefined,
        replaysDetails: false,
        efforts: bothApis(XAI_EFFORTS),
      },
    },
    models: XAI_MODELS,
  },
  // https://api-docs.deepseek.com/guides/thinking_mode: every message of an assistant brings its reasoning back, "" for
  // those that another model wrote (@ai-sdk/deepseek 2.0.69).
  deepseek: {
    name: "deepseek",
    baseURL: "https://api.deepseek.com",
    needsKey: true,
    wire: {
      ...COMPATIBLE,
      ...{
        limit: "max_tokens",
        effort: "thinking",
        efforts: bothApis(DEEPSEEK_EFFORTS),
        replaysDetails: false,
      },
      padded: /deepseek-(?:v4|flash|pro|reasoner)/,
    },
    models: DEEPSEEK_MODELS,
  },
  // Without require_parameters a route may ignore the choice of tools.
  openrouter: {
    name: "openrouter",
    baseURL: "https://openrouter.ai/api/v1",
    needsKey: true,
    wire: {
      ...COMPATIBLE,
      ...{
        limit: "max_tokens",
        effort: "reasoning",
        efforts: bothApis(OPENROUTER_EFFORTS),
        replayed: undefined,
      },
      routing: { require_parameters: true },
    },
    models: OPENROUTER_MODELS,
  },
  together: {
    name: "together",
    baseURL: "https://api.together.ai/v1",
    needsKey: true,
    wire: {
      ...COMPATIBLE,
      ...{
        limit: "max_tokens",
        efforts: bothApis(OPEN_MODEL_EFFORTS),
        replayed: undefined,
        replaysDetails: false,
      },
    },
    models: ANY_MODELS,
  },
  // @ai-sdk/fireworks 2.0.90: prompt_cache_key.
  fireworks: {
    name: "fireworks",
    baseURL: "https://api.fireworks.ai/inference/v1",
    needsKey: true,
    wire: {
      ...COMPATIBLE,
      ...{
        limit: "max_tokens",
        efforts: bothApis(OPEN_MODEL_EFFORTS),
        cacheKey: true,
        replaysDetails: false,
      },
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
      ...{
        limit: "max_tokens",
        efforts: bothApis(OPEN_MODEL_EFFORTS),
        replayed: "reasoning",
        replaysDetails: false,
      },
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
      ...{
        cacheKey: true,
        replayed: "reasoning",
        replaysDetails: false,
        efforts: bothApis(OPEN_MODEL_EFFORTS),
      },
    },
    models: CEREBRAS_MODELS,
  },
  compatible: {
    name: "compatible",
    baseURL: undefined,
    needsKey: false,
    wire: COMPATIBLE,
    models: IMITATOR_MODELS,
  },
} as const satisfies Record<string, CompatibleProfile>;

/** Row P6. */
export const groq: ProviderDefinition = defineCompatible(PROFILES.groq);
export const xai: ProviderDefinition = defineCompatible(PROFILES.xai);
export const deepseek: ProviderDefinition = defineCompatible(PROFILES.deepseek);
export const openrouter: ProviderDefinition = defineCompatible(PROFILES.openrouter);
export const together: ProviderDefinition = defineCompatible(PROFILES.together);
export const fireworks: ProviderDefinition = defineCompatible(PROFILES.fireworks);
export const vllm: ProviderDefinition = defineCompatible(PROFILES.vllm);
export const cerebras: ProviderDefinition = defineCompatible(PROFILES.cerebras);
/** Any server of the kind: `COMPATIBLE_BASE_URL` says where. */
export const compatible: ProviderDefinition = defineCompatible(PROFILES.compatible);

/** The provider of a profile, as the registry lists it. */
export function defineCompatible(profile: CompatibleProfile): ProviderDefinition {
  const prefix = profile.name.toUpperCase();
  const [key, base] = [`${prefix}_API_KEY`, `${prefix}_BASE_URL`];
  return {
    capabilities: profile.models,
    variables: profile.baseURL === undefined ? [base, key] : [key, base],
    create: ({ env, clock }) => {
      const baseURL = profile.baseURL === undefined ? required(env, [base]) : firstOf(env, [base]);
      const apiKey = profile.needsKey && baseURL === undefined ? required(env, [key]) : firstOf(env, [key]);
      return createCompatibleProvider(profile, {
        ...{ baseURL, apiKey, clock },
      });
    },
  };
}

/**
 * Talks to a server of the family: one of {@link PROFILES}, or a profile of one's own. Chat Completions, unless
 * `settings.api` says Responses or the server's refusals do. Throws `config_invalid`.
 */
export function createCompatibleProvider(
  profile: CompatibleProfile,
  config: CompatibleConfig = {},
): Provider {
  const { name = profile.name, client, apiKey, headers = {} } = config;
  checkAlone(client, { baseURL: config.baseURL, apiKey }, name);
  const baseURL = client?.baseURL ?? config.baseURL ?? profile.baseURL;
  if (baseURL === undefined) {
    throw new AgentError(
      "config_invalid",
      `Provider ${name} needs a base URL: it has no address of its own.`,
    );
  }
  checkSendable({ "The API key": apiKey }, headers, name);
  return createOpenAIServer({
    name,
    transport: client
      ? byGivenClient(client)
      : byOwnClient({ baseURL: toBaseURL(baseURL, name).href, apiKey, headers }),
    headers,
    profile: profile.wire,
    capabilities: profile.models,
    secrets: toSecrets([client?.apiKey ?? apiKey], headers),
    timeoutMs: config.timeoutMs,
    clock: config.clock,
  });
}
